"""Finished games: their timeline, the archive, and where they were won."""

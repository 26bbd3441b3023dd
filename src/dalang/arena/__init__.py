"""Matches between bots that prove which of them plays better, and by how much."""

"""Nets that learn a game from games of bots against themselves: `dalang train`."""

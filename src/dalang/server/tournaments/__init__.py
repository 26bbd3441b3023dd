"""Tournaments: who enters, who plays with whom, and how everybody stands.

Reads tables and opens new ones through tables/; the games themselves are played there.  Everything
that is known about a tournament is stored, so any process may start its next round, and only the
first one does.
"""

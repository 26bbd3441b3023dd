"""Telling people outside their pages: push messages and webhooks."""

"""A test for every paragraph, carrying its number."""

"""The tests of Web of Power: one for every paragraph of its rules, named after it."""

"""The tests of Cards & Karma: one for every paragraph of its rules, named after it."""

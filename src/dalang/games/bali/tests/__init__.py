"""The tests of Bali: one for every paragraph of its rules, named after it."""

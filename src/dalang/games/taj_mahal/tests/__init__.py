"""The tests of Taj Mahal: one for every paragraph of its rules, named after it."""

"""The rules of Cards & Karma, one module for each part of the rulebook."""

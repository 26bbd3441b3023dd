"""PettingZoo has no types."""

"""The page of Bali in real browsers."""

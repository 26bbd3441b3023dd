"""The page of Taj Mahal in real browsers."""

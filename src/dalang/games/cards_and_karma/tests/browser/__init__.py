"""The page of Cards & Karma in real browsers."""

"""The page of Web of Power in real browsers."""

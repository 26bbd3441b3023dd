"""From what a viewer may know to HTML.  Reads tables and replays, changes nothing."""

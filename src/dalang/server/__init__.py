"""The web server.  This package imports nothing by itself: parts of it need no extra packages."""

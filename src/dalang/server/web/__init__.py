"""HTTP and sockets.

Only the application imports this package.  No game logic and no SQL here.
"""

"""HTTP and sockets: what comes in and what goes out.

Only the application imports this room.  No game logic and no SQL here.
"""

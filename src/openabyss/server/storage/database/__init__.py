"""The database itself: connections to it, and whose it is."""

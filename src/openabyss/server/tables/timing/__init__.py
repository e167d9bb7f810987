"""Time that people have to play."""

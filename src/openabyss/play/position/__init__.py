"""Any situation of a game as JSON, and games as records."""

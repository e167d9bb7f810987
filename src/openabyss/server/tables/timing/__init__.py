"""The clocks of players."""

"""The lords, guild by guild."""

"""The learned value of a position, and the player that looks one answer ahead by it."""

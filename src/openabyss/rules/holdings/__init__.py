"""What players hold, and what a game has of it: allies, pearls, keys, tokens; and what is counted."""

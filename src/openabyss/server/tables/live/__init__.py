"""Tables in memory: who is there, how far the game is, and what other processes have done to it."""

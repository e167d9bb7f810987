"""The guided first game: a fixed deal, and lessons that follow from the state of the game."""

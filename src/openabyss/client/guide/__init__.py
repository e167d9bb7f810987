"""The guided first game: a fixed deal, and lessons that are found from how the game stands."""

"""Reviews of finished games: who was winning when, and which decisions cost most."""

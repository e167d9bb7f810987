"""The pages of finished and recorded games: replays, reviews, and puzzles made of their moments."""

"""Ratings from matches: win rates, Elo, sequential tests, and the ladder."""

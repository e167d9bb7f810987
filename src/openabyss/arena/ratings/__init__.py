"""Ratings from matches: win rates, Elo, OpenSkill, sequential tests, and the ladder."""

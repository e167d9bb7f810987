"""Leagues of people and of bots: who meets whom, and how they stand."""

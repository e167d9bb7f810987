"""Matches between players of any kind: who meets whom, and every game by its number."""

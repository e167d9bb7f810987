"""Puzzles: positions of strong play in which one answer is clearly the best."""

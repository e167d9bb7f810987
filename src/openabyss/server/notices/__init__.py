"""Telling people who are not there that the game has come to them."""

"""Environments to train and compare agents: many games at native speed, and the usual interfaces."""

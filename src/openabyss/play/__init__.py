"""A game that is played: its history, its positions and records, and the `Game` that everybody uses."""

"""The greedy player: it gives the answer that looks best at once, by what things are worth to it."""

"""The networks: what a seat sees as small numbers, and what follows from it about answers and who will
win."""

"""Every card in one place: what is printed on it, and its own questions."""

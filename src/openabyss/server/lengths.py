"""Lengths of what is sent: of secrets they say little, for there are only a few of them."""

BLOCK = 1024


def filled_up(text: bytes) -> bytes:
    """JSON or HTML with blanks after it, which mean nothing there, up to a multiple of `BLOCK` bytes."""
    return text + b" " * (-len(text) % BLOCK)

"""Bytes as browsers write them in web push and passkeys: URL-safe Base64 without its padding (RFC 7515)."""

from base64 import urlsafe_b64decode, urlsafe_b64encode


def write_bytes(value: bytes) -> str:
    """The bytes as text."""
    return urlsafe_b64encode(value).decode().rstrip("=")


def read_bytes(text: str) -> bytes:
    """The bytes again. Raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))

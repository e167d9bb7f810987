"""Secrets that open seats: what a browser carries, and what links carry. Only hashes are stored."""

import hashlib
import hmac
import secrets
from base64 import b32encode, urlsafe_b64encode
from pathlib import Path

from openabyss.server.private_files import create, make_folder, tighten

KEY_BYTES = 32
BROWSER_BYTES = 32
TOKEN_BYTES = 24
ID_LENGTH = 10


def new_browser_secret() -> str:
    """What a browser shows to prove who it is: 256 random bits."""
    return secrets.token_urlsafe(BROWSER_BYTES)


def new_nonce() -> str:
    """What makes a link differ from those before it."""
    return secrets.token_urlsafe(16)


def new_table_id() -> str:
    """Ten random letters and digits."""
    return b32encode(secrets.token_bytes(ID_LENGTH)).decode().lower()[:ID_LENGTH]


def is_table_id(text: str) -> bool:
    """Whether a table could be called so. A database need not be asked for anything else."""
    return len(text) == ID_LENGTH and text.isascii() and text.isalnum()


def hashed(secret: str) -> str:
    """What is stored of a secret, 64 hex digits. The secrets are random, so this need not be slow."""
    return hashlib.sha256(secret.encode()).hexdigest()


def link_token(key: bytes, purpose: str, nonce: str) -> str:
    """The token of a link, 192 bits; with the key, the same link can be made again.

    `purpose` names the table and the seat. A database alone, without the key, gives no link away.
    """
    digest = hmac.digest(key, f"{purpose} {nonce}".encode(), "sha256")
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def commitment_to(seed: int, salt: str) -> str:
    """What is promised of a seed before the game: sha256 in hex of "<seed>:<salt>"."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


def key_of_installation(path: Path) -> bytes:
    """The key in a file that only its owner may read; made the first time."""
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except FileNotFoundError:
        return _new_key(path)
    tighten(path)
    return key


def _new_key(path: Path) -> bytes:
    """The file has its name only when it is whole: half a key would be no secret."""
    make_folder(path.parent)
    key, partial = secrets.token_bytes(KEY_BYTES), path.with_name(f"{path.name}.partial")
    with create(partial) as file:
        file.write(f"{key.hex()}\n".encode("ascii"))
    partial.replace(path)
    return key

"""What a browser and its push service do with a notice: they look at its signature, and decrypt it."""

import hmac
from dataclasses import dataclass, field
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256

from openabyss.server.credentials import read_bytes, write_bytes
from openabyss.server.notices.sealing import point_of

CURVE = SECP256R1()


def derived(salt: bytes, secret: bytes, purpose: bytes, length: int) -> bytes:
    """HKDF for texts of one block, as RFC 5869 writes it."""
    return hmac.digest(hmac.digest(salt, secret, "sha256"), purpose + b"\x01", "sha256")[:length]


@dataclass
class PushBrowser:
    """A browser that is subscribed."""

    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(CURVE))
    auth: bytes = b"sixteen letters."

    @property
    def keys(self) -> dict[str, str]:
        """What it tells the server."""
        return {"p256dh": write_bytes(point_of(self.key)), "auth": write_bytes(self.auth)}

    def read(self, body: bytes) -> bytes:
        """The text of a notice (RFC 8291)."""
        salt, point, record = body[:16], body[21:86], body[86:]
        assert (int.from_bytes(body[16:20]), body[20]) == (4096, 65)
        shared = self.key.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(CURVE, point))
        purpose = b"WebPush: info\0" + point_of(self.key) + point
        secret = derived(self.auth, shared, purpose, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        text = bytes(AESGCM(key).decrypt(nonce, record, None)).rstrip(b"\0")
        assert text.endswith(b"\2")
        return text[:-1]


def claims_of(head: str, server: str) -> Any:
    """What the server with this public key has signed (RFC 8292). Raises InvalidSignature."""
    (line,) = [line for line in head.splitlines() if line.startswith("Authorization: vapid ")]
    token, key = line.removeprefix("Authorization: vapid t=").split(", k=")
    assert key == server
    text, _dot, signed = token.rpartition(".")
    numbers = read_bytes(signed)
    signature = encode_dss_signature(int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:]))
    known = EllipticCurvePublicKey.from_encoded_point(CURVE, read_bytes(key))
    known.verify(signature, text.encode(), ECDSA(SHA256()))
    header, claims = (msgspec.json.decode(read_bytes(part)) for part in text.split("."))
    assert header == {"typ": "JWT", "alg": "ES256"}
    return claims

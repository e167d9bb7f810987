"""The cryptography of web push, by the library of the extra `push`: how a text is encrypted for one browser
(RFC 8291, a single record of RFC 8188), and signed by this server (ES256). Imported only where it is
needed."""

import hmac
import os
from functools import cache

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

POINT_BYTES, SALT_BYTES, NUMBER_BYTES = 65, 16, 32
# The size of a record, of which there is one: the least that every service takes.
RECORD = 4096
# All texts get this length, so that it tells nothing of them; a longer one keeps its own.
TEXT_BYTES = 1024
END = b"\x02"
# How many points the curve has: private keys are below it.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


@cache
def signing_key(secret: bytes) -> EllipticCurvePrivateKey:
    """The key that is made of a secret, the same each time."""
    digest = hmac.digest(secret, b"web push", "sha512")
    return derive_private_key(int.from_bytes(digest) % (ORDER - 1) + 1, SECP256R1())


def signature(text: bytes, key: EllipticCurvePrivateKey) -> bytes:
    """The two numbers of a signature, one behind the other."""
    numbers = decode_dss_signature(key.sign(text, ECDSA(SHA256())))
    return b"".join(number.to_bytes(NUMBER_BYTES) for number in numbers)


def point_of(key: EllipticCurvePrivateKey) -> bytes:
    """The public key that belongs to a private one."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_point(point: bytes) -> None:
    """Raises ValueError if this is no public key."""
    EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)


def encrypted(text: bytes, point: bytes, auth: bytes) -> bytes:
    """A text for the browser with this public key and secret: the header of the record, and the record."""
    own, salt = generate_private_key(SECP256R1()), os.urandom(SALT_BYTES)
    sender = point_of(own)
    shared = own.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point))
    secret = _derived(shared, auth, b"WebPush: info\0" + point + sender, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4) + bytes([POINT_BYTES]) + sender
    return header + AESGCM(key).encrypt(nonce, (text + END).ljust(TEXT_BYTES, b"\0"), None)


def _derived(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, purpose).derive(secret)

"""A passkey in software, for tests without a browser."""

import hashlib
import json
import os
from base64 import urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, NEW = 1, 4, 64


class Passkey:
    """A passkey of one site."""

    def __init__(self, origin: str, public: object = None, id_bytes: int = 16) -> None:
        """`public`: what it shows instead of its public key."""
        self.origin, self._public = origin, public
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = os.urandom(id_bytes)
        self._count = 0

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """What a browser sends that has made it."""
        point = self._key.public_key().public_numbers()
        # Of COSE: a key of the elliptic curve P-256 for ES256.
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        shown = cbor2.dumps(public if self._public is None else self._public)
        about_key = bytes(16) + len(self._id).to_bytes(2, "big") + self._id + shown
        data = self._data(options["rp"]["id"], NEW) + about_key
        made = {"fmt": "none", "attStmt": {}, "authData": data}
        return self._sent(
            clientDataJSON=self._client("webauthn.create", options), attestationObject=cbor2.dumps(made)
        )

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """What a browser sends that has signed with it."""
        self._count += 1
        client, data = self._client("webauthn.get", options), self._data(options["rpId"])
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._sent(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _data(self, host: str, flags: int = 0) -> bytes:
        place = hashlib.sha256(host.encode()).digest()
        return place + bytes([PRESENT | VERIFIED | flags]) + self._count.to_bytes(4, "big")

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(said).encode()

    def _sent(self, **response: bytes) -> dict[str, Any]:
        return {
            "id": _written(self._id),
            "rawId": _written(self._id),
            "type": "public-key",
            "response": {name: _written(part) for name, part in response.items()},
            "clientExtensionResults": {},
        }


def _written(part: bytes) -> str:
    return urlsafe_b64encode(part).decode().rstrip("=")

"""Passkeys (WebAuthn), by the library of the extra `passkeys`: what browsers are asked to make and to sign,
and whether they did."""

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import msgspec

from openabyss.server.base64url import read_bytes
from openabyss.server.storage.people.kept_names import Passkey
from openabyss.server.tables.errors import Refusal
from openabyss.words import _

PRODUCT = "OpenAbyss"


@dataclass(frozen=True, slots=True)
class Site:
    """Whose passkeys these are: the name of the server, and the origin of its pages."""

    host: str
    origin: str


@dataclass(frozen=True, slots=True)
class Signed:
    """What a browser has sent: the id of the passkey, and what it has signed."""

    credential: dict[str, Any]
    id: str
    challenge: str


def are_available() -> bool:
    """Whether the library is installed."""
    return find_spec("webauthn") is not None


def read(credential: object) -> Signed:
    """What a browser has sent. Raises Refusal."""
    if not isinstance(credential, dict):
        raise refused()
    try:
        client = msgspec.json.decode(read_bytes(credential["response"]["clientDataJSON"]))
        return Signed(credential, str(credential["id"]), str(client["challenge"]))
    except (LookupError, TypeError, ValueError, RecursionError, msgspec.DecodeError) as error:
        raise refused() from error


def options_to_make(site: Site, name: str, handle: str, challenge: str, known: list[str]) -> bytes:
    """What a browser needs to make a passkey; it makes none where one of those that are known is."""
    from webauthn import generate_registration_options, options_to_json  # noqa: PLC0415
    from webauthn.helpers.structs import (  # noqa: PLC0415
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
    )

    options = generate_registration_options(
        rp_id=site.host,
        rp_name=PRODUCT,
        user_name=name,
        user_id=handle.encode(),
        challenge=read_bytes(challenge),
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=read_bytes(one)) for one in known],
    )
    return str(options_to_json(options)).encode()


def made(site: Site, signed: Signed, name: str, at: str) -> Passkey:
    """The passkey that a browser has made, now, for the name with this id. Raises Refusal."""
    from webauthn import verify_registration_response  # noqa: PLC0415
    from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415

    try:
        found = verify_registration_response(
            credential=signed.credential,
            expected_challenge=read_bytes(signed.challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except (WebAuthnException, ValueError) as error:
        raise refused() from error
    id_ = str(bytes_to_base64url(found.credential_id))
    return Passkey(id_, name, bytes(found.credential_public_key), int(found.sign_count), at)


def options_to_sign(site: Site, challenge: str) -> bytes:
    """What a browser needs to sign with any passkey of this site."""
    from webauthn import generate_authentication_options, options_to_json  # noqa: PLC0415

    options = generate_authentication_options(rp_id=site.host, challenge=read_bytes(challenge))
    return str(options_to_json(options)).encode()


def check(site: Site, signed: Signed, public_key: bytes, sign_count: int) -> int:
    """Check that the passkey with this public key has signed; returns how often it has by now. Raises
    Refusal."""
    from webauthn import verify_authentication_response  # noqa: PLC0415
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415

    try:
        found = verify_authentication_response(
            credential=signed.credential,
            expected_challenge=read_bytes(signed.challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=public_key,
            credential_current_sign_count=sign_count,
        )
    except (WebAuthnException, ValueError) as error:
        raise refused() from error
    return int(found.new_sign_count)


def refused() -> Refusal:
    """The refusal of a passkey that does not fit."""
    return Refusal("forbidden", _("This passkey was not accepted. Try again."))

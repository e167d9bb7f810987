"""Web push: notices that a browser shows, also while no page of ours is open. The maker of the browser runs
a service that takes them, and they go there as webhooks do. Each is encrypted for the browser alone, and
signed, so that the service knows which server has sent it (VAPID, RFC 8292)."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from urllib.parse import urlsplit

import msgspec

from openabyss.errors import InvalidOption
from openabyss.server.credentials import read_bytes, write_bytes
from openabyss.server.notices import webhooks
from openabyss.server.notices.addresses import check_webhook
from openabyss.server.notices.webhooks import Outcome
from openabyss.words import _

AUTH_BYTES = 16
# For how many seconds a service keeps what it cannot deliver, and for how many a signature is good.
KEPT_SECONDS, SIGNED_SECONDS = 24 * 3600, 12 * 3600


@dataclass(frozen=True, slots=True)
class Shown:
    """What a browser shows, and the page that a click on it opens. It replaces what has the same tag."""

    title: str
    body: str
    url: str
    tag: str


def is_available() -> bool:
    """Whether the library is installed."""
    return find_spec("cryptography") is not None


def public_key(key: bytes) -> str:
    """The public key by which browsers and services know the server with this secret."""
    from openabyss.server.notices import sealing  # noqa: PLC0415  its library may be missing

    return write_bytes(sealing.point_of(sealing.signing_key(key)))


def check_endpoint(address: str, networks: Sequence[str]) -> str:
    """Where notices for a browser are sent. Raises InvalidOption."""
    try:
        return check_webhook(address, networks)
    except InvalidOption as error:
        raise _unusable() from error


def check_keys(point: str, auth: str) -> str:
    """What notices for a browser are encrypted with, as it is stored. Raises InvalidOption."""
    from openabyss.server.notices import sealing  # noqa: PLC0415  its library may be missing

    try:
        read, secret = read_bytes(point), read_bytes(auth)
        sealing.check_point(read)
    except ValueError as error:
        raise _unusable() from error
    if (len(read), len(secret)) != (sealing.POINT_BYTES, AUTH_BYTES):
        raise _unusable()
    return f"{write_bytes(read)} {write_bytes(secret)}"


def _unusable() -> InvalidOption:
    return InvalidOption(_("This browser cannot receive notifications from here."))


async def send(
    address: str, keys: str, shown: Shown, key: bytes, base: str, networks: Sequence[str]
) -> Outcome:
    """Send a notice once to the push service of the browser, signed with the key of the server. `base` is the
    address at which the service can ask about it."""
    if not is_available():
        return Outcome.REFUSED
    from openabyss.server.notices import sealing  # noqa: PLC0415  its library may be missing

    point, auth = map(read_bytes, keys.split())
    headers = {
        "Authorization": f"vapid t={_token(address, key, base)}, k={public_key(key)}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Topic": shown.tag,
    }
    body = sealing.encrypted(msgspec.json.encode(shown), point, auth)
    return await webhooks.post(address, headers, body, networks)


def _token(address: str, key: bytes, base: str) -> str:
    """What is signed for a service, as a JSON Web Token."""
    from openabyss.server.notices import sealing  # noqa: PLC0415  its library may be missing

    found = urlsplit(address)
    claims = {
        "aud": f"{found.scheme}://{found.netloc}",
        "exp": int(time.time()) + SIGNED_SECONDS,
        "sub": f"https://{urlsplit(base).netloc}",
    }
    parts = (msgspec.json.encode(part) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    text = ".".join(map(write_bytes, parts))
    signed = sealing.signature(text.encode(), sealing.signing_key(key))
    return f"{text}.{write_bytes(signed)}"

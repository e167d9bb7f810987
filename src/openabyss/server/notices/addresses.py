"""What people type as the address of a webhook or of a person."""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from openabyss.errors import InvalidOption
from openabyss.words import _

MAX_WEBHOOK, MAX_EMAIL = 500, 254
# Addresses that every mail server can deliver to: neither quoted local parts nor bare IP addresses.
PLAIN = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")


def check_webhook(address: str, networks: Sequence[str]) -> str:
    """The address of a webhook, as far as it can be checked without resolving it. Raises InvalidOption."""
    problem = _(
        "A webhook is an address such as https://discord.com/api/webhooks/…, without a user name in it."
    )
    try:
        found = urlsplit(address)
        is_whole = bool(found.hostname) and found.port != 0 and found.username is None
    except ValueError as error:
        raise InvalidOption(problem) from error
    is_plain = (
        len(address) <= MAX_WEBHOOK and address.isascii() and address.isprintable() and " " not in address
    )
    schemes = ("https", "http") if networks else ("https",)
    if not (is_whole and is_plain and found.scheme in schemes):
        raise InvalidOption(problem)
    return address


def check_email(address: str) -> str:
    """An e-mail address. Raises InvalidOption."""
    if len(address) <= MAX_EMAIL and PLAIN.fullmatch(address):
        return address
    raise InvalidOption(_("This is not an e-mail address. Example: ann@example.org."))

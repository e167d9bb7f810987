"""Names that people keep on this server: registered with a passkey, which signs in on other browsers.
Passkeys (WebAuthn) are those of the library of the extra `passkeys`."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from hmac import digest
from importlib.util import find_spec
from typing import Any

import msgspec

from openabyss.client.table_history import DamagedTable
from openabyss.errors import InvalidOption
from openabyss.server.credentials import hashed, link_token, new_table_id, read_bytes, write_bytes
from openabyss.server.storage import Conflict
from openabyss.server.storage.people import kept_names
from openabyss.server.storage.people.kept_names import KeptName, Passkey
from openabyss.server.storage.storage import Given, Job, Result, now
from openabyss.server.tables.errors import Refusal, UnknownTable
from openabyss.server.tables.names import check_name, check_unkept, is_like_one_of, looks_of
from openabyss.server.tables.seating import default_names
from openabyss.server.tables.tables import Tables
from openabyss.words import LANGUAGES, _, reading_in
from openabyss.words.levels import computer_names, names_by_style

PRODUCT = "OpenAbyss"
# Of a passkey (WebAuthn, 5.1).
MAX_ID_BYTES = 1023


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


def read_credential(credential: object) -> Signed:
    """What a browser has sent. Raises Refusal."""
    if not isinstance(credential, dict):
        raise refused()
    try:
        client = msgspec.json.decode(read_bytes(credential["response"]["clientDataJSON"]))
        id_ = write_bytes(read_bytes(str(credential["id"])))
        return Signed(credential, id_, str(client["challenge"]))
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


def made_passkey(site: Site, signed: Signed, name: str, at: str) -> Passkey:
    """The passkey that a browser has made, now, for the name with this id. Raises Refusal."""
    from webauthn import helpers, verify_registration_response  # noqa: PLC0415

    def check(**given: Any) -> Any:
        made = verify_registration_response(**given)
        # The library reads it only when somebody signs in, and a key that is none would lose them their name.
        key = helpers.decode_credential_public_key(made.credential_public_key)
        helpers.decoded_public_key_to_cryptography(key)
        if len(made.credential_id) > MAX_ID_BYTES:
            raise refused()
        return made

    found = _checked(check, site, signed)
    id_ = write_bytes(found.credential_id)
    return Passkey(id_, name, bytes(found.credential_public_key), int(found.sign_count), at)


def options_to_sign(site: Site, challenge: str) -> bytes:
    """What a browser needs to sign with any passkey of this site."""
    from webauthn import generate_authentication_options, options_to_json  # noqa: PLC0415

    options = generate_authentication_options(rp_id=site.host, challenge=read_bytes(challenge))
    return str(options_to_json(options)).encode()


def check_signature(site: Site, signed: Signed, public_key: bytes, sign_count: int) -> int:
    """Check that the passkey with this public key has signed; returns how often it has by now. Raises
    Refusal."""
    from webauthn import verify_authentication_response  # noqa: PLC0415

    known = {"credential_public_key": public_key, "credential_current_sign_count": sign_count}
    return int(_checked(verify_authentication_response, site, signed, **known).new_sign_count)


def _checked(check: Callable[..., Any], site: Site, signed: Signed, **known: object) -> Any:
    """What a function of the library finds out about what a browser has signed. Raises Refusal."""
    try:
        return check(
            credential=signed.credential,
            expected_challenge=read_bytes(signed.challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            **known,
        )
    except Exception as error:  # The library raises its own, and any other for a key of another form.
        raise refused() from error


def refused() -> Refusal:
    """The refusal of a passkey that does not fit."""
    return Refusal("forbidden", _("This passkey was not accepted. Try again."))


CHALLENGE_BYTES = 32
SIGN_IN = "sign in"


class KeptNames:
    """The names that people keep."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._storage = tables, tables.storage

    async def of_browser(self, browser: str | None) -> KeptName | None:
        """The name by which a browser has signed in."""
        if browser is None:
            return None
        return await self._storage.read(kept_names.of_browser, browser)

    # ------------------------------------------------------------------------------ with a passkey

    async def begin_keeping(self, site: Site, name: str) -> bytes:
        """What a browser needs to make the first passkey of a name. Raises InvalidOption if nobody may keep
        that."""
        plain = _check_unreserved(name)
        await check_unkept(self._storage, [plain], "")
        handle = new_table_id()
        challenge = await self._new_challenge(f"keep {handle}")
        return options_to_make(site, plain, handle, challenge, [])

    async def keep(self, site: Site, name: str, credential: object, secret: str) -> KeptName:
        """Keep a name for the browser that shows this secret. Raises InvalidOption, Refusal."""
        plain, signed = _check_unreserved(name), read_credential(credential)
        word, _space, id_ = (await self._take(signed.challenge)).partition(" ")
        if word != "keep":
            raise refused()
        at = now()
        first = made_passkey(site, signed, id_, at)
        kept = KeptName(id_, plain, hashed(secret), self._sealed(secret), at)
        await self._write(kept_names.keep, kept, looks_of(plain), first)
        return kept

    async def begin_adding(self, site: Site, kept: KeptName) -> bytes:
        """What a browser needs to make one more passkey."""
        known = [one.id for one in await self._storage.read(kept_names.passkeys_of, kept.id)]
        challenge = await self._new_challenge(f"add {kept.id}")
        return options_to_make(site, kept.name, kept.id, challenge, known)

    async def add(self, site: Site, kept: KeptName, credential: object) -> None:
        """Keep one more passkey. Raises InvalidOption, Refusal."""
        signed = read_credential(credential)
        if await self._take(signed.challenge) != f"add {kept.id}":
            raise refused()
        await self._write(kept_names.add, made_passkey(site, signed, kept.id, now()))

    async def begin_signing_in(self, site: Site) -> bytes:
        """What a browser needs to sign in with any passkey."""
        return options_to_sign(site, await self._new_challenge(SIGN_IN))

    async def sign_in(
        self, site: Site, credential: object, browser: str | None, *, brings: bool
    ) -> tuple[KeptName, str]:
        """Sign in with a passkey; returns its name, and the secret that the browser shows from now on. With
        `brings`, the browser's own tables come along, unless it has signed in by another name. Raises
        Refusal."""
        signed = read_credential(credential)
        if await self._take(signed.challenge) != SIGN_IN:
            raise refused()
        found = await self._storage.read(kept_names.find, signed.id)
        if found is None:
            raise Refusal("forbidden", _("This passkey no longer belongs to any name on this server."))
        kept, passkey = found
        count = check_signature(site, signed, passkey.public_key, passkey.sign_count)
        await self._write(kept_names.note_use, passkey.id, count)
        secret = self._unsealed(kept) or await self.change_secret(kept)
        new, process = hashed(secret), self._storage.process
        if brings and browser not in (None, new) and await self.of_browser(browser) is None:
            await self._show(await self._write(kept_names.bring, browser or "", kept.id, new, process))
        return kept, secret

    # ------------------------------------------------------------------------------ afterwards

    async def change_secret(
        self, kept: KeptName, give: Callable[[str], object] = lambda _secret: None
    ) -> str:
        """Sign out all browsers that have signed in by a name; returns the secret of those that do so from
        now on, which `give` gets as soon as it is stored."""
        # The same for a button that is pressed twice, of whose answers a browser reads one.
        secret = link_token(self._tables.settings.key, f"sign out {kept.id}", kept.identity)
        sealed, process = self._sealed(secret), self._storage.process
        changed = await self._write(kept_names.change_identity, kept, hashed(secret), sealed, process)
        give(secret)
        await self._show(changed)
        return secret

    async def forget(self, kept: KeptName) -> None:
        """Delete a name: its tables are those of the browsers that show its secret."""
        await self._write(kept_names.forget, kept)

    async def _write(self, job: Job[Given, Result], *arguments: Given.args, **named: Given.kwargs) -> Result:
        """Raises Refusal where somebody was faster."""
        try:
            return await self._storage.write(job, *arguments, **named)
        except Conflict as error:
            raise Refusal("stale", _("Somebody was faster. Try again.")) from error

    async def _show(self, changed: list[str]) -> None:
        """Read again who sits and watches at these tables, if they are in memory."""
        in_memory = {table.id: table for table in self._tables.registry.in_memory}
        for id_ in changed:
            if (table := in_memory.get(id_)) is not None:
                with suppress(UnknownTable, DamagedTable):  # Nobody plays there any more.
                    async with table.lock:
                        await self._tables.news.catch_up(table)

    # ------------------------------------------------------------------------------ secrets

    async def _new_challenge(self, purpose: str) -> str:
        challenge = secrets.token_urlsafe(CHALLENGE_BYTES)
        await self._write(kept_names.note_challenge, challenge, purpose, datetime.now(UTC))
        return challenge

    async def _take(self, challenge: str) -> str:
        """Use up a challenge; returns its purpose. Raises Refusal if it was signed already, or is too old."""
        found = await self._write(kept_names.take_challenge, challenge, datetime.now(UTC))
        if found is None:
            raise Refusal("stale", _("That took too long, or was sent twice. Try again."))
        return found

    def _sealed(self, secret: str) -> str:
        from cryptography.fernet import Fernet  # noqa: PLC0415  the library of passkeys has it

        return str(Fernet(self._key).encrypt(secret.encode()).decode())

    def _unsealed(self, kept: KeptName) -> str | None:
        """None if the key of the server has changed since."""
        from cryptography.fernet import Fernet, InvalidToken  # noqa: PLC0415

        try:
            return str(Fernet(self._key).decrypt(kept.sealed.encode()).decode())
        except InvalidToken:
            return None

    @property
    def _key(self) -> bytes:
        return urlsafe_b64encode(digest(self._tables.settings.key, b"kept names", "sha256"))


def _check_unreserved(name: str) -> str:
    """The name as it is kept. Raises InvalidOption for one that nobody may keep."""
    plain = check_name(name)
    if is_like_one_of(plain, reserved_names()):
        raise InvalidOption(
            _("{name}: others here already have this name. Choose another one.").format(name=plain)
        )
    return plain


@cache
def reserved_names() -> frozenset[str]:
    """What people and computers are called whom nobody has named, in all languages."""
    found: set[str] = set()
    for language in LANGUAGES:
        with reading_in(language):
            found |= {*computer_names(), *names_by_style().values(), *default_names()}
    return frozenset(found)

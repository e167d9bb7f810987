"""Names that people keep on the server, and the passkeys by which they sign in. All browsers that have signed
in by a name show the same secret, and so have the same seats, tables and addresses."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from openabyss.errors import InvalidOption
from openabyss.server.credentials import hashed
from openabyss.server.storage import moderation, schema, sharing
from openabyss.server.storage.rows import somebody_was_faster
from openabyss.server.storage.schema import challenges, kept_looks, kept_names, passkeys, written_time
from openabyss.words import _

# How long somebody may take to touch a passkey.
PATIENCE = timedelta(minutes=5)
MAX_PASSKEYS = 10


class NameKept(InvalidOption):
    """A name that somebody else keeps, or one that looks like it."""

    def __init__(self, name: str) -> None:
        text = _("{name}: this name, or one that looks the same, is already taken. Choose another one.")
        super().__init__(text.format(name=name))
        self.name = name


@dataclass(frozen=True, slots=True)
class KeptName:
    """A name. identity: the hash of the secret that its browsers show; sealed: that secret, encrypted with
    the key of the server."""

    id: str
    name: str
    identity: str
    sealed: str
    created: str
    is_rated: bool = False


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey: its id as text, whose it is, what proves that it was used."""

    id: str
    name_id: str
    public_key: bytes
    sign_count: int
    created: str


def keep(connection: sa.Connection, kept: KeptName, looks: Collection[str], passkey: Passkey) -> None:
    """Store a new name with its first passkey. Raises NameKept."""
    check_names(connection, {kept.name: looks}, "")
    connection.execute(sa.insert(kept_names), asdict(kept))
    connection.execute(sa.insert(kept_looks), [{"look": look, "name_id": kept.id} for look in sorted(looks)])
    connection.execute(sa.insert(passkeys), asdict(passkey))


def check_names(connection: sa.Connection, names: Mapping[str, Collection[str]], browser: str) -> None:
    """Raises NameKept unless a browser may use these names; `names` says what each of them looks like."""
    for name, looks in names.items():
        taken = sa.select(kept_looks.c.look).join(kept_names, kept_names.c.id == kept_looks.c.name_id)
        others = taken.where(kept_looks.c.look.in_(list(looks)), kept_names.c.identity != browser)
        if connection.execute(others.limit(1)).first() is not None:
            raise NameKept(name)


def of_browser(connection: sa.Connection, browser: str) -> KeptName | None:
    """The name by which a browser has signed in."""
    found = connection.execute(sa.select(kept_names).where(kept_names.c.identity == browser)).first()
    return None if found is None else KeptName(*found)


def passkeys_of(connection: sa.Connection, name: str, *, is_locked: bool = False) -> list[Passkey]:
    """All passkeys of a name, the oldest first, which nobody removes before the end of the transaction if
    they are locked."""
    its_own = sa.select(passkeys).where(passkeys.c.name_id == name)
    found = its_own.order_by(passkeys.c.created, passkeys.c.id)
    if is_locked:
        found = found.with_for_update()
    return [Passkey(*row) for row in connection.execute(found)]


def find(connection: sa.Connection, passkey: str) -> tuple[KeptName, Passkey] | None:
    """The passkey with this id, and whose it is."""
    found = connection.execute(sa.select(passkeys).where(passkeys.c.id == passkey)).first()
    if found is None:
        return None
    key = Passkey(*found)
    owner = connection.execute(sa.select(kept_names).where(kept_names.c.id == key.name_id)).one()
    return KeptName(*owner), key


def add(connection: sa.Connection, passkey: Passkey) -> None:
    """Store one more passkey. Raises InvalidOption."""
    if len(passkeys_of(connection, passkey.name_id)) >= MAX_PASSKEYS:
        raise InvalidOption(_("A name can have at most {most} passkeys.").format(most=MAX_PASSKEYS))
    connection.execute(sa.insert(passkeys), asdict(passkey))


def remove(connection: sa.Connection, name: str, passkey: str) -> None:
    """Delete a passkey. Raises InvalidOption for the last one."""
    known = [one.id for one in passkeys_of(connection, name, is_locked=True)]
    if passkey not in known:
        return
    if len(known) == 1:
        text = _("This is your only passkey. Add another one first, or delete the name.")
        raise InvalidOption(text)
    connection.execute(sa.delete(passkeys).where(passkeys.c.id == passkey, passkeys.c.name_id == name))


def note_use(connection: sa.Connection, passkey: str, sign_count: int) -> None:
    """Store how often a passkey was used, as it says itself."""
    connection.execute(sa.update(passkeys).where(passkeys.c.id == passkey).values(sign_count=sign_count))


def forget(connection: sa.Connection, kept: KeptName) -> None:
    """Delete the name, its passkeys, and the addresses for notices of its person. Raises Conflict if its
    identity is another one by now."""
    _check_identity(connection, kept.id, kept.identity, None)
    connection.execute(sa.delete(kept_names).where(kept_names.c.id == kept.id))
    connection.execute(sa.delete(schema.addresses).where(schema.addresses.c.browser == kept.identity))


def change_identity(
    connection: sa.Connection, kept: KeptName, identity: str, sealed: str, process: str
) -> list[str]:
    """Give a name another secret: browsers that show the old one have nothing any more. Returns the ids of
    the tables that this concerns. Raises Conflict if its identity is a third one by now."""
    _check_identity(connection, kept.id, kept.identity, identity)
    changed = sa.update(kept_names).where(kept_names.c.id == kept.id)
    connection.execute(changed.values(identity=identity, sealed=sealed))
    return move(connection, kept.identity, identity, process)


def bring(connection: sa.Connection, browser: str, name: str, identity: str, process: str) -> list[str]:
    """Give all that a browser has to those who have signed in by a name. Returns the ids of the tables that
    this concerns. Raises Conflict if the identity of the name is another one by now."""
    _check_identity(connection, name, identity)
    return move(connection, browser, identity, process)


def _check_identity(connection: sa.Connection, name: str, *identities: str | None) -> None:
    """A name has one of these identities (None: or was deleted), and keeps it until the end of the
    transaction. Raises Conflict."""
    found = sa.select(kept_names.c.identity).where(kept_names.c.id == name).with_for_update()
    if connection.execute(found).scalar() not in identities:
        raise somebody_was_faster()


def move(connection: sa.Connection, old: str, new: str, process: str) -> list[str]:
    """Give all that one browser has to another one, which is muted if the first was, and notify other
    processes. In a league that both have joined and that has not begun, the other one stays. Returns the ids
    of the tables that this concerns."""
    places = ((schema.tables, "id", "host"), (schema.seats, "table_id", "browser"))
    found: set[str] = set()
    for table, id_, holder in places:
        mine = table.c[holder] == old
        found |= set(connection.execute(sa.select(table.c[id_]).where(mine)).scalars())
        connection.execute(sa.update(table).where(mine).values({holder: new}))
    watchers = schema.watchers
    both = sa.select(watchers.c.table_id).where(watchers.c.browser == new)
    twice = sa.and_(watchers.c.browser == old, watchers.c.table_id.in_(both))
    connection.execute(sa.delete(watchers).where(twice))
    watched = sa.update(watchers).where(watchers.c.browser == old).values(browser=new)
    found |= set(connection.execute(watched.returning(watchers.c.table_id)).scalars())
    entrants, leagues = schema.league_entrants, schema.leagues
    joined = sa.select(entrants.c.league_id).where(entrants.c.browser == new)
    # Locked, so that none of them begins with both.
    open_ = sa.select(leagues.c.id).where(leagues.c.id.in_(joined), leagues.c.round == 0).with_for_update()
    of_open = entrants.c.league_id.in_(connection.execute(open_).scalars().all())
    connection.execute(sa.delete(entrants).where(entrants.c.browser == old, of_open))
    muted, voice = schema.muted.c.voice, moderation.voice_of(new)
    if connection.execute(sa.select(muted).where(muted == voice)).first() is None:
        speaks = sa.update(schema.muted).where(muted == moderation.voice_of(old))
        connection.execute(speaks.values(voice=voice))
    for rows, holder in ((schema.addresses, "browser"), (leagues, "host"), (entrants, "browser")):
        connection.execute(sa.update(rows).where(rows.c[holder] == old).values({holder: new}))
    if process:
        for id_ in sorted(found):
            sharing.notify(connection, process, id_)
    return sorted(found)


def note_challenge(connection: sa.Connection, challenge: str, purpose: str, at: datetime) -> None:
    """Store a challenge that a passkey is to sign once, for this purpose; delete those that are too old."""
    connection.execute(sa.delete(challenges).where(challenges.c.expires < written_time(at)))
    row = {"hash": hashed(challenge), "purpose": purpose, "expires": written_time(at + PATIENCE)}
    connection.execute(sa.insert(challenges), row)


def take_challenge(connection: sa.Connection, challenge: str, at: datetime) -> str | None:
    """Delete a challenge; returns its purpose, None if it was signed already, is too old, or was not ours."""
    mine = sa.delete(challenges).where(challenges.c.hash == hashed(challenge))
    found = connection.execute(mine.returning(challenges.c.purpose, challenges.c.expires)).first()
    return None if found is None or found.expires < written_time(at) else str(found.purpose)

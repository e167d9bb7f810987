"""New tables: from what was asked for to a session that can begin."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from openabyss.errors import InvalidOption
from openabyss.game import Game
from openabyss.position.options import FEWEST_PLAYERS, Options, check_variant
from openabyss.terminal.opponents import HUMAN, REGENT, default_opponent, read_kinds
from openabyss.terminal.session import Session, sit_around
from openabyss.words import _

SEEDS = 10**6


@dataclass(frozen=True, slots=True)
class Variant:
    """The expansions and options of a game, and in solo play the level of the Regent."""

    kraken: bool = False
    leviathan: bool = False
    options: Options = field(default_factory=Options)
    solo: int | None = None


BASE_GAME = Variant()


def lay_table(
    kinds: Sequence[str], seed: int | None, name: str | None = None, variant: Variant = BASE_GAME
) -> Session:
    """A new game for these seats; without a seed a random one is taken. Raises InvalidOption."""
    chosen = secrets.randbelow(SEEDS) if seed is None else seed
    game = Game.new(
        len(kinds),
        chosen,
        kraken=variant.kraken,
        leviathan=variant.leviathan,
        options=variant.options,
        regent=variant.solo,
    )
    return Session(game, sit_around(kinds, name), chosen)


def seat_kinds_for(
    players: int | None, opponents: str | None, seat: int | None, variant: Variant = BASE_GAME
) -> list[str]:
    """Who sits where: the person on `seat` (counted from 1), the opponents around in their order."""
    if variant.solo is not None:
        return _seats_for_solo(players, opponents, seat)
    listed = read_kinds(opponents) if opponents else None
    count = _players(players, listed, variant)
    others = _filled(listed or [default_opponent()], count - 1)
    place = 1 if seat is None else seat
    if not 1 <= place <= count:
        raise InvalidOption(
            _("--seat: {seat} is not a seat; the seats are 1 to {last}").format(seat=place, last=count)
        )
    return [*others[: place - 1], HUMAN, *others[place - 1 :]]


def _seats_for_solo(players: int | None, opponents: str | None, seat: int | None) -> list[str]:
    """The person begins; the Regent has the second of two seats."""
    if opponents is not None or players not in (None, 2) or seat not in (None, 1):
        raise InvalidOption(
            _("--solo: you begin, against the Regent alone; leave out --players, --opponents and --seat")
        )
    return [HUMAN, REGENT]


def _players(players: int | None, listed: list[str] | None, variant: Variant) -> int:
    """How many play: as said, or as many as were named."""
    named = FEWEST_PLAYERS if listed is None else len(listed) + 1
    count = named if players is None else players
    check_variant(count, variant.kraken, variant.leviathan)
    if listed is not None and len(listed) > count - 1:
        raise InvalidOption(
            _("--opponents: {named} are too many for a game of {players}").format(
                named=len(listed), players=count
            )
        )
    return count


def _filled(listed: list[str], needed: int) -> list[str]:
    """As many as are needed: the last one named sits on the seats that are left."""
    return listed + listed[-1:] * (needed - len(listed))

"""New tables: from the arguments of `openabyss play`, or another choice, to a session that can begin."""

import argparse
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from openabyss.errors import InvalidOption
from openabyss.play.game import Game
from openabyss.play.position.options import MIN_PLAYERS, Options, check_variant
from openabyss.play.variants import read_options
from openabyss.terminal.opponents import HUMAN, REGENT, STAND_IN, read_kinds
from openabyss.terminal.saving import load
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


def session_for(arguments: argparse.Namespace) -> Session:
    """The game that the arguments ask for. Raises InvalidOption and InvalidRecord."""
    if arguments.resume is not None:
        return load(arguments.resume)
    variant = Variant(arguments.kraken, arguments.leviathan, read_options(arguments.options), arguments.solo)
    kinds = seat_kinds_for(arguments.players, arguments.opponents, arguments.seat, variant)
    return new_table(kinds, arguments.seed, arguments.name, variant)


def names_a_game(arguments: argparse.Namespace) -> bool:
    """Something was said about the game, so nobody need be asked which one to play."""
    chosen = (arguments.players, arguments.opponents, arguments.seed, arguments.seat, arguments.resume)
    is_variant = bool(arguments.kraken or arguments.leviathan or arguments.options or arguments.solo)
    return is_variant or any(value is not None for value in chosen)


def new_table(
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
    listed = read_kinds(opponents) if opponents else []
    count = _players(players, len(listed), variant)
    others = _filled(listed or [STAND_IN], count - 1)
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


def _players(players: int | None, opponents: int, variant: Variant) -> int:
    """How many play: the number that was given, or as many as were named."""
    count = players if players is not None else opponents + 1 if opponents else MIN_PLAYERS
    check_variant(count, variant.kraken, variant.leviathan)
    if opponents > count - 1:
        raise InvalidOption(
            _("--opponents: {named} are too many for a game of {players}").format(
                named=opponents, players=count
            )
        )
    return count


def _filled(listed: list[str], needed: int) -> list[str]:
    """As many as are needed: the last one named sits on the seats that are left."""
    return listed + listed[-1:] * (needed - len(listed))

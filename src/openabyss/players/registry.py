"""The computer opponents by name: `random`, `greedy`, `greedy:pearl=90,buy=0`."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Protocol

from openabyss.errors import InvalidOption
from openabyss.game import Action, Game
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, WEIGHT_NAMES, Weights
from openabyss.players.knowledge import table_seen_by
from openabyss.players.matches import GREEDY, RANDOM, REGENT, choose
from openabyss.players.playout import Generator, generator
from openabyss.words import N_, _

# The greatest weight: sums of products of weights stay far within 64 bits.
MOST_WEIGHT = 10_000


class Player(Protocol):
    """Somebody who answers for a seat."""

    @property
    def name(self) -> str:
        """How the player is asked for: the text that `player` reads."""

    def choose(self, game: Game) -> Action:
        """A legal answer to the open question, by what the seat that is asked may know."""


@dataclass(frozen=True)
class NativePlayer:
    """A player whose answers are compiled, and who can therefore also play in `matches`.

    `policy` and `weights` are what `matches.play_weighted_game` takes for a seat.
    """

    name: str
    policy: int
    weights: Weights
    random: Generator

    def choose(self, game: Game) -> Action:
        """The answer of the compiled policy, shown only what the seat may know. Raises GameOver."""
        state = table_seen_by(game, game.player)
        number = choose(state, self.policy, self.weights, self.random)
        return next(action for action in game.legal_actions if action.id == number)


@dataclass(frozen=True)
class Kind:
    """A kind of player: what it is called, what it does, what may be set."""

    name: str
    summary: str
    policy: int
    parameters: tuple[str, ...]

    @property
    def description(self) -> str:
        """One line for people, in the reader's language."""
        return _(self.summary)


KINDS = {
    kind.name: kind
    for kind in (
        Kind("random", N_("answers at random"), RANDOM, ()),
        Kind(
            "greedy", N_("takes what looks best at once, and never plans ahead"), GREEDY, tuple(WEIGHT_NAMES)
        ),
        Kind("regent", N_("plays by the fixed rules of the solo rival (house rules)"), REGENT, ()),
    )
}


def player_kinds() -> list[Kind]:
    """Every computer opponent that there is."""
    return list(KINDS.values())


def player(spec: str, seed: int = 0) -> NativePlayer:
    """The player that a text asks for: `name` or `name:parameter=value,…`. Raises InvalidOption.

    What it does at random comes from the seed alone.
    """
    name, colon, settings = spec.partition(":")
    if name not in KINDS:
        raise InvalidOption(_("there is no player {name!r}{hint}").format(name=name, hint=hint(name, KINDS)))
    kind = KINDS[name]
    weights = DEFAULT_WEIGHTS.copy()
    if colon:
        for setting in settings.split(","):
            parameter, value = read_setting(kind, setting)
            weights[WEIGHT_NAMES.index(parameter)] = value
    return NativePlayer(spec, kind.policy, weights, generator(seed))


def read_setting(kind: Kind, setting: str) -> tuple[str, int]:
    """One `parameter=value`. Raises InvalidOption."""
    parameter, _equals, value = setting.partition("=")
    if parameter not in kind.parameters:
        raise InvalidOption(
            _("the player {name} has no parameter {parameter!r}{hint}").format(
                name=kind.name, parameter=parameter, hint=hint(parameter, kind.parameters)
            )
        )
    try:
        number = int(value)
    except ValueError:
        number = MOST_WEIGHT + 1
    if abs(number) > MOST_WEIGHT:
        raise InvalidOption(
            _("{parameter}={value}: a whole number from -{limit} to {limit} is needed").format(
                parameter=parameter, value=value, limit=MOST_WEIGHT
            )
        )
    return parameter, number


def hint(text: str, known: Iterable[str]) -> str:
    """What may have been meant, or else everything that there is."""
    names = list(known)
    nearest = get_close_matches(text, names, n=1)
    if nearest:
        return _("; did you mean {nearest!r}?").format(nearest=nearest[0])
    return _("; there are {names}").format(names=", ".join(names)) if names else ""

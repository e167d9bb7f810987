"""How much a player thinks, and how: settings with their limits, read from the text of a spec."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from openabyss.errors import InvalidOption
from openabyss.words import _

# What a line ends in: a random game, or what the network expects.
PLAYOUT, LEARNED = range(2)
LEAVES = {"learned": LEARNED, "playout": PLAYOUT}


class Manner(NamedTuple):
    """How to search, as the compiled search takes it; `Settings` says what each means."""

    leaf: int
    greedy_decisions: int
    exploration: float
    caution: float
    greedy_prior: float
    sharpness: float
    outcomes: float


class Usual(NamedTuple):
    """What suits a game."""

    greedy: int
    prior: float
    sharpness: float


# Where the network knows well who is ahead, its ratings lead. Where it cannot tell neighbouring answers
# apart, every line goes on greedily, till the answer has had its effect.
SURE = Usual(greedy=0, prior=0.0, sharpness=10.0)
UNSURE = Usual(greedy=24, prior=0.3, sharpness=0.0)
RANDOM_LINES = Usual(greedy=0, prior=0.0, sharpness=0.0)
DUELLISTS = 2


def usual_for(leaf: str, players: int, kraken: bool) -> Usual:
    """What a search does where its settings leave it open. docs/training.md tells where networks are sure."""
    if leaf == "playout":
        return RANDOM_LINES
    return SURE if players == DUELLISTS or kraken else UNSURE


@dataclass(frozen=True)
class Settings:
    """A search ends after so many `seconds` or `iterations`, whichever comes first; None is no end.

    Only a search that ends by iterations alone is `reproducible`. `nodes` bounds the memory: 62 bytes
    for each. `leaf` says how a line is rated at its end: by the learned value or by a random playout.
    `exploration` is the constant of PUCT. With the learned value each answer to a new node is rated,
    and its prior is e to the power of `sharpness` for each whole win less than the best one; with
    sharpness 0, or playouts, priors are even, a line ends after `greedy` more decisions by the greedy
    player, and an answer never tried is taken to be worse than its question by `caution`. `prior` is
    the greedy player's choice's own share of the priors. Chance has up to `outcomes` times the root of
    the visits different outcomes at a node of the tree, the first one always.

    `greedy`, `prior` and `sharpness` are None for what suits the game.
    """

    seconds: float | None = 0.4
    iterations: int | None = None
    nodes: int = 400_000
    leaf: str = "learned"
    greedy: int | None = None
    exploration: float = 1.0
    caution: float = 0.0
    prior: float | None = None
    sharpness: float | None = None
    outcomes: float = 1.0

    @property
    def reproducible(self) -> bool:
        """The clock does not matter."""
        return self.seconds is None

    def manner(self, players: int, kraken: bool) -> Manner:
        """What the compiled search needs of it, in a game of so many players, with Kraken or without."""
        usual = usual_for(self.leaf, players, kraken)
        return Manner(
            leaf=LEAVES[self.leaf],
            greedy_decisions=usual.greedy if self.greedy is None else self.greedy,
            exploration=self.exploration,
            caution=self.caution,
            greedy_prior=usual.prior if self.prior is None else self.prior,
            sharpness=usual.sharpness if self.sharpness is None or self.leaf == "playout" else self.sharpness,
            outcomes=self.outcomes,
        )


# The least and the greatest value of each setting that is a number.
WHOLE_LIMITS = {"iterations": (1, 10**9), "nodes": (100, 20_000_000), "greedy": (0, 1000)}
LIMITS = {
    "seconds": (0.001, 600.0),
    "exploration": (0.0, 100.0),
    "caution": (-1.0, 1.0),
    "prior": (0.0, 0.99),
    "sharpness": (0.0, 1000.0),
    "outcomes": (0.0, 100.0),
}
PARAMETERS = (*LIMITS, *WHOLE_LIMITS, "leaf")


def with_texts(settings: Settings, texts: Mapping[str, str]) -> Settings:
    """The settings with those changed that a spec names. Raises InvalidOption.

    Whoever sets iterations and no seconds wants exactly so many.
    """
    changed: dict[str, float | int | str | None] = {name: _read(name, text) for name, text in texts.items()}
    if "iterations" in texts and "seconds" not in texts:
        changed["seconds"] = None
    return replace(settings, **changed)  # type: ignore[arg-type]  # each value has the type of its name


def _read(name: str, text: str) -> float | int | str:
    if name == "leaf":
        return _read_leaf(text)
    return _read_whole(name, text) if name in WHOLE_LIMITS else _read_number(name, text)


def _read_leaf(text: str) -> str:
    if text not in LEAVES:
        raise InvalidOption(
            _("leaf={value}: possible are {choices}").format(value=text, choices=", ".join(LEAVES))
        )
    return text


def _read_whole(name: str, text: str) -> int:
    least, most = WHOLE_LIMITS[name]
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise InvalidOption(
            _("{parameter}={value}: a whole number from {least} to {most} is needed").format(
                parameter=name, value=text, least=least, most=most
            )
        )
    return number


def _read_number(name: str, text: str) -> float:
    least, most = LIMITS[name]
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        raise InvalidOption(
            _("{parameter}={value}: a number from {least} to {most} is needed").format(
                parameter=name, value=text, least=least, most=most
            )
        )
    return number

"""How much a player thinks, and how: settings with their limits, read from the text of a spec."""

import reprlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any, NamedTuple

from openabyss.errors import InvalidOption
from openabyss.words import _

# A search of this length takes less than a fifth of a second, even with both expansions and five players.
FEW_ITERATIONS = 400

# What a simulation ends in: a random game, or what a network expects, one of values or one with a policy.
PLAYOUT, LEARNED, POLICY = range(3)
LEAVES = {"policy": POLICY, "learned": LEARNED, "playout": PLAYOUT}


class SearchParameters(NamedTuple):
    """How to search, as the compiled search takes it; `SearchSettings` says what each means. `value_scale` is
    how much a value counts against a logit where a policy is improved. A policy that knows nothing gives the
    greedy player's answer with a probability whose log-odds are the `hint`, however many answers there are:
    its logit is raised by that and the logarithm of the number of the others."""

    leaf: int
    greedy: int = 0
    exploration: float = 1.0
    fpu_reduction: float = 0.0
    prior: float = 0.0
    inverse_temperature: float = 0.0
    widening: float = 1.0
    second_opinion: float = 0.0
    value_scale: float = 0.0
    hint: float = 0.0


# Where the network knows well who is ahead, its ratings lead. Where it cannot tell neighbouring answers
# apart, every simulation goes on greedily, till the answer has had its effect.
SURE = SearchParameters(LEARNED, inverse_temperature=10.0)
UNSURE = SearchParameters(LEARNED, greedy=24, prior=0.3)
BY_POLICY = SearchParameters(POLICY, fpu_reduction=0.1)
RANDOM_LINES = SearchParameters(PLAYOUT)
DUELLISTS = 2
# With more than two players an answer changes the expected share of the victory by hundredths: exploration
# that suits a duel would hardly look at them.
EXPLORATION_OF_MORE = 0.3


def defaults_for(leaf: str, players: int, kraken: bool) -> SearchParameters:
    """What a search does where its settings leave it open; where networks are sure: docs/training/log.md."""
    if leaf == "playout":
        return RANDOM_LINES
    by_value = SURE if players == DUELLISTS or kraken else UNSURE
    defaults = BY_POLICY if leaf == "policy" else by_value
    return defaults if players == DUELLISTS else defaults._replace(exploration=EXPLORATION_OF_MORE)


@dataclass(frozen=True)
class SearchSettings:
    """A search ends after this many `seconds` or `iterations`, whichever comes first; None, for one of them:
    no limit.

    Only a search that ends by iterations alone is `reproducible`. `nodes` bounds the memory: 62 bytes
    for each. `leaf` says how a simulation is evaluated at its end: by the network with a policy, by the
    learned value or by a random playout. `exploration` is the constant of PUCT. A policy gives the priors.
    With the learned value each answer to a new node is evaluated, and the priors are the softmax of these
    values, `inverse_temperature` being one over its temperature; with 0, or playouts, priors are even, and a
    simulation ends after `greedy` more decisions by the greedy player. Where answers were not evaluated, one
    never tried is taken to be worse than its question by `fpu_reduction` (first-play urgency). `prior` is
    the greedy player's choice's own share of the priors. `widening` is the constant of progressive widening:
    a chance node has up to that many times the root of its visits different outcomes, the first one always.
    A player whose best two answers are close takes up to `patience` times the `seconds`, 1 being none longer;
    a number of iterations is never exceeded, but each of `threads` makes at least one.
    `second_opinion` is how much the learned value counts beside that of the network with a policy.
    With more than one of `threads` a search runs on as many processors, each with `nodes` of its own.

    `leaf`, `greedy`, `exploration`, `fpu_reduction`, `prior` and `inverse_temperature` are None for what
    suits the game, `second_opinion` for what suits the network. Raises InvalidOption.
    """

    seconds: float | None = 0.4
    iterations: int | None = None
    nodes: int = 400_000
    leaf: str | None = None
    greedy: int | None = None
    exploration: float | None = None
    fpu_reduction: float | None = None
    prior: float | None = None
    inverse_temperature: float | None = None
    widening: float = 1.0
    second_opinion: float | None = None
    patience: float = 2.0
    threads: int = 1

    def __post_init__(self) -> None:
        for name, (least, most) in LIMITS.items():
            value, kind = getattr(self, name), Integral if isinstance(least, int) else Real
            is_left_open = value is None and (name == "seconds" or getattr(type(self), name) is None)
            is_number = isinstance(value, kind) and not isinstance(value, bool)
            if not is_left_open and not (is_number and least <= value <= most):
                raise _out_of_limits(name, _shown(value), least, most)
        if self.seconds is None and self.iterations is None:
            raise _out_of_limits("iterations", "None", *LIMITS["iterations"])
        leaf: object = self.leaf
        if leaf is not None:
            one_of("leaf", leaf if isinstance(leaf, str) else _shown(leaf), LEAVES)

    @property
    def reproducible(self) -> bool:
        """The clock does not matter."""
        return self.seconds is None

    def parameters(
        self, leaf: str, players: int, kraken: bool, second_opinion: float = 0.0, hint: float = 0.0
    ) -> SearchParameters:
        """What the compiled search needs of it with this leaf, in a game of this many players, with Kraken or
        without, if `second_opinion` and `hint` suit the network."""
        defaults = defaults_for(leaf, players, kraken)._replace(second_opinion=second_opinion, hint=hint)
        left_out = {"leaf"} if leaf == "learned" else {"leaf", "inverse_temperature"}
        names = set(SearchParameters._fields) - left_out
        chosen = {name: value for name, value in vars(self).items() if name in names and value is not None}
        return defaults._replace(**chosen)


MAX_THREADS = 64
# The least and the greatest value of each setting that is a number, a whole one where these are.
LIMITS = {
    "seconds": (0.001, 600.0),
    "exploration": (0.0, 100.0),
    "fpu_reduction": (-1.0, 1.0),
    "prior": (0.0, 0.99),
    "inverse_temperature": (0.0, 1000.0),
    "widening": (0.0, 100.0),
    "second_opinion": (0.0, 1.0),
    "patience": (1.0, 10.0),
    "iterations": (1, 10**9),
    "nodes": (100, 20_000_000),
    "greedy": (0, 1000),
    "threads": (1, MAX_THREADS),
}
PARAMETERS = (*LIMITS, "leaf")


def with_texts(settings: SearchSettings, texts: Mapping[str, str]) -> SearchSettings:
    """The settings with those changed that a spec names. Raises InvalidOption. With iterations and no
    seconds, a search makes exactly that number."""
    changed: dict[str, Any] = {name: _read(name, text) for name, text in texts.items()}
    if "iterations" in texts and "seconds" not in texts:
        changed["seconds"] = None
    return replace(settings, **changed)


def _read(name: str, text: str) -> float | str:
    if name != "leaf":
        return read_number(name, text, *LIMITS[name])
    return one_of(name, text, LEAVES)


def one_of(name: str, text: str, choices: Collection[str]) -> str:
    """The value of a parameter that is one of some words. Raises InvalidOption."""
    if text not in choices:
        problem = _("{parameter}={value}: possible are {choices}")
        raise InvalidOption(problem.format(parameter=name, value=text, choices=", ".join(choices)))
    return text


def read_number(name: str, text: str, least: float, most: float) -> float:
    """The value of a parameter that is a number, a whole one if `least` is one. Raises InvalidOption."""
    try:
        number = type(least)(text)
        if least <= number <= most:
            return number
    except ValueError:
        pass
    raise _out_of_limits(name, text, least, most)


def _shown(value: object) -> str:
    """As `words.arguments.in_short`, which nothing that is compiled may import."""
    try:
        return reprlib.repr(value)
    except ValueError:  # a number of too many digits
        return type(value).__name__


def _out_of_limits(name: str, value: str, least: float, most: float) -> InvalidOption:
    problem = (
        _("{parameter}={value}: a whole number from {least} to {most} is needed")
        if isinstance(least, int)
        else _("{parameter}={value}: a number from {least} to {most} is needed")
    )
    return InvalidOption(problem.format(parameter=name, value=value, least=least, most=most))

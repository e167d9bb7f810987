"""The computer opponents by name: `hard`, `medium:pearl=90,buy=0`, `expert:iterations=2000`.

Players from outside are named likewise: `module:Class`, `program:./bot.py` (`bots/`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from openabyss.chance.generator import Generator, below, generator
from openabyss.errors import InvalidOption
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, WEIGHT_NAMES, Weights
from openabyss.players.kinds import KINDS, Kind
from openabyss.players.matches import GREEDY, RANDOM, REGENT, choose
from openabyss.players.perspective import Perspective
from openabyss.players.search.parameters import SearchSettings, read_whole, with_texts
from openabyss.players.search.player import HardPlayer, SearchPlayer
from openabyss.rules.numbering import (
    CONTROL_PICK,
    CONTROL_SOURCE,
    EXPLORE_ALLY,
    EXPLORE_MONSTER,
    FIGHT_TARGET,
    MAIN,
    MEET_MONSTER,
    OFFER,
    REWARD,
)
from openabyss.rules.questions import FIRST_STEP, open_question
from openabyss.table.questions import Action
from openabyss.words import _
from openabyss.words.listing import with_suggestion

if TYPE_CHECKING:
    from openabyss.players.bots.bot import Bot

# The greatest weight: sums of products of weights stay far within 64 bits.
MAX_WEIGHT = 10_000
# Where any answer is a move that a beginner might make. A silly payment or discard would only look odd.
IS_A_MOVE = np.zeros(FIRST_STEP, np.int64)
IS_A_MOVE[[MAIN, EXPLORE_ALLY, EXPLORE_MONSTER, OFFER, REWARD, CONTROL_SOURCE, CONTROL_PICK]] = 1
IS_A_MOVE[[MEET_MONSTER, FIGHT_TARGET]] = 1
# How many of a hundred moves are random in `easy`, and greedy in `skilled`; docs/training/log.md says how
# strong that is.
RANDOM_PERCENT, GREEDY_PERCENT = 35, 50
HUNDRED = 100


class Player(Protocol):
    """Answers for a seat."""

    @property
    def name(self) -> str:
        """How the player is asked for: the text that `player` reads."""

    @property
    def reproducible(self) -> bool:
        """The same seed gives the same answers; False where the clock has a say."""

    def choose(self, perspective: Perspective) -> Action:
        """A legal answer to the question that the seat is asked."""


@dataclass(frozen=True)
class NativePlayer:
    """A player whose answers are compiled, and who can therefore also play in `matches`.

    `policy` and `weights` are what `matches.play_weighted_game` takes for a seat.
    """

    name: str
    policy: int
    weights: Weights
    random: Generator
    reproducible: bool = True

    def choose(self, perspective: Perspective) -> Action:
        """The answer of the compiled policy."""
        number = choose(perspective.table, self.policy, self.weights, self.random)
        return perspective.action(int(number))


# Makes a player from the whole spec, what it sets, and a seed.
Maker = Callable[[str, Mapping[str, str], int], Player]


def native(policy: int) -> Callable[[str, Mapping[str, str], int], NativePlayer]:
    """Players of a compiled policy; what is set are weights."""

    def make(spec: str, texts: Mapping[str, str], seed: int) -> NativePlayer:
        weights = DEFAULT_WEIGHTS.copy()
        for parameter, text in texts.items():
            weights[WEIGHT_NAMES.index(parameter)] = read_whole(parameter, text, -MAX_WEIGHT, MAX_WEIGHT)
        return NativePlayer(spec, policy, weights, generator(seed))

    return make


class CarelessPlayer:
    """Gives some of its moves without much thought."""

    reproducible = True

    def __init__(self, name: str, percent: int, hasty: NativePlayer, thoughtful: Player) -> None:
        """`percent` of the moves are those of `hasty`, whose chance decides which."""
        self.name = name
        self._percent, self._hasty, self._thoughtful = percent, hasty, thoughtful

    def choose(self, perspective: Perspective) -> Action:
        """The answer of one of the two."""
        is_move = IS_A_MOVE[open_question(perspective.table).what] == 1
        is_hasty = is_move and below(self._hasty.random, HUNDRED) < self._percent
        return (self._hasty if is_hasty else self._thoughtful).choose(perspective)


def easy(spec: str, _texts: Mapping[str, str], seed: int) -> CarelessPlayer:
    """The greedy player, who often answers the main questions as they come."""
    greedy = native(GREEDY)(spec, {}, seed)
    return CarelessPlayer(spec, RANDOM_PERCENT, replace(greedy, policy=RANDOM), greedy)


def skilled(spec: str, _texts: Mapping[str, str], seed: int) -> CarelessPlayer:
    """Plays as hard does, and some moves as medium does. Raises WrongWeights."""
    return CarelessPlayer(spec, GREEDY_PERCENT, native(GREEDY)(spec, {}, seed), HardPlayer(spec, seed))


MAKERS: dict[str, Maker] = {
    "easy": easy,
    "medium": native(GREEDY),
    "skilled": skilled,
    "hard": lambda spec, _texts, seed: HardPlayer(spec, seed),
    "expert": lambda spec, texts, seed: SearchPlayer(spec, with_texts(SearchSettings(), texts), seed),
    "random": native(RANDOM),
    "regent": native(REGENT),
}


def player(spec: str, seed: int = 0) -> Player:
    """The player that a text asks for: `name` or `name:parameter=value,…`, or a bot. Raises InvalidOption,
    and WrongWeights where a player needs trained networks and their file is missing or damaged.

    What it does at random comes from the seed alone.
    """
    name, colon, settings = spec.partition(":")
    if name not in KINDS:
        outsider = _bot(spec, seed)
        if outsider is None:
            problem = _("there is no player {name!r}").format(name=name)
            raise InvalidOption(with_suggestion(problem, name, KINDS))
        return outsider
    kind = KINDS[name]
    texts = dict(read_setting(kind, setting) for setting in settings.split(",")) if colon else {}
    return MAKERS[name](spec, texts, seed)


def names_a_player(spec: str) -> bool:
    """Whether a text asks for a player at all, be it with wrong settings. Raises InvalidOption for a bot
    that cannot be loaded."""
    return spec.partition(":")[0] in KINDS or _bot(spec, 0) is not None


def _bot(spec: str, seed: int) -> "Bot | None":
    from openabyss.players.bots.finding import bot  # noqa: PLC0415  starts programs, which few ask for

    return bot(spec, seed)


def native_player(spec: str, seed: int = 0) -> NativePlayer:
    """A player that plays at native speed. Raises InvalidOption for all others."""
    found = player(spec, seed)
    if not isinstance(found, NativePlayer):
        names = [name for name in KINDS if isinstance(player(name), NativePlayer)]
        raise InvalidOption(
            _("the player {name} does not play at native speed; those who do are {names}").format(
                name=spec, names=", ".join(names)
            )
        )
    return found


def read_setting(kind: Kind, setting: str) -> tuple[str, str]:
    """One `parameter=value`. Raises InvalidOption."""
    parameter, _equals, value = setting.partition("=")
    if parameter not in kind.parameters:
        problem = _("the player {name} has no parameter {parameter!r}")
        problem = problem.format(name=kind.name, parameter=parameter)
        raise InvalidOption(with_suggestion(problem, parameter, kind.parameters))
    return parameter, value

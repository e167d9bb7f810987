"""The computer opponents by name: `hard`, `medium:pearl=90,buy=0`, `expert:iterations=2000`.

Players from outside are named likewise: `module:Class`, `program:./bot.py` (`bot_finding`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from openabyss.chance.generator import Generator, below, generator
from openabyss.errors import InvalidOption
from openabyss.players.greedy.weights import (
    DEFAULT_WEIGHTS,
    WEIGHT_NAMES,
    Weights,
    tuned_tables,
    tuned_weights,
)
from openabyss.players.kinds import KINDS, TUNED, Kind
from openabyss.players.matches import CARELESS, GREEDY, HUNDRED, MOVES, RANDOM, REGENT, choose
from openabyss.players.perspective import Perspective
from openabyss.players.search.parameters import SearchSettings, one_of, read_number, with_texts
from openabyss.players.search.player import HardPlayer, SearchPlayer
from openabyss.rules.questions import open_question
from openabyss.table.questions import Action
from openabyss.words import _
from openabyss.words.arguments import instance_of, seed_of
from openabyss.words.levels import STYLES
from openabyss.words.listing import with_suggestion

if TYPE_CHECKING:
    from openabyss.players.bot import Bot

# The greatest weight: sums of products of weights stay far within 64 bits.
MAX_WEIGHT = 10_000
# How many of a hundred moves slip: what `casual` grabs, and what `skilled` takes without looking ahead;
# docs/training/log.md says how strong that is.
GRABBING_PERCENT, GREEDY_PERCENT = 40, 50
# How much of its style a player follows who cannot see what that costs, in percent.
NATIVE_PERCENT = 35
# For grabbing, the points of a lord count, and allies and plans for later ones hardly do.
GRABBING = {"recruit": 300, "card": 0, "card_point": 20, "new_race": 0, "plan": 0, "second_plan": 0}

STYLE, LEAF = "style", "leaf"
# By what each style values something more, or less. docs/training/log.md says what comes of it.
INCLINATIONS = {
    "collector": {"recruit": 100, "first_key": 300, "second_key": 300, "location_share": 100},
    "hunter": {
        **{"token": 155, "raised_threat": 60, "explore": 60},
        **{"leviathan_token": 165, "scourge": 200, "trophy": 200},
    },
    "banker": {"pearl": 45, "buy": 210},
    "spoiler": {"denied": 35, "contested": 200, "given_pearl": 55, "left_open": 80, "refill": -80},
}


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


@dataclass(frozen=True, eq=False)
class NativePlayer:
    """A player whose answers are compiled, and who can therefore also play in `matches`. `policy` and
    `weights` are what `matches.play_weighted_game` takes for a seat."""

    name: str
    policy: int
    weights: Weights
    random: Generator
    reproducible: bool = True

    def choose(self, perspective: Perspective) -> Action:
        """The answer of the compiled policy. Raises InvalidArgument."""
        instance_of("perspective", perspective, Perspective)
        number = choose(perspective.state, self.policy, self.weights, self.random)
        return perspective.action(int(number))


def native(policy: int, spec: str, texts: Mapping[str, str], seed: int) -> NativePlayer:
    """A player of a compiled policy; what is set are weights. Raises InvalidOption."""
    weights = weights_of_style(texts, NATIVE_PERCENT)
    for parameter in texts.keys() - {STYLE, TUNED}:
        number = read_number(parameter, texts[parameter], -MAX_WEIGHT, MAX_WEIGHT)
        weights[WEIGHT_NAMES.index(parameter)] = number
    return NativePlayer(spec, policy, weights, generator(seed))


@dataclass(frozen=True, eq=False)
class CarelessPlayer:
    """Gives `percent` of its moves as `hasty`, whose chance decides which, and the others as `thoughtful`."""

    name: str
    percent: int
    hasty: NativePlayer
    thoughtful: Player
    reproducible: bool = True

    def choose(self, perspective: Perspective) -> Action:
        """The answer of one of the two. Raises InvalidArgument."""
        instance_of("perspective", perspective, Perspective)
        is_move = open_question(perspective.state).what in MOVES
        is_hasty = is_move and below(self.hasty.random, HUNDRED) < self.percent
        return (self.hasty if is_hasty else self.thoughtful).choose(perspective)


def casual(spec: str, texts: Mapping[str, str], seed: int) -> CarelessPlayer:
    """Plays as medium does, and grabs what lies nearest now and then."""
    grabbing = {**texts, **{name: str(value) for name, value in GRABBING.items()}}
    hasty, thoughtful = native(GREEDY, spec, grabbing, seed), native(GREEDY, spec, texts, seed)
    return CarelessPlayer(spec, GRABBING_PERCENT, hasty, thoughtful)


def skilled(spec: str, texts: Mapping[str, str], seed: int) -> CarelessPlayer:
    """Plays as hard does, and some moves as medium does. Raises WrongWeights."""
    return CarelessPlayer(spec, GREEDY_PERCENT, native(GREEDY, spec, texts, seed), hard(spec, texts, seed))


def hard(spec: str, texts: Mapping[str, str], seed: int) -> HardPlayer:
    """The level hard. Raises InvalidOption, WrongWeights."""
    return HardPlayer(spec, seed, taste_of(texts), texts.get(LEAF))


def expert(spec: str, texts: Mapping[str, str], seed: int) -> SearchPlayer:
    """The level expert. Raises InvalidOption, WrongWeights."""
    thinking = {name: text for name, text in texts.items() if name != STYLE}
    return SearchPlayer(spec, with_texts(SearchSettings(), thinking), seed, taste_of(texts))


def taste_of(texts: Mapping[str, str]) -> Weights | None:
    """What one who searches likes among answers that are about as good; None without a style."""
    return weights_of_style(texts, HUNDRED) if STYLE in texts else None


# What makes a player of the whole spec, what it sets, and a seed.
MAKERS: dict[str, Callable[[str, Mapping[str, str], int], Player]] = {
    "easy": partial(native, CARELESS),
    "casual": casual,
    "medium": partial(native, GREEDY),
    "skilled": skilled,
    "hard": hard,
    "expert": expert,
    "random": partial(native, RANDOM),
    "regent": partial(native, REGENT),
}


def player(spec: str, seed: int = 0) -> Player:
    """The player that a text asks for: `name` or `name:parameter=value,…`, or a bot. What it
    does at random comes from the seed alone.

    Raises InvalidOption, InvalidArgument, and WrongWeights where a player needs trained networks and their
    file is missing or damaged.
    """
    seed = seed_of(seed)
    name, colon, settings = instance_of("player", spec, str).partition(":")
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
    return instance_of("player", spec, str).partition(":")[0] in KINDS or _bot(spec, 0) is not None


def _bot(spec: str, seed: int) -> "Bot | None":
    from openabyss.players.bot_finding import bot  # noqa: PLC0415  starts programs, which few ask for

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


def weights_of_style(texts: Mapping[str, str], percent: int) -> Weights:
    """The weights of the style that is named among the settings of a player, by so much of its inclination,
    and of the table that is named there; the default ones where none is. Raises InvalidOption."""
    weights = DEFAULT_WEIGHTS.copy()
    if TUNED in texts:
        weights = tuned_weights(one_of(TUNED, texts[TUNED], tuned_tables()))
    if STYLE in texts:
        one_of(STYLE, texts[STYLE], STYLES)
        for name, more in INCLINATIONS[texts[STYLE]].items():
            weights[WEIGHT_NAMES.index(name)] += more * percent // 100
    return weights

"""Many games at once, at native speed: observations, masks and rewards are written into arrays.

>>> from openabyss.envs.vector import VectorEnv
>>> env = VectorEnv(games=64, players=2, seed=1)
>>> arrays = env.reset()
>>> arrays = env.step(env.random_actions())
>>> arrays.rewards.shape
(64, 2)
"""

import copyreg
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict, TypeGuard, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import Generator, generator
from openabyss.engine.mode import INTERPRETED
from openabyss.envs import stepping
from openabyss.envs.rewards import Reward
from openabyss.envs.stepping import Arrays, Batch, Flags, Numbers64, Tables
from openabyss.errors import InvalidArgument, InvalidOption
from openabyss.observation.layout import Known, Layout, layout_of, memory_of
from openabyss.play.position.options import Options, chosen_options, config_of
from openabyss.play.position.records import lay_out
from openabyss.play.small_games import small_game
from openabyss.players.compilation.precompile import compile_rules
from openabyss.players.greedy.weights import DEFAULT_WEIGHTS, Weights
from openabyss.players.kinds import KINDS, searches
from openabyss.players.matches import Policies
from openabyss.players.registry import CarelessPlayer, NativePlayer, native_player, player
from openabyss.rules.actions import ACTIONS
from openabyss.rules.play import resolve
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import STATE
from openabyss.words import _
from openabyss.words.arguments import Whole, in_short, instance_of, seat_of, seed_of, truth, whole_number

# A game is cut off after this many answers: agents that play at random sometimes need a few thousand.
MAX_ANSWERS = 30_000
MAX_GAMES = 2**20
MAX_MIXTURE = 64

# A player of the registry that plays at native speed, or several, of whom each game draws one.
Opponent = str | Sequence[str]

Seeds = Whole | Sequence[int] | NDArray[np.integer[Any]]


@dataclass(frozen=True)
class EnvSettings:
    """What is played, how agents play, and what they are shown.

    `kraken`, `leviathan` and `options` are as in `Game.new`, `reward` is one of `Reward`, also by its name.
    `position`: where every game begins instead, as in `Game.from_position`, or the name of a small game; it
    says which options are played with, and `options` that differ are refused.
    `opponents`: players of the registry that play at native speed, by seat (`{1: "medium"}`), or several
    for a seat, of whom each game draws one (`{1: ("easy", "medium")}`); all other seats are played by agents.
    Environments of one game also take those that search (`{1: "hard"}`).
    `perfect_memory`, `perfect_information`: as in `Game.observation`. `observes`: whether observations are
    written; otherwise they have no numbers. `skips_forced`: answers without a choice are given inside.
    `max_answers`: the number of agents' answers after which a game is broken off. `keeps_final`: whether
    `final_observations` are kept. `shaping` is called at the end of every step with the environment and may
    change `arrays.rewards`; `tables` are then the games as they are. Environments of one game refuse it, and
    always observe. Raises InvalidArgument.
    """

    kraken: bool = False
    leviathan: bool = False
    options: Options | Mapping[str, object] | None = None
    position: Mapping[str, object] | str | None = None
    reward: Reward | str = Reward.WIN
    opponents: Mapping[int, Opponent] = field(default_factory=dict)
    perfect_memory: bool = True
    perfect_information: bool = False
    observes: bool = True
    skips_forced: bool = True
    max_answers: int = MAX_ANSWERS
    keeps_final: bool = False
    shaping: "Callable[[VectorEnv], None] | None" = None

    def __post_init__(self) -> None:
        for name in ("perfect_memory", "perfect_information", "observes", "skips_forced", "keeps_final"):
            truth(name, getattr(self, name))
        Reward.of(self.reward)
        by_seat: object = self.opponents
        if not isinstance(by_seat, Mapping):
            problem = _("opponents: they are given by seat, as in {example}, not as {value}")
            example = '{1: "medium"}'
            raise InvalidArgument(problem.format(example=example, value=in_short(by_seat)))
        whole_number("max_answers", self.max_answers, 1, 2**62)
        if self.shaping is not None and not callable(self.shaping):
            raise InvalidArgument(
                _("shaping: {value} is not a function").format(value=in_short(self.shaping))
            )

    def layout(self, players: int) -> Layout:
        """What an observation of such a game holds."""
        return layout_of(players, kraken=self.kraken, leviathan=self.leviathan, **self.known)

    @property
    def known(self) -> Known:
        """What a seat knows, as `observe` takes it."""
        return {"perfect_memory": self.perfect_memory, "perfect_information": self.perfect_information}


class SharedSettings(TypedDict, total=False):
    """The settings that callers of every environment may name."""

    kraken: bool
    leviathan: bool
    options: Options | Mapping[str, object] | None
    position: Mapping[str, object] | str | None
    reward: Reward | str
    perfect_memory: bool
    perfect_information: bool
    observes: bool
    skips_forced: bool
    max_answers: int
    shaping: "Callable[[VectorEnv], None] | None"


class NamedSettings(SharedSettings, total=False):
    """`EnvSettings` by name."""

    opponents: Mapping[int, Opponent]
    keeps_final: bool


class VectorEnv:
    """`games` games of the same table, each always waiting for an answer of an agent.

    `settings` are those of `EnvSettings`. Chance is resolved inside, from `seed` alone, or from one seed for
    each game. A game that ends begins again in the same step. An illegal action ends its game as lost, and is
    counted in `illegal_actions`.

    `arrays` is what a step writes, always the same arrays. They may be given: in shared memory, or as what
    `torch.from_numpy` shares. Raises InvalidOption and InvalidArgument.
    """

    def __init__(
        self,
        games: Whole,
        players: Whole = 2,
        *,
        seed: Seeds = 0,
        arrays: Arrays | None = None,
        **settings: Unpack[NamedSettings],
    ) -> None:
        self.settings = chosen = EnvSettings(**settings)
        self.games = games = whole_number("games", games, 1, MAX_GAMES)
        self._batch = new_batch(games, players, generators(seed, games), chosen)
        self.players = players = int(self._batch.start[0].players)
        self.layout = chosen.layout(players)
        fitting = new_arrays(games, players, self.layout.size if chosen.observes else 0)
        self.arrays = fitting if arrays is None else instance_of("arrays", arrays, Arrays)
        for name, array, like in zip(Arrays._fields, self.arrays, fitting, strict=True):
            check_array(name, array, like)
        self._random = generator(int(self._batch.generators[0]))
        self.reset()

    @property
    def tables(self) -> Tables:
        """The records of the games as they are, the environment's own."""
        return self._batch.tables

    @property
    def illegal_actions(self) -> int:
        """How many illegal actions have been given."""
        return int(self._batch.illegal[0])

    @property
    def final_observations(self) -> np.ndarray[Any, np.dtype[np.int16]]:
        """With `keeps_final`, for games that ended in the last step what their last agent may know of the
        end; what is in the other rows is older."""
        return self._batch.final_observations

    def reset(self, seed: Seeds | None = None, *, only: Flags | None = None) -> Arrays:
        """Begin all games, or `only` those where it is true, an array of bool; without a seed their chance
        goes on from where it is. A seed for all games is also that of `random_actions`. Raises
        InvalidArgument."""
        chosen = np.ones(self.games, np.bool_) if only is None else only
        check_array("only", chosen, self.arrays.terminated)
        if seed is not None:
            chance = generators(seed, self.games)
            self._batch.generators[chosen] = chance[chosen]
            if only is None:
                self._random = generator(int(chance[0]))
        stepping.reset_games(self._batch, self.arrays, chosen)
        if not self.arrays.masks.any(axis=1).all():
            raise nobody_chooses()
        return self.arrays

    def step(self, actions: Numbers64) -> Arrays:
        """One answer for each game, by its number in the catalogue. Raises InvalidArgument."""
        check_array("actions", actions, self.arrays.to_play)
        stepping.step_games(self._batch, actions, self.arrays)
        if self.settings.shaping is not None:
            self.settings.shaping(self)
        return self.arrays

    def random_actions(self, out: Numbers64 | None = None) -> Numbers64:
        """A legal action for each game, any as likely as the others, in `out` or in an array of its own.
        Raises InvalidArgument."""
        actions = np.zeros(self.games, np.int64) if out is None else out
        check_array("out", actions, self.arrays.to_play)
        stepping.choose_at_random(self.arrays.masks, self._random, actions)
        return actions


def new_batch(
    games: int, players: Whole, chance: Generator, chosen: EnvSettings, *, may_search: bool = False
) -> Batch:
    """Games that have not begun; what they need is compiled. Opponents play at native speed, or, where they
    `may_search`, by answers that they are asked for. Raises InvalidOption, InvalidArgument."""
    start = starting_table(players, chosen)
    players = int(start[0].players)
    size = chosen.layout(players).size if chosen.keeps_final else 0
    mixtures, policies, weights = _opponents(players, chosen.opponents, may_search)
    if not INTERPRETED:
        compile_rules()
    return Batch(
        tables=cast(Tables, np.zeros(games, STATE)),
        start=start,
        generators=chance,
        mixtures=mixtures,
        seated=np.tile(mixtures[:, 0], (games, 1)),
        policies=policies,
        weights=weights,
        lengths=np.zeros(games, np.int64),
        final_observations=np.zeros((games if size else 0, size), np.int16),
        illegal=np.zeros(1, np.int64),
        reward=int(Reward.of(chosen.reward)),
        memory=memory_of(**chosen.known),
        skips_forced=int(chosen.skips_forced),
        max_answers=chosen.max_answers,
    )


def _from_bytes(tables: bytes, start: bytes, *others: Any) -> Batch:
    records = (np.frombuffer(kept, STATE).copy() for kept in (tables, start))
    return Batch(*cast(Any, records), *others)


def _as_bytes(batch: Batch) -> tuple[Callable[..., Batch], tuple[Any, ...]]:
    tables, start, *others = cast(Any, batch)
    return _from_bytes, (tables.tobytes(), start.tobytes(), *others)


# Pickling does not find the class of the records of tables by its name.
copyreg.pickle(Batch, _as_bytes)


def any_seed() -> int:
    """A seed that nobody has chosen."""
    return secrets.randbits(48)


def new_arrays(games: int, players: int, size: int) -> Arrays:
    """Arrays for a step to write, all zeros; `size` is how long an observation is."""
    return Arrays(
        observations=np.zeros((games, size), np.int16),
        masks=np.zeros((games, ACTIONS), np.bool_),
        to_play=np.zeros(games, np.int64),
        rewards=np.zeros((games, players), np.float32),
        terminated=np.zeros(games, np.bool_),
        truncated=np.zeros(games, np.bool_),
    )


def check_array(name: str, array: object, like: NDArray[Any]) -> None:
    """Raises InvalidArgument unless it has the shape and type of another, and is in one piece in memory."""
    if not isinstance(array, np.ndarray):
        problem = _("{name}: an array of {type} is expected, of the shape {shape}")
    elif array.dtype != like.dtype or array.shape != like.shape:
        problem = _("{name}: {type} of the shape {shape} is expected, not {given_type} of {given_shape}")
    elif array.flags.carray:
        return
    elif array.flags.writeable:
        problem = _("{name}: the array must lie in one piece in memory (numpy.ascontiguousarray)")
    else:
        problem = _("{name}: the array cannot be written; give a copy of it")
    given = {"given_type": getattr(array, "dtype", None), "given_shape": getattr(array, "shape", None)}
    raise InvalidArgument(problem.format(name=name, type=like.dtype, shape=like.shape, **given))


def starting_table(players: Whole, chosen: EnvSettings) -> Tables:
    """The table on which chance is asked the first question. Raises InvalidOption, InvalidPosition,
    InvalidArgument."""
    sets = {"kraken": chosen.kraken, "leviathan": chosen.leviathan}
    config = config_of(players, 0, **sets, options=chosen_options(chosen.options))
    table = lay_out(config).state
    if chosen.position is not None:
        found = small_game(chosen.position) if isinstance(chosen.position, str) else chosen.position
        wanted = table.players, table.kraken, table.leviathan
        options, table = table.options, lay_out({"position": found}).state
        if (table.players, table.kraken, table.leviathan) != wanted:
            raise InvalidArgument(
                _("position: it has another number of players or other expansions than the environment")
            )
        if chosen.options is not None and (table.options != options).any():
            raise InvalidArgument(_("options: the position has different ones; give them in the position"))
    resolve(table)
    start = np.zeros(1, STATE)
    start[0] = table
    return cast(Tables, start)


def nobody_chooses() -> InvalidArgument:
    """The error that refuses games that are over before an agent is asked."""
    return InvalidArgument(_("position: the game is over before an agent has a choice"))


def specs_of(opponents: Mapping[int, Opponent]) -> list[str]:
    """All opponents that may sit somewhere, each once. Raises InvalidArgument."""
    return list(dict.fromkeys(spec for specs in opponents.values() for spec in mixture_of(specs)))


def _opponents(
    players: int, opponents: Mapping[int, Opponent], may_search: bool
) -> tuple[Numbers64, Policies, Numbers64]:
    """Who may sit on each seat, by number among `specs_of`, how each of them plays, and with what weights.
    Raises InvalidOption, InvalidArgument."""
    by_seat = {seat_of(place, players): mixture_of(specs) for place, specs in opponents.items()}
    if len(by_seat) == players:
        raise InvalidArgument(_("opponents: at least one seat must be left for an agent"))
    known = specs_of(opponents)
    found = [_playing(spec, may_search) for spec in known]
    mixtures = np.full((SEATS, max(map(len, by_seat.values()), default=1)), stepping.AGENT, np.int64)
    for seat, mixture in by_seat.items():
        mixtures[seat, : len(mixture)] = [known.index(spec) for spec in mixture]
    weights = np.array([weights for _policy, weights in found] or [DEFAULT_WEIGHTS], np.int64)
    return mixtures, np.array([policy for policy, _weights in found] or [0], np.int64), weights


def _playing(spec: str, may_search: bool) -> tuple[int, Weights]:
    """The policy and the weights of an opponent. Raises InvalidOption."""
    found = player(spec) if may_search else native_player(spec)
    if isinstance(found, NativePlayer):
        return found.policy, found.weights
    if not searches(spec) and not isinstance(found, CarelessPlayer):
        problem = _("the player {name} cannot play in an environment; those who can are {names}")
        raise InvalidOption(problem.format(name=spec, names=", ".join(KINDS)))
    return stepping.SEARCHES, DEFAULT_WEIGHTS


def mixture_of(opponent: Opponent) -> list[str]:
    """The opponents of whom one sits on a seat. Raises InvalidArgument."""
    if isinstance(opponent, str):
        return [opponent]
    mixture = [*instance_of("opponents", opponent, Sequence)]
    if not 1 <= len(mixture) <= MAX_MIXTURE:
        problem = _("opponents: a mixture has 1 to {most}, not {count}")
        raise InvalidArgument(problem.format(most=MAX_MIXTURE, count=len(mixture)))
    return [instance_of("opponents", spec, str) for spec in mixture]


def is_for_each(seed: Seeds) -> TypeGuard[Sequence[int] | NDArray[np.integer[Any]]]:
    """Whether there is a seed for each game, not one number for all."""
    is_one = isinstance(seed, str | bytes) or getattr(seed, "ndim", 1) == 0
    return isinstance(seed, Sequence | np.ndarray) and not is_one


def generators(seed: Seeds, games: int) -> Generator:
    """The chance of each game: from its own seed, or from one seed and its number. Raises InvalidArgument."""
    if not is_for_each(seed):
        number = seed_of(seed)
        mixed = np.random.SeedSequence(abs(number) * 2 + (number < 0)).generate_state(games, np.uint64)
        return (mixed >> np.uint64(16)).astype(np.int64)
    if len(seed) != games:
        problem = _("seed: one number is expected, or one for each of {games} games, not {count}")
        raise InvalidArgument(problem.format(games=games, count=len(seed)))
    return np.concatenate([generator(seed_of(one)) for one in seed])

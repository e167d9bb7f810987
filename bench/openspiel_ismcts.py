"""Our players against OpenSpiel's own information-set MCTS, which plays Abyss through a thin adapter.

README.md says how to run it and what is compared.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from functools import cache, partial
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
from rich.console import Console

from openabyss.arena.ratings.rate_report import print_ratings
from openabyss.arena.ratings.rating import Json, contest
from openabyss.arena.run_control import processors, watching
from openabyss.arena.series.series import Series
from openabyss.chance.determinization import determinized
from openabyss.chance.generator import Generator, below, generator
from openabyss.errors import InvalidOption, OpenAbyssError
from openabyss.players.perspective import Perspective
from openabyss.players.playout import play_out
from openabyss.players.registry import Player
from openabyss.rules.actions import ACTIONS
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import open_question
from openabyss.rules.setup import deal, new_table
from openabyss.rules.state import NOBODY, STATE, State, copy_of
from openabyss.table.knowledge import turn_over
from openabyss.table.questions import Action
from openabyss.table.score_sheet import rank

try:
    pyspiel: Any = import_module("pyspiel")
    ismcts: Any = import_module("open_spiel.python.algorithms.ismcts")
    mcts: Any = import_module("open_spiel.python.algorithms.mcts")
except ImportError:
    sys.exit("OpenSpiel is needed: pip install open_spiel")

# The part of a record that says the position; working notes follow.
POSITION_BYTES = cast(Any, STATE.fields)["mask"][1]
MAX_MOVES = 30_000
# Where there is no choice, nobody is asked.
MIN_ANSWERS = 2

# ---------------------------------------------------------------------------------- the adapter
GAME_TYPE = pyspiel.GameType(
    short_name="python_openabyss",
    long_name="OpenAbyss",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"players": 2, "kraken": False, "leviathan": False},
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """Abyss as a game of OpenSpiel; the utility is the share of the victory."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = params or {}
        self.players = int(chosen.get("players", 2))
        self.kraken, self.leviathan = bool(chosen.get("kraken")), bool(chosen.get("leviathan"))
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=ACTIONS,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=MAX_MOVES,
        )
        super().__init__(GAME_TYPE, info, chosen)
        self.start = new_table(self.players, self.kraken, self.leviathan)
        deal(self.start)
        resolve(self.start)

    def new_initial_state(self) -> "SpielState":
        """The table before anything is dealt: the first answers are those of chance."""
        return SpielState(self)


class Table:
    """A record that OpenSpiel may copy in its own way."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.key = ""  # of the information set; empty until somebody asks

    def __deepcopy__(self, memo: object) -> "Table":
        copied = Table(copy_of(self.state))
        copied.key = self.key
        return copied


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A situation: the rules' own record. Answers without a choice are given by themselves."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = Table(copy_of(game.start))

    def current_player(self) -> int:
        """A seat, or what OpenSpiel calls chance and the end."""
        state = self.table.state
        if state.depth == 0:
            return int(pyspiel.PlayerId.TERMINAL)
        player = open_question(state).player
        return int(pyspiel.PlayerId.CHANCE) if player == NOBODY else player

    def is_terminal(self) -> bool:
        return bool(self.table.state.depth == 0)

    def _legal_actions(self, _player: int) -> list[int]:
        return np.flatnonzero(self.table.state.mask).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Answers of chance with their probabilities."""
        state = self.table.state
        weights, offered = state.mask, float(state.offered)
        return [(action, float(weights[action]) / offered) for action in self._legal_actions(NOBODY)]

    def _apply_action(self, action: int) -> None:
        self.table.key = ""
        apply(self.table.state, action)
        self._go_on()

    def _go_on(self) -> None:
        state = self.table.state
        while self.current_player() >= 0 and np.count_nonzero(state.mask) == 1:
            apply(state, int(state.mask.argmax()))

    def information_state_string(self, player: int | None = None) -> str:
        """Distinguishes all situations that a seat with a perfect memory can distinguish."""
        seat = self.current_player() if player is None else player
        if seat != self.current_player():
            return information_key(self.table.state, seat)
        if not self.table.key:
            self.table.key = information_key(self.table.state, seat)
        return self.table.key

    def resample_from_infostate(self, player: int, probability: Any) -> "SpielState":
        """A situation that the seat may just as well be in; `probability` gives numbers below 1."""
        resampled = cast(SpielState, self.clone())
        seed = int(probability() * 2**48)
        resampled.table.state = determinized(self.table.state, player, seed, MIN_ANSWERS)
        return resampled

    def returns(self) -> list[float]:
        """The share of the victory of each seat; nothing before the end."""
        return shares(self.table.state) if self.is_terminal() else [0.0] * int(self.table.state.players)

    def _action_to_string(self, _player: int, action: int) -> str:
        return str(action)

    def __str__(self) -> str:
        return self.information_state_string() if self.current_player() >= 0 else self.table.state.__repr__()


pyspiel.register_game(GAME_TYPE, SpielGame)


def information_key(state: State, seat: int) -> str:
    """A digest of the table with the other seats' tokens face down, and of the open questions."""
    seen = copy_of(state)
    seen.stack[int(seen.depth) :] = 0
    for player in range(int(seen.players)):
        if player != seat:
            turn_over(seen.monster_tokens[player])
    turn_over(seen.pool)
    position = cast(Any, seen).tobytes()[:POSITION_BYTES]
    return f"{seat} {blake2b(position, digest_size=16).hexdigest()}"


def shares(state: State) -> list[float]:
    """The share of the victory of each seat, if the game ended with the table as it is."""
    winners = rank(state)[0]
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(int(state.players))]


# -------------------------------------------------------------------------------- the opponent


class NativeRollouts:
    """An evaluator for OpenSpiel's bots: one random playout at our native speed instead of in Python."""

    def __init__(self, random: Generator) -> None:
        self.random = random

    def evaluate(self, state: SpielState) -> np.ndarray[Any, Any]:
        played = copy_of(state.table.state)
        play_out(played, self.random)
        return np.array(shares(played))

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class TimedBot(ismcts.ISMCTSBot):  # type: ignore[misc]  # OpenSpiel has no types
    """OpenSpiel's bot, which counts simulations, stopped by the clock instead."""

    def __init__(self, game: SpielGame, evaluator: Any, uct_c: float, seconds: float, seed: int) -> None:
        super().__init__(game, evaluator, uct_c, 1, random_state=np.random.RandomState(seed))
        self.seconds = seconds
        self.simulations = 0
        # The usual resampler asks for a random number that is the same every time.
        self._resampler_cb = partial(resample, generator(seed))

    def run_search(self, state: SpielState) -> Any:
        """As in ISMCTSBot, but for the loop's condition."""
        end = time.perf_counter() + self.seconds
        self.reset()
        self._root_node = self.create_new_node(state)
        while time.perf_counter() < end or self._root_node.total_visits < 1:
            self.run_simulation(self.sample_root_state(state))
            self.simulations += 1
        return self.get_final_policy(state, self._root_node)


def resample(random: Generator, state: SpielState, player: int) -> SpielState:
    """The seat's situation with what it cannot know dealt anew."""
    return state.resample_from_infostate(player, lambda: below(random, 2**31) / 2**31)


ROLLOUTS = ("native", "openspiel")


class SpielPlayer:
    """OpenSpiel's bot as a player of ours: `openspiel:seconds=0.1,c=0.7,rollouts=native`."""

    reproducible = False

    def __init__(self, spec: str, seed: int) -> None:
        self.name = spec
        self.seed = seed
        settings = dict(
            setting.split("=", 1) for setting in spec.partition(":")[2].split(",") if "=" in setting
        )
        self.seconds = float(settings.get("seconds", "0.1"))
        self.uct_c = float(settings.get("c", "0.7"))
        self.rollouts = settings.get("rollouts", ROLLOUTS[0])
        unknown = set(settings) - {"seconds", "c", "rollouts"}
        if unknown or self.rollouts not in ROLLOUTS:
            raise InvalidOption(f"{spec}: seconds=…, c=… and rollouts={'|'.join(ROLLOUTS)} can be set")
        self._bot: TimedBot | None = None

    def choose(self, perspective: Perspective) -> Action:
        """OpenSpiel's answer to the question; it deals what the seat cannot know anew by itself."""
        table = perspective.determinized_state(0)
        spiel = spiel_game(perspective.players, bool(table.kraken), bool(table.leviathan))
        if self._bot is None:
            self._bot = TimedBot(spiel, self._evaluator(), self.uct_c, self.seconds, self.seed % 2**32)
        state = spiel.new_initial_state()
        state.table = Table(table)
        return perspective.action(int(self._bot.step(state)))

    def _evaluator(self) -> Any:
        if self.rollouts == "native":
            return NativeRollouts(generator(self.seed))
        return mcts.RandomRolloutEvaluator(1, np.random.RandomState(self.seed % 2**32))


@cache
def spiel_game(players: int, kraken: bool, leviathan: bool) -> SpielGame:
    """OpenSpiel's game for these sets, loaded once."""
    return SpielGame({"players": players, "kraken": kraken, "leviathan": leviathan})


class SpielSeries(Series):
    """A series in which OpenSpiel's bot may sit down as well."""

    def player_of(self, spec: str, seed: int = 0) -> Player:
        """The player that a spec asks for. Raises InvalidOption."""
        if spec.partition(":")[0] == "openspiel":
            return SpielPlayer(spec, seed)
        return super().player_of(spec, seed)


# -------------------------------------------------------------------------------------- the match


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("player", help="one of ours, such as medium or expert:seconds=0.1")
    parser.add_argument("--games", type=int, default=400, help="how many (%(default)s)")
    parser.add_argument("--players", type=int, default=2, help="seats; the bot has all but one (%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.1, help="the bot's time for a move (%(default)s)")
    parser.add_argument("--rollouts", choices=ROLLOUTS, default=ROLLOUTS[0], help="(%(default)s)")
    parser.add_argument("--uct", type=float, default=0.7, help="the bot's exploration (%(default)s)")
    parser.add_argument("--kraken", action="store_true")
    parser.add_argument("--leviathan", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes, 0 for all processors (%(default)s)")
    parser.add_argument("--out", type=Path, help="a .parquet file")
    parser.add_argument("--resume", action="store_true", help="go on with an unfinished --out file")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args(arguments)
    try:
        found = meet(chosen)
    except OpenAbyssError as error:
        parser.error(str(error))
    if chosen.json:
        print(json.dumps(found))
    else:
        print_ratings(Console(), found)
    return 130 if found["interrupted"] else 0


def meet(chosen: argparse.Namespace) -> Json:
    """Play the match; Ctrl-C keeps what is finished."""
    spec = f"openspiel:seconds={chosen.seconds:g},c={chosen.uct:g},rollouts={chosen.rollouts}"
    series = SpielSeries(
        (chosen.player, spec),
        chosen.players,
        seed=chosen.seed,
        kraken=chosen.kraken,
        leviathan=chosen.leviathan,
        paired=True,
    )
    with watching(series.rounded_up(chosen.games), silent=chosen.json) as watch:
        return contest(
            series,
            chosen.games,
            jobs=chosen.jobs or processors(),
            out=chosen.out,
            resume=chosen.resume,
            watch=watch,
        )


if __name__ == "__main__":
    sys.exit(main())

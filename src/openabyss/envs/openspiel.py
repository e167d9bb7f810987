"""Abyss as a game of OpenSpiel (the extra `openspiel`): `pyspiel.load_game("abyss(players=3,kraken=True)")`,
once this module is imported.

Chance is explicit. Answers without a choice are given by the game itself. The information state of a seat is
its observation with a perfect memory, the observation that of a forgetful seat; both are tensors and strings.
The string of an information state has perfect recall: it ends with a fingerprint of all that the seat has
seen and answered, in its order.
"""

from copy import copy, deepcopy
from hashlib import blake2b
from importlib import import_module
from itertools import starmap
from typing import Any, cast

import numpy as np

from openabyss.chance.determinization import determinized
from openabyss.envs.rewards import Reward, reward_seats
from openabyss.envs.vector import EnvSettings, starting_table
from openabyss.errors import InvalidArgument
from openabyss.observation.declaring import SEAT_ITSELF, Row
from openabyss.observation.layout import Layout, layout_of, lines_of, observe
from openabyss.play.history import Growing
from openabyss.players.playout import first_answer
from openabyss.rules.actions import ACTIONS
from openabyss.rules.play import apply, is_legal
from openabyss.rules.questions import open_question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, State, copy_of
from openabyss.table.events import Event
from openabyss.table.questions import Action, question_at, read_answer, refusal
from openabyss.table.view import visible_events
from openabyss.words import _
from openabyss.words.arguments import seat_of
from openabyss.words.extras import from_extra

# OpenSpiel has no types.
with from_extra("openspiel"):
    pyspiel: Any = import_module("pyspiel")

# Where there is no choice, nobody is asked.
MIN_ANSWERS = 2
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

# More answers, those of chance included, than a game has.
MAX_MOVES = 30_000
# The most that a game may bring, as OpenSpiel wants to know, where points are the reward.
MAX_POINTS = 500.0

_UTILITIES = {
    Reward.WIN: (pyspiel.GameType.Utility.CONSTANT_SUM, 0.0, 1.0, 1.0),
    Reward.RANK: (pyspiel.GameType.Utility.ZERO_SUM, -1.0, 1.0, 0.0),
    Reward.MARGIN: (pyspiel.GameType.Utility.GENERAL_SUM, -MAX_POINTS, MAX_POINTS, None),
}
_PARAMETERS: dict[str, Any] = {"players": 2, "kraken": False, "leviathan": False, "reward": "rank"}


def _game_type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name="abyss",
        long_name="Abyss",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=SEATS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


class AbyssGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """The game; its parameters are `players`, `kraken` and `leviathan`, as for `Game.new`, and `reward`, one
    of `Reward` by name. Raises InvalidOption, InvalidArgument."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = _PARAMETERS | (params or {})
        self.sets: dict[str, Any] = {"kraken": bool(chosen["kraken"]), "leviathan": bool(chosen["leviathan"])}
        self.beginning = Position(starting_table(int(chosen["players"]), EnvSettings(**self.sets))[0])
        self.reward = Reward.of(chosen["reward"])
        utility, lowest, highest, total = _UTILITIES[self.reward]
        info = {
            "num_distinct_actions": ACTIONS,
            "max_chance_outcomes": ACTIONS,
            "num_players": int(chosen["players"]),
            "min_utility": lowest,
            "max_utility": highest,
            "max_game_length": MAX_MOVES,
        }
        if total is not None:
            info["utility_sum"] = total
        super().__init__(_game_type(utility), pyspiel.GameInfo(**info), chosen)

    def layout(self, *, perfect_memory: bool) -> Layout:
        """What an information state, or an observation, holds."""
        return layout_of(int(self.beginning.state.players), **self.sets, perfect_memory=perfect_memory)

    def new_initial_state(self) -> "AbyssState":
        """The table before anything is dealt: the first answers are those of chance."""
        return AbyssState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "AbyssObserver":
        """What reads observations; with perfect recall, information states. Without private information it
        reads what all know, counted from the first seat, for any player. Raises InvalidArgument."""
        if iig_obs_type is None:
            return AbyssObserver(self, perfect_memory=False)
        if not iig_obs_type.public_info or iig_obs_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise InvalidArgument(_("observers read what all know, or what one seat knows besides"))
        is_public = iig_obs_type.private_info == pyspiel.PrivateInfoType.NONE
        return AbyssObserver(self, perfect_memory=bool(iig_obs_type.perfect_recall), is_public=is_public)

    def information_state_tensor_size(self) -> int:
        """How many numbers an information state has."""
        return self.layout(perfect_memory=True).size

    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        return self.layout(perfect_memory=False).size

    def information_state_tensor_shape(self) -> list[int]:
        """It is flat."""
        return [self.information_state_tensor_size()]

    def observation_tensor_shape(self) -> list[int]:
        """It is flat."""
        return [self.observation_tensor_size()]


class Recall:
    """What each seat has seen and answered, in its order, as a fingerprint. Answers are only collected: what
    came of them is found out when somebody wants to know, which takes far longer."""

    def __init__(self, state: State) -> None:
        self._state, self._answers = copy_of(state), Growing[int]([])
        self._seen: list[object] = [None] * int(state.players)
        self._prints = [b""] * int(state.players)

    def add(self, answer: int) -> None:
        """An answer of any seat, or of chance."""
        self._answers = self._answers.followed_by((answer,))

    def copy(self) -> "Recall":
        """Later answers in one do not change the other."""
        copied = copy(self)
        copied._seen, copied._prints = self._seen[:], self._prints[:]
        return copied

    def of(self, seat: int) -> str:
        """The fingerprint of a seat, in hex digits."""
        state, answers = copy_of(self._state), self._answers[:]
        for answer in answers:
            asked = open_question(state).player
            apply(state, answer)
            events = [*starmap(Event, state.events[: state.event_count].tolist())]
            for viewer in range(len(self._prints)):
                self._note(state, viewer, visible_events(events, viewer), answer if asked == viewer else None)
        self._state, self._answers = state, Growing[int]([])
        return self._prints[seat].hex()

    def _note(self, state: State, seat: int, events: list[Event], answer: int | None) -> None:
        """What is no news to the seat is left out: it does not know that anything was asked."""
        seen = observe(state, seat).tobytes()
        if events or answer is not None or seen != self._seen[seat]:
            news = repr((self._prints[seat], [event.row for event in events], answer, seen)).encode()
            self._prints[seat], self._seen[seat] = blake2b(news, digest_size=16).digest(), seen

    def at_table(self, state: State, seat: int) -> "Recall":
        """The same for a seat that cannot tell this table from the one that is there; the other seats
        remember nothing."""
        self.of(seat)
        other = Recall(state)
        other._seen[seat], other._prints[seat] = self._seen[seat], self._prints[seat]
        return other


class Position:
    """A record that OpenSpiel may copy in its own way, what seats recall, and who is asked: that is looked up
    far more often."""

    def __init__(self, state: State, recall: Recall | None = None) -> None:
        self.state, self.asked, self.recall = state, _asked(state), recall or Recall(state)

    def go_on(self, action: int) -> None:
        """Give this answer, and then those of players that have no choice."""
        self._give(action)
        while self.asked >= 0 and self.state.offered == 1:
            self._give(first_answer(self.state))

    def _give(self, action: int) -> None:
        apply(self.state, action)
        self.recall.add(action)
        self.asked = _asked(self.state)

    def __deepcopy__(self, memo: object) -> "Position":
        """Later answers in one do not change the other."""
        copied = object.__new__(Position)
        copied.state, copied.asked, copied.recall = copy_of(self.state), self.asked, self.recall.copy()
        return copied


class AbyssState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A situation: the rules' own record, with which none of another situation is shared."""

    def __init__(self, game: AbyssGame) -> None:
        super().__init__(game)
        # OpenSpiel makes one of these for every copy, and then puts the copied position into it.
        self.position: Position | None = None

    def recall_of(self, seat: int) -> str:
        """The fingerprint of all that the seat has seen and answered, in its order."""
        return self._own().recall.of(seat_of(seat, int(self.table.players)))

    def _own(self) -> Position:
        if self.position is None:
            self.position = deepcopy(self.get_game().beginning)
        return self.position

    @property
    def table(self) -> State:
        """The record of the rules."""
        return self._own().state

    def current_player(self) -> int:
        """A seat, or what OpenSpiel calls chance and the end."""
        return self._own().asked

    def is_terminal(self) -> bool:
        """Nothing is asked any more."""
        return self._own().asked == TERMINAL

    def _legal_actions(self, _player: int) -> list[int]:
        return np.flatnonzero(self.table.mask).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Answers of chance with their probabilities."""
        weights, offered = self.table.mask, float(self.table.offered)
        return [(action, float(weights[action]) / offered) for action in self._legal_actions(NOBODY)]

    def _apply_action(self, action: int) -> None:
        """Raises UnreadableAction, IllegalAction or GameOver, and changes nothing then."""
        if not is_legal(self.table, action):
            raise refusal(self.table, read_answer(self.table, action, b""))
        self._own().go_on(action)

    def resample_from_infostate(self, player: int, probability: Any) -> "AbyssState":
        """A situation that the seat may just as well be in; `probability` gives numbers below 1."""
        seat = seat_of(player, int(self.table.players))
        resampled = cast(AbyssState, self.clone())
        seed = int(probability() * 2**48)
        table = determinized(self.table, seat, seed, MIN_ANSWERS)
        resampled.position = Position(table, self._own().recall.at_table(table, seat))
        return resampled

    def returns(self) -> list[float]:
        """The reward of each seat; nothing before the end. Of double precision: OpenSpiel adds them up."""
        players = int(self.table.players)
        if not self.is_terminal():
            return [0.0] * players
        rewards = np.zeros(players)
        reward_seats(self.table, int(self.get_game().reward), NOBODY, rewards)
        return rewards.tolist()

    def _action_to_string(self, _player: int, action: int) -> str:
        return Action(action, question_at(self.table)).text

    def __str__(self) -> str:
        asked = max(0, self.current_player())
        return "\n".join(lines_of(observe(self.table, asked), self.get_game().layout(perfect_memory=True)))


class AbyssObserver:
    """Reads what a seat may know, as OpenSpiel asks for it: `tensor`, `dict` by pieces, and a string."""

    def __init__(self, game: AbyssGame, *, perfect_memory: bool, is_public: bool = False) -> None:
        self._layout, self._memory = game.layout(perfect_memory=perfect_memory), perfect_memory
        parts = self._layout.parts.values()
        sizes = [part.end - part.first for part in parts]
        self._hidden = np.repeat([is_public and part.piece.known_to == SEAT_ITSELF for part in parts], sizes)
        self._is_public = is_public
        self.tensor = np.zeros(self._layout.size, np.float32)
        self.dict = {
            name: self.tensor[part.first : part.end].reshape(part.shape)
            for name, part in self._layout.parts.items()
        }

    def set_from(self, state: AbyssState, player: int) -> None:
        """Write the tensor, of which the entries of `dict` are parts."""
        self.tensor[:] = self._seen(state, player)

    def string_from(self, state: AbyssState, player: int) -> str:
        """The same in lines of text."""
        lines = lines_of(self._seen(state, player), self._layout)
        if self._is_public:
            return "\n".join(lines)
        recalled = [f"recall {state.recall_of(player)}"] if self._memory else []
        return "\n".join([f"seat {player}", *lines, *recalled])

    def _seen(self, state: AbyssState, player: int) -> Row:
        seen = observe(state.table, 0 if self._is_public else player, perfect_memory=self._memory)
        seen[self._hidden] = 0
        return seen


def _asked(state: State) -> int:
    """The seat that is asked, or what OpenSpiel calls chance and the end."""
    if state.depth == 0:
        return TERMINAL
    player = open_question(state).player
    return CHANCE if player == NOBODY else int(player)


pyspiel.register_game(_game_type(pyspiel.GameType.Utility.ZERO_SUM), AbyssGame)

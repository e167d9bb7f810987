"""Abyss as a game of OpenSpiel (the extra `openspiel`): `pyspiel.load_game("abyss(players=3,kraken=True)")`,
once this module is imported.

Chance is explicit. Answers without a choice are given by the game itself. The information state of a seat is
its observation with a perfect memory, the observation that of a forgetful seat; both are tensors and strings.
"""

from copy import deepcopy
from importlib import import_module
from typing import Any, cast

import numpy as np

from openabyss.arguments import seat_of
from openabyss.chance.determinization import determinized
from openabyss.envs.rewards import Reward, reward_seats
from openabyss.envs.vector import starting_table
from openabyss.observation.declaring import SEAT_ITSELF, Row
from openabyss.observation.layout import Layout, layout_of, lines_of, observe
from openabyss.players.playout import first_answer
from openabyss.rules.actions import ACTIONS
from openabyss.rules.play import apply
from openabyss.rules.questions import open_question
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import NOBODY, State, copy_of
from openabyss.table.questions import Action, question_at
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
    """The game; its parameters are those of `Game.new`, and `reward`, one of `Reward` by name. Raises
    InvalidOption, InvalidArgument."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = _PARAMETERS | (params or {})
        self.sets = {"kraken": bool(chosen["kraken"]), "leviathan": bool(chosen["leviathan"])}
        self.beginning = Position(starting_table(int(chosen["players"]), **self.sets, options=None)[0])
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
        reads what all know, counted from the first seat, whoever is asked for."""
        if iig_obs_type is None:
            return AbyssObserver(self, perfect_memory=False)
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


class Position:
    """A record that OpenSpiel may copy in its own way, and who is asked: that is looked up far more often."""

    def __init__(self, state: State) -> None:
        self.state, self.asked = state, _asked(state)

    def go_on(self, action: int) -> None:
        """Give this answer, and then those of players that have no choice."""
        apply(self.state, action)
        self.asked = _asked(self.state)
        while self.asked >= 0 and self.state.offered == 1:
            apply(self.state, first_answer(self.state))
            self.asked = _asked(self.state)

    def __deepcopy__(self, memo: object) -> "Position":
        """Later answers in one do not change the other."""
        copied = object.__new__(Position)
        copied.state, copied.asked = copy_of(self.state), self.asked
        return copied


class AbyssState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A situation: the rules' own record, with which none of another situation is shared."""

    def __init__(self, game: AbyssGame) -> None:
        super().__init__(game)
        # OpenSpiel makes one of these for every copy, and then puts the copied position into it.
        self.position: Position | None = None

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
        self._own().go_on(action)

    def resample_from_infostate(self, player: int, probability: Any) -> "AbyssState":
        """A situation that the seat may just as well be in; `probability` gives numbers below 1."""
        seat = seat_of(player, int(self.table.players))
        resampled = cast(AbyssState, self.clone())
        seed = int(probability() * 2**48)
        resampled.position = Position(determinized(self.table, seat, seed, MIN_ANSWERS))
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
        return "\n".join(lines if self._is_public else [f"seat {player}", *lines])

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

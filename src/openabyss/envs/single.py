"""One game, as the environments with a single game play it: answered by agents, asked by seat."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import generator
from openabyss.engine.layout import Numbers
from openabyss.envs.picture import picture_of
from openabyss.envs.rewards import Reward, Rewards, reward_seats
from openabyss.envs.stepping import answer_game, begin_game
from openabyss.envs.vector import Settings, new_batch, starting_table
from openabyss.observation.layout import layout_of, lines_of, observe
from openabyss.position.options import Options
from openabyss.rules.actions import ACTIONS
from openabyss.rules.questions import open_question
from openabyss.rules.state import NOBODY, State

Mask = NDArray[np.int8]


class OneGame:
    """A game that always waits for an agent until it is over; arguments are those of `VectorEnv`.

    Raises InvalidOption and InvalidArgument.
    """

    def __init__(
        self,
        players: int,
        *,
        kraken: bool = False,
        leviathan: bool = False,
        options: Options | Mapping[str, object] | None = None,
        reward: Reward | str = Reward.WIN,
        **settings: Any,
    ) -> None:
        chosen = Settings(**settings)
        self.players, self._memory = players, chosen.perfect_memory
        self.layout = layout_of(
            players, kraken=kraken, leviathan=leviathan, perfect_memory=chosen.perfect_memory
        )
        start = starting_table(players, kraken, leviathan, options)
        self._batch = new_batch(1, start, generator(0), reward, chosen)
        self.loser = NOBODY

    @property
    def table(self) -> State:
        """The record of the game as it stands."""
        return self._batch.tables[0]

    def begin(self, seed: int | None) -> None:
        """A new game; without a seed its chance goes on from where it is."""
        if seed is not None:
            self._batch.generators[:] = generator(seed)
        self.loser = NOBODY
        begin_game(self._batch)

    @property
    def player(self) -> int:
        """The seat of the agent that is asked."""
        return int(open_question(self.table).player)

    @property
    def is_over(self) -> bool:
        """It has been played to the end, or lost by an illegal answer."""
        return self.loser != NOBODY or self.table.depth == 0

    @property
    def is_broken_off(self) -> bool:
        """It has gone on for more answers than it may."""
        return not self.is_over and bool(self._batch.lengths[0] >= self._batch.most_answers)

    def answer(self, action: int) -> bool:
        """Give an answer and play on; an illegal one is refused and changes nothing."""
        return bool(answer_game(self._batch, action))

    def lose(self) -> None:
        """The agent that is asked has lost the game."""
        self.loser = self.player

    def rewards(self) -> Rewards:
        """What the game gives each seat when it is over, until then nothing."""
        rewards = np.zeros(self.players, np.float32)
        if self.is_over:
            reward_seats(self.table, self._batch.reward, self.loser, rewards)
        return rewards

    def observation(self, seat: int) -> Numbers:
        """What the seat may know."""
        return observe(self.table, seat, perfect_memory=self._memory)

    def mask(self, seat: int) -> Mask:
        """1 for each action that the seat may answer with; nothing if it is not asked."""
        if self.is_over or self.player != seat:
            return np.zeros(ACTIONS, np.int8)
        mask: Mask = (self.table.mask[:ACTIONS] > 0).astype(np.int8)
        return mask

    def text(self, seat: int) -> str:
        """What the seat may know, in lines of text."""
        return "\n".join(lines_of(self.observation(seat), self.layout))

    def picture(self) -> NDArray[np.uint8]:
        """What lies open on the table, as a picture."""
        return picture_of(self.table)

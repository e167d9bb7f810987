"""Abyss as an environment of PettingZoo, in which agents act one after another (the extra `pettingzoo`).

>>> from openabyss.envs.pettingzoo import raw_env
>>> env = raw_env(players=2)
>>> env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.last()
>>> observation["observation"].shape == env.observation_space("player_0")["observation"].shape
True
"""

from functools import partial
from typing import Any, Unpack

import numpy as np

from openabyss.envs.single import RENDER_MODES, OneGame
from openabyss.envs.vector import NamedSettings
from openabyss.errors import GameOver, IllegalAction, InvalidArgument
from openabyss.rules.actions import ACTIONS
from openabyss.words import _
from openabyss.words.arguments import in_short, whole_number
from openabyss.words.extras import from_extra

with from_extra("pettingzoo"):
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers


def env(players: int = 2, *, render_mode: str | None = None, **settings: Unpack[NamedSettings]) -> AECEnv:
    """The environment in the usual wrappers, which check everything again and are several times slower;
    an illegal action ends the game as PettingZoo has it, never with more than the last of a game gets."""
    raw = raw_env(players, render_mode=render_mode, **settings)
    checked = wrappers.TerminateIllegalWrapper(raw, illegal_reward=min(-1.0, raw.game.last_gets))
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class AbyssAEC(AECEnv):  # type: ignore[misc]  # PettingZoo is typed in part
    """The agents are `player_0` and so on, by seat; each is asked when it has a choice.

    An observation is a dictionary: `observation` as in `openabyss.observation`, and `action_mask`. Rewards
    come at the end, of the kind that is chosen. Arguments are those of `VectorEnv`. Raises InvalidOption,
    InvalidArgument; `step` raises IllegalAction, and changes nothing then.
    """

    def __init__(
        self, players: int = 2, *, render_mode: str | None = None, **settings: Unpack[NamedSettings]
    ) -> None:
        super().__init__()
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 2}
        self.metadata |= {"name": "abyss_v0", "is_parallelizable": False}
        self.render_mode = render_mode
        self.game = OneGame(players, render_mode=render_mode, **settings)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        lowest, highest = self.game.layout.bounds()
        masks = partial(Box, 0, 1, (ACTIONS,), np.int8)
        self._observations = {
            agent: Dict({"observation": Box(lowest, highest, dtype=np.int16), "action_mask": masks()})
            for agent in self.possible_agents
        }
        self._actions = {agent: Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> "Space[Any]":
        """What `observe` gives. Raises InvalidArgument."""
        return self._observations[self._known(agent)]

    def action_space(self, agent: str) -> "Space[Any]":
        """The numbers of the catalogue of actions. Raises InvalidArgument."""
        return self._actions[self._known(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed its chance goes on from where it is, the first time from anywhere."""
        self.game.begin(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.player]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know and do now, in arrays of its own. Raises InvalidArgument."""
        seat = self._seats[self._known(agent)]
        return {"observation": self.game.observation(seat), "action_mask": self.game.mask(seat)}

    def step(self, action: int | None) -> None:
        """The answer of the agent that is asked; None takes one out whose game is over. Raises
        IllegalAction, InvalidArgument, and GameOver when no agent is left."""
        self._check_asks()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.game.answer(whole_number("action", action)):
            legal = ", ".join(str(number) for number in np.flatnonzero(self.game.mask(self._seats[agent])))
            problem = _("action {action} is not legal for {agent}; legal are {legal}")
            raise IllegalAction(problem.format(action=in_short(action), agent=agent, legal=legal))
        self._cumulative_rewards[agent] = 0.0
        is_over, is_broken_off = self.game.is_over, self.game.is_broken_off
        if is_over or is_broken_off:
            self._end(is_over)
        else:
            self.agent_selection = self.possible_agents[self.game.player]
        if self.render_mode == "human":
            self.render()

    def last(self, observe: bool = True) -> Any:
        """What the agent that is asked may know, gets, and whether the game is over for it. Raises
        InvalidArgument before the first game, GameOver when no agent is left."""
        self._check_asks()
        return super().last(observe)

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The agents in the order in which they are asked. Raises InvalidArgument before the first game."""
        self.game.check_begun()
        return super().agent_iter(max_iter)

    def _check_asks(self) -> None:
        """Raises InvalidArgument before the first game, GameOver when no agent is left."""
        self.game.check_begun()
        if not self.agents:
            raise GameOver(_("the game is over; nobody is asked anything any more"))

    def _known(self, agent: object) -> str:
        """Raises InvalidArgument unless there is this agent."""
        if not isinstance(agent, str) or agent not in self._seats:
            problem = _("there is no agent {agent}; there are {agents}")
            agents = ", ".join(self.possible_agents)
            raise InvalidArgument(problem.format(agent=in_short(agent), agents=agents))
        return agent

    def _end(self, is_over: bool) -> None:
        self.rewards = dict(zip(self.agents, map(float, self.game.rewards()), strict=True))
        self.terminations = dict.fromkeys(self.agents, is_over)
        self.truncations = dict.fromkeys(self.agents, not is_over)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        """The table: printed, as text, or as a picture of rows, columns and colours."""
        self.game.check_begun()
        return self.game.render(0 if self.game.is_over else self.game.player)

    def close(self) -> None:
        """There is nothing to close, but PettingZoo's own test asks for it."""


raw_env = AbyssAEC

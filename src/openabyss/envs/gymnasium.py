"""Abyss as environments of Gymnasium: one agent against opponents (the extra `gymnasium`).

Once this module is imported, `gymnasium.make("Abyss-v0", players=2)` makes one game.
`AbyssVectorEnv` has many.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.layout import Numbers
from openabyss.envs.single import RENDER_MODES, OneGame, check_render_mode, picture_of
from openabyss.envs.stepping import Numbers64
from openabyss.envs.vector import (
    Opponent,
    Seeds,
    SharedSettings,
    VectorEnv,
    any_seed,
    check_array,
    is_for_each,
)
from openabyss.errors import GameOver, InvalidArgument
from openabyss.observation.layout import Layout, lines_of, observe
from openabyss.play.position.options import check_variant
from openabyss.rules.actions import ACTIONS
from openabyss.words import _
from openabyss.words.arguments import in_short, instance_of, seat_of, seed_of, whole_number
from openabyss.words.extras import from_extra

with from_extra("gymnasium"):
    import gymnasium
    from gymnasium.spaces import Box, Discrete, MultiDiscrete, Space
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space

USUAL_OPPONENT = "medium"

Info = dict[str, Any]
Masks = NDArray[np.bool_]


class AbyssEnv(gymnasium.Env[Numbers, np.int64]):
    """One game of an agent at `seat` against opponents, who play at native speed or search: by seat, or the
    same one, or one of the same mixture, on all other seats.

    Observations are those of `openabyss.observation`; `action_masks()` and `info["action_mask"]` say what is
    legal. An illegal action ends the game as lost, with `info["illegal"]`. Whatever else is given is as in
    `VectorEnv`. Raises InvalidOption, InvalidArgument.
    """

    metadata: ClassVar[Info] = {"render_modes": RENDER_MODES, "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        players: int = 2,
        *,
        seat: int = 0,
        opponents: Opponent | Mapping[int, Opponent] = USUAL_OPPONENT,
        render_mode: str | None = None,
        **settings: Unpack[SharedSettings],
    ) -> None:
        others = on_other_seats(opponents, seat, players)
        self.render_mode, self.seat = render_mode, int(seat)
        self.game = OneGame(players, opponents=others, render_mode=render_mode, **settings)
        self.observation_space = observation_box(self.game.layout)
        self.action_space = Discrete(ACTIONS)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Numbers, Info]:
        """A new game, the one that has this seed in `AbyssVectorEnv`; without a seed its chance goes on from
        where it is, the first time from anywhere."""
        super().reset(seed=None if seed is None else whole_number("seed", seed_of(seed), 0))
        if seed is None and not self.game.has_begun:
            seed = int(self.np_random.integers(2**48))
        self.game.begin(seed)
        if self.render_mode == "human":
            self.render()
        return self.game.observation(self.seat), self._info()

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, Info]:
        """The answer of the agent, and those of all others until it is asked again. Raises
        InvalidArgument, and GameOver after the end."""
        self.game.check_begun()
        if self.game.is_over or self.game.is_broken_off:
            raise GameOver(_("the game is over; nobody is asked anything any more"))
        is_legal = self.game.answer(whole_number("action", action))
        if not is_legal:
            self.game.lose()
        reward = float(self.game.rewards()[self.seat])
        info = self._info() if is_legal else {**self._info(), "illegal": True}
        if self.render_mode == "human":
            self.render()
        return self.game.observation(self.seat), reward, self.game.is_over, self.game.is_broken_off, info

    def action_masks(self) -> Masks:
        """Which actions are legal, as MaskablePPO asks for it."""
        return self.game.mask(self.seat).astype(np.bool_)

    def _info(self) -> Info:
        return {"action_mask": self.game.mask(self.seat)}

    def render(self) -> Any:
        """The table: printed, as text, or as a picture of rows, columns and colours."""
        return self.game.render(self.seat)


class AbyssVectorEnv(GymnasiumVectorEnv[Numbers, NDArray[np.int64], NDArray[Any]]):
    """Many games of agents at `seat` against opponents, stepped at once by `VectorEnv`.

    A game that ends begins again in the same step (`AutoresetMode.SAME_STEP`): `info["final_obs"]` then holds
    what the agent may know of its end, and `info["final_info"]` its mask, which is empty, and whether an
    illegal action ended it.
    `info["action_mask"]` says what is legal. Whatever else is given is as in `VectorEnv`; without a `seed`
    the games are any, and one `seed` is as in `reset`. What is returned belongs to the caller. Raises
    InvalidOption, InvalidArgument.
    """

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 2,
        *,
        seat: int = 0,
        opponents: Opponent | Mapping[int, Opponent] = USUAL_OPPONENT,
        render_mode: str | None = None,
        seed: Seeds | None = None,
        **settings: Unpack[SharedSettings],
    ) -> None:
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi", "rgb_array"]}
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        others = on_other_seats(opponents, seat, players)
        self.games = VectorEnv(
            num_envs,
            players,
            opponents=others,
            keeps_final=True,
            **settings,
        )
        self.num_envs, self.seat = self.games.games, int(seat)
        self.games.reset(_seeds(any_seed() if seed is None else seed, self.num_envs))
        size = self.games.arrays.observations.shape[1]
        self.single_observation_space = observation_box(self.games.layout, size)
        self.single_action_space = Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete([ACTIONS] * num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Info | None = None
    ) -> tuple[Numbers, Info]:
        """Begin all games: with a seed for each, with one from which they count on (of five games with the
        seed 7, the last one has the seed 11), or with chance going on from where it is.
        `options={"reset_mask": …}`, an array of bool, begins only those where it is true. Raises
        InvalidArgument."""
        self._check_open()
        chosen = instance_of("options", {} if options is None else options, Mapping)
        arrays = self.games.reset(_seeds(seed, self.num_envs), only=chosen.get("reset_mask"))
        return arrays.observations.copy(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Numbers, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """The answers of all agents, and those of all others until they are asked again. Raises
        InvalidArgument."""
        self._check_open()
        chosen = _whole_numbers(actions)
        check_array("actions", chosen, self.games.arrays.to_play)
        masks, illegal_before = self.action_masks(), self.games.illegal_actions
        arrays = self.games.step(chosen)
        info = self._info()
        ended = arrays.terminated | arrays.truncated
        if ended.any():
            final, size = np.empty(self.num_envs, object), arrays.observations.shape[1]
            for game in np.flatnonzero(ended):
                final[game] = self.games.final_observations[game, :size].copy()
            info |= {"final_obs": final, "_final_obs": ended}
            nothing = np.zeros((self.num_envs, ACTIONS), np.int8)
            final_info: Info = {"action_mask": nothing, "_action_mask": ended}
            if self.games.illegal_actions > illegal_before:
                illegal = _are_illegal(chosen, masks)
                final_info |= {"illegal": illegal, "_illegal": illegal}
            info |= {"final_info": final_info, "_final_info": ended}
        rewards = arrays.rewards[:, self.seat].astype(np.float64)
        return (arrays.observations.copy(), rewards, arrays.terminated.copy(), arrays.truncated.copy(), info)

    def _check_open(self) -> None:
        """Raises InvalidArgument after `close`."""
        if self.closed:
            raise InvalidArgument(_("the environment is closed"))

    def _info(self) -> Info:
        """Masks are of int8, as spaces of Gymnasium want them."""
        masks = self.games.arrays.masks.astype(np.int8)
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def action_masks(self) -> Masks:
        """Which actions are legal in each game."""
        return self.games.arrays.masks.copy()

    def render(self) -> tuple[Any, ...] | None:
        """Each table: as text, or as a picture of rows, columns and colours."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return tuple(picture_of(table) for table in self.games.tables)
        known, layout = self.games.settings.known, self.games.layout
        seen = [observe(table, self.seat, **known) for table in self.games.tables]
        return tuple("\n".join(lines_of(one, layout)) for one in seen)


def on_other_seats(
    opponents: Opponent | Mapping[int, Opponent], seat: int, players: int
) -> Mapping[int, Opponent]:
    """Who sits on each seat but the agent's. Raises InvalidOption, InvalidArgument."""
    players = whole_number("players", players)
    check_variant(players, kraken=False, leviathan=True)
    others = {*range(players)} - {seat_of(seat, players)}
    if not isinstance(opponents, Mapping):
        opponents = dict.fromkeys(others, opponents)
    if {*opponents} != others:
        problem = _("opponents: seat {seat} of {players} is the agent's, and each other seat needs one")
        raise InvalidArgument(problem.format(seat=in_short(seat), players=players))
    return opponents


def observation_box(layout: Layout, size: int | None = None) -> "Space[Numbers]":
    """The space of observations, or of their first `size` numbers."""
    lowest, highest = (bound[:size] for bound in layout.bounds())
    return cast("Space[Numbers]", Box(lowest, highest, dtype=np.int16))


def _whole_numbers(actions: object) -> Numbers64:
    """Raises InvalidArgument; fractions are no actions."""
    try:
        found = np.asarray(actions)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.dtype.kind not in "iu":
        problem = _("actions: whole numbers are expected, not {value}")
        raise InvalidArgument(problem.format(value=in_short(actions)))
    return np.ascontiguousarray(found, np.int64).copy()


def _are_illegal(actions: Numbers64, masks: Masks) -> Masks:
    """Which of the actions, one for each row of masks, are not legal there, or in no catalogue."""
    is_known = (actions >= 0) & (actions < ACTIONS)
    legal: Masks = masks[np.arange(len(masks)), np.where(is_known, actions, 0)] & is_known
    return ~legal


def _seeds(seed: Seeds | list[int | None] | None, games: int) -> Seeds | None:
    """One for each game, as vector environments of Gymnasium count them. Raises InvalidArgument where only
    some of several are given."""
    if seed is None:
        return None
    if not isinstance(seed, list):
        if is_for_each(seed):
            return seed
        first = seed_of(seed)
        return [first + game for game in range(games)]
    given = [one for one in seed if one is not None]
    if len(given) not in (0, len(seed)):
        raise InvalidArgument(_("seed: a number for each game is expected, or for none"))
    return given or None


gymnasium.register("Abyss-v0", f"{__name__}:AbyssEnv", vector_entry_point=f"{__name__}:AbyssVectorEnv")

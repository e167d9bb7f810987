"""One game, as the environments with a single game play and show it: answered by agents, asked by seat."""

from collections.abc import Iterator, Sequence
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import generator
from openabyss.engine.layout import Numbers
from openabyss.envs.rewards import LAST_GETS, Rewards, reward_seats
from openabyss.envs.stepping import AGENT, BEGINNINGS, SEARCHES, answer_game, begin
from openabyss.envs.vector import (
    EnvSettings,
    NamedSettings,
    any_seed,
    new_batch,
    nobody_chooses,
    specs_of,
)
from openabyss.errors import InvalidArgument
from openabyss.observation.layout import lines_of, observe
from openabyss.play.game import Game
from openabyss.players.perspective import Perspective
from openabyss.players.registry import Player, player
from openabyss.rules.actions import ACTIONS
from openabyss.rules.cards.allies import ALLY_KINDS, NO_RACE, RACE_OF
from openabyss.rules.cards.printed import GUILD, LOCATIONS, LORDS
from openabyss.rules.questions import open_question
from openabyss.rules.state import EMPTY, NOBODY, State
from openabyss.words import _
from openabyss.words.arguments import in_short, seed_of

Mask = NDArray[np.int8]
Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

SIDE, GAP, PLACES = 10, 2, 60
WATER: Colour = (12, 26, 48)
PEARL, LOCATION, BACK, MONSTER = (238, 238, 230), (196, 160, 84), (70, 90, 120), (120, 30, 40)
# Of the five races, and of the guilds that have the same; then ambassadors and smugglers.
COLOURS = (
    (150, 90, 190),
    (200, 70, 60),
    (210, 180, 60),
    (70, 160, 110),
    (60, 120, 200),
    (160, 160, 160),
    (90, 70, 50),
)

RENDER_MODES = ["human", "ansi", "rgb_array"]


class OneGame:
    """A game that always waits for an agent until it is over; arguments are those of `VectorEnv`, and
    opponents may also be levels that search (`hard`). Raises InvalidOption and InvalidArgument."""

    def __init__(
        self, players: int, *, render_mode: str | None = None, **settings: Unpack[NamedSettings]
    ) -> None:
        check_render_mode(render_mode)
        chosen = EnvSettings(**settings)
        if chosen.shaping is not None:
            raise InvalidArgument(_("shaping: only VectorEnv and AbyssVectorEnv call it"))
        self._specs = specs_of(chosen.opponents)
        self._batch = new_batch(1, players, generator(any_seed()), chosen, may_search=True)
        # The record of the game as it is: part of the batch, and found once, which takes long.
        self.table: State = self._batch.tables[0]
        # Opponents that search, by number among all of them; those of a game are made when they are asked.
        self._searching: dict[int, Player] = {}
        self._seed = 0
        self.players = int(self._batch.start[0].players)
        self.render_mode, self._known = render_mode, chosen.known
        self.layout = chosen.layout(self.players)
        self.loser = NOBODY
        self.has_begun = False

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "table": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__ |= kept
        self.table = self._batch.tables[0]

    def begin(self, seed: int | None) -> None:
        """A new game; without a seed its chance goes on from where it is. Raises InvalidArgument where no
        agent ever has a choice."""
        if seed is not None:
            self._batch.generators[:] = generator(seed_of(seed))
        self.loser, self.has_begun = NOBODY, True
        self._searching, self._seed = {}, int(self._batch.generators[0])
        for _beginning in range(BEGINNINGS):
            begin(self._batch, 0)
            if self.is_over:
                break
            self._ask_opponents()
            if not self.is_over:
                return
        self.has_begun = False
        raise nobody_chooses()

    def _ask_opponents(self) -> None:
        """Play on while it is the turn of an opponent that searches."""
        while not self.is_over:
            opponent = int(self._batch.seated[0, self.player])
            if opponent == AGENT or self._batch.policies[opponent] != SEARCHES:
                return
            known = Perspective(Game.from_state(self.table))
            answer_game(self._batch, self._opponent(opponent).choose(known).id)

    def _opponent(self, number: int) -> Player:
        if number not in self._searching:
            self._searching[number] = player(self._specs[number], self._seed)
        return self._searching[number]

    @property
    def player(self) -> int:
        """The seat of the agent that is asked."""
        return int(open_question(self.table).player)

    @property
    def is_over(self) -> bool:
        """Whether it has been played to the end, or lost by an illegal answer."""
        return self.loser != NOBODY or self.table.depth == 0

    @property
    def is_broken_off(self) -> bool:
        """Whether it was cut off after the maximum number of answers."""
        return not self.is_over and bool(self._batch.lengths[0] >= self._batch.max_answers)

    def check_begun(self) -> None:
        """Raises InvalidArgument before the first game."""
        if not self.has_begun:
            raise InvalidArgument(_("there is no game yet: reset() begins the first one"))

    def answer(self, action: int) -> bool:
        """Give an answer and play on; an illegal one is refused and changes nothing. Raises InvalidArgument
        before the first game."""
        self.check_begun()
        is_legal = 0 <= action < ACTIONS and bool(answer_game(self._batch, action))
        if is_legal:
            self._batch.lengths[0] += 1
            self._ask_opponents()
        return is_legal

    def lose(self) -> None:
        """The agent that is asked has lost the game."""
        self.loser = self.player

    def rewards(self) -> Rewards:
        """The reward of each seat once the game is over, until then 0."""
        rewards = np.zeros(self.players, np.float32)
        if self.is_over:
            reward_seats(self.table, self._batch.reward, self.loser, rewards)
        return rewards

    @property
    def last_gets(self) -> float:
        """The reward of a seat that loses the game by an illegal answer."""
        return LAST_GETS[self._batch.reward]

    def observation(self, seat: int) -> Numbers:
        """What the seat may know. Raises InvalidArgument before the first game."""
        self.check_begun()
        return observe(self.table, seat, **self._known)

    def mask(self, seat: int) -> Mask:
        """1 for each action that the seat may answer with; nothing if it is not asked. Raises InvalidArgument
        before the first game."""
        self.check_begun()
        if self.is_over or self.player != seat:
            return np.zeros(ACTIONS, np.int8)
        mask: Mask = (self.table.mask[:ACTIONS] > 0).astype(np.int8)
        return mask

    def render(self, seat: int) -> Any:
        """What is face up as a picture; or what the seat may know, as text or printed. Raises
        InvalidArgument before the first game."""
        self.check_begun()
        if self.render_mode == "rgb_array":
            return picture_of(self.table)
        text = "\n".join(lines_of(self.observation(seat), self.layout))
        if self.render_mode != "human":
            return text
        print(text)
        return None


def check_render_mode(mode: object, modes: Sequence[str] = RENDER_MODES) -> None:
    """Raises InvalidArgument for a way of rendering that there is not."""
    if mode is not None and not (isinstance(mode, str) and mode in modes):
        problem = _("render_mode: there is no {mode}; there are {modes}")
        raise InvalidArgument(problem.format(mode=in_short(mode), modes=", ".join(modes)))


# ---------------------------------------------------------------------------------------- a picture


def picture_of(state: State) -> Picture:
    """What is face up as small squares, in an array of rows, columns and the three colours.

    The first row is the court, the second the track. Below is a row for each seat: its lords in the colours
    of their guilds, its locations, its affiliated allies in the colours of their races, its pearls, and the
    backs of the cards in its hand. What does not fit is left out.
    """
    court = [WATER if lord == EMPTY else COLOURS[GUILD[lord]] for lord in state.court]
    track = [_card(int(kind)) for kind in state.track]
    rows = [court, track, *([*_seat(state, seat)] for seat in range(state.players))]
    step = SIDE + GAP
    picture = np.full((len(rows) * step + GAP, PLACES * step + GAP, 3), WATER, np.uint8)
    for row, colours in enumerate(rows):
        for place, colour in enumerate(colours[:PLACES]):
            top, left = GAP + row * step, GAP + place * step
            picture[top : top + SIDE, left : left + SIDE] = colour
    return picture


def _seat(state: State, seat: int) -> Iterator[Colour]:
    yield from (COLOURS[GUILD[lord]] for lord in range(LORDS) if state.lord_place[lord] == seat)
    yield from (LOCATION for tile in range(LOCATIONS) if state.location_place[tile] == seat)
    for kind in range(ALLY_KINDS):
        yield from [_card(kind)] * int(state.affiliated[seat, kind])
    yield from [PEARL] * int(state.pearls[seat])
    yield from [BACK] * int(state.hand[seat].sum())


def _card(kind: int) -> Colour:
    """The colour of a card: its race, or that of a Monster or a Kraken, which have none."""
    if kind == EMPTY:
        return WATER
    return MONSTER if RACE_OF[kind] == NO_RACE else COLOURS[RACE_OF[kind]]

"""What a finished game gives each seat.

An agent that answers illegally loses the game, whatever the table says: it comes last, and the others
share the first place.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from openabyss.engine.compiling import compiled
from openabyss.errors import InvalidArgument
from openabyss.players.playout import share_victory
from openabyss.rules.scoring import score, standing
from openabyss.rules.state import NOBODY, State
from openabyss.words import _
from openabyss.words.arguments import instance_of

Rewards = NDArray[np.float32] | NDArray[np.float64]

# By how many points a game is lost that an illegal answer ends.
LOST_BY = 100


class Reward(IntEnum):
    """What is rewarded at the end of a game.

    WIN: the share of the victory, 1 for a single winner, equal parts for several, 0 for the others.
    RANK: from 1 for the first place to -1 for the last, evenly between; seats that share places get their
    mean, so that all rewards add up to 0.
    MARGIN: the points of influence by which a seat is ahead of the best of the others, or behind it.
    """

    WIN = 0
    RANK = 1
    MARGIN = 2

    @classmethod
    def of(cls, chosen: "Reward | str") -> "Reward":
        """The one that is chosen, also by its name in small letters. Raises InvalidArgument."""
        if isinstance(chosen, Reward):
            return chosen
        if instance_of("reward", chosen, str).upper() not in cls.__members__:
            names = ", ".join(kind.name.lower() for kind in cls)
            problem = _("reward: there is no {name!r}; there are {names}")
            raise InvalidArgument(problem.format(name=chosen, names=names))
        return cls[chosen.upper()]


WIN, RANK, MARGIN = (int(kind) for kind in Reward)
# What the last of a game that is lost by an illegal answer gets, by the kind of reward.
LAST_GETS = (0.0, -1.0, -float(LOST_BY))


@compiled
def reward_seats(state: State, kind: int, loser: int, rewards: Rewards) -> None:
    """Write the reward of each seat; `loser` is the one that answered illegally, or NOBODY."""
    if loser != NOBODY:
        reward_against(state, kind, loser, rewards)
    elif kind == WIN:
        share_victory(state, rewards)
    elif kind == RANK:
        reward_rank(state, rewards)
    else:
        reward_margin(state, rewards)


@compiled
def reward_rank(state: State, rewards: Rewards) -> None:
    """How many are behind less how many are ahead, in parts of the others."""
    for player in range(state.players):
        own, better = standing(state, player), 0
        for other in range(state.players):
            theirs = standing(state, other)
            better += int(own > theirs) - int(own < theirs)
        rewards[player] = better / (int(state.players) - 1)


@compiled
def reward_margin(state: State, rewards: Rewards) -> None:
    for player in range(state.players):
        best = -LOST_BY
        for other in range(state.players):
            if other != player:
                best = max(best, score(state, other))
        rewards[player] = score(state, player) - best


@compiled
def reward_against(state: State, kind: int, loser: int, rewards: Rewards) -> None:
    """The loser comes last, and all others share what is before it."""
    others_get = 0.0 if kind == MARGIN else 1.0 / (int(state.players) - 1)
    for player in range(state.players):
        rewards[player] = LAST_GETS[kind] if player == loser else others_get

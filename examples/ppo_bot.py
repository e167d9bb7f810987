"""What `ppo.py` has learned, as a bot: `openabyss rate examples.ppo_bot:Ppo medium`.

It plays with the weights that `python examples/ppo.py --out ppo.pt` has saved. The variable PPO_WEIGHTS
names another file, or a folder with one for each table: `base2.pt`, `both5.pt`.
"""

import os
from pathlib import Path

import numpy as np
import torch

from examples.ppo import Actor
from openabyss import Perspective
from openabyss.players.network.weights import name_of, table_of
from openabyss.rules.actions import ACTIONS

torch.set_num_threads(1)  # for one position at a time, threads only wait for each other


class Ppo:
    """Gives the answer that the policy likes best, the same every time."""

    reproducible = True

    def __init__(self, _seed: int) -> None:
        self.actor: Actor | None = None

    def choose(self, perspective: Perspective) -> int:
        """The number of the answer."""
        self.actor = self.actor or actor_for(perspective)
        mask = np.zeros(ACTIONS, np.bool_)
        mask[[action.id for action in perspective.legal_actions]] = True
        seen = torch.from_numpy(perspective.observation())[None]
        with torch.no_grad():
            likely, _value = self.actor(seen, torch.from_numpy(mask)[None])
        return int(likely.argmax())


def actor_for(perspective: Perspective) -> Actor:
    """What was learned for this table."""
    path = Path(os.environ.get("PPO_WEIGHTS", "ppo.pt"))
    if path.is_dir():
        path /= f"{name_of(table_of(perspective.state))}.pt"
    kept = torch.load(path, weights_only=True)
    actor = Actor(kept["mean"], kept["deviation"], len(kept["value.weight"][0]))
    actor.load_state_dict(kept)
    return actor

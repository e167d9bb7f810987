"""What `ppo.py` has learned, as a bot: `openabyss rate examples.ppo_bot:Ppo medium`.

It plays the base game for two with the weights that `python examples/ppo.py --out ppo.pt` has saved; the
variable PPO_WEIGHTS names another file.
"""

import os

import numpy as np
import torch

from examples.ppo import Actor
from openabyss import Perspective
from openabyss.rules.actions import ACTIONS


class Ppo:
    """Gives the answer that the policy likes best, the same every time."""

    reproducible = True

    def __init__(self, _seed: int) -> None:
        kept = torch.load(os.environ.get("PPO_WEIGHTS", "ppo.pt"), weights_only=True)
        self.actor = Actor(kept["mean"], kept["deviation"], len(kept["value.weight"][0]))
        self.actor.load_state_dict(kept)

    def choose(self, perspective: Perspective) -> int:
        """The number of the answer."""
        mask = np.zeros(ACTIONS, np.bool_)
        mask[[action.id for action in perspective.legal_actions]] = True
        seen = torch.from_numpy(perspective.observation())[None]
        with torch.no_grad():
            likely, _value = self.actor(seen, torch.from_numpy(mask)[None])
        return int(likely.argmax())

"""The learned player, as the registry hands it out."""

import numpy as np

from openabyss.chance.generator import generator
from openabyss.players.learned.choosing import choose_by_rating, new_plan
from openabyss.players.learned.weights import trained_nets
from openabyss.players.perspective import Perspective
from openabyss.rules.sizes import SEATS
from openabyss.table.questions import Action


class LearnedPlayer:
    """Looks one answer ahead and trusts the network; does nothing at random."""

    reproducible = True

    def __init__(self, name: str) -> None:
        self.name = name
        self.nets = trained_nets()

    def choose(self, perspective: Perspective) -> Action:
        """The answer with the best chances for the seat."""
        chances, is_quick = np.zeros(SEATS), False
        number = choose_by_rating(perspective.table, self.nets, is_quick, generator(0), chances, new_plan())
        return perspective.action(int(number))

"""The twenty leviathans: whom they fear, what their levels resist and pay, how they attack.

They have no names; their ids 1 to 20 are counted from 0 inside the rules.
"""

import numpy as np

from openabyss.rules.cards.allies import CRAB, JELLYFISH, SEAHORSE, SHELLFISH, SQUID

LEVELS = 3

WOUNDS, PEARLS, ALLIES, A_FREE_LORD = range(4)

# (race that may fight it besides crabs, levels as (resistance, tokens), attack as (kind, amount))
_CARDS = (
    (JELLYFISH, ((3, 1), (7, 2), (5, 1)), (ALLIES, 3)),
    (JELLYFISH, ((6, 2), (4, 1)), (ALLIES, 3)),
    (JELLYFISH, ((9, 3),), (WOUNDS, 3)),
    (JELLYFISH, ((6, 1),), (WOUNDS, 2)),
    (SHELLFISH, ((4, 1), (6, 2), (5, 1)), (PEARLS, 3)),
    (SHELLFISH, ((6, 2), (4, 1)), (PEARLS, 3)),
    (SHELLFISH, ((8, 3),), (WOUNDS, 3)),
    (SHELLFISH, ((6, 1),), (WOUNDS, 2)),
    (SQUID, ((3, 1), (7, 2), (5, 1)), (A_FREE_LORD, 1)),
    (SQUID, ((6, 2), (4, 1)), (A_FREE_LORD, 1)),
    (SQUID, ((7, 2),), (WOUNDS, 3)),
    (SQUID, ((5, 1),), (WOUNDS, 2)),
    (SEAHORSE, ((3, 1), (7, 1), (5, 2)), (WOUNDS, 3)),
    (SEAHORSE, ((6, 2), (4, 2)), (WOUNDS, 2)),
    (SEAHORSE, ((7, 4),), (WOUNDS, 3)),
    (SEAHORSE, ((5, 2),), (WOUNDS, 2)),
    (CRAB, ((4, 1), (7, 1), (6, 1)), (WOUNDS, 4)),
    (CRAB, ((7, 1), (5, 1)), (WOUNDS, 3)),
    (CRAB, ((9, 2),), (WOUNDS, 3)),
    (CRAB, ((7, 1),), (WOUNDS, 2)),
)

FEARED_RACE = np.array([race for race, _, _ in _CARDS])
LEVELS_OF = np.array([len(levels) for _, levels, _ in _CARDS])
RESISTANCE = np.array([[r for r, _ in levels] + [0] * (LEVELS - len(levels)) for _, levels, _ in _CARDS])
TOKENS_PAID = np.array([[t for _, t in levels] + [0] * (LEVELS - len(levels)) for _, levels, _ in _CARDS])
ATTACK = np.array([kind for _, _, (kind, _) in _CARDS])
ATTACK_AMOUNT = np.array([amount for _, _, (_, amount) in _CARDS])

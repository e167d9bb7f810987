"""The ids of cards, in the order of the numbers that the rules use."""

from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.sizes import LEVIATHANS

LORD_IDS: list[int] = LORD_ID.tolist()
LOCATION_IDS: list[int] = LOCATION_ID.tolist()
LEVIATHAN_IDS = list(range(1, LEVIATHANS + 1))

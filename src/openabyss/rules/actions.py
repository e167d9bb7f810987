"""The catalogue of actions: an answer is a number that points at something on the table."""

from openabyss.engine.compiling import compiled
from openabyss.rules.cards.allies import KINDS, RACES
from openabyss.rules.cards.printed import LOCATIONS, LORDS
from openabyss.rules.sizes import SEATS, TOKENS, ZONES

# An action points at something on the table; the open question says what pointing means. What is
# pointed at most often comes first, which makes random play a little faster.
PASS, YES, PLOT = 0, 1, 2
RACE = 3
KIND = RACE + RACES
LORD = KIND + KINDS
LOCATION = LORD + LORDS
NUMBER = LOCATION + LOCATIONS
NUMBERS = 20
TOKEN = NUMBER + NUMBERS
PLAYER = TOKEN + TOKENS
ZONE = PLAYER + SEATS
ACTIONS = ZONE + ZONES
# Mask block size: the mask is filled and counted in pieces of a multiple of this.
MASK_BLOCK = 16
MASK_PLACES = ACTIONS + MASK_BLOCK

# The stretches of the catalogue that questions draw their answers from: (first, end).
YES_OR_NO = (0, PLOT)
ALLIES_OR_DONE = (0, LORD)
LORDS_OR_DONE = (0, LOCATION)
LOCATIONS_OR_PASS = (0, NUMBER)
A_RACE = (RACE, KIND)
RACES_OR_PASS = (0, KIND)
RACE_TO_LOCATION = (RACE, NUMBER)
AN_ALLY = (KIND, LORD)
A_LORD = (LORD, LOCATION)
A_LOCATION = (LOCATION, NUMBER)
LOCATION_NUMBER_OR_PASS = (0, TOKEN)
A_NUMBER = (NUMBER, TOKEN)
A_TOKEN = (TOKEN, PLAYER)
TOKENS_OR_PASS = (0, PLAYER)
A_PLAYER = (PLAYER, ZONE)
A_ZONE = (ZONE, ACTIONS)


@compiled
def is_lord(action: int) -> bool:
    """The action points at a lord."""
    return LORD <= action < LORD + LORDS


@compiled
def is_token(action: int) -> bool:
    """The action points at a monster token."""
    return TOKEN <= action < TOKEN + TOKENS


@compiled
def is_location(action: int) -> bool:
    """The action points at a location."""
    return LOCATION <= action < LOCATION + LOCATIONS

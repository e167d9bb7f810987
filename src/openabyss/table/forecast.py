"""What the table would give a player if the game ended now."""

from dataclasses import dataclass

import numpy as np

from openabyss.rules.cards.printed import LOCATIONS
from openabyss.rules.scoring import note_worths, score, tokens_influence
from openabyss.rules.state import AVAILABLE, DRAWN, State
from openabyss.words.cards.ids import LOCATION_IDS


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a player would score; `known` is the score without the monster tokens.

    locations: what each location of the player gives; worth: each one that may still be taken, by id.
    """

    player: int
    score: int
    known: int
    has_tokens: bool
    locations: dict[str, int]
    worth: dict[str, int]


def forecast(state: State, player: int) -> Forecast:
    """What the table would give a player if the game ended now."""
    worths = np.zeros(LOCATIONS, np.int16)
    note_worths(state, player, worths)
    places = state.location_place.tolist()
    by_place = list(zip(places, LOCATION_IDS, worths.tolist(), strict=True))
    total = int(score(state, player))
    return Forecast(
        player=player,
        score=total,
        known=total - int(tokens_influence(state, player)),
        has_tokens=bool(state.monster_tokens[player].any()),
        locations={str(number): worth for place, number, worth in by_place if place == player},
        worth={str(number): worth for place, number, worth in by_place if place in (AVAILABLE, DRAWN)},
    )

"""The score, column by column, and who wins (rules 8.3 and 8.4)."""

from dataclasses import dataclass
from functools import partial
from itertools import groupby

from openabyss.rules.cards.printed import INFLUENCE
from openabyss.rules.holdings.counting import strongest_affiliated
from openabyss.rules.scoring import (
    figure_influence,
    nebulis_influence,
    score,
    scourge_influence,
    standing,
    tokens_influence,
    worth_of,
    wounds_influence,
)
from openabyss.rules.state import State
from openabyss.words.cards.ids import LOCATION_IDS, LORD_IDS


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Influence points of one player; `locations` and `lords` by id, what each gives."""

    player: int
    locations: dict[int, int]
    lords: dict[int, int]
    allies: int
    monster_tokens: int
    nebulis: int
    kraken_figure: int
    wounds: int
    scourge: int
    total: int


def score_sheet(state: State, player: int) -> ScoreSheet:
    """The score of a player if the game ended with the table as it is."""
    return ScoreSheet(
        player=player,
        locations={
            LOCATION_IDS[tile]: int(worth_of(state, tile, player))
            for tile, place in enumerate(state.location_place.tolist())
            if place == player
        },
        lords={
            LORD_IDS[lord]: int(INFLUENCE[lord])
            for lord, place in enumerate(state.lord_place.tolist())
            if place == player
        },
        allies=int(strongest_affiliated(state, player)),
        monster_tokens=int(tokens_influence(state, player)),
        nebulis=int(nebulis_influence(state, player)),
        kraken_figure=int(figure_influence(state, player)),
        wounds=int(wounds_influence(state, player)),
        scourge=int(scourge_influence(state, player)),
        total=int(score(state, player)),
    )


def rank(state: State) -> list[list[int]]:
    """Groups of seats that stand equal (rules 8.4), best first."""
    merit = partial(standing, state)
    seats = sorted(range(state.players), key=merit, reverse=True)
    return [sorted(group) for _, group in groupby(seats, key=merit)]

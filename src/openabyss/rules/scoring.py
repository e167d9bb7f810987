"""The end of the game: final affiliation and the score (rules 8.2-8.4)."""

from openabyss.engine.compiling import compiled, compiled_out_of_line
from openabyss.engine.layout import Numbers
from openabyss.rules.base.counting import lords_influence, strongest_affiliated, strongest_lord
from openabyss.rules.cards.allies import ALLY_KINDS, NO_RACE, RACE_OF, RACES, VALUE_OF
from openabyss.rules.cards.locations import CITY_OF_MIRRORS, is_sanctuary, loot_value, worth
from openabyss.rules.cards.printed import LOCATIONS
from openabyss.rules.events import ALLY_AFFILIATED, GAME_ENDED, emit
from openabyss.rules.kraken.krakens import reveal_krakens
from openabyss.rules.numbering import FINAL_SCORING, LAST_REVELATION
from openabyss.rules.questions import step, when_due
from openabyss.rules.sizes import TOKENS
from openabyss.rules.state import MIRRORS_COPY_LOOT, NOBODY, TOKEN_INFLUENCE, State

FIGURE_INFLUENCE = -5
SCOURGE_INFLUENCE = 5
# More than anybody has pearls, or a lord has influence.
MORE_THAN_PEARLS, MORE_THAN_A_LORD = 100_000, 100

step(LAST_REVELATION, waits=False)
step(FINAL_SCORING, of_anybody=True)

printed_worth = worth.build()


@when_due(LAST_REVELATION)
def reveal_hands(state: State, player: int, detail: int) -> None:
    """Krakens still in hand bring their nebulis; the figure may move a last time (rules 9.10)."""
    if state.kraken == 1:
        reveal_krakens(state)


@when_due(FINAL_SCORING)
def finish(state: State, player: int, detail: int) -> None:
    """Every player affiliates the lowest ally of each race in hand and discards the rest."""
    for seat in range(state.players):
        for race in range(RACES):
            affiliate_lowest(state, seat, race)
        for kind in range(ALLY_KINDS):
            state.discard[kind] += state.hand[seat, kind]
            state.hand[seat, kind] = 0
    emit(state, GAME_ENDED, NOBODY, 0, 0)


@compiled
def affiliate_lowest(state: State, player: int, race: int) -> None:
    lowest = NO_RACE
    for kind in range(ALLY_KINDS):
        is_candidate = RACE_OF[kind] == race and state.hand[player, kind] > 0
        if is_candidate and (lowest == NO_RACE or VALUE_OF[kind] < VALUE_OF[lowest]):
            lowest = kind
    if lowest != NO_RACE:
        state.hand[player, lowest] -= 1
        state.affiliated[player, lowest] += 1
        emit(state, ALLY_AFFILIATED, player, 0, lowest)


@compiled
def worth_of(state: State, tile: int, player: int) -> int:
    """What a location is worth to `player`, no matter who controls it."""
    if tile == CITY_OF_MIRRORS:
        return best_reflection(state, player)
    if is_sanctuary(tile):
        return loot_value(state, tile)
    return by_its_text(state, tile, player)


@compiled
def note_worths(state: State, player: int, worths: Numbers) -> None:
    """Write down what each location is worth to `player`."""
    for tile in range(LOCATIONS):
        worths[tile] = worth_of(state, tile, player)


@compiled_out_of_line
def by_its_text(state: State, tile: int, player: int) -> int:
    """What the text of a location other than the City of Mirrors and sanctuaries pays `player`."""
    return int(printed_worth(tile, state, player))


@compiled
def best_reflection(state: State, player: int) -> int:
    """The City of Mirrors: the best opposing location by one's own cards, at least 0 (R-15)."""
    best = 0
    for tile in range(LOCATIONS):
        if state.location_place[tile] >= 0 and state.location_place[tile] != player:
            best = max(best, reflection_of(state, tile, player))
    return best


@compiled
def reflection_of(state: State, tile: int, player: int) -> int:
    """An opposing location by one's own cards; the loot on a sanctuary as the option says (R-K12)."""
    if is_sanctuary(tile):
        return loot_value(state, tile) if state.options[MIRRORS_COPY_LOOT] == 1 else 0
    return by_its_text(state, tile, player)


@compiled
def locations_influence(state: State, player: int) -> int:
    total = 0
    for tile in range(LOCATIONS):
        if state.location_place[tile] == player:
            total += worth_of(state, tile, player)
    return total


@compiled
def tokens_influence(state: State, player: int) -> int:
    total = 0
    for token in range(TOKENS):
        total += int(state.monster_tokens[player, token]) * TOKEN_INFLUENCE[token]
    return total


@compiled
def score(state: State, player: int) -> int:
    """Locations, lords, the strongest affiliated ally of each race, monster tokens; with Kraken,
    less what nebulis and the figure cost; with Leviathan, wounds and the Scourge."""
    return int(
        locations_influence(state, player)
        + lords_influence(state, player)
        + strongest_affiliated(state, player)
        + tokens_influence(state, player)
        + nebulis_influence(state, player)
        + figure_influence(state, player)
        + wounds_influence(state, player)
        + scourge_influence(state, player)
    )


@compiled
def standing(state: State, player: int) -> int:
    """What is compared at the end, the higher the better: the score, then pearls, then the strongest lord
    (rules 8.4); equals share their place (R-24), but the Regent wins a full tie (house rules)."""
    points = int(score(state, player)) * MORE_THAN_PEARLS + int(state.pearls[player])
    lords = points * MORE_THAN_A_LORD + int(strongest_lord(state, player))
    return lords * 2 + int(player == state.regent)


@compiled
def wounds_influence(state: State, player: int) -> int:
    """-1 for each wound (Leviathan 8.4)."""
    return -int(state.wounds[player])


@compiled
def scourge_influence(state: State, player: int) -> int:
    """5 for the holder of the Scourge (Leviathan 8.4)."""
    return SCOURGE_INFLUENCE if state.scourge_holder == player else 0


@compiled
def nebulis_influence(state: State, player: int) -> int:
    """-1 for each nebulis (rules 9.11)."""
    return -int(state.nebulis[player])


@compiled
def figure_influence(state: State, player: int) -> int:
    """-5 for the holder of the Kraken figure (rules 9.11)."""
    return FIGURE_INFLUENCE if state.kraken_holder == player else 0

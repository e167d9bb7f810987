"""What can happen: one name for each kind of event, and what its row means.

A row is (kind, player, amount, what, seen by). Amounts that change a stock are followed by the
new total in `what`; `seen by` is NOBODY when everybody saw it, else the only seat that did.
"""

from openabyss.engine.compiling import compiled
from openabyss.rules.state import NOBODY, State

EVENT_NAMES: list[str] = []


def event(name: str) -> int:
    """A new kind of event; `name` is what words/ and tools call it."""
    assert name not in EVENT_NAMES, f"two events are called {name}"
    EVENT_NAMES.append(name)
    return len(EVENT_NAMES) - 1


# The course of the game.                     player        amount              what
GAME_STARTED = event("GAME_STARTED")  #       first player  players             -
TURN_STARTED = event("TURN_STARTED")  #       active        turn number         1 if an extra turn
LAST_ROUND = event("LAST_ROUND")  #           ending player -                   cause (ending.py)
SEA_EMPTY = event("SEA_EMPTY")  #             -             rounds in a row     -
GAME_ENDED = event("GAME_ENDED")  #           -             -                   -

# Stocks.
PEARLS_GAINED = event("PEARLS_GAINED")  #     receiver      gained              new total
PEARLS_PAID = event("PEARLS_PAID")  #         payer         paid                new total
KEYS_GAINED = event("KEYS_GAINED")  #         receiver      key tokens          new total
KEYS_RETURNED = event("KEYS_RETURNED")  #     payer         key tokens          new total
TOKEN_DRAWN = event("TOKEN_DRAWN")  #         receiver      tokens now held     token kind (private)
TOKEN_STOLEN = event("TOKEN_STOLEN")  #       thief         the victim          token kind (private)

# Exploration.
EXPLORED = event("EXPLORED")  #               active        -                   -
RESHUFFLED = event("RESHUFFLED")  #           -             cards in the deck   -
REVEALED = event("REVEALED")  #               active        space 0-4           ally kind
OFFER_DECLINED = event("OFFER_DECLINED")  #   opponent      price               ally kind
ALLY_BOUGHT = event("ALLY_BOUGHT")  #         buyer         price               ally kind
ALLY_TAKEN = event("ALLY_TAKEN")  #           active        space 0-4           ally kind
MONSTER_FOUGHT = event("MONSTER_FOUGHT")  #   active        level of the reward -
THREAT_ROSE = event("THREAT_ROSE")  #         active        new level           -
THREAT_RESET = event("THREAT_RESET")  #       active        1                   -
SENT_TO_COUNCIL = event("SENT_TO_COUNCIL")  # active        race of the stack   ally kind
EXPLORATION_ENDED = event("EXPLORATION_ENDED")  # active    -                   -

# Hands and council.
STACK_TAKEN = event("STACK_TAKEN")  #         taker         cards               race of the stack
STACK_CLEARED = event("STACK_CLEARED")  #     player        cards               race of the stack
ALLY_DISCARDED = event("ALLY_DISCARDED")  #   owner         cards left in hand  ally kind
ALLY_SPENT = event("ALLY_SPENT")  #           owner         copies              ally kind
ALLY_AFFILIATED = event("ALLY_AFFILIATED")  # owner         -                   ally kind

# Lords.
PLOTTED = event("PLOTTED")  #                 active        -                   -
LORD_REVEALED = event("LORD_REVEALED")  #     active        court space or EMPTY lord (EMPTY: Schemer)
LORD_RECRUITED = event("LORD_RECRUITED")  #   owner         lords now owned     lord
LORD_OBTAINED = event("LORD_OBTAINED")  #     owner         lords now owned     lord (Traitor, Schemer)
LORD_USED = event("LORD_USED")  #             owner         -                   lord
LORD_DISABLED = event("LORD_DISABLED")  #     its owner     -                   lord
LORD_DISCARDED = event("LORD_DISCARDED")  #   its owner or NOBODY (court) -     lord
EXTRA_TURN = event("EXTRA_TURN")  #           owner         extra turns waiting lord

# Locations.
LOCATION_REVEALED = event("LOCATION_REVEALED")  # active    -                   location (drawn)
LOCATION_AVAILABLE = event("LOCATION_AVAILABLE")  # active or NOBODY -          location
LOCATION_CONTROLLED = event("LOCATION_CONTROLLED")  # owner -                   location
LORD_ASSIGNED = event("LORD_ASSIGNED")  #     owner         location            lord
LOCATION_EXCHANGED = event("LOCATION_EXCHANGED")  # owner   tile given up       tile received

# Kraken.
NEBULIS_GAINED = event("NEBULIS_GAINED")  #   receiver      gained              new total
NEBULIS_LOST = event("NEBULIS_LOST")  #       payer         lost                new total
FIGURE_MOVED = event("FIGURE_MOVED")  #       holder or NOBODY -                -
SENTINEL_PLACED = event("SENTINEL_PLACED")  # owner         sentinel 0-2        action that points at it
SENTINEL_RETURNED = event("SENTINEL_RETURNED")  # owner     sentinel 0-2        action that points at it
LOOT_DRAWN = event("LOOT_DRAWN")  #           active        value               sanctuary 0-3
LOOT_LOST = event("LOOT_LOST")  #             active        value (both cards)  sanctuary 0-3
ALLY_FOUND = event("ALLY_FOUND")  #           receiver      -                   ally kind (loot, Healer)
MONSTER_FOUND = event("MONSTER_FOUND")  #     active        -                   ally kind (MONSTER)
AFFILIATED_LOST = event("AFFILIATED_LOST")  # owner         -                   ally kind
RACE_NAMED = event("RACE_NAMED")  #           active        -                   race
LORD_FREED = event("LORD_FREED")  #           owner         location            lord

# Leviathan.
LEVIATHAN_REVEALED = event("LEVIATHAN_REVEALED")  # player who may be attacked -  leviathan
ROLLED = event("ROLLED")  #                   active        face                counted so far
LEVIATHAN_PLACED = event("LEVIATHAN_PLACED")  # player      zone                leviathan
ATTACKED = event("ATTACKED")  #               victim        printed amount      leviathan
WOUNDED = event("WOUNDED")  #                 victim        wounds              new total
LEVIATHAN_FOUGHT = event("LEVIATHAN_FOUGHT")  # fighter     zone                leviathan
ATTACK_FAILED = event("ATTACK_FAILED")  #     fighter       power               leviathan
ATTACK_MISSED = event("ATTACK_MISSED")  #     fighter       power               leviathan
LEVEL_REMOVED = event("LEVEL_REMOVED")  #     fighter       levels              leviathan
LEVIATHAN_SLAIN = event("LEVIATHAN_SLAIN")  # slayer        trophies now        leviathan
SCOURGE_TAKEN = event("SCOURGE_TAKEN")  #     new holder    -                   -
TOKEN_USED = event("TOKEN_USED")  #           owner         -                   token kind
MONSTER_AVOIDED = event("MONSTER_AVOIDED")  # active        1 Coward, 2 inert, 3 no leviathan -


@compiled
def emit(state: State, kind: int, player: int, amount: int, what: int) -> None:
    """Everybody sees what has just happened. `events` is emptied before each answer."""
    emit_privately(state, kind, player, amount, what, NOBODY)


@compiled
def emit_privately(state: State, kind: int, player: int, amount: int, what: int, seen_by: int) -> None:
    """One seat sees what has just happened; the others learn only that it did."""
    row = state.event_count
    state.events[row, 0] = kind
    state.events[row, 1] = player
    state.events[row, 2] = amount
    state.events[row, 3] = what
    state.events[row, 4] = seen_by
    state.event_count = row + 1

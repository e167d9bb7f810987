"""Everything on the table, and how the game waits for one answer at a time.

`State` is one record of small numbers. `stack` holds what must still be settled, the next one
last: questions to a player, questions to chance (asked of NOBODY) and steps that run by
themselves. An answer is a number of the action catalogue below; `mask` says which are legal.
"""

from math import ceil
from typing import Annotated

import numpy as np

from openabyss.rules.cards.allies import KINDS, KRAKEN_KINDS, RACES
from openabyss.rules.cards.printed import LOCATIONS, LORDS
from openabyss.rules.record import Number, Numbers, RuleTable, compiled, record_of

# ---------------------------------------------------------------------------------- sizes

SEATS = 5
COURT_SPACES = 6
TRACK_SPACES = 5
ZONES = 9
LEVIATHANS = 20
LOOT_VALUES = 5
SANCTUARIES = 4
SENTINELS = 3
STACK = 32
EVENTS = 64

# Monster tokens by kind: the base pile is worth influence, the Leviathan pile has effects.
TOKEN_2, TOKEN_3, TOKEN_4, TOKEN_2_PEARLS, TOKEN_3_PEARLS, TOKEN_KEY, TOKEN_STACK = range(7)
TOKENS = 7
BASE_TOKENS = 3
BASE_BACK, LEVIATHAN_BACK = range(2)
TOKEN_INFLUENCE = np.array([2, 3, 4, 0, 0, 0, 0])

# ------------------------------------------------------------------------ where a card is

# The place of a lord, location or leviathan is the seat that has it, or one of these.
NOBODY = -1
ABSENT, DECK, GONE, COURT, AVAILABLE, DRAWN, BORDER = -2, -3, -4, -5, -6, -7, -8
EMPTY = -1
FREE = -1

# No stock or count rises above this, more than any game can show: one more and it stays.
MOST = 30_000


@compiled
def counted(total: int) -> int:
    """What a stock or count comes to when it would be `total`."""
    return min(MOST, total)


# ----------------------------------------------------------------- the catalogue of actions

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
# So many places of the mask are filled and counted at once, so stretches of it are multiples of that.
AT_ONCE = 16
MASK_PLACES = ACTIONS + AT_ONCE

# The stretches of the catalogue that questions draw their answers from: (first, end).
YES_OR_NO = (0, PLOT)
ALLIES_OR_DONE = (0, LORD)
LORDS_OR_DONE = (0, LOCATION)
LOCATIONS_OR_PASS = (0, NUMBER)
A_RACE = (RACE, KIND)
RACE_TO_LOCATION = (RACE, NUMBER)
AN_ALLY = (KIND, LORD)
A_LORD = (LORD, LOCATION)
A_LOCATION = (LOCATION, NUMBER)
A_LOCATION_OR_NUMBER = (LOCATION, TOKEN)
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
def back_of(token: int) -> int:
    """The pile that a monster token comes from, which its back shows."""
    return BASE_BACK if token < BASE_TOKENS else LEVIATHAN_BACK


@compiled
def is_location(action: int) -> bool:
    """The action points at a location."""
    return LOCATION <= action < LOCATION + LOCATIONS


# ------------------------------------------------------------------------------- options

# The constants that rulings leave open; `game.Options` gives them names and checks them.
FORBID_SUPERFLUOUS, SMOKERS_BACK_TO_DECK, MARTIAL_LAW, DUPLICATE_LOOT_ENDS_SEARCH = range(4)
MIRRORS_COPY_LOOT, ONE_SENTINEL_PER_AREA, STRICT_TOKENS, BOTH_PILES_END, INERT_MONSTERS = range(4, 9)
LOOT_MONSTER_ADDS_LEVIATHAN, TWENTIETH_TOKEN = 9, 10
OPTIONS = 11

# --------------------------------------------------------------------------------- state

PerPlayer = Annotated[Numbers, (SEATS,)]
PerPlayerKinds = Annotated[Numbers, (SEATS, KINDS)]
PerKind = Annotated[Numbers, (KINDS,)]
PerLord = Annotated[Numbers, (LORDS,)]


class State:
    """Everything on the table. Copying it is copying a game."""

    # What is being played.
    players: Number
    kraken: Number
    leviathan: Number
    options: Annotated[Numbers, (OPTIONS,)]
    # Solo play (rules/regent.py): the seat of the Regent, or NOBODY, and its level from 1.
    regent: Number
    regent_level: Number

    # Whose turn it is, and when the game ends.
    active: Number
    turn: Number
    extra_turns: Number
    last_deed: Number
    last_action: Number
    acted: Number
    price: Number
    bought: PerPlayer
    threat: Number
    ending_player: Number
    end_cause: Number

    # What lies before each player.
    pearls: PerPlayer
    nebulis: PerPlayer
    key_tokens: PerPlayer
    wounds: PerPlayer
    hand: PerPlayerKinds
    affiliated: PerPlayerKinds
    monster_tokens: Annotated[Numbers, (SEATS, TOKENS)]

    # Lords: where each one is, and the six spaces of the court, the furthest from the deck first.
    lord_place: PerLord
    lord_location: PerLord
    lord_disabled: PerLord
    lord_used: PerLord
    court: Annotated[Numbers, (COURT_SPACES,)]

    # Locations and the loot on sanctuaries.
    location_place: Annotated[Numbers, (LOCATIONS,)]
    location_shuffles: Number
    loot_deck: Annotated[Numbers, (LOOT_VALUES,)]
    loot: Annotated[Numbers, (SANCTUARIES, LOOT_VALUES)]

    # Exploration. A deck is what it may still contain: its order is not known to anybody.
    deck: PerKind
    discard: PerKind
    reshuffles: Number
    track: Annotated[Numbers, (TRACK_SPACES,)]
    council: Annotated[Numbers, (RACES, KINDS)]
    pool: Annotated[Numbers, (TOKENS,)]
    payment: PerKind

    # Kraken.
    kraken_holder: Number
    sentinel_owner: Annotated[Numbers, (SENTINELS,)]
    sentinel_target: Annotated[Numbers, (SENTINELS,)]

    # Leviathan.
    leviathan_place: Annotated[Numbers, (LEVIATHANS,)]
    border: Annotated[Numbers, (ZONES,)]
    levels_lost: Annotated[Numbers, (ZONES,)]
    scourge_holder: Number
    fight_slain: Number
    fight_power: Number
    dice: Number

    # What waits to be settled: frames (what, player, detail), the next one last.
    stack: Annotated[Numbers, (STACK, 3)]
    depth: Number
    rolls: Number

    # Working notes, no part of the position: the legal answers to the open question, where in
    # the mask they lie and how many they are (or how many cards chance may draw), what has
    # happened since the last answer, and sums that payment.py needs while it looks at a hand.
    mask: Annotated[Numbers, (MASK_PLACES,)]
    first_offered: Number
    end_offered: Number
    offered: Number
    events: Annotated[Numbers, (EVENTS, 5)]
    happenings: Number
    race_total: Annotated[Numbers, (RACES,)]
    richest: Annotated[Numbers, (RACES + 1,)]
    race_lowest: Annotated[Numbers, (RACES,)]
    race_cards: Annotated[Numbers, (RACES,)]
    krakens_left: Annotated[Numbers, (KRAKEN_KINDS,)]
    krakens_named: Number
    kraken_total: Number
    credit: Number
    any_race_pays: Number


STATE = record_of(State)

# --------------------------------------------------------------------- questions and steps

FIRST_STEP = 100
QUESTION_NAMES: list[str] = []
STEP_NAMES: list[str] = []
FIRST_ANSWER = np.zeros(FIRST_STEP, np.int64)
END_OF_ANSWERS = np.zeros(FIRST_STEP, np.int64)
# Whether the asked player may use turn powers before answering (rules 5.9).
TURN_POWERS_ALLOWED = np.zeros(FIRST_STEP, np.int64)
# Whether the active player may use monster tokens before answering (Leviathan 5.5).
TOKENS_ALLOWED = np.zeros(FIRST_STEP, np.int64)


def question(name: str, answers: tuple[int, int], *, turn_powers: bool = False, tokens: bool = False) -> int:
    """A new question to a player or to chance; `name` is what words/ and tools call it.

    `answers` is the stretch of the catalogue in which its own answers lie; what is added behind it to
    make up a multiple of AT_ONCE stays empty.
    """
    assert name not in QUESTION_NAMES, f"two questions are called {name}"
    what = len(QUESTION_NAMES)
    QUESTION_NAMES.append(name)
    first, end = answers
    FIRST_ANSWER[what], END_OF_ANSWERS[what] = first, first + ceil((end - first) / AT_ONCE) * AT_ONCE
    TURN_POWERS_ALLOWED[what] = turn_powers
    TOKENS_ALLOWED[what] = tokens
    return what


def step(name: str) -> int:
    """A new step: something the game does by itself when its time has come."""
    assert name not in STEP_NAMES, f"two steps are called {name}"
    STEP_NAMES.append(name)
    return FIRST_STEP + len(STEP_NAMES) - 1


# The two halves of a question, `(state, player, detail)`, which fills `state.mask`, and
# `(state, player, detail, action)`; and what a step does, `(state, player, detail)`.
options = RuleTable("options", "state", "player", "detail")
answer = RuleTable("answer", "state", "player", "detail", "action")
when_due = RuleTable("when_due", "state", "player", "detail")


@compiled
def ask(state: State, what: int, player: int, detail: int) -> None:
    """Put a question on the stack. Push in reverse what should happen in order."""
    depth = int(state.depth)
    state.stack[depth, 0] = what
    state.stack[depth, 1] = player
    state.stack[depth, 2] = detail
    state.depth = depth + 1


@compiled
def then(state: State, what: int, player: int, detail: int) -> None:
    """Put a step on the stack: it runs when everything pushed after it is settled."""
    ask(state, what, player, detail)

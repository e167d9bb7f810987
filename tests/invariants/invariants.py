"""The invariants of the table: what holds at every step of every game, however it is played and drawn.

An invariant is a compiled function that looks at the table, or at the table before and after an answer. All
of them stand in this one file: the caches of the rules are kept apart by the version of the rules, but
Numba would not notice that an invariant in another file has changed.
"""

from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.generator import Generator, below, generator
from openabyss.engine.compiling import compiled
from openabyss.engine.layout import Numbers
from openabyss.play.position.options import Options
from openabyss.players.playout import draw
from openabyss.rules.actions import ACTIONS, LORD, is_lord
from openabyss.rules.cards.allies import KINDS, MONSTER, NO_RACE, RACE_OF, RACES
from openabyss.rules.cards.locations import locations_in
from openabyss.rules.cards.mages import SHAMAN
from openabyss.rules.cards.printed import BASE, KRAKEN, LEVIATHAN, LOCATION_SET, LOCATIONS, LORD_SET, LORDS
from openabyss.rules.cards.soldiers import COMMANDER_LIMIT, TAMER, commander_limits
from openabyss.rules.chapters import (
    HIGHEST_THREAT,
    KEYS_PER_LOCATION,
    REFILL_AT,
    REFILL_PEARLS,
    hand_size,
    lords_in_court,
)
from openabyss.rules.events import (
    ALLY_AFFILIATED,
    EVENT_NAMES,
    KEYS_GAINED,
    KEYS_RETURNED,
    PEARLS_GAINED,
    PEARLS_PAID,
    TURN_STARTED,
)
from openabyss.rules.numbering import (
    AMBASSADOR_PICK,
    CONTROL_KEYS,
    CONTROL_PICK,
    COURT_CHECK,
    MAIN,
    OBEY_MARTIAL_LAW,
    PAY,
    PLACE_KRAKEN,
    WELCOME,
)
from openabyss.rules.play import apply, resolve
from openabyss.rules.powers import keys_of
from openabyss.rules.questions import FIRST_STEP, open_question, waiting_at
from openabyss.rules.setup import TOKENS_IN_BOX, deal, new_table
from openabyss.rules.sizes import COURT_SPACES, TOKENS, TRACK_SPACES
from openabyss.rules.state import (
    ABSENT,
    AVAILABLE,
    BASE_TOKENS,
    COURT,
    DECK,
    DRAWN,
    EMPTY,
    FREE,
    GONE,
    MAX_COUNT,
    NOBODY,
    STATE,
    TWENTIETH_TOKEN,
    State,
    bytes_of,
    count_of,
)

Counts = NDArray[np.int64]

INVARIANTS = ["no invariant is broken"]


def invariant(sentence: str) -> int:
    """The number of a new invariant."""
    INVARIANTS.append(sentence)
    return len(INVARIANTS) - 1


@compiled
def last_broken(invariants: tuple[tuple[int, bool], ...]) -> int:
    """The last one that does not hold, 0 if all do."""
    broken = 0
    for number, holds in invariants:
        if not holds:
            broken = number
    return broken


# ------------------------------------------------------------------------------------- cards and tokens

CARDS = invariant("every exploration card is in exactly one place")
NOT_NEGATIVE = invariant("nobody and no pile has less than nothing")
RACES_APART = invariant(
    "a stack of the council holds its own race, and monsters lie on the track or in the piles"
)
TOKENS_STAY = invariant("every monster token is in the pool, before one player, or used up")
TRACK = invariant("the track fills up without a gap")
PAYMENT = invariant("only cards of the payer's hand are named, and only while a lord is paid for")


@compiled
def cards_are_conserved(state: State, printed: Counts) -> bool:
    for kind in range(KINDS):
        found = int(state.deck[kind]) + int(state.discard[kind]) + count_of(state.track, kind)
        for zones in (state.hand, state.affiliated, state.council):
            found += int(zones[:, kind].sum())
        if found != printed[kind]:
            return False
    return True


@compiled
def are_within(numbers: Numbers, least: int, most: int) -> bool:
    """None of the numbers is less or more."""
    for number in numbers:
        if not least <= number <= most:
            return False
    return True


@compiled
def nothing_is_negative(state: State) -> bool:
    for pile in (state.deck, state.discard, state.payment):
        if not are_within(pile, 0, MAX_COUNT):
            return False
    for zones in (state.hand, state.affiliated, state.council):
        for zone in zones:
            if not are_within(zone, 0, MAX_COUNT):
                return False
    for stock in (state.pearls, state.nebulis, state.key_tokens, state.wounds, state.bought):
        if not are_within(stock, 0, MAX_COUNT):
            return False
    return bool(state.extra_turns >= 0)


@compiled
def races_are_apart(state: State) -> bool:
    for race in range(RACES):
        for kind in range(KINDS):
            if state.council[race, kind] > 0 and RACE_OF[kind] not in (race, NO_RACE):
                return False
        if state.council[race, MONSTER] > 0:
            return False
    return not (state.hand[:, MONSTER].any() or state.affiliated[:, MONSTER].any())


@compiled
def tokens_are_conserved(state: State) -> bool:
    for token in range(BASE_TOKENS if state.leviathan == 0 else TOKENS):
        held, left = state.monster_tokens[:, token], int(state.pool[token])
        is_right = is_printed_number(state, token, left + int(held.sum()))
        if left < 0 or not are_within(held, 0, MAX_COUNT) or not is_right:
            return False
    return True


@compiled
def is_printed_number(state: State, token: int, count: int) -> bool:
    """Tokens of the base pile stay; those of the Leviathan pile leave the game when they are used."""
    if token < BASE_TOKENS:
        return bool(count == TOKENS_IN_BOX[token])
    return bool(count <= TOKENS_IN_BOX[token] + state.options[TWENTIETH_TOKEN])


@compiled
def track_has_no_gap(state: State) -> bool:
    """But for Krakens that wait at the end of an exploration to be sent to a stack."""
    if frames_of(state, PLACE_KRAKEN) > 0:
        return True
    for space in range(1, TRACK_SPACES):
        if state.track[space] != EMPTY and state.track[space - 1] == EMPTY:
            return False
    return True


@compiled
def payment_is_in_hand(state: State, what: int, player: int) -> bool:
    """Krakens may make the payer choose nebulis, and others the figure, before the lord is welcomed."""
    is_paying = frames_of(state, WELCOME) > 0
    for kind in range(KINDS):
        if what == PAY and state.payment[kind] > state.hand[player, kind]:
            return False
        if not is_paying and state.payment[kind] != 0:
            return False
    return True


@compiled
def invariant_of_cards(state: State, printed: Counts, what: int, player: int) -> int:
    """An invariant about cards and tokens that the table breaks, 0 if none."""
    return last_broken(
        (
            (CARDS, cards_are_conserved(state, printed)),
            (NOT_NEGATIVE, nothing_is_negative(state)),
            (RACES_APART, races_are_apart(state)),
            (TOKENS_STAY, tokens_are_conserved(state)),
            (TRACK, track_has_no_gap(state)),
            (PAYMENT, payment_is_in_hand(state, what, player)),
        )
    )


# --------------------------------------------------------------------------------- lords and locations

COURT_SEATS = invariant("the spaces of the court hold exactly the lords of the court, each one once")
LORD_PLACES = invariant(
    "every lord is at one place, and only lords before a player lie under locations or are turned"
)
TILE_PLACES = invariant("every location is at one place, and drawn ones only while somebody picks")
LORDS_UNDER = invariant("no more than three lords lie under a location")
COUNTERS = invariant("threat, price and purchases stay within their bounds")


@compiled
def frames_of(state: State, what: int) -> int:
    """How many frames of a kind wait on the stack."""
    return count_of(state.stack[: state.depth, 0], what)


@compiled
def court_is_consistent(state: State, what: int) -> bool:
    """A lord that has been paid for and not been welcomed yet belongs to no space any more."""
    arriving = frames_of(state, WELCOME) if what != PAY else 0
    for lord in state.court:
        if lord != EMPTY and (state.lord_place[lord] != COURT or count_of(state.court, lord) > 1):
            return False
    return bool(lords_in_court(state) + arriving == count_of(state.lord_place, COURT))


@compiled
def is_in_play(state: State, of_set: int) -> bool:
    """Cards of this set are on the table."""
    kraken = of_set == KRAKEN and state.kraken == 1
    return bool(of_set == BASE or kraken or (of_set == LEVIATHAN and state.leviathan == 1))


@compiled
def lord_is_at_one_place(state: State, lord: int, tile_being_paid: int) -> bool:
    place, tile = int(state.lord_place[lord]), int(state.lord_location[lord])
    turned, used = int(state.lord_disabled[lord]), int(state.lord_used[lord])
    is_left_out = lord == TAMER and state.leviathan == 1
    if (place == ABSENT) == (is_in_play(state, LORD_SET[lord]) and not is_left_out):
        return False
    if place < 0:
        at_home = place in (ABSENT, DECK, GONE, COURT)
        return bool(at_home and tile == FREE and turned == 0 and used == 0)
    if place >= state.players or turned not in (0, 1) or used not in (0, 1):
        return False
    if used == 1 and place != state.active:
        return False
    if tile == FREE:
        return True
    return bool(turned == 0 and (state.location_place[tile] == place or tile == tile_being_paid))


@compiled
def lords_are_at_one_place(state: State, tile_being_paid: int) -> bool:
    for lord in range(LORDS):
        if not lord_is_at_one_place(state, lord, tile_being_paid):
            return False
    return True


@compiled
def tiles_are_at_one_place(state: State, is_picking: bool) -> bool:
    for tile in range(LOCATIONS):
        place = int(state.location_place[tile])
        is_somewhere = 0 <= place < state.players or place in (ABSENT, DECK, GONE, AVAILABLE, DRAWN)
        is_absent_rightly = (place == ABSENT) != is_in_play(state, LOCATION_SET[tile])
        if not is_somewhere or not is_absent_rightly or (place == DRAWN and not is_picking):
            return False
    return True


@compiled
def few_lords_under(state: State) -> bool:
    for location in range(LOCATIONS):
        if count_of(state.lord_location, location) > KEYS_PER_LOCATION:
            return False
    return True


@compiled
def counters_are_sound(state: State) -> bool:
    """The price rises with each sale; everybody but the explorer may buy once, the Hypnotist twice."""
    if not are_within(state.bought, 0, 1 + state.kraken):
        return False
    if state.turn > 0 and (state.price != 1 + state.bought.sum() or state.bought[state.active] != 0):
        return False
    return bool(1 <= state.threat <= HIGHEST_THREAT)


@compiled
def invariant_of_places(state: State, what: int, detail: int) -> int:
    """An invariant about lords, locations and counters that the table breaks, 0 if none."""
    is_paying = what == CONTROL_KEYS
    is_picking = is_paying or frames_of(state, CONTROL_PICK) + frames_of(state, AMBASSADOR_PICK) > 0
    return last_broken(
        (
            (COURT_SEATS, court_is_consistent(state, what)),
            (LORD_PLACES, lords_are_at_one_place(state, detail if is_paying else FREE)),
            (TILE_PLACES, tiles_are_at_one_place(state, is_picking)),
            (LORDS_UNDER, few_lords_under(state)),
            (COUNTERS, counters_are_sound(state)),
        )
    )


# ----------------------------------------------------------------------------------- the open question

QUESTION_OPEN = invariant("an open question has at least one legal answer, which is counted in the mask")
MASK_CLEAN = invariant("nothing is offered outside the stretch of the open question, nor after the end")
ASKED = invariant("only seats of the table are asked, and players are offered everything once")
AT_REST = invariant("at the free choice of a turn nothing is under way: no track, no payment, only that turn")
KEY_CHECK_INVARIANT = invariant("at a free choice nobody has three keys while a location can be had")
OVER = invariant("when the game is over hands, track and payment are empty")


@compiled
def offers_are_counted(state: State) -> bool:
    offered = state.mask[state.first_offered : state.end_offered]
    is_counted = offered.sum() == state.offered and state.offered > 0
    return bool(is_counted and are_within(offered, 0, MAX_COUNT))


@compiled
def mask_is_clean(state: State) -> bool:
    first, end = int(state.first_offered), int(state.end_offered)
    if state.depth == 0:
        first, end = 0, 0
    for action in range(ACTIONS):
        if state.mask[action] != 0 and not first <= action < end:
            return False
    return True


@compiled
def asks_properly(state: State, what: int, player: int) -> bool:
    if what >= FIRST_STEP or player < NOBODY or player >= state.players:
        return False
    return player == NOBODY or are_within(state.mask[state.first_offered : state.end_offered], 0, 1)


@compiled
def is_at_rest(state: State, player: int) -> bool:
    """Besides the choice itself, the stack holds the four steps that close the turn."""
    if state.depth != 5 or player != state.active or state.track[0] != EMPTY:
        return False
    for frame in range(state.depth - 1):
        waiting = waiting_at(state, frame)
        if waiting.what < FIRST_STEP or waiting.player != player:
            return False
    return True


@compiled
def keys_are_spent(state: State) -> bool:
    """What is face up may be guarded by a sentinel, so only the deck is sure to be there."""
    obtainable = locations_in(state, DECK) > 0
    for player in range(state.players):
        if obtainable and keys_of(state, player) >= KEYS_PER_LOCATION:
            return False
    return True


@compiled
def is_cleared_away(state: State) -> bool:
    is_clear = not (state.hand.any() or state.payment.any())
    return bool(is_clear and state.track[0] == EMPTY and state.offered == 0)


@compiled
def invariant_of_question(state: State, what: int, player: int) -> int:
    """An invariant about what is asked now that the table breaks, 0 if none."""
    if state.depth == 0:
        return last_broken(((MASK_CLEAN, mask_is_clean(state)), (OVER, is_cleared_away(state))))
    is_free = what == MAIN
    return last_broken(
        (
            (MASK_CLEAN, mask_is_clean(state)),
            (QUESTION_OPEN, offers_are_counted(state)),
            (ASKED, asks_properly(state, what, player)),
            (AT_REST, not is_free or is_at_rest(state, player)),
            (KEY_CHECK_INVARIANT, not is_free or keys_are_spent(state)),
        )
    )


@compiled
def broken_invariant(state: State, printed: Counts) -> int:
    """An invariant that the table breaks, 0 if none. `printed` counts all cards by kind."""
    what, player, detail = NOBODY, NOBODY, 0
    if state.depth > 0:
        what, player, detail = open_question(state)
    broken = invariant_of_cards(state, printed, what, player)
    if broken == 0:
        broken = invariant_of_places(state, what, detail)
    if broken == 0:
        broken = invariant_of_question(state, what, player)
    return broken


# ---------------------------------------------------------------------------- what an answer may change

PEARL_LEDGER = invariant("events report every pearl that changes hands, and the new totals")
KEY_LEDGER = invariant("events report every key token that is gained or returned")
NEXT_TURN = invariant("a turn is followed by an extra turn or by the left neighbour's, one at a time")
HAND_LIMIT_INVARIANT = invariant("a player whom the Commander limits ends the turn with six allies at most")
END_STAYS = invariant("the player who has set off the end does not change")
COURT_PAYS = invariant("a court of two lords or fewer pays two pearls and leaves no gap")
ONE_COURT_CHECK = invariant("the court is looked at no more than once in a turn")
LAST_TURNS = invariant("after the end is set off every other player has exactly one turn, extra turns apart")


@compiled
def sum_of(state: State, kind: int, player: int) -> int:
    """The sum of the amounts of events of a kind for a player since the last answer."""
    amount = 0
    for row in range(state.event_count):
        if state.events[row, 0] == kind and state.events[row, 1] == player:
            amount += int(state.events[row, 2])
    return amount


@compiled
def last_total(state: State, gained: int, paid: int, player: int, otherwise: int) -> int:
    """The new total in the last of these events of a player."""
    total = otherwise
    for row in range(state.event_count):
        is_one = state.events[row, 0] == gained or state.events[row, 0] == paid
        if is_one and state.events[row, 1] == player:
            total = int(state.events[row, 3])
    return total


@compiled
def ledger_is_right(past: Numbers, now: Numbers, state: State, gained: int, paid: int) -> bool:
    """`past` and `now` are a stock of all players before and after the answer."""
    for player in range(state.players):
        change = sum_of(state, gained, player) - sum_of(state, paid, player)
        if now[player] - past[player] != change:
            return False
        if now[player] != last_total(state, gained, paid, player, int(past[player])):
            return False
    return True


@compiled
def turns_follow(past: State, state: State) -> bool:
    started = 0
    for row in range(state.event_count):
        if state.events[row, 0] == TURN_STARTED:
            started += 1
            extra = state.events[row, 3] == 1
            following = past.active if extra else (past.active + 1) % state.players
            if past.turn > 0 and state.events[row, 1] != following:
                return False
    return bool(started <= 1 and state.turn == past.turn + started)


@compiled
def limit_is_kept(past: State, state: State) -> bool:
    player = int(past.active)
    if state.turn == past.turn or not commander_limits(state, player):
        return True
    # The Commander comes first (5.6): a key token used under martial law may lock the Shaman too late for it.
    if frames_of(past, OBEY_MARTIAL_LAW) > 0 and state.lord_place[SHAMAN] == player:
        return True
    return hand_size(state, player) <= COMMANDER_LIMIT


@compiled
def court_was_checked(past: State, state: State) -> bool:
    return frames_of(past, COURT_CHECK) > frames_of(state, COURT_CHECK)


@compiled
def court_pays(past: State, state: State) -> bool:
    left = lords_in_court(state)
    for space in range(left):
        if state.court[space] == EMPTY:
            return False
    for row in range(state.event_count):
        event = state.events[row]
        if event[0] == PEARLS_GAINED and event[1] == past.active and event[2] == REFILL_PEARLS:
            return True
    return left > REFILL_AT


@compiled
def end_stays(past: State, state: State) -> bool:
    return bool(past.ending_player == NOBODY) or bool(past.ending_player == state.ending_player)


@compiled
def invariant_of_change(past: State, state: State) -> int:
    """An invariant that the answer between two tables breaks, 0 if none."""
    pearls = ledger_is_right(past.pearls, state.pearls, state, PEARLS_GAINED, PEARLS_PAID)
    keys = ledger_is_right(past.key_tokens, state.key_tokens, state, KEYS_GAINED, KEYS_RETURNED)
    court = not court_was_checked(past, state) or court_pays(past, state)
    return last_broken(
        (
            (PEARL_LEDGER, pearls),
            (KEY_LEDGER, keys),
            (NEXT_TURN, turns_follow(past, state)),
            (HAND_LIMIT_INVARIANT, limit_is_kept(past, state)),
            (END_STAYS, end_stays(past, state)),
            (COURT_PAYS, court),
        )
    )


# ---------------------------------------------------------------------------------- watching a game

REFUSED = invariant("every action that is not offered is refused and changes nothing")
ENDS = invariant("a game ends")

MAX_ANSWERS = 30_000
# After this many answers all illegal actions are tried, which takes as long as some hundred answers.
REFUSALS_EVERY = 997

# What is noted of the games watched: the fullest stack and event list, the longest game, the turn in hand.
FULLEST_STACK, MAX_EVENTS, LONGEST, STEPS, COURT_CHECKS, TURNS_AFTER_END, TRACE = range(7)
NOTES = 7


class Watch(NamedTuple):
    """One table to play on, the table before the last answer, and what has been noted.

    `state` and `past` are records that lie in `words` and `past_words`, word by word.
    """

    state: State
    words: Numbers
    past: State
    past_words: Numbers
    printed: Counts
    notes: Counts
    asked: Counts
    events: Counts


def _table() -> tuple[State, Numbers]:
    """A record and the same memory as int16 words."""
    table: Any = np.zeros(1, STATE)
    return cast(State, table[0]), table.view(np.int16)


def watch() -> Watch:
    """A place for games, with nothing noted."""
    return Watch(
        *_table(),
        *_table(),
        printed=np.zeros(KINDS, np.int64),
        notes=np.zeros(NOTES, np.int64),
        asked=np.zeros(FIRST_STEP, np.int64),
        events=np.zeros(len(EVENT_NAMES), np.int64),
    )


class Sets(NamedTuple):
    """The expansions in play."""

    kraken: bool = False
    leviathan: bool = False


BASE_GAME = Sets()


def lay_anew(game: Watch, players: int, seed: int, sets: Sets = BASE_GAME) -> None:
    """A new game on the table, dealt as far as the first question to chance.

    Every fourth seed plays with one option of those that rulings leave open turned to its other choice.
    """
    state = new_table(players, *sets, options_for(seed).numbers(sets.leviathan))
    deal(state)
    resolve(state)
    game.words[:] = np.frombuffer(bytes_of(state), np.int16)
    game.printed[:] = state.deck + state.hand.sum(axis=0)
    game.notes[[COURT_CHECKS, TURNS_AFTER_END, TRACE]] = 0


def options_for(seed: int) -> Options:
    """The options of a game, one of them flipped in every fourth."""
    choices = Options.choices()
    if seed % 4 != 3:
        return Options()
    name = list(choices)[seed // 4 % len(choices)]
    usual = getattr(Options(), name)
    others = [choice for choice in choices[name] if choice != usual]
    return Options.from_dict({name: others[seed // 4 // len(choices) % len(others)]})


@compiled
def choose(state: State, random: Generator) -> int:
    """A random answer; half the time any lord that can be had, so that games see many lords."""
    action = draw(state, random)
    if open_question(state).what == MAIN and below(random, 2) == 0:
        for _ in range(2 * COURT_SPACES):
            if is_lord(action):
                return action
            lord = state.court[below(random, COURT_SPACES)]
            if lord != EMPTY and state.mask[LORD + lord] > 0:
                action = LORD + int(lord)
    return action


@compiled
def refuses_all_else(state: State, words: Numbers, past_words: Numbers) -> bool:
    """Every action without weight is refused, also beyond the catalogue, and not a word changes."""
    for action in range(-2, ACTIONS + 2):
        if 0 <= action < ACTIONS and state.mask[action] > 0:
            continue
        if apply(state, action):
            return False
        for word in range(len(words)):
            if words[word] != past_words[word]:
                return False
    return True


@compiled
def note(past: State, state: State, action: int, notes: Counts) -> None:
    """Keep the maxima, count what the invariants of the turn need, and fold the step into the trace."""
    notes[STEPS] += 1
    notes[FULLEST_STACK] = max(notes[FULLEST_STACK], state.depth)
    notes[MAX_EVENTS] = max(notes[MAX_EVENTS], count_events(state))
    if court_was_checked(past, state):
        notes[COURT_CHECKS] += 1
    if state.turn != past.turn:
        notes[COURT_CHECKS] = 0
        if state.ending_player != NOBODY and state.active != past.active:
            notes[TURNS_AFTER_END] += 1
    seen = (action * 64 + int(state.depth)) * 512 + int(state.offered)
    notes[TRACE] = (notes[TRACE] * 1_000_003 + seen) & ((1 << 40) - 1)


@compiled
def count_events(state: State) -> int:
    """The events since the last answer, without the allies that are affiliated in the end."""
    count = 0
    for row in range(state.event_count):
        if state.events[row, 0] != ALLY_AFFILIATED:
            count += 1
    return count


@compiled
def count_kinds(state: State, asked: Counts, events: Counts) -> None:
    """Count the question that is open and the events since the last answer."""
    if state.depth > 0:
        asked[open_question(state).what] += 1
    for row in range(state.event_count):
        events[state.events[row, 0]] += 1


@compiled
def invariant_of_turns(state: State, notes: Counts) -> int:
    """An invariant about whole turns that has been broken by now, 0 if none."""
    if notes[COURT_CHECKS] > 1:
        return ONE_COURT_CHECK
    is_over = state.depth == 0 and state.ending_player != NOBODY
    if notes[TURNS_AFTER_END] > state.players - 1 or (
        is_over and notes[TURNS_AFTER_END] != state.players - 1
    ):
        return LAST_TURNS
    return 0


@compiled
def play_watched(game: Watch, random: Generator, look_every: int) -> tuple[int, int]:
    """Play at random to the end, looking at the invariants after every `look_every` answers.

    Returns the first invariant that is broken (0: none) and at which step.
    """
    state, past, notes = game.state, game.past, game.notes
    broken, step = broken_invariant(state, game.printed), 0
    while state.depth > 0 and broken == 0:
        for place, word in enumerate(game.words):
            game.past_words[place] = word
        if notes[STEPS] % REFUSALS_EVERY == 0 and not refuses_all_else(state, game.words, game.past_words):
            return REFUSED, step
        action = choose(state, random)
        apply(state, action)
        step += 1
        note(past, state, action, notes)
        count_kinds(state, game.asked, game.events)
        if step % look_every == 0 or state.depth == 0:
            broken = broken_invariant(state, game.printed)
            if broken == 0:
                broken = invariant_of_change(past, state)
        if broken == 0:
            broken = invariant_of_turns(state, notes) if step < MAX_ANSWERS else ENDS
    notes[LONGEST] = max(notes[LONGEST], step)
    return broken, step


class Violation(NamedTuple):
    """Where an invariant is broken; `replay` shows it again."""

    invariant: str
    players: int
    seed: int
    step: int


def first_violation(
    game: Watch, players: int, seeds: range, look_every: int = 1, sets: Sets = BASE_GAME
) -> Violation | None:
    """Watch one game for each seed; the first broken invariant, if any."""
    for seed in seeds:
        lay_anew(game, players, seed, sets)
        broken, step = play_watched(game, generator(seed), look_every)
        if broken:
            return Violation(INVARIANTS[broken], players, seed, step)
    return None

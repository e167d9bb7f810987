"""Positions as JSON: any situation of a game written down, and read back as the same (docs/positions.md)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import asdict

from openabyss.chance.dealer import Orders
from openabyss.errors import InvalidOption, InvalidPosition
from openabyss.play.position.fields import Field, written_number
from openabyss.play.position.frames import Frame, frames_in_json, read_frames
from openabyss.play.position.options import MIN_PLAYERS, Options, max_players
from openabyss.play.position.placing import Layout, refuse_expansion
from openabyss.play.position.schema import (
    DEFAULT_SEED,
    EXPLORE_PHASE,
    FIGHT,
    KRAKEN_TABLE,
    LEVIATHAN_TABLE,
    MAIN_PHASE,
    MAX_EXTRA_TURNS,
    OVER_PHASE,
    PHASES,
    POSITION,
    QUESTION_PHASE,
    SEAT,
    TURN_END_PHASE,
    UNKNOWN_CAUSE,
)
from openabyss.play.position.waiting import NO_LORD, Situation
from openabyss.rules.cards.allies import MONSTER
from openabyss.rules.cards.loot import LOWEST_LOOT
from openabyss.rules.cards.mages import INVOKER
from openabyss.rules.chapters import (
    HIGHEST_THREAT,
    NO_ATTACK_YET,
    cards_on_track,
    empty_piles,
    leviathans_in_deck,
    meet,
)
from openabyss.rules.ending import NO_LEVIATHANS_LEFT, NO_TOKENS_LEFT
from openabyss.rules.numbering import (
    CONTROL_KEYS,
    END_EXPLORATION,
    EXPLORE_ALLY,
    EXPLORE_MONSTER,
    LOCATION_TO_TABLE,
    LORD_TO_COURT,
)
from openabyss.rules.play import resolve
from openabyss.rules.questions import ask, schedule
from openabyss.rules.setup import new_table
from openabyss.rules.sizes import COURT_SPACES, TRACK_SPACES
from openabyss.rules.solo import LEVELS, SOLO_PLAYERS, seat_regent
from openabyss.rules.state import BOTH_PILES_END, COURT, DECK, EMPTY, MAX_COUNT, NOBODY, State, copy_of
from openabyss.rules.turn import close_turn, take_turn
from openabyss.table.hashing import course_of_fight, state_hash
from openabyss.table.public_fields import END_CAUSES
from openabyss.table.reading import Seat, Table, read_table
from openabyss.words import _
from openabyss.words.cards.codes import KIND_CODES, LEVIATHAN_IDS, LOCATION_IDS, LORD_IDS, TOKEN_CODES

# How far the price of an ally may be above the number of those bought in this turn.
HIGHEST_FIRST_PRICE = 600
# What a fight may have come to: leviathans slain, the power of an attack, the sum of the dice.
MAX_SLAIN, MAX_POWER, HIGHEST_ROLL = 9, 99, 12
_FIGHT_KEYS = {"fight_slain": "slain", "fight_power": "power", "dice": "rolled"}

# ------------------------------------------------------------------------------------- reading


class Described(NamedTuple):
    """What a position describes: the table, not settled yet, the decks as far as given, and the seed."""

    state: State
    orders: Orders
    seed: int


def read_position(position: Mapping[str, object]) -> Described:
    """The table of a position. The frames on its stack are still to be settled.

    Raises InvalidPosition, whose text begins with the path of the field.
    """
    keys = Field(position, InvalidPosition, "position").members(POSITION)
    state = _read_sets(keys)
    if state.kraken == 0:
        refuse_expansion(keys, KRAKEN_TABLE)
    if state.leviathan == 0:
        refuse_expansion(keys, LEVIATHAN_TABLE)
    _read_course(keys, state)
    frames = _read_waiting(keys, state)
    orders = Layout(state, _locations_taken(frames)).place_all(keys)
    _check_counts(keys, state)
    _read_end_cause(keys, state)
    acted = keys["acted"]
    state.acted = _has_acted_at(keys["phase"].value) if acted.value is None else acted.flag()
    if keys["fight"].value is not None:
        _read_fight(keys["fight"].members(FIGHT), state)
    _push(keys, state, frames)
    return Described(state, orders, keys["seed"].long_number())


def _read_sets(keys: dict[str, Field]) -> State:
    """A table with full decks: who plays, and with which expansions."""
    kraken, leviathan = keys["kraken"].flag(), keys["leviathan"].flag()
    most = max_players(leviathan)
    if keys["players"].value is None:
        problem = _("how many play must be given, {low} to {high}")
        raise keys["players"].wrong(problem.format(low=MIN_PLAYERS, high=most))
    players = keys["players"].number(MIN_PLAYERS, most)
    try:
        options = Options.from_dict(keys["options"].mapping())
    except InvalidOption as error:
        raise InvalidPosition(str(error)) from None
    state = new_table(players, kraken, leviathan, options.numbers(leviathan))
    if keys["regent"].value is not None:
        if players != SOLO_PLAYERS:
            raise keys["regent"].wrong(_("the Regent plays in games of 2 only"))
        seat_regent(state, keys["regent"].number(1, LEVELS))
    return state


def _read_course(keys: dict[str, Field], state: State) -> None:
    """Whose turn it is, how far the game has gone, and what has been counted so far."""
    last = state.players - 1
    state.active = keys["active"].number(0, last)
    state.price = keys["price"].number(1, MAX_COUNT)
    state.threat = keys["threat"].number(1, HIGHEST_THREAT)
    if keys["ending_player"].value is not None:
        state.ending_player = keys["ending_player"].number(0, last)
    state.turn = keys["turn"].number(0, MAX_COUNT)
    state.last_deed = _turn_before(keys["last_deed"], state)
    state.last_action = _turn_before(keys["last_action"], state)
    state.reshuffles = keys["exploration_shuffles"].number(0, MAX_COUNT)
    state.location_shuffles = keys["location_shuffles"].number(0, MAX_COUNT)
    state.rolls = keys["rolls"].number(0, MAX_COUNT)


def _turn_before(turn: Field, state: State) -> int:
    """A turn of the game so far; if it is not given, the one before this."""
    return max(0, state.turn - 1) if turn.value is None else turn.number(0, state.turn)


def _check_counts(keys: dict[str, Field], state: State) -> None:
    """The price rises by 1 with each ally bought, and the Invoker brings an extra turn."""
    is_invoker_to_come = state.lord_place[INVOKER] in (DECK, COURT)
    state.extra_turns = keys["extra_turns"].number(0, MAX_EXTRA_TURNS + int(not is_invoker_to_come))
    keys["price"].number(1, HIGHEST_FIRST_PRICE + int(state.bought.sum()))


def _has_acted_at(phase: object) -> bool:
    """Whether the active player has done something this turn, where a position does not say it."""
    return phase != MAIN_PHASE


def _read_fight(fight: dict[str, Field], state: State) -> None:
    """How a fight goes."""
    slain = fight["slain"]
    state.fight_slain = NO_ATTACK_YET if slain.value is None else slain.number(0, MAX_SLAIN)
    state.fight_power = fight["power"].number(0, MAX_POWER)
    state.dice = fight["rolled"].number(0, HIGHEST_ROLL)


def _read_end_cause(keys: dict[str, Field], state: State) -> None:
    """What brought about the end of the game; with Leviathan it may follow from what has run out."""
    if keys["end_cause"].value == UNKNOWN_CAUSE:
        return
    if keys["end_cause"].value is not None:
        causes = (*END_CAUSES, UNKNOWN_CAUSE)
        state.end_cause = causes.index(keys["end_cause"].choice(causes)) + 1
    elif state.leviathan == 0 or state.ending_player == NOBODY:
        return
    elif leviathans_in_deck(state) == 0:
        state.end_cause = NO_LEVIATHANS_LEFT
    elif empty_piles(state) > state.options[BOTH_PILES_END]:
        state.end_cause = NO_TOKENS_LEFT


def _read_waiting(keys: dict[str, Field], state: State) -> list[Frame]:
    """What waits, where the phase does not say it."""
    waiting = keys["waiting"]
    if keys["phase"].choice(PHASES) == QUESTION_PHASE:
        for key in ("court", "available_locations"):
            if keys[key].value is None:
                raise keys[key].wrong(_('in the phase "question" this must be given'))
        return read_frames(waiting, state.players, state.active)
    if waiting.value is not None:
        raise waiting.wrong(_('only the phase "question" says what waits'))
    return []


def _locations_taken(frames: list[Frame]) -> dict[int, int]:
    """The location that a seat is about to control, under which it has begun to put lords."""
    return {given.player: given.parts[0] for given in frames if given.what == CONTROL_KEYS}


def _push(keys: dict[str, Field], state: State, frames: list[Frame]) -> None:
    """What waits on the table, as the phase says or as given."""
    phase = keys["phase"].value
    if phase == OVER_PHASE:
        return
    Situation(state, frames, keys, _paid_lord(state)).check()
    if phase == QUESTION_PHASE:
        _push_frames(state, frames)
        return
    if phase == EXPLORE_PHASE and state.track[0] == EMPTY:
        raise keys["track"].wrong(_('in the phase "explore" the card just revealed must lie here'))
    push_phase(state, str(phase))
    _push_deal(keys, state)


def _paid_lord(state: State) -> int:
    """The lord that has left the court and has not arrived."""
    court, places = state.court.tolist(), enumerate(state.lord_place.tolist())
    return next((lord for lord, place in places if place == COURT and lord not in court), NO_LORD)


def _push_frames(state: State, frames: list[Frame]) -> None:
    """What waits, as given. The last one must have an answer, or the rules would have dropped it."""
    for given in frames:
        ask(state, given.what, given.player, given.detail)
    before = _frames(state)
    resolve(state)
    if _frames(state) != before:
        raise frames[-1].field.wrong(_("this question has no legal answer here"))


def push_phase(state: State, phase: str) -> None:
    """The frames of the turn of the active player, from the moment that the phase names."""
    player = state.active
    if phase == MAIN_PHASE:
        take_turn(state, player)
        return
    close_turn(state, player)
    if phase == EXPLORE_PHASE:
        _push_exploration(state, player, int(cards_on_track(state)) - 1)


def _push_exploration(state: State, player: int, space: int) -> None:
    """The card on the space has been revealed, and no opponent wants it."""
    schedule(state, END_EXPLORATION, player, 0)
    if state.track[space] != MONSTER:
        ask(state, EXPLORE_ALLY, player, space)
    elif state.leviathan == 1:
        meet(state, player, space)
    else:
        ask(state, EXPLORE_MONSTER, player, space)


def _push_deal(keys: dict[str, Field], state: State) -> None:
    """What the position does not say of the court and the locations, chance is asked before the turn."""
    if keys["available_locations"].value is None:
        ask(state, LOCATION_TO_TABLE, NOBODY, 0)
    if keys["court"].value is None:
        for space in range(COURT_SPACES - 1, -1, -1):
            ask(state, LORD_TO_COURT, NOBODY, space)


# ------------------------------------------------------------------------------------- writing


def write_position(state: State, orders: Orders, seed: int = DEFAULT_SEED) -> dict[str, Any]:
    """The position of a settled table, which `read_position` turns into the same table again.

    `orders` are those of all decks as they lie now.
    """
    phase, table = _phase_of(state), read_table(state)
    return {
        "players": table.players,
        "kraken": table.kraken,
        "leviathan": table.leviathan,
        "options": Options.of(state).to_dict(),
        "seed": written_number(seed),
        "active": table.active,
        "phase": phase,
        **_waiting_in_json(state, table, phase),
        "extra_turns": table.extra_turns,
        "price": table.price,
        "ending_player": table.ending_player,
        "threat": table.threat,
        "seats": [_seat_in_json(seat) for seat in table.seats],
        "track": _as_far_as_the_last(table.track_spaces),
        "exploration_discard": table.exploration_discard,
        "council": table.council,
        "court": _as_far_as_the_last(table.court_spaces),
        "lord_discard": table.lord_discard,
        "available_locations": _available_in_json(table),
        "sentinels": [asdict(sentinel) for sentinel in table.sentinels],
        "kraken_figure": table.kraken_figure,
        **_acted_in_json(state, phase),
        **_leviathan_in_json(state, table),
        **({} if table.regent is None else {"regent": table.regent_level}),
        **_decks_in_json(orders),
        "dice": list(orders.dice),
        "turn": table.turn,
        "last_deed": state.last_deed,
        "last_action": state.last_action,
        "exploration_shuffles": orders.shuffles[0],
        "location_shuffles": orders.shuffles[1],
        "rolls": orders.rolls,
    }


def _phase_of(state: State) -> str:
    """The phase from which exactly this table comes about, if there is one."""
    if state.depth == 0:
        return OVER_PHASE
    phases = [MAIN_PHASE, TURN_END_PHASE]
    if 0 < cards_on_track(state) <= TRACK_SPACES:
        phases.append(EXPLORE_PHASE)
    return next((phase for phase in phases if _is_at(state, phase)), QUESTION_PHASE)


def _is_at(state: State, phase: str) -> bool:
    scratch = copy_of(state)
    scratch.depth = 0
    push_phase(scratch, phase)
    resolve(scratch)
    # Nearly always what waits differs already, which is found out sooner.
    return _frames(scratch) == _frames(state) and state_hash(scratch) == state_hash(state)


def _frames(state: State) -> list[list[int]]:
    frames: list[list[int]] = state.stack[: state.depth].tolist()
    return frames


def _waiting_in_json(state: State, table: Table, phase: str) -> dict[str, Any]:
    """What waits, and what is between two places; each is left out where there is nothing."""
    paid = _paid_lord(state)
    written: dict[str, Any] = {}
    if phase == QUESTION_PHASE:
        written["waiting"] = frames_in_json(state)
    if paid != NO_LORD:
        written["paid_lord"] = LORD_IDS[paid]
    if table.payment:
        written["payment"] = table.payment
    if table.drawn_locations:
        written["drawn_locations"] = table.drawn_locations
    return written


def _as_far_as_the_last(spaces: list[Any]) -> list[Any]:
    """The cards on the spaces as far as the last one; null where a space before it is empty."""
    last = max((place for place, card in enumerate(spaces, 1) if card is not None), default=0)
    return spaces[:last]


def _acted_in_json(state: State, phase: str) -> dict[str, bool]:
    """Whether the active player has done something this turn; without Leviathan only if unexpected."""
    acted = bool(state.acted)
    return {"acted": acted} if state.leviathan == 1 or acted != _has_acted_at(phase) else {}


def _leviathan_in_json(state: State, table: Table) -> dict[str, Any]:
    """The border and the Scourge; what else a game with Leviathan must remember, only there."""
    border = {str(zone): asdict(beast) for zone, beast in table.border.items()}
    written: dict[str, Any] = {"border": border, "scourge": table.scourge}
    if not table.leviathan:
        return {**written, "end_cause": table.end_cause} if table.end_cause else written
    is_unknown = table.end_cause is None and table.ending_player is not None
    cause = UNKNOWN_CAUSE if is_unknown else table.end_cause
    written["end_cause"] = cause
    if table.drawn_leviathans:
        written["drawn_leviathans"] = table.drawn_leviathans
    noted: dict[str, int | None] = {
        _FIGHT_KEYS[name]: int(getattr(state, name)) for name in course_of_fight(state)
    }
    if noted.get("slain") == NO_ATTACK_YET:
        noted["slain"] = None
    return {**written, "fight": noted} if noted else written


def _seat_in_json(seat: Seat) -> dict[str, Any]:
    written = {key: getattr(seat, key) for key in SEAT}
    written["lords"] = [asdict(lord) for lord in seat.lords]
    written["locations"] = [{"id": tile, "loot": seat.loot.get(tile, [])} for tile in seat.locations]
    return written


def _available_in_json(table: Table) -> list[Any]:
    """The ids of the available locations; one with loot on it is an object."""
    loot = table.loot
    return [{"id": tile, "loot": loot[tile]} if tile in loot else tile for tile in table.available_locations]


def _decks_in_json(orders: Orders) -> dict[str, list[Any]]:
    """The decks whose order is given; top card first."""
    written: dict[str, tuple[Sequence[int] | None, Callable[[int], int | str]]] = {
        "exploration_deck": (orders.exploration_deck, KIND_CODES.__getitem__),
        "lord_deck": (orders.lord_deck, LORD_IDS.__getitem__),
        "location_deck": (orders.location_deck, LOCATION_IDS.__getitem__),
        "monster_pool": (orders.monster_pool, TOKEN_CODES.__getitem__),
        "loot_deck": (orders.loot_deck, lambda place: LOWEST_LOOT + place),
        "leviathan_deck": (orders.leviathan_deck, LEVIATHAN_IDS.__getitem__),
        "leviathan_pool": (orders.leviathan_pool, TOKEN_CODES.__getitem__),
    }
    return {
        key: [code(card) for card in order] for key, (order, code) in written.items() if order is not None
    }

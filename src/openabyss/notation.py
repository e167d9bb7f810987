"""Positions and records of games as JSON, and the hash of a position."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from hashlib import blake2b
from typing import Any, NamedTuple, cast

import numpy as np

from openabyss.border import border_of
from openabyss.dealer import Orders
from openabyss.errors import InvalidOption, InvalidPosition, InvalidRecord, NotAtRest
from openabyss.fields import Field, shown
from openabyss.layout import MOST, Layout, refuse_expansion
from openabyss.options import FEWEST_PLAYERS, Options, most_players
from openabyss.rules.border import PLACE_LEVIATHAN, ROLL_ZONE, leviathans_in_deck
from openabyss.rules.cards.allies import MONSTER
from openabyss.rules.cards.loot import LOWEST_LOOT
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.cards.soldiers import COMMANDER_LIMIT, DISCARD_TO_LIMIT
from openabyss.rules.copying import copy_of, numbers_of
from openabyss.rules.court import LORD_TO_COURT
from openabyss.rules.ending import NO_LEVIATHANS_LEFT, NO_TOKENS_LEFT
from openabyss.rules.exhaustion import empty_piles
from openabyss.rules.exploring import END_EXPLORATION, EXPLORE_ALLY, EXPLORE_MONSTER
from openabyss.rules.fighting import BOOST, FIGHT_AGAIN, FIGHT_ALLY, FIGHT_TARGET, RESOLVE_ATTACK
from openabyss.rules.monsters import MEET_MONSTER, meet
from openabyss.rules.regent import LEVELS, SOLO_PLAYERS, seat_regent
from openabyss.rules.setup import LOCATION_TO_TABLE, new_table
from openabyss.rules.table import (
    ACTIONS,
    AVAILABLE,
    BOTH_PILES_END,
    COURT_SPACES,
    EMPTY,
    GONE,
    MARTIAL_LAW,
    NOBODY,
    QUESTION_NAMES,
    STATE,
    TRACK_SPACES,
    State,
    ask,
    then,
)
from openabyss.rules.threat import HIGHEST_THREAT
from openabyss.rules.turn import END_POWERS, MAIN, OBEY_MARTIAL_LAW, close_turn, take_turn
from openabyss.rules.using import can_use_any, may_use_tokens
from openabyss.schema import DEFAULT_SEED, END_CAUSES, KRAKEN_TABLE, LEVIATHAN_TABLE, PHASES, POSITION
from openabyss.seat import LEVIATHAN_IDS, codes, ids_at, loot_on, seat_of
from openabyss.sentinels import sentinels_of
from openabyss.version import VERSION
from openabyss.words import _
from openabyss.words.cards import RACE_CODES, code_of_kind, code_of_token

FORMAT = "openabyss/1"
# One lord gives one at a time. Thousands would be played on and on where nobody has a choice.
MOST_EXTRA_TURNS = 20

# ------------------------------------------------------------------------------------- reading a position


class Table(NamedTuple):
    """What a position describes: the table, not settled yet, the decks as far as given, and the seed."""

    state: State
    orders: Orders
    seed: int


def read_position(position: Mapping[str, object]) -> Table:
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
    orders = Layout(state).lay(keys)
    if state.leviathan == 1:
        _read_course_of_leviathan(keys, state)
    _push_phase(keys, state)
    _push_deal(keys, state)
    return Table(state, orders, keys["seed"].number())


def _read_sets(keys: dict[str, Field]) -> State:
    """A table with full decks: who plays, and with which expansions."""
    kraken, leviathan = keys["kraken"].flag(), keys["leviathan"].flag()
    most = most_players(leviathan)
    if keys["players"].value is None:
        problem = _("how many play must be given, {low} to {high}")
        raise keys["players"].wrong(problem.format(low=FEWEST_PLAYERS, high=most))
    players = keys["players"].number(FEWEST_PLAYERS, most)
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
    """Whose turn it is and how far the game has gone; what counts the turns starts afresh."""
    last = int(state.players) - 1
    state.turn = 1
    state.active = keys["active"].number(0, last)
    state.extra_turns = keys["extra_turns"].number(0, MOST_EXTRA_TURNS)
    state.price = keys["price"].number(1, MOST)
    state.threat = keys["threat"].number(1, HIGHEST_THREAT)
    if keys["ending_player"].value is not None:
        state.ending_player = keys["ending_player"].number(0, last)


def _read_course_of_leviathan(keys: dict[str, Field], state: State) -> None:
    """What the end of the game came from, and whether the turn has only just begun."""
    acted = keys["acted"]
    state.acted = keys["phase"].value != "main" if acted.value is None else acted.flag()
    if state.ending_player == NOBODY:
        return
    if keys["end_cause"].value is not None:
        state.end_cause = END_CAUSES.index(keys["end_cause"].choice(END_CAUSES)) + 1
    elif leviathans_in_deck(state) == 0:
        state.end_cause = NO_LEVIATHANS_LEFT
    elif empty_piles(state) > state.options[BOTH_PILES_END]:
        state.end_cause = NO_TOKENS_LEFT


def _push_phase(keys: dict[str, Field], state: State) -> None:
    """The frames of the turn, from the moment that the phase names."""
    player = int(state.active)
    phase = keys["phase"].choice(PHASES)
    on_track = len(keys["track"].items())
    if phase == "explore" and on_track == 0:
        raise keys["track"].wrong(_('in the phase "explore" the card just revealed must lie here'))
    if phase != "explore" and on_track == TRACK_SPACES:
        problem = _('a full track leaves no space to explore; it can only be full in the phase "explore"')
        raise keys["track"].wrong(problem)
    if phase == "main":
        take_turn(state, player)
        return
    close_turn(state, player)
    if phase == "explore":
        _push_exploration(state, player, on_track - 1)


def _push_exploration(state: State, player: int, space: int) -> None:
    """The card on the space has been revealed, and no opponent wants it."""
    then(state, END_EXPLORATION, player, 0)
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


# ------------------------------------------------------------------------------------- writing a position


def write_position(state: State, orders: Orders, seed: int = DEFAULT_SEED) -> dict[str, Any]:
    """The position of a table at rest, which `read_position` turns into the same table again.

    `orders` are those of all decks as they lie now. Raises NotAtRest where something is under way.
    """
    return {
        "players": int(state.players),
        "kraken": bool(state.kraken),
        "leviathan": bool(state.leviathan),
        "options": Options.of(state).to_dict(),
        "seed": seed,
        "active": int(state.active),
        "phase": _phase_of(state),
        "extra_turns": int(state.extra_turns),
        "price": int(state.price),
        "ending_player": _seat_or_none(int(state.ending_player)),
        "threat": int(state.threat),
        "seats": [_seat_in_json(state, player) for player in range(int(state.players))],
        "track": [code_of_kind(kind) for kind in state.track.tolist() if kind != EMPTY],
        "exploration_discard": codes(state.discard.tolist()),
        "council": {race: codes(state.council[place].tolist()) for place, race in enumerate(RACE_CODES)},
        "court": [int(LORD_ID[lord]) for lord in state.court.tolist() if lord != EMPTY],
        "lord_discard": ids_at(LORD_ID.tolist(), state.lord_place.tolist(), GONE),
        "available_locations": _available_in_json(state),
        "sentinels": [asdict(sentinel) for sentinel in sentinels_of(state)],
        "kraken_figure": _seat_or_none(int(state.kraken_holder)),
        **_leviathan_in_json(state),
        **({} if state.regent == NOBODY else {"regent": int(state.regent_level)}),
        **_decks_in_json(orders),
        "dice": list(orders.dice),
    }


def _leviathan_in_json(state: State) -> dict[str, Any]:
    """The border and the Scourge; what else a game with Leviathan must remember, only there."""
    table = {
        "border": {str(zone): asdict(beast) for zone, beast in border_of(state).items()},
        "scourge": _seat_or_none(int(state.scourge_holder)),
    }
    if state.leviathan == 0:
        return table
    cause = END_CAUSES[state.end_cause - 1] if state.end_cause else None
    return {**table, "acted": bool(state.acted), "end_cause": cause}


def _seat_or_none(player: int) -> int | None:
    return None if player == NOBODY else player


def _seat_in_json(state: State, player: int) -> dict[str, Any]:
    seat = seat_of(state, player)
    return {
        "pearls": seat.pearls,
        "key_tokens": seat.key_tokens,
        "bought": seat.bought,
        "hand": seat.hand,
        "affiliated": seat.affiliated,
        "lords": [asdict(lord) for lord in seat.lords],
        "locations": [{"id": tile, "loot": seat.loot.get(tile, [])} for tile in seat.locations],
        "monster_tokens": seat.monster_tokens,
        "nebulis": seat.nebulis,
        "wounds": seat.wounds,
        "trophies": seat.trophies,
    }


def _available_in_json(state: State) -> list[Any]:
    """The ids of the available locations; one on which loot lies is an object."""
    tiles = ids_at(LOCATION_ID.tolist(), state.location_place.tolist(), AVAILABLE)
    loot = loot_on(state, AVAILABLE)
    return [{"id": tile, "loot": loot[tile]} if tile in loot else tile for tile in tiles]


def _decks_in_json(orders: Orders) -> dict[str, list[Any]]:
    """The decks whose order is given; top card first."""
    written: dict[str, tuple[Sequence[int] | None, Callable[[int], int | str]]] = {
        "exploration_deck": (orders.exploration_deck, code_of_kind),
        "lord_deck": (orders.lord_deck, lambda lord: int(LORD_ID[lord])),
        "location_deck": (orders.location_deck, lambda tile: int(LOCATION_ID[tile])),
        "monster_pool": (orders.monster_pool, code_of_token),
        "loot_deck": (orders.loot_deck, lambda place: LOWEST_LOOT + place),
        "leviathan_deck": (orders.leviathan_deck, LEVIATHAN_IDS.__getitem__),
        "leviathan_pool": (orders.leviathan_pool, code_of_token),
    }
    return {
        key: [code(card) for card in order] for key, (order, code) in written.items() if order is not None
    }


def _phase_of(state: State) -> str:
    """The phase whose frames, and no others, are on the stack."""
    frames, player = _frames(state), int(state.active)
    scratch = copy_of(state)
    scratch.depth = 0
    close_turn(scratch, player)
    closing = _frames(scratch)
    if frames == [*closing, [MAIN, player, 0]]:
        return "main"
    if frames in _frames_of_exploring(state, closing):
        return "explore"
    if frames == _frames_of_last_powers(state, closing) or (
        frames in _frames_of_discarding(state, closing) and not _has_turn_power(state)
    ):
        return "turn_end"
    raise NotAtRest(_not_at_rest(state))


def _frames(state: State) -> list[list[int]]:
    frames: list[list[int]] = state.stack[: int(state.depth)].tolist()
    return frames


def _frames_of_exploring(state: State, closing: list[list[int]]) -> list[list[list[int]]]:
    """The stack while the last card of the track is waiting for the active player, an ally or a monster."""
    player, space = int(state.active), int(np.count_nonzero(state.track != EMPTY)) - 1
    below = [*closing, [END_EXPLORATION, player, 0]]
    questions = (EXPLORE_ALLY, EXPLORE_MONSTER, MEET_MONSTER)
    return [[*below, [question, player, space]] for question in questions]


def _frames_of_last_powers(state: State, closing: list[list[int]]) -> list[list[int]]:
    """The stack while the active player may use turn powers for the last time in the turn."""
    return [*closing[:-2], [END_POWERS, int(state.active), 0]]


def _frames_of_discarding(state: State, closing: list[list[int]]) -> list[list[list[int]]]:
    """The stack while the active player discards down to the Commander's limit, or obeys martial law."""
    player = int(state.active)
    commander, law = [DISCARD_TO_LIMIT, player, COMMANDER_LIMIT], [OBEY_MARTIAL_LAW, player, 0]
    if state.options[MARTIAL_LAW] == 0:
        return [[closing[0], commander]]
    return [[closing[0], law], [closing[0], law, commander]]


def _has_turn_power(state: State) -> bool:
    """A turn power or token that has been declined for this turn would be offered again."""
    player = int(state.active)
    return can_use_any(state, player) or may_use_tokens(state, player, END_POWERS)


def _not_at_rest(state: State) -> str:
    if state.depth == 0:
        return _("The game is over; a position is written while it goes on.")
    question = QUESTION_NAMES[state.stack[state.depth - 1, 0]]
    problem = _(
        "A position cannot express the question {question} in the middle of something; it is written when a"
        " player chooses an action, when an explored card waits for its explorer, or at the end of a turn."
    )
    return problem.format(question=question)


# ------------------------------------------------------------------------------------------ hash

# Working notes, and counts that tell the past of a game but not how it stands.
_NOT_HASHED = {
    "mask", "first_offered", "end_offered", "offered", "events", "happenings",
    "race_total", "race_lowest", "richest", "race_cards",
    "krakens_left", "krakens_named", "kraken_total", "credit", "any_race_pays",
    "turn", "last_deed", "last_action", "reshuffles", "location_shuffles", "rolls", "stack",
    "acted", "end_cause", "fight_slain", "fight_power", "dice", "regent", "regent_level",
}  # fmt: skip
# Of these, what decides how a game with Leviathan goes on; the second line only while a fight is open.
_COURSE_OF_LEVIATHAN = ("acted", "end_cause")
_COURSE_OF_A_FIGHT = ("fight_slain", "fight_power", "dice")
# And in solo play.
_COURSE_OF_SOLO = ("regent", "regent_level")
_FIGHTING = {FIGHT_TARGET, FIGHT_ALLY, BOOST, RESOLVE_ATTACK, FIGHT_AGAIN, ROLL_ZONE, PLACE_LEVIATHAN}
_HASHED = tuple(name for name in STATE.names or () if name not in _NOT_HASHED)


@cache
def _place_of(name: str) -> slice:
    """Where the numbers of a field stand within a table."""
    size = np.dtype(np.int16).itemsize
    kind, place = cast(Any, STATE.fields)[name][:2]
    return slice(place // size, (place + kind.itemsize) // size)


@cache
def _stretches(names: tuple[str, ...]) -> tuple[slice, ...]:
    """The places of fields, those that adjoin as one."""
    joined: list[slice] = []
    for place in map(_place_of, names):
        if joined and joined[-1].stop == place.start:
            joined[-1] = slice(joined[-1].start, place.stop)
        else:
            joined.append(place)
    return tuple(joined)


def state_hash(state: State) -> str:
    """16 hex digits that are the same for the same position and the same pending questions."""
    little_endian: Any = np.asarray(numbers_of(state), "<i2")
    numbers = memoryview(little_endian)
    digest = blake2b(digest_size=8)
    for place in _stretches(_HASHED + _hashed_of_leviathan(state) + _hashed_of_solo(state)):
        digest.update(numbers[place])
    frames = _place_of("stack").start
    digest.update(numbers[frames : frames + state.stack[: state.depth].size])
    return digest.hexdigest()


def _hashed_of_leviathan(state: State) -> tuple[str, ...]:
    if state.leviathan == 0:
        return ()
    is_fight = any(what in _FIGHTING for what, _player, _detail in _frames(state))
    return _COURSE_OF_LEVIATHAN + (_COURSE_OF_A_FIGHT if is_fight else ())


def _hashed_of_solo(state: State) -> tuple[str, ...]:
    return () if state.regent == NOBODY else _COURSE_OF_SOLO


# ------------------------------------------------------------------------------------------ records

RECORD: dict[str, object] = {"format": None, "engine": None, "config": None, "answers": None, "hash": None}


def write_record(config: Mapping[str, object], answers: bytes, final_hash: str) -> dict[str, Any]:
    """A game as JSON: how it began, every answer (one catalogue number a byte, chance included), its end."""
    return {
        "format": FORMAT,
        "engine": VERSION,
        "config": dict(config),
        "answers": urlsafe_b64encode(answers).decode(),
        "hash": final_hash,
    }


def read_record(record: Mapping[str, object]) -> tuple[dict[str, Any], list[int] | list[str], str | None]:
    """How a recorded game began, its answers, and the hash of where it ended.

    The answers are catalogue numbers, those of chance included; or, in a record that people have
    typed, action texts without chance and forced answers. Only the latter may leave out engine and
    hash. Raises InvalidRecord, whose text begins with the path of the field.
    """
    _check_format(record)
    keys = Field(record, InvalidRecord, "record").members(RECORD)
    config = dict(keys["config"].mapping())
    answers = _read_answers(keys["answers"])
    is_typed = isinstance(keys["answers"].value, list)
    if not (is_typed and keys["engine"].value is None):
        keys["engine"].text()
    if is_typed and keys["hash"].value is None:
        return config, answers, None
    if not re.fullmatch("[0-9a-f]{16}", keys["hash"].text()):
        raise keys["hash"].no_such(_("a hash of 16 digits from 0 to f"))
    return config, answers, keys["hash"].text()


def _check_format(record: Mapping[str, object]) -> None:
    """Before anything else, since a newer format may have other keys."""
    keys = Field(record, InvalidRecord, "record").mapping()
    version = Field(keys.get("format"), InvalidRecord, "record", "format")
    if version.value == FORMAT:
        return
    if isinstance(version.value, str) and re.fullmatch("openabyss/[0-9]+", version.value):
        problem = _("{value} is of another version of OpenAbyss; this one reads {expected}")
    else:
        problem = _("{value} is no record of a game; expected {expected}")
    raise version.wrong(problem.format(value=shown(version.value), expected=shown(FORMAT)))


def _read_answers(answers: Field) -> list[int] | list[str]:
    if isinstance(answers.value, list):
        return [answer.text() for answer in answers.items()]
    if not isinstance(answers.value, str):
        raise answers.no_such(_("a list of action texts or a base64url text"))
    try:
        given = answers.value.encode("ascii")
        numbers = urlsafe_b64decode(given)
    except ValueError:
        numbers = given = b""
    # Decoding passes over foreign characters; only a whole and undamaged text comes back as it was.
    if answers.value and (not given or urlsafe_b64encode(numbers) != given):
        raise answers.wrong(_("the base64url text is damaged or cut off"))
    for place, number in enumerate(numbers):
        if number >= ACTIONS:
            problem = _("answer {place} is {number}; allowed: 0 to {last}")
            raise answers.wrong(problem.format(place=place, number=number, last=ACTIONS - 1))
    return list(numbers)

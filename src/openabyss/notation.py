"""Positions and records of games as JSON, and the hash of a position."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field, fields
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from openabyss.dealer import Orders
from openabyss.errors import InvalidOption, InvalidPosition, InvalidRecord, NotAtRest
from openabyss.fields import Field, shown
from openabyss.options import Options
from openabyss.rules.cards.allies import MONSTER, RACE_OF
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.cards.soldiers import COMMANDER_LIMIT, DISCARD_TO_LIMIT
from openabyss.rules.court import LORD_TO_COURT
from openabyss.rules.exploring import END_EXPLORATION, EXPLORE_ALLY, EXPLORE_MONSTER, HIGHEST_THREAT
from openabyss.rules.record import Numbers
from openabyss.rules.setup import LOCATION_TO_TABLE, STARTING_PEARLS, new_table
from openabyss.rules.table import (
    ABSENT,
    ACTIONS,
    AVAILABLE,
    COURT,
    COURT_SPACES,
    DECK,
    EMPTY,
    GONE,
    NOBODY,
    QUESTION_NAMES,
    STATE,
    TRACK_SPACES,
    State,
    ask,
    then,
)
from openabyss.rules.turn import END_POWERS, MAIN, close_turn, take_turn
from openabyss.rules.using import TURN_POWERS, can_use
from openabyss.seat import codes, ids_at, seat_of
from openabyss.version import VERSION
from openabyss.words import N_, _
from openabyss.words.cards import RACE_CODES, TOKEN_CODES, code_of_kind, code_of_token, kind_of_code

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
# More than any game can show, and far from what the record of the rules can hold.
MOST = 9999
DEFAULT_SEED = 1

PHASES = ("main", "explore", "turn_end")
FORMAT = "openabyss/1"

# --------------------------------------------------------------- the keys, and what stands for a missing one

# What only an expansion fills; in a game without it these keys are left out or hold just this.
EXPANSIONS_TABLE: dict[str, object] = {
    "loot_deck": [],
    "sentinels": [],
    "kraken_figure": None,
    "border": {},
    "leviathan_deck": [],
    "leviathan_pool": [],
    "scourge": None,
    "dice": [],
}
EXPANSIONS_SEAT: dict[str, object] = {"nebulis": 0, "wounds": 0, "trophies": []}
EXPANSIONS_LOCATION: dict[str, object] = {"loot": []}

# None means "not given": a deck is then everything not placed elsewhere, court and locations are dealt.
POSITION: dict[str, object] = {
    "players": None,
    "kraken": False,
    "leviathan": False,
    "options": {},
    "seed": DEFAULT_SEED,
    "active": 0,
    "phase": "main",
    "extra_turns": 0,
    "price": 1,
    "ending_player": None,
    "threat": 1,
    "seats": [],
    "exploration_deck": None,
    "track": [],
    "exploration_discard": [],
    "council": {},
    "court": None,
    "lord_deck": None,
    "lord_discard": [],
    "available_locations": None,
    "location_deck": None,
    "monster_pool": None,
    **EXPANSIONS_TABLE,
}
SEAT: dict[str, object] = {
    "pearls": STARTING_PEARLS,
    "key_tokens": 0,
    "bought": 0,
    "hand": [],
    "affiliated": [],
    "lords": [],
    "locations": [],
    "monster_tokens": [],
    **EXPANSIONS_SEAT,
}
SEAT_LORD: dict[str, object] = {"id": None, "disabled": False, "location": None, "used": False}
SEAT_LOCATION: dict[str, object] = {"id": None, **EXPANSIONS_LOCATION}
COUNCIL: dict[str, object] = {race: [] for race in RACE_CODES}

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
    state = new_table(_read_players(keys))
    _read_options(keys["options"], state)
    _refuse_expansions(keys, EXPANSIONS_TABLE)
    _read_course(keys, state)
    orders = _Layout(state).lay(keys)
    _push_phase(keys, state)
    _push_deal(keys, state)
    return Table(state, orders, keys["seed"].number())


def _read_players(keys: dict[str, Field]) -> int:
    for name in ("kraken", "leviathan"):
        if keys[name].flag():
            raise keys[name].wrong(_("this expansion is not playable yet"))
    if keys["players"].value is None:
        problem = _("how many play must be given, {low} to {high}")
        raise keys["players"].wrong(problem.format(low=FEWEST_PLAYERS, high=MOST_PLAYERS))
    return keys["players"].number(FEWEST_PLAYERS, MOST_PLAYERS)


def _read_options(chosen: Field, state: State) -> None:
    try:
        Options.from_dict(chosen.mapping()).enter(state)
    except InvalidOption as error:
        raise InvalidPosition(str(error)) from None


def _refuse_expansions(keys: dict[str, Field], empty: Mapping[str, object]) -> None:
    """Without its expansion a key holds nothing."""
    for key, nothing in empty.items():
        if keys[key].value != nothing or isinstance(keys[key].value, bool):
            problem = _("this belongs to an expansion that is not in play; leave it out or give {nothing}")
            raise keys[key].wrong(problem.format(nothing=shown(nothing)))


def _read_course(keys: dict[str, Field], state: State) -> None:
    """Whose turn it is and how far the game has gone; what counts the turns starts afresh."""
    last = int(state.players) - 1
    state.turn = 1
    state.active = keys["active"].number(0, last)
    state.extra_turns = keys["extra_turns"].number(0, MOST)
    state.price = keys["price"].number(1, MOST)
    state.threat = keys["threat"].number(1, HIGHEST_THREAT)
    if keys["ending_player"].value is not None:
        state.ending_player = keys["ending_player"].number(0, last)


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
    ask(state, EXPLORE_MONSTER if state.track[space] == MONSTER else EXPLORE_ALLY, player, space)


def _push_deal(keys: dict[str, Field], state: State) -> None:
    """What the position does not say of the court and the locations, chance is asked before the turn."""
    if keys["available_locations"].value is None:
        ask(state, LOCATION_TO_TABLE, NOBODY, 0)
    if keys["court"].value is None:
        for space in range(COURT_SPACES - 1, -1, -1):
            ask(state, LORD_TO_COURT, NOBODY, space)


@dataclass(slots=True)
class _Layout:
    """A table on which the fields of a position place cards: each is taken off the decks of a new game."""

    state: State
    copies: list[int] = field(init=False)
    tokens: list[int] = field(init=False)
    placed: dict[tuple[str, int], str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.copies, self.tokens = self.state.deck.tolist(), self.state.pool.tolist()

    def lay(self, keys: dict[str, Field]) -> Orders:
        """Everything that lies on the table, then what is left for the decks."""
        self._seats(keys["seats"])
        self._exploration(keys)
        for space, lord in enumerate(_given(keys["court"], COURT_SPACES)):
            self.state.court[space] = self._lord(lord, COURT)
        for lord in keys["lord_discard"].items():
            self._lord(lord, GONE)
        for tile in _given(keys["available_locations"]):
            self._tile(tile, AVAILABLE)
        return Orders(
            exploration_deck=self._exploration_deck(keys["exploration_deck"]),
            lord_deck=self._deck(keys["lord_deck"], self._lord, self.state.lord_place, ABSENT),
            location_deck=self._deck(keys["location_deck"], self._tile, self.state.location_place, GONE),
            monster_pool=self._monster_pool(keys["monster_pool"]),
        )

    def _seats(self, seats: Field) -> None:
        """Seats that are not given have what everybody starts with."""
        for player, seat in enumerate(seats.items(int(self.state.players))):
            self._seat(player, seat.members(SEAT))

    def _seat(self, player: int, keys: dict[str, Field]) -> None:
        state = self.state
        _refuse_expansions(keys, EXPANSIONS_SEAT)
        state.pearls[player] = keys["pearls"].number(0, MOST)
        state.key_tokens[player] = keys["key_tokens"].number(0, MOST)
        state.bought[player] = keys["bought"].number(0, MOST)
        for card in keys["hand"].items():
            state.hand[player, self._ally(card)] += 1
        for card in keys["affiliated"].items():
            state.affiliated[player, self._ally(card)] += 1
        for token in keys["monster_tokens"].items():
            state.monster_tokens[player, self._token(token)] += 1
        for tile in keys["locations"].items():
            self._seat_location(player, tile.members(SEAT_LOCATION))
        for lord in keys["lords"].items():
            self._seat_lord(player, lord.members(SEAT_LORD))

    def _seat_location(self, player: int, keys: dict[str, Field]) -> None:
        _refuse_expansions(keys, EXPANSIONS_LOCATION)
        self._tile(keys["id"], player)

    def _seat_lord(self, player: int, keys: dict[str, Field]) -> None:
        lord = self._lord(keys["id"], player)
        self.state.lord_disabled[lord] = int(keys["disabled"].flag())
        self.state.lord_used[lord] = int(keys["used"].flag())
        if keys["location"].value is not None:
            self.state.lord_location[lord] = self._own_tile(player, keys["location"])

    def _own_tile(self, player: int, location: Field) -> int:
        """A location that the owner of the lord on it controls."""
        own = ids_at(LOCATION_ID.tolist(), self.state.location_place.tolist(), player)
        if location.number() not in own:
            problem = _("seat {player} does not control location {id}; it controls {own}")
            listed = ", ".join(map(str, own)) or _("none")
            raise location.wrong(problem.format(player=player, id=location.value, own=listed))
        return _LOCATION_CARDS.by_id[location.number()]

    def _exploration(self, keys: dict[str, Field]) -> None:
        """The track, the council's stacks and the discard."""
        state = self.state
        for space, card in enumerate(keys["track"].items(TRACK_SPACES)):
            state.track[space] = self._card(card)
        for race, stack in enumerate(keys["council"].members(COUNCIL).values()):
            for card in stack.items():
                kind = self._ally(card)
                if RACE_OF[kind] != race:
                    raise card.no_such(_("an ally of this race, the {race}").format(race=RACE_CODES[race]))
                state.council[race, kind] += 1
        discard = [self._card(card) for card in keys["exploration_discard"].items()]
        for kind in discard:
            state.discard[kind] += 1

    def _exploration_deck(self, deck: Field) -> tuple[int, ...] | None:
        if deck.value is None:
            return None
        order = tuple(self._card(card) for card in deck.items())
        self.state.deck[:] = np.bincount(order, minlength=len(self.copies)) if order else 0
        return order

    def _monster_pool(self, pool: Field) -> tuple[int, ...] | None:
        if pool.value is None:
            return None
        order = tuple(self._token(token) for token in pool.items())
        self.state.pool[:] = np.bincount(order, minlength=len(self.tokens)) if order else 0
        return order

    def _deck(
        self, deck: Field, place: Callable[[Field, int], int], places: Numbers, left_out: int
    ) -> tuple[int, ...] | None:
        """A deck of lords or locations; what a deck given short lacks is out of the game."""
        if deck.value is None:
            return None
        order = tuple(place(card, DECK) for card in deck.items())
        for card in np.flatnonzero(places == DECK).tolist():
            if card not in order:
                places[card] = left_out
        return order

    def _ally(self, card: Field) -> int:
        kind = self._card(card)
        if kind == MONSTER:
            raise card.no_such(_("an ally; a monster cannot lie here"))
        return kind

    def _card(self, card: Field) -> int:
        """An exploration card, taken off the deck."""
        kind = _read_kind(card)
        if self.state.deck[kind] == 0:
            raise self._too_many(card, self.copies[kind])
        self.state.deck[kind] -= 1
        return kind

    def _token(self, token: Field) -> int:
        """A monster token, taken from the pool."""
        is_code = isinstance(token.value, int | str) and not isinstance(token.value, bool)
        if not is_code or token.value not in TOKEN_CODES:
            listed = ", ".join(shown(code) for code in TOKEN_CODES)
            raise token.no_such(_("a monster token; allowed: {codes}").format(codes=listed))
        kind = TOKEN_CODES.index(token.value)
        if self.state.pool[kind] == 0:
            raise self._too_many(token, self.tokens[kind])
        self.state.pool[kind] -= 1
        return kind

    def _too_many(self, piece: Field, copies: int) -> Exception:
        problem = _("one {piece} too many; this game has {copies}")
        return piece.wrong(problem.format(piece=shown(piece.value), copies=copies))

    def _lord(self, lord: Field, place: int) -> int:
        return self._put(_LORD_CARDS, lord, self.state.lord_place, place)

    def _tile(self, tile: Field, place: int) -> int:
        return self._put(_LOCATION_CARDS, tile, self.state.location_place, place)

    def _put(self, cards: "_Cards", card: Field, places: Numbers, place: int) -> int:
        """Put a lord or location, of which there is one each, where the field stands."""
        number = cards.by_id.get(card.number())
        if number is None or places[number] == ABSENT:
            in_play = [known for known, index in cards.by_id.items() if places[index] != ABSENT]
            raise card.no_such(_(cards.no_such).format(ids=_spans(in_play)))
        other = self.placed.setdefault((cards.no_such, number), card.path)
        if other != card.path:
            raise card.wrong(_(cards.twice).format(id=card.value, other=other))
        places[number] = place
        return number


class _Cards(NamedTuple):
    """Lords or locations: the rules' numbers by id, and what is said of a wrong one."""

    by_id: dict[int, int]
    no_such: str
    twice: str


_LORD_CARDS = _Cards(
    {int(number): lord for lord, number in enumerate(LORD_ID)},
    N_("a lord of this game; their ids are {ids}"),
    N_("lord {id} lies in two places: here and at {other}"),
)
_LOCATION_CARDS = _Cards(
    {int(number): tile for tile, number in enumerate(LOCATION_ID)},
    N_("a location of this game; their ids are {ids}"),
    N_("location {id} lies in two places: here and at {other}"),
)


def _given(cards: Field, most: int | None = None) -> list[Field]:
    """The items of a list, none where it is not given."""
    return [] if cards.value is None else cards.items(most)


def _read_kind(card: Field) -> int:
    code = card.text()
    try:
        return kind_of_code(code)
    except ValueError:
        allowed = _('an ally; an ally is one of the letters J C H S Q and a value from 1 to 5, like "C3"')
        raise card.no_such(allowed) from None


def _spans(ids: Iterable[int]) -> str:
    """Rising numbers in few words: "1-35, 101-118"."""
    spans: list[list[int]] = []
    for number in ids:
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)


# ------------------------------------------------------------------------------------- writing a position


def write_position(state: State, orders: Orders, seed: int = DEFAULT_SEED) -> dict[str, Any]:
    """The position of a table at rest, which `read_position` turns into the same table again.

    `orders` are those of all decks as they lie now. Raises NotAtRest where something is under way.
    """
    return {
        "players": int(state.players),
        "kraken": False,
        "leviathan": False,
        "options": _options_of(state),
        "seed": seed,
        "active": int(state.active),
        "phase": _phase_of(state),
        "extra_turns": int(state.extra_turns),
        "price": int(state.price),
        "ending_player": None if state.ending_player == NOBODY else int(state.ending_player),
        "threat": int(state.threat),
        "seats": [_seat_in_json(state, player) for player in range(int(state.players))],
        "track": [code_of_kind(kind) for kind in state.track.tolist() if kind != EMPTY],
        "exploration_discard": codes(state.discard.tolist()),
        "council": {race: codes(state.council[place].tolist()) for place, race in enumerate(RACE_CODES)},
        "court": [int(LORD_ID[lord]) for lord in state.court.tolist() if lord != EMPTY],
        "lord_discard": ids_at(LORD_ID.tolist(), state.lord_place.tolist(), GONE),
        "available_locations": ids_at(LOCATION_ID.tolist(), state.location_place.tolist(), AVAILABLE),
        **deepcopy(EXPANSIONS_TABLE),
        **_decks_in_json(orders),
    }


def _seat_in_json(state: State, player: int) -> dict[str, Any]:
    seat = seat_of(state, player)
    return {
        "pearls": seat.pearls,
        "key_tokens": seat.key_tokens,
        "bought": seat.bought,
        "hand": seat.hand,
        "affiliated": seat.affiliated,
        "lords": [asdict(lord) for lord in seat.lords],
        "locations": [{"id": tile, **deepcopy(EXPANSIONS_LOCATION)} for tile in seat.locations],
        "monster_tokens": seat.monster_tokens,
        **deepcopy(EXPANSIONS_SEAT),
    }


def _options_of(state: State) -> dict[str, bool]:
    chosen = {option.name: bool(state.options[option.metadata["place"]]) for option in fields(Options)}
    return Options(**chosen).to_dict()


def _decks_in_json(orders: Orders) -> dict[str, list[Any]]:
    """The decks whose order is given; top card first."""
    written: dict[str, tuple[Sequence[int] | None, Callable[[int], int | str]]] = {
        "exploration_deck": (orders.exploration_deck, code_of_kind),
        "lord_deck": (orders.lord_deck, lambda lord: int(LORD_ID[lord])),
        "location_deck": (orders.location_deck, lambda tile: int(LOCATION_ID[tile])),
        "monster_pool": (orders.monster_pool, code_of_token),
    }
    return {
        key: [code(card) for card in order] for key, (order, code) in written.items() if order is not None
    }


def _phase_of(state: State) -> str:
    """The phase whose frames, and no others, are on the stack."""
    frames, player = _frames(state), int(state.active)
    scratch = new_table(int(state.players))
    close_turn(scratch, player)
    closing = _frames(scratch)
    if frames == [*closing, [MAIN, player, 0]]:
        return "main"
    if frames in _frames_of_exploring(state, closing):
        return "explore"
    if frames == _frames_of_last_powers(state, closing) or (
        frames == _frames_of_discarding(state, closing) and not _has_turn_power(state)
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
    return [[*below, [question, player, space]] for question in (EXPLORE_ALLY, EXPLORE_MONSTER)]


def _frames_of_last_powers(state: State, closing: list[list[int]]) -> list[list[int]]:
    """The stack while the active player may use turn powers for the last time in the turn."""
    return [*closing[:-2], [END_POWERS, int(state.active), 0]]


def _frames_of_discarding(state: State, closing: list[list[int]]) -> list[list[int]]:
    """The stack while the active player discards down to the Commander's limit."""
    return [closing[0], [DISCARD_TO_LIMIT, int(state.active), COMMANDER_LIMIT]]


def _has_turn_power(state: State) -> bool:
    """A turn power that has been declined for this turn would be offered again."""
    return any(can_use(state, int(state.active), lord) for lord in TURN_POWERS)


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
    "turn", "idle_turns", "end_cause", "reshuffles", "location_shuffles", "rolls", "stack",
}  # fmt: skip
_HASHED = [name for name in STATE.names or () if name not in _NOT_HASHED]


def state_hash(state: State) -> str:
    """16 hex digits that are the same for the same position and the same pending questions."""
    digest = blake2b(digest_size=8)
    for name in _HASHED:
        digest.update(np.asarray(getattr(state, name), "<i2").tobytes())
    digest.update(np.asarray(state.stack[: int(state.depth)], "<i2").tobytes())
    return digest.hexdigest()


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

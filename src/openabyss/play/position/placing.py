"""A table on which the fields of a position place cards and tokens, taken off the decks of a new game."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from openabyss.chance.dealer import Orders
from openabyss.engine.layout import Numbers
from openabyss.play.position import schema
from openabyss.play.position.fields import Field, shown
from openabyss.rules.actions import LOCATION, LORD, RACE
from openabyss.rules.cards.allies import MONSTER, NO_RACE, RACE_OF, RACES
from openabyss.rules.cards.leviathans import LEVELS_OF
from openabyss.rules.cards.locations import FIRST_SANCTUARY, is_sanctuary
from openabyss.rules.cards.loot import LOOT_COPIES, LOWEST_LOOT
from openabyss.rules.cards.printed import FIRST_LORDS, LOCATIONS, LORDS
from openabyss.rules.cards.smugglers import FIRST_SENTINEL
from openabyss.rules.chapters import DIE_FACES, is_free_element
from openabyss.rules.sizes import COURT_SPACES, LOOT_VALUES, SENTINELS, TOKENS, TRACK_SPACES
from openabyss.rules.state import (
    ABSENT,
    AVAILABLE,
    BASE_TOKENS,
    BORDER,
    COURT,
    DECK,
    DRAWN,
    EMPTY,
    GONE,
    MAX_COUNT,
    NOBODY,
    State,
)
from openabyss.table.public_fields import AREAS, COUNCIL_AREA, COURT_AREA
from openabyss.words import N_, _
from openabyss.words.cards.codes import (
    LEVIATHAN_IDS,
    LOCATION_IDS,
    LORD_IDS,
    RACE_CODES,
    TOKEN_CODES,
    kind_of_code,
)


class Layout:
    """A table on which the fields of a position place cards: each is taken off the decks of a new game."""

    def __init__(self, state: State, taken: dict[int, int]) -> None:
        """`taken` is the location that a seat is about to control, under which lords may be already."""
        for player in range(state.players):
            state.deck += state.hand[player]
        state.hand[:] = 0
        self.state, self.taken = state, taken
        self.copies, self.tokens = state.deck.tolist(), state.pool.tolist()
        self.placed: dict[tuple[str, int], str] = {}

    def place_all(self, keys: dict[str, Field]) -> Orders:
        """Everything that is on the table, then what is left for the decks."""
        self._seats(keys["seats"])
        self._exploration(keys)
        for space, lord in enumerate(_given(keys["court"], COURT_SPACES)):
            if lord.value is not None:
                self.state.court[space] = self._put(_LORDS, lord, COURT)
        if keys["paid_lord"].value is not None:
            self._put(_LORDS, keys["paid_lord"], COURT)
        self._put_all(_LORDS, keys["lord_discard"], GONE)
        for tile in _given(keys["available_locations"]):
            self._available(tile)
        self._put_all(_LOCATIONS, keys["drawn_locations"], DRAWN)
        for sentinel in keys["sentinels"].items(SENTINELS):
            self._sentinel(sentinel.members(schema.SENTINEL))
        self.state.kraken_holder = self._seat_or_nobody(keys["kraken_figure"])
        self._border(keys["border"])
        self._put_all(_LEVIATHANS, keys["drawn_leviathans"], DRAWN, most=1)
        self.state.scourge_holder = self._seat_or_nobody(keys["scourge"])
        return Orders(
            exploration_deck=self._pile(keys["exploration_deck"], self.state.deck, self._card),
            lord_deck=self._lord_deck(keys["lord_deck"]),
            location_deck=self._deck(_LOCATIONS, keys["location_deck"], GONE),
            monster_pool=self._pool(keys["monster_pool"], 0, BASE_TOKENS),
            leviathan_pool=self._pool(keys["leviathan_pool"], BASE_TOKENS, TOKENS),
            loot_deck=(
                self._pile(keys["loot_deck"], self.state.loot_deck, self._loot_card)
                if self.state.kraken
                else None
            ),
            leviathan_deck=(
                self._deck(_LEVIATHANS, keys["leviathan_deck"], GONE) if self.state.leviathan else None
            ),
            dice=tuple(die.number(1, DIE_FACES) for die in keys["dice"].items()),
            shuffles=(self.state.reshuffles, self.state.location_shuffles),
            rolls=self.state.rolls,
        )

    def _seats(self, seats: Field) -> None:
        """Seats that are not given have what everybody starts with."""
        for player, seat in enumerate(seats.items(self.state.players)):
            self._seat(player, seat.members(schema.SEAT))

    def _seat(self, player: int, keys: dict[str, Field]) -> None:
        state = self.state
        if state.kraken == 0:
            refuse_expansion(keys, schema.KRAKEN_SEAT)
        if state.leviathan == 0:
            refuse_expansion(keys, schema.LEVIATHAN_SEAT)
        state.pearls[player] = keys["pearls"].number(0, MAX_COUNT)
        state.nebulis[player] = keys["nebulis"].number(0, MAX_COUNT)
        state.key_tokens[player] = keys["key_tokens"].number(0, MAX_COUNT)
        state.bought[player] = keys["bought"].number(0, schema.MAX_BOUGHT)
        _add(state.hand[player], keys["hand"], self._ally)
        _add(state.affiliated[player], keys["affiliated"], self._ally)
        _add(state.monster_tokens[player], keys["monster_tokens"], self._token)
        state.wounds[player] = keys["wounds"].number(0, MAX_COUNT)
        self._put_all(_LEVIATHANS, keys["trophies"], player)
        for tile in keys["locations"].items():
            self._location(player, tile.members(schema.LOCATION))
        for lord in keys["lords"].items():
            self._seat_lord(player, lord.members(schema.SEAT_LORD))

    def _seat_number(self, seat: Field) -> int:
        return seat.number(0, self.state.players - 1)

    def _seat_or_nobody(self, seat: Field) -> int:
        return NOBODY if seat.value is None else self._seat_number(seat)

    def _location(self, place: int, keys: dict[str, Field]) -> None:
        """A location, and the loot on it."""
        if self.state.kraken == 0:
            refuse_expansion(keys, schema.KRAKEN_LOCATION)
        tile = self._put(_LOCATIONS, keys["id"], place)
        for card in keys["loot"].items(LOOT_VALUES):
            self._loot(tile, card)

    def _available(self, tile: Field) -> None:
        """An available location: its id, or an object with the loot on it."""
        if isinstance(tile.value, dict):
            self._location(AVAILABLE, tile.members(schema.LOCATION))
        else:
            self._put(_LOCATIONS, tile, AVAILABLE)

    def _loot(self, tile: int, card: Field) -> None:
        """A loot card on a location; a second one of the same value would have taken both away."""
        if not is_sanctuary(tile):
            raise card.wrong(_("loot lies only on a sanctuary"))
        place, sanctuary = self._loot_card(card), tile - FIRST_SANCTUARY
        if self.state.loot[sanctuary, place] > 0:
            raise card.wrong(_("a loot card of value {value} lies here already").format(value=card.value))
        self.state.loot[sanctuary, place] = 1

    def _loot_card(self, card: Field) -> int:
        """A loot card, taken off its deck."""
        place = card.number(LOWEST_LOOT, LOWEST_LOOT + LOOT_VALUES - 1) - LOWEST_LOOT
        if self.state.loot_deck[place] == 0:
            raise _too_many(card, LOOT_COPIES[place])
        self.state.loot_deck[place] -= 1
        return place

    def _border(self, zones: Field) -> None:
        """The leviathans of the border, by the number of their zone."""
        for zone, keys in enumerate(zones.members(schema.BORDER).values()):
            if keys.value is not None:
                self._on_border(zone, keys.members(schema.ON_BORDER))

    def _on_border(self, zone: int, keys: dict[str, Field]) -> None:
        leviathan = self._put(_LEVIATHANS, keys["id"], BORDER)
        last = int(LEVELS_OF[leviathan]) - 1
        self.state.border[zone] = leviathan
        self.state.levels_lost[zone] = keys["levels_lost"].number(0, last)

    def _lord_deck(self, deck: Field) -> tuple[int, ...] | None:
        """Lords that were added to the game take part only where the position names them."""
        if deck.value is None:
            added = self.state.lord_place[FIRST_LORDS:]
            added[added == DECK] = ABSENT
        return self._deck(_LORDS, deck, ABSENT)

    def _sentinel(self, keys: dict[str, Field]) -> None:
        """A sentinel token: with its owner, or on what it guards."""
        sentinel = _LORDS.by_id.get(keys["lord"].number(), NOBODY) - FIRST_SENTINEL
        if not 0 <= sentinel < SENTINELS:
            guards = _spans(LORD_IDS[FIRST_SENTINEL : FIRST_SENTINEL + SENTINELS])
            raise keys["lord"].no_such(_("a lord with a sentinel; their ids are {ids}").format(ids=guards))
        if self.state.sentinel_owner[sentinel] != NOBODY:
            raise keys["lord"].wrong(_("the sentinel of this lord is given twice"))
        self.state.sentinel_owner[sentinel] = self._seat_number(keys["owner"])
        if keys["area"].value is None and keys["target"].value is None:
            return
        self.state.sentinel_target[sentinel] = self._guarded(keys["area"].choice(AREAS), keys["target"])

    def _guarded(self, area: str, target: Field) -> int:
        """The action that points at what a sentinel guards."""
        if area == COURT_AREA:
            first, end = LORD, LORD + LORDS
            action = LORD + self._in_sight(_LORDS, target, self.state.court.tolist())
        elif area == COUNCIL_AREA:
            first, end = RACE, RACE + RACES
            action = RACE + RACE_CODES.index(target.choice(RACE_CODES))
        else:
            first, end = LOCATION, LOCATION + LOCATIONS
            available = np.flatnonzero(self.state.location_place == AVAILABLE).tolist()
            action = LOCATION + self._in_sight(_LOCATIONS, target, available)
        if not is_free_element(self.state, action, first, end):
            raise target.wrong(_("a sentinel stands here already"))
        return action

    def _in_sight(self, cards: "_Cards", card: Field, numbers: list[int]) -> int:
        """A lord of the court or an available location."""
        number = cards.by_id.get(card.number(), EMPTY)
        if number == EMPTY or number not in numbers:
            raise card.wrong(_(cards.not_there).format(id=card.value))
        return number

    def _seat_lord(self, player: int, keys: dict[str, Field]) -> None:
        lord = self._put(_LORDS, keys["id"], player)
        self.state.lord_disabled[lord] = int(keys["disabled"].flag())
        self.state.lord_used[lord] = int(keys["used"].flag())
        if keys["location"].value is not None:
            self.state.lord_location[lord] = self._own_tile(player, keys["location"])

    def _own_tile(self, player: int, location: Field) -> int:
        """The location of a lord, which its owner controls or is about to."""
        own = [LOCATION_IDS[tile] for tile in np.flatnonzero(self.state.location_place == player)]
        if player in self.taken:
            own.append(LOCATION_IDS[self.taken[player]])
        if location.number() not in own:
            problem = _("seat {player} does not control location {id}; it controls {own}")
            listed = ", ".join(map(str, own)) or _("none")
            raise location.wrong(problem.format(player=player, id=location.value, own=listed))
        return _LOCATIONS.by_id[location.number()]

    def _exploration(self, keys: dict[str, Field]) -> None:
        """The track, the council's stacks, the discard, and the cards named for a lord."""
        state = self.state
        for space, card in enumerate(keys["track"].items(TRACK_SPACES)):
            if card.value is not None:
                state.track[space] = self._card(card)
        for race, stack in enumerate(keys["council"].members(schema.COUNCIL).values()):
            for card in stack.items():
                kind = self._ally(card)
                if RACE_OF[kind] not in (race, NO_RACE):
                    raise card.no_such(_("an ally of this race, the {race}").format(race=RACE_CODES[race]))
                state.council[race, kind] += 1
        _add(state.discard, keys["exploration_discard"], self._card)
        _add(state.payment, keys["payment"], _read_ally)

    def _pool(self, pool: Field, first: int, end: int) -> tuple[int, ...] | None:
        """One of the two piles of monster tokens: those of the kinds from `first` on."""
        return self._pile(
            pool, self.state.pool[first:end], lambda token: self._token(token, first, end), first
        )

    def _pile(
        self, deck: Field, zone: Numbers, read: Callable[[Field], int], first: int = 0
    ) -> tuple[int, ...] | None:
        """A deck of cards or tokens, whose numbers are counted from `first`; None where it is not given."""
        if deck.value is None:
            return None
        order = tuple(read(card) for card in deck.items())
        zone[:] = [order.count(first + kind) for kind in range(len(zone))]
        return order

    def _deck(self, cards: "_Cards", deck: Field, left_out: int) -> tuple[int, ...] | None:
        """A deck of lords or locations; what a deck given short lacks is out of the game."""
        if deck.value is None:
            return None
        order, places = self._put_all(cards, deck, DECK), cards.places(self.state)
        for card in np.flatnonzero(places == DECK).tolist():
            if card not in order:
                places[card] = left_out
        return order

    def _ally(self, card: Field) -> int:
        """An ally, taken off the deck."""
        return self._off_deck(card, _read_ally(card))

    def _card(self, card: Field) -> int:
        """An exploration card, taken off the deck."""
        return self._off_deck(card, _read_kind(card))

    def _off_deck(self, card: Field, kind: int) -> int:
        if self.state.deck[kind] == 0:
            raise _too_many(card, self.copies[kind])
        self.state.deck[kind] -= 1
        return kind

    def _token(self, token: Field, first: int = 0, end: int = TOKENS) -> int:
        """A monster token of the kinds from `first` on, taken from its pile."""
        is_code = isinstance(token.value, int | str) and not isinstance(token.value, bool)
        if not is_code or token.value not in TOKEN_CODES[first:end]:
            listed = ", ".join(shown(code) for code in TOKEN_CODES[first:end])
            raise token.no_such(_("a monster token; allowed: {codes}").format(codes=listed))
        kind = TOKEN_CODES.index(token.value)
        if self.state.pool[kind] == 0:
            raise _too_many(token, self.tokens[kind])
        self.state.pool[kind] -= 1
        return kind

    def _put_all(self, cards: "_Cards", given: Field, place: int, most: int | None = None) -> tuple[int, ...]:
        return tuple(self._put(cards, card, place) for card in given.items(most))

    def _put(self, cards: "_Cards", card: Field, place: int) -> int:
        """Put a lord, location or leviathan, of which there is one each, at a place."""
        number, places = cards.by_id.get(card.number()), cards.places(self.state)
        if number is None or places[number] == ABSENT:
            in_play = [known for known, index in cards.by_id.items() if places[index] != ABSENT]
            raise card.no_such(_(cards.no_such).format(ids=_spans(in_play)))
        other = self.placed.setdefault((cards.no_such, number), card.path)
        if other != card.path:
            raise card.wrong(_(cards.twice).format(id=card.value, other=other))
        places[number] = place
        return number


class _Cards(NamedTuple):
    """Lords, locations or leviathans: their numbers by id, their places, and what is said of a wrong one."""

    by_id: dict[int, int]
    places: Callable[[State], Numbers]
    no_such: str
    twice: str
    not_there: str = ""


_LORDS = _Cards(
    {number: lord for lord, number in enumerate(LORD_IDS)},
    lambda state: state.lord_place,
    N_("a lord of this game; their ids are {ids}"),
    N_("lord {id} lies in two places: here and at {other}"),
    N_("lord {id} is not in the court"),
)
_LOCATIONS = _Cards(
    {number: tile for tile, number in enumerate(LOCATION_IDS)},
    lambda state: state.location_place,
    N_("a location of this game; their ids are {ids}"),
    N_("location {id} lies in two places: here and at {other}"),
    N_("location {id} is not available"),
)
_LEVIATHANS = _Cards(
    {number: leviathan for leviathan, number in enumerate(LEVIATHAN_IDS)},
    lambda state: state.leviathan_place,
    N_("a leviathan of this game; their ids are {ids}"),
    N_("leviathan {id} lies in two places: here and at {other}"),
)


def refuse_expansion(keys: dict[str, Field], empty: schema.Defaults) -> None:
    """Without its expansion a key is left out, or holds nothing."""
    for key, nothing in empty.items():
        value = keys[key].value
        is_nothing = value == nothing and type(value) is type(nothing)
        is_missing = value is None and isinstance(nothing, list)
        if not (is_nothing or is_missing):
            problem = _("this belongs to an expansion that is not in play; leave it out or give {nothing}")
            raise keys[key].wrong(problem.format(nothing=shown(nothing)))


def _too_many(piece: Field, copies: int) -> Exception:
    problem = _("one {piece} too many; this game has {copies}")
    return piece.wrong(problem.format(piece=shown(piece.value), copies=copies))


def _add(zone: Numbers, cards: Field, read: Callable[[Field], int]) -> None:
    """Count the cards of a list in a zone."""
    for card in cards.items():
        zone[read(card)] += 1


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


def _read_ally(card: Field) -> int:
    kind = _read_kind(card)
    if kind == MONSTER:
        raise card.no_such(_("an ally; a monster cannot lie here"))
    return kind


def _spans(ids: Iterable[int]) -> str:
    """Rising numbers in few words: "1-35, 101-118"."""
    spans: list[list[int]] = []
    for number in ids:
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)

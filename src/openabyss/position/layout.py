"""A table on which the fields of a position place cards and tokens, taken off the decks of a new game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from openabyss.chance.dealer import Orders
from openabyss.engine.layout import Numbers
from openabyss.position.fields import Field, shown
from openabyss.position.schema import (
    BORDER,
    COUNCIL,
    KRAKEN_LOCATION,
    KRAKEN_SEAT,
    LEVIATHAN_SEAT,
    ON_BORDER,
    SEAT,
    SEAT_LORD,
    SENTINEL,
)
from openabyss.position.schema import LOCATION as TILE
from openabyss.rules.actions import LOCATION, LORD, RACE
from openabyss.rules.cards.allies import MONSTER, NO_RACE, RACE_OF, RACES
from openabyss.rules.cards.leviathans import LEVELS_OF
from openabyss.rules.cards.locations import FIRST_SANCTUARY, is_sanctuary
from openabyss.rules.cards.loot import LOOT_COPIES, LOWEST_LOOT
from openabyss.rules.cards.printed import FIRST_LORDS, LOCATIONS, LORDS
from openabyss.rules.cards.smugglers import FIRST_SENTINEL
from openabyss.rules.kraken.sentinels import is_free_element
from openabyss.rules.leviathan.border import DIE_FACES
from openabyss.rules.sizes import COURT_SPACES, LOOT_VALUES, SENTINELS, TOKENS, TRACK_SPACES
from openabyss.rules.state import (
    ABSENT,
    AVAILABLE,
    BASE_TOKENS,
    COURT,
    DECK,
    DRAWN,
    EMPTY,
    GONE,
    MAX_COUNT,
    NOBODY,
    State,
)
from openabyss.rules.state import BORDER as IN_PLAY
from openabyss.table.facts import AREAS, COUNCIL_AREA, COURT_AREA
from openabyss.words import N_, _
from openabyss.words.cards.codes import RACE_CODES, TOKEN_CODES, kind_of_code
from openabyss.words.cards.ids import LEVIATHAN_IDS, LOCATION_IDS, LORD_IDS

# More than any game can show.
MOST_BOUGHT = 99


@dataclass(slots=True)
class Layout:
    """A table on which the fields of a position place cards: each is taken off the decks of a new game.

    `taken` is the location that a seat is about to control, under which lords may lie already.
    """

    state: State
    taken: dict[int, int] = field(default_factory=dict)
    copies: list[int] = field(init=False)
    tokens: list[int] = field(init=False)
    placed: dict[tuple[str, int], str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        for player in range(self.state.players):
            self.state.deck += self.state.hand[player]
        self.state.hand[:] = 0
        self.copies, self.tokens = self.state.deck.tolist(), self.state.pool.tolist()

    def place_all(self, keys: dict[str, Field]) -> Orders:
        """Everything that lies on the table, then what is left for the decks."""
        self._seats(keys["seats"])
        self._exploration(keys)
        for space, lord in enumerate(_given(keys["court"], COURT_SPACES)):
            if lord.value is not None:
                self.state.court[space] = self._lord(lord, COURT)
        if keys["paid_lord"].value is not None:
            self._lord(keys["paid_lord"], COURT)
        for lord in keys["lord_discard"].items():
            self._lord(lord, GONE)
        for tile in _given(keys["available_locations"]):
            self._available(tile)
        for tile in keys["drawn_locations"].items():
            self._tile(tile, DRAWN)
        for sentinel in keys["sentinels"].items(SENTINELS):
            self._sentinel(sentinel.members(SENTINEL))
        if keys["kraken_figure"].value is not None:
            self.state.kraken_holder = self._seat_number(keys["kraken_figure"])
        self._border(keys["border"])
        for leviathan in keys["drawn_leviathans"].items(1):
            self._leviathan(leviathan, DRAWN)
        if keys["scourge"].value is not None:
            self.state.scourge_holder = self._seat_number(keys["scourge"])
        return Orders(
            exploration_deck=self._exploration_deck(keys["exploration_deck"]),
            lord_deck=self._lord_deck(keys["lord_deck"]),
            location_deck=self._deck(keys["location_deck"], self._tile, self.state.location_place, GONE),
            monster_pool=self._pool(keys["monster_pool"], 0, BASE_TOKENS),
            leviathan_pool=self._pool(keys["leviathan_pool"], BASE_TOKENS, TOKENS),
            loot_deck=self._loot_deck(keys["loot_deck"]),
            leviathan_deck=self._leviathan_deck(keys["leviathan_deck"]),
            dice=tuple(die.number(1, DIE_FACES) for die in keys["dice"].items()),
            shuffles=(self.state.reshuffles, self.state.location_shuffles),
            rolls=self.state.rolls,
        )

    def _seats(self, seats: Field) -> None:
        """Seats that are not given have what everybody starts with."""
        for player, seat in enumerate(seats.items(self.state.players)):
            self._seat(player, seat.members(SEAT))

    def _seat(self, player: int, keys: dict[str, Field]) -> None:
        state = self.state
        if state.kraken == 0:
            refuse_expansion(keys, KRAKEN_SEAT)
        if state.leviathan == 0:
            refuse_expansion(keys, LEVIATHAN_SEAT)
        state.pearls[player] = keys["pearls"].number(0, MAX_COUNT)
        state.nebulis[player] = keys["nebulis"].number(0, MAX_COUNT)
        state.key_tokens[player] = keys["key_tokens"].number(0, MAX_COUNT)
        state.bought[player] = keys["bought"].number(0, MOST_BOUGHT)
        for card in keys["hand"].items():
            state.hand[player, self._ally(card)] += 1
        for card in keys["affiliated"].items():
            state.affiliated[player, self._ally(card)] += 1
        for token in keys["monster_tokens"].items():
            state.monster_tokens[player, self._token(token, 0, TOKENS)] += 1
        state.wounds[player] = keys["wounds"].number(0, MAX_COUNT)
        for trophy in keys["trophies"].items():
            self._leviathan(trophy, player)
        for tile in keys["locations"].items():
            self._location(player, tile.members(TILE))
        for lord in keys["lords"].items():
            self._seat_lord(player, lord.members(SEAT_LORD))

    def _seat_number(self, seat: Field) -> int:
        return seat.number(0, self.state.players - 1)

    def _location(self, place: int, keys: dict[str, Field]) -> None:
        """A location, and the loot that lies on it."""
        if self.state.kraken == 0:
            refuse_expansion(keys, KRAKEN_LOCATION)
        tile = self._tile(keys["id"], place)
        for card in keys["loot"].items(LOOT_VALUES):
            self._loot(tile, card)

    def _available(self, tile: Field) -> None:
        """An available location: its id, or an object with the loot on it."""
        if isinstance(tile.value, dict):
            self._location(AVAILABLE, tile.members(TILE))
        else:
            self._tile(tile, AVAILABLE)

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

    def _loot_deck(self, deck: Field) -> tuple[int, ...] | None:
        if deck.value is None or self.state.kraken == 0:
            return None
        order = tuple(self._loot_card(card) for card in deck.items())
        self.state.loot_deck[:] = _counts(order, LOOT_VALUES)
        return order

    def _border(self, zones: Field) -> None:
        """The leviathans of the border, by the number of their zone."""
        for zone, keys in enumerate(zones.members(BORDER).values()):
            if keys.value is not None:
                self._on_border(zone, keys.members(ON_BORDER))

    def _on_border(self, zone: int, keys: dict[str, Field]) -> None:
        leviathan = self._leviathan(keys["id"], IN_PLAY)
        last = int(LEVELS_OF[leviathan]) - 1
        self.state.border[zone] = leviathan
        self.state.levels_lost[zone] = keys["levels_lost"].number(0, last)

    def _lord_deck(self, deck: Field) -> tuple[int, ...] | None:
        """Lords that were added to the game take part only where the position names them."""
        if deck.value is None:
            added = self.state.lord_place[FIRST_LORDS:]
            added[added == DECK] = ABSENT
        return self._deck(deck, self._lord, self.state.lord_place, ABSENT)

    def _leviathan_deck(self, deck: Field) -> tuple[int, ...] | None:
        if self.state.leviathan == 0:
            return None
        return self._deck(deck, self._leviathan, self.state.leviathan_place, GONE)

    def _sentinel(self, keys: dict[str, Field]) -> None:
        """A sentinel token: with its owner, or on what it guards."""
        sentinel = _LORD_CARDS.by_id.get(keys["lord"].number(), NOBODY) - FIRST_SENTINEL
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
            action = LORD + self._in_sight(_LORD_CARDS, target, self.state.court.tolist())
        elif area == COUNCIL_AREA:
            first, end = RACE, RACE + RACES
            action = RACE + RACE_CODES.index(target.choice(RACE_CODES))
        else:
            first, end = LOCATION, LOCATION + LOCATIONS
            available = np.flatnonzero(self.state.location_place == AVAILABLE).tolist()
            action = LOCATION + self._in_sight(_LOCATION_CARDS, target, available)
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
        lord = self._lord(keys["id"], player)
        self.state.lord_disabled[lord] = int(keys["disabled"].flag())
        self.state.lord_used[lord] = int(keys["used"].flag())
        if keys["location"].value is not None:
            self.state.lord_location[lord] = self._own_tile(player, keys["location"])

    def _own_tile(self, player: int, location: Field) -> int:
        """A location that the owner of the lord on it controls, or is about to."""
        own = [LOCATION_IDS[tile] for tile in np.flatnonzero(self.state.location_place == player)]
        if player in self.taken:
            own.append(LOCATION_IDS[self.taken[player]])
        if location.number() not in own:
            problem = _("seat {player} does not control location {id}; it controls {own}")
            listed = ", ".join(map(str, own)) or _("none")
            raise location.wrong(problem.format(player=player, id=location.value, own=listed))
        return _LOCATION_CARDS.by_id[location.number()]

    def _exploration(self, keys: dict[str, Field]) -> None:
        """The track, the council's stacks and the discard."""
        state = self.state
        for space, card in enumerate(keys["track"].items(TRACK_SPACES)):
            if card.value is not None:
                state.track[space] = self._card(card)
        for race, stack in enumerate(keys["council"].members(COUNCIL).values()):
            for card in stack.items():
                kind = self._ally(card)
                if RACE_OF[kind] not in (race, NO_RACE):
                    raise card.no_such(_("an ally of this race, the {race}").format(race=RACE_CODES[race]))
                state.council[race, kind] += 1
        discard = [self._card(card) for card in keys["exploration_discard"].items()]
        for kind in discard:
            state.discard[kind] += 1

        for card in keys["payment"].items():
            state.payment[_read_ally(card)] += 1

    def _exploration_deck(self, deck: Field) -> tuple[int, ...] | None:
        if deck.value is None:
            return None
        order = tuple(self._card(card) for card in deck.items())
        self.state.deck[:] = _counts(order, len(self.copies))
        return order

    def _pool(self, pool: Field, first: int, end: int) -> tuple[int, ...] | None:
        """One of the two piles of monster tokens: those of the kinds from `first` on."""
        if pool.value is None:
            return None
        order = tuple(self._token(token, first, end) for token in pool.items())
        self.state.pool[first:end] = _counts(order, TOKENS)[first:end]
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

    def _token(self, token: Field, first: int, end: int) -> int:
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

    def _lord(self, lord: Field, place: int) -> int:
        return self._put(_LORD_CARDS, lord, self.state.lord_place, place)

    def _leviathan(self, leviathan: Field, place: int) -> int:
        return self._put(_LEVIATHAN_CARDS, leviathan, self.state.leviathan_place, place)

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
    not_there: str = ""


_LORD_CARDS = _Cards(
    {number: lord for lord, number in enumerate(LORD_IDS)},
    N_("a lord of this game; their ids are {ids}"),
    N_("lord {id} lies in two places: here and at {other}"),
    N_("lord {id} is not in the court"),
)
_LOCATION_CARDS = _Cards(
    {number: tile for tile, number in enumerate(LOCATION_IDS)},
    N_("a location of this game; their ids are {ids}"),
    N_("location {id} lies in two places: here and at {other}"),
    N_("location {id} is not available"),
)


_LEVIATHAN_CARDS = _Cards(
    {number: leviathan for leviathan, number in enumerate(LEVIATHAN_IDS)},
    N_("a leviathan of this game; their ids are {ids}"),
    N_("leviathan {id} lies in two places: here and at {other}"),
)


def refuse_expansion(keys: dict[str, Field], empty: Mapping[str, object]) -> None:
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


def _counts(order: tuple[int, ...], size: int) -> list[int]:
    """How many of each there are in a deck."""
    return [order.count(card) for card in range(size)]


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

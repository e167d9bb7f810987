"""The table in words, for screen readers, pipes, and pages that need no script.

Everything comes from the update of a seat, so nothing hidden gets in.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec import UNSET

from openabyss import cards
from openabyss.client.protocol.from_server import Update
from openabyss.client.protocol.parts import Offer
from openabyss.rules.cards.allies import NO_RACE
from openabyss.rules.cards.leviathans import FEARED_RACE
from openabyss.table.public_fields import COURT_AREA
from openabyss.table.reading import SeatLord, Sentinel
from openabyss.table.score_sheet import empty_sea_in_words
from openabyss.table.view import SeatView
from openabyss.words import _, ngettext
from openabyss.words.cards import codes, leviathans
from openabyss.words.cards.codes import RACE_CODES
from openabyss.words.cards.printed import (
    location_formula,
    location_name,
    lord_condition,
    lord_name,
    races_in_short,
    races_in_words,
)
from openabyss.words.cards.regent import level_with_house_rules
from openabyss.words.listing import all_of, filled, isolated, join_semicolons, with_facts
from openabyss.words.numbers import short_duration
from openabyss.words.questions.exploring import rewards_at

# A heading, and the text below it.
Line = tuple[str, str]


class CourtRow(NamedTuple):
    """A lord of the court, with the numbers for the reader.

    cost: in words, with the printed one where that differs. race: the code of the one that is demanded.
    races_in_short: the races of a payment in a few letters, "S+2".
    """

    lord: int
    name: str
    price: int
    printed: int
    cost: str
    race: str | None
    races: str
    races_in_short: str
    influence: int
    keys: int
    affordable: bool


class BorderRow(NamedTuple):
    """A leviathan of the border.

    races: the numbers of those whose allies may fight it. levels: (resistance, tokens paid), of which the
    first `lost` are gone.
    """

    leviathan: int
    name: str
    zone: str
    races: Sequence[int]
    levels: Sequence[tuple[int, int]]
    lost: int
    attack: str


class LocationRow(NamedTuple):
    """A location that may be taken; `worth` is what it would score for the reader."""

    location: int
    name: str
    formula: str
    loot: Sequence[int]
    worth: int | None


class Owned(NamedTuple):
    """A lord or location of a player: its id, and its name with its state."""

    id: int
    text: str


class SeatText(NamedTuple):
    """What a player has on the table."""

    seat: int
    title: str
    lines: list[Line]
    lords: list[Owned]
    locations: list[Owned]


class TableInWords:
    """An update in words, part by part."""

    def __init__(self, update: Update) -> None:
        self._view, self._config, self._over = update.view, update.config, update.over
        self._one_left = update.one_lord_left
        self._names = [isolated(person.name) for person in update.people]
        self._clocks = [person.clock for person in update.people]
        self._offers = {offer.lord: offer for offer in update.offers}
        seat = update.view.seat
        self._worths = {} if seat is None else {number: row[seat] for number, row in update.worth.items()}
        self._owned = {preview.seat: preview.locations for preview in update.preview}

    def turn(self) -> str:
        """Whose turn it is, and whether the end is near."""
        view = self._view
        line = _("Turn {turn}: {name}.").format(turn=view.turn, name=self._names[view.active])
        if self._over:
            return line
        if view.empty_sea is not None:
            return f"{line} {empty_sea_in_words(view.empty_sea)}"
        if self._one_left:
            names = ", ".join(self._names[seat] for seat in self._one_left)
            return f"{line} " + _("One lord to go: {names}.").format(names=names)
        if view.ending_player is None:
            return line
        last = _("This is the last round, triggered by {name}.")
        return f"{line} " + last.format(name=self._names[view.ending_player])

    def facts(self) -> list[Line]:
        """The middle of the table without its cards."""
        view = self._view
        found = [(_("Explored"), cards_in_words(view.track) if view.track else _("nothing"))]
        if not self._config.leviathan:
            threat = _("{level} of 6: a monster gives {rewards}")
            found.append((_("Threat"), threat.format(level=view.threat, rewards=rewards_at(view.threat))))
        found.append((_("An ally costs opponents"), codes.pearls(view.price)))
        sizes = ((race, view.council_sizes[code]) for race, code in enumerate(RACE_CODES))
        stacks = ", ".join(f"{codes.race_name(race, 1 if size == 1 else 2)} ×{size}" for race, size in sizes)
        found.append((_("Council stacks"), stacks))
        if view.sentinels:
            found.append((_("Sentinels"), ", ".join(self.sentinels())))
        return [*found, (_("Left to draw"), self._decks())]

    def _decks(self) -> str:
        """The sizes of the decks."""
        view = self._view
        piles = [
            codes.cards(view.exploration_deck_size),
            ngettext("{count} lord", "{count} lords", view.lord_deck_size).format(count=view.lord_deck_size),
            codes.locations(view.location_deck_size),
            codes.monster_tokens(view.monster_pool_size),
        ]
        if self._config.leviathan:
            piles += [
                codes.tokens_with_effect(view.leviathan_pool_size),
                leviathans.leviathans(view.leviathan_deck_size),
            ]
        if self._config.kraken:
            piles.append(codes.loot_cards(view.loot_deck_size))
        return _("{piles}; {discarded} in the exploration discard").format(
            piles=", ".join(piles), discarded=view.exploration_discard_size
        )

    def sentinels(self) -> list[str]:
        """What each sentinel guards, and for whom."""
        return [self._sentinel(sentinel) for sentinel in self._view.sentinels]

    def _sentinel(self, sentinel: Sentinel) -> str:
        owner, target = self._names[sentinel.owner], sentinel.target
        if target is None:
            waiting = _("{name} can place the {lord}’s")
            return filled(waiting, name=owner, lord=lord_name(sentinel.lord))
        if isinstance(target, str):
            guarded = _("the {race} stack").format(race=codes.race_of_stack(RACE_CODES.index(target)))
        else:
            guarded = lord_name(target) if sentinel.area == COURT_AREA else location_name(target)
        return _("{guarded} (for {name})").format(guarded=guarded, name=owner)

    def court(self) -> list[CourtRow]:
        """The lords of the court, furthest from the deck first; a spectator reads the printed numbers."""
        return [self._lord(lord) for lord in self._view.court]

    def _lord(self, lord: int) -> CourtRow:
        printed, offer = cards.lord(lord), self._offers.get(lord)
        race = printed.race if offer is None else offer.race
        number = NO_RACE if race is None else RACE_CODES.index(race)
        return CourtRow(
            lord=lord,
            name=printed.name,
            price=printed.cost if offer is None else offer.cost,
            printed=printed.cost,
            cost=str(printed.cost) if offer is None else _cost(offer),
            race=race,
            races=races_in_words(number, printed.races),
            races_in_short=races_in_short(number, printed.races),
            influence=printed.influence,
            keys=printed.keys,
            affordable=offer is not None and offer.affordable,
        )

    def border(self) -> list[Line]:
        """The leviathans of the border: where, which, and the facts of each."""
        zone, rows = _("Zone {zone}, {leviathan}"), self.border_rows()
        return [(zone.format(zone=row.zone, leviathan=row.name), _leviathan(row)) for row in rows]

    def border_rows(self) -> list[BorderRow]:
        """The leviathans of the border, from the first zone to the last."""
        return [
            BorderRow(
                leviathan=beast.id,
                name=leviathans.name_of_leviathan(beast.id - 1),
                zone=leviathans.ZONE_LABELS[int(zone) - 1],
                races=leviathans.fighting_races(int(FEARED_RACE[beast.id - 1])),
                levels=leviathans.levels_of(beast.id),
                lost=beast.levels_lost,
                attack=leviathans.attack_in_words(beast.id - 1),
            )
            for zone, beast in self._view.border.items()
        ]

    def locations(self) -> list[LocationRow]:
        """The locations that may be taken, drawn ones first."""
        view, worths = self._view, self._worths
        return [
            _location(number, view.available_loot, worths)
            for number in (*view.drawn_locations, *view.available_locations)
        ]

    def locations_of(self, seat: int) -> list[LocationRow]:
        """The locations of a player, with what each scores now."""
        found = self._view.seats[seat]
        return [_location(number, found.loot, self._owned[seat]) for number in found.locations]

    def seats_in_order(self) -> list[int]:
        """All seats clockwise, the one from which the table is seen first."""
        first, players = self._view.seat or 0, self._view.players
        return [(first + step) % players for step in range(players)]

    def seats(self) -> list[SeatText]:
        """What the players have on the table, in this order."""
        return [self.seat(number) for number in self.seats_in_order()]

    def seat(self, number: int) -> SeatText:
        """What one player has on the table."""
        found = self._view.seats[number]
        lines = [(_("Stocks"), ", ".join(self.stocks(number))), (_("Hand"), _hand(found))]
        if found.affiliated:
            lines.append((_("Joined for good"), _by_race(found.affiliated)))
        if found.monster_token_count:
            count = str(found.monster_token_count)
            lines.append((_("Monster tokens"), _tokens_held(count, found, _token)))
        return SeatText(
            number,
            self._title(number),
            lines,
            [Owned(lord.id, owned_lord(lord)) for lord in found.lords],
            [Owned(location, self._owned_location(number, location)) for location in found.locations],
        )

    def _title(self, seat: int) -> str:
        """The heading of a seat: the reader, the Regent with its level, or somebody else."""
        name, regent = self._names[seat], self._view.seats[seat].regent
        if regent is not None:
            return with_facts(name, level_with_house_rules(regent))
        return _("{name} (you)").format(name=name) if seat == self._view.seat else name

    def stocks(self, seat: int) -> list[str]:
        """What a player has besides cards and monster tokens: of the expansions only what is not zero, and
        the time left if it has a limit."""
        view, found = self._view, self._view.seats[seat]
        parts = [codes.money_owned(found.pearls, found.nebulis), codes.keys(found.keys)]
        if view.kraken_figure == seat:
            parts.append(_("figure of the Kraken"))
        if found.wounds:
            parts.append(leviathans.wounds(found.wounds))
        if found.trophies:
            parts.append(leviathans.trophies(len(found.trophies)))
        if view.scourge == seat:
            parts.append(_("Scourge of the Abyss"))
        if (clock := self._clocks[seat]) is not UNSET:
            parts.append(_("{time} left").format(time=short_duration(clock.left)))
        return parts

    def tokens(self, seat: int) -> list[str]:
        """The monster tokens of a player as one part of a list, if there are any."""
        found = self._view.seats[seat]
        count = found.monster_token_count
        return [_tokens_held(codes.monster_tokens(count), found, _token_in_short)] if count else []

    def _owned_location(self, seat: int, location: int) -> str:
        facts = [location_formula(location)]
        loot = self._view.seats[seat].loot.get(location)
        if loot:
            facts.append(loot_in_words(loot))
        points = self._owned[seat].get(str(location))
        if points is not None and str(points) != facts[0]:
            facts.append(_("now {points}").format(points=points))
        return with_facts(location_name(location), join_semicolons(facts))


def _location(number: int, loot: Mapping[int, Sequence[int]], worths: Mapping[str, int]) -> LocationRow:
    name, formula = location_name(number), location_formula(number)
    return LocationRow(number, name, formula, loot.get(number, ()), worths.get(str(number)))


def owned_lord(lord: SeatLord) -> str:
    """A lord of a player, and its state."""
    condition = lord_condition(lord.location, lord.disabled, lord.used)
    return with_facts(lord_name(lord.id), condition) if condition else lord_name(lord.id)


def loot_in_words(values: Sequence[int]) -> str:
    """The loot on a sanctuary: "loot 3 5"."""
    return _("loot {values}").format(values=" ".join(map(str, values)))


def cards_in_words(codes_of_cards: Sequence[str]) -> str:
    """Exploration cards by their names."""
    return ", ".join(codes.kind_name(codes.kind_of_code(code)) for code in codes_of_cards)


def _cost(offer: Offer) -> str:
    if offer.cost == offer.printed:
        return str(offer.cost)
    return _("{cost} (printed {printed})").format(cost=offer.cost, printed=offer.printed)


def _leviathan(row: BorderRow) -> str:
    left, all_levels = row.levels[row.lost :], len(row.levels)
    levels_left = ngettext("{left} of {all} level left", "{left} of {all} levels left", all_levels)
    return ", ".join(
        [
            _("fought with {races}").format(races=all_of(codes.race_name(race, 2) for race in row.races)),
            levels_left.format(left=len(left), all=all_levels),
            _("resists {levels}").format(levels=leviathans.levels_in_words(left)),
            _("its attack: {attack}").format(attack=row.attack),
        ]
    )


def _hand(found: SeatView) -> str:
    if found.hand is None:
        return codes.cards(found.hand_size)
    return with_facts(codes.cards(found.hand_size), _by_race(found.hand)) if found.hand else _("no cards")


def _tokens_held(count: str, found: SeatView, named: Callable[[int | str], str]) -> str:
    """The tokens that others see: those with an effect have a back of their own, so everybody knows their
    number."""
    if found.monster_tokens:
        return with_facts(count, ", ".join(map(named, found.monster_tokens)))
    effects = found.leviathan_token_count
    return _("{tokens} ({count} with an effect)").format(tokens=count, count=effects) if effects else count


def _token(code: int | str) -> str:
    return codes.token_effect(codes.token_of_code(code))


def _token_in_short(code: int | str) -> str:
    """A token of the base pile by its influence, one of Leviathan by what it does."""
    return str(code) if isinstance(code, int) else _token(code)


def _by_race(hand: Sequence[str]) -> str:
    return join_semicolons(
        f"{codes.race_in_words(race)} {' '.join(values)}" for race, values in codes.hand_by_race(hand).items()
    )

"""The table in plain sentences, for screen readers, pipes and the pages of one seat."""

from collections.abc import Iterable, Sequence

from openabyss.game import Game
from openabyss.rules.state import BASE_TOKENS
from openabyss.table.facts import COURT_AREA
from openabyss.table.reading import SeatLord, Sentinel
from openabyss.table.score_rows import empty_sea_in_words
from openabyss.table.view import SeatView, View
from openabyss.terminal.facts import (
    CourtLord,
    ZoneOfBorder,
    border_zones,
    court_lords,
    location_worth,
    loot_by_location,
)
from openabyss.terminal.session import Session
from openabyss.words import _, ngettext
from openabyss.words.cards.codes import (
    RACE_CODES,
    cards,
    hand_by_race,
    keys,
    kind_name,
    kind_of_code,
    loot_cards,
    money,
    pearls,
    race_in_words,
    race_name,
    token_effect,
    token_of_code,
    tokens_with_effect,
)
from openabyss.words.cards.leviathans import fighting_races, leviathans, trophies, wounds
from openabyss.words.cards.locations import location_formula
from openabyss.words.cards.lords import lord_name
from openabyss.words.cards.regent import level_in_words
from openabyss.words.cards.text import Card, card_name, lord_condition
from openabyss.words.listing import all_of
from openabyss.words.questions.exploring import rewards_at


def table_lines(session: Session) -> list[str]:
    """Everything that the viewer may know, most urgent first."""
    table = session.view()
    lines = [turn_line(session, table), _threat_line(session, table)]
    lines.append(_("Court:"))
    lines += [f"  {_court_line(lord)}" for lord in court_lords(session.game, session.viewer)]
    if table.track:
        lines.append(_("Explored: {cards}.").format(cards=_listed(name_of_code(c) for c in table.track)))
    lines.append(_council_line(table))
    lines += _border_lines(session)
    if session.game.table.sentinels:
        lines.append(_("Sentinels: {sentinels}.").format(sentinels=_listed(sentinels_in_words(session))))
    lines += _available_lines(session, table)
    lines.append(decks_line(session, table))
    for seat in seats_in_order(session):
        lines += seat_lines(session, table, seat)
    return lines


def turn_line(session: Session, table: View) -> str:
    """Whose turn it is, and whether the end is near."""
    name = session.names[table.active]
    line = _("Turn {turn}: {name}.").format(turn=table.turn, name=name)
    ending = table.ending_player
    if table.empty_sea is not None:
        return f"{line} {empty_sea_in_words(table.empty_sea)}"
    if ending is None:
        return line
    return f"{line} " + _("This is the last round, brought about by {name}.").format(
        name=session.names[ending]
    )


def decks_line(session: Session, table: View) -> str:
    """How much lies face down."""
    game = session.game
    piles = [
        cards(table.exploration_deck_size),
        _lords(table.lord_deck_size),
        _locations(table.location_deck_size),
        _tokens(table.monster_pool_size),
    ]
    if game.state.leviathan:
        piles.append(tokens_with_effect(game.table.leviathan_pool_size))
        piles.append(leviathans(game.table.leviathan_deck_size))
    if game.state.kraken:
        piles.append(loot_cards(game.table.loot_deck_size))
    return _("Left to draw: {piles}; {discarded} in the exploration discard.").format(
        piles=_listed(piles), discarded=table.exploration_discard_size
    )


def seats_in_order(session: Session) -> list[int]:
    """All seats clockwise, the viewer first."""
    first, players = session.viewer or 0, session.game.players
    return [(first + step) % players for step in range(players)]


def seat_lines(session: Session, table: View, seat: int) -> list[str]:
    """What lies before one seat, as far as the viewer may know it."""
    found = table.seats[seat]
    lines = [seat_line(session, found, seat)]
    if found.hand is not None:
        lines.append("  " + _("Hand: {cards}.").format(cards=_by_race(found.hand) or _("no cards")))
    if found.affiliated:
        lines.append("  " + _("Joined for good: {cards}.").format(cards=_by_race(found.affiliated)))
    if found.lords:
        lines.append("  " + _("Lords: {lords}.").format(lords=_listed(map(owned_lord, found.lords))))
    if found.locations:
        owned = (location_now(session, tile, seat) for tile in found.locations)
        lines.append("  " + _("Locations: {locations}.").format(locations=_listed(owned)))
    return lines


def seat_line(session: Session, found: SeatView, seat: int) -> str:
    """Pearls, keys and what is hidden, in one line."""
    in_hand = _("{cards} in hand").format(cards=cards(found.hand_size))
    money_held, keys_held, *others = stocks(session, found, seat)
    parts = [money_held, keys_held, in_hand, *others]
    return f"{seat_in_words(session, found, seat)}: {', '.join(parts)}."


def seat_in_words(session: Session, found: SeatView, seat: int) -> str:
    """Who sits there: the viewer, the Regent with its level, or somebody else."""
    name = session.names[seat]
    if found.regent is not None:
        return _("{name} (level {level})").format(name=name, level=level_in_words(found.regent))
    return _("{name} (you)").format(name=name) if seat == session.viewer else name


def stocks(session: Session, found: SeatView, seat: int) -> list[str]:
    """What a seat has in front of it, cards aside; of the expansions only what it really has."""
    game = session.game
    owned = game.table.seats[seat]
    parts = [money(found.pearls, owned.nebulis), keys(found.keys)]
    if found.monster_token_count:
        parts.append(tokens_of(game, found, seat))
    if game.table.kraken_figure == seat:
        parts.append(_("figure of the Kraken"))
    if owned.wounds:
        parts.append(wounds(owned.wounds))
    if owned.trophies:
        parts.append(trophies(len(owned.trophies)))
    if game.table.scourge == seat:
        parts.append(_("Scourge of the Abyss"))
    return parts


def tokens_of(game: Game, found: SeatView, seat: int) -> str:
    """The monster tokens of a seat: how many, and what they are for one who may know.

    The backs of tokens with an effect differ, so everybody knows how many of them there are.
    """
    count = _tokens(found.monster_token_count)
    if found.monster_tokens:
        return f"{count} ({', '.join(map(_token_in_short, found.monster_tokens))})"
    effects = int(game.state.monster_tokens[seat, BASE_TOKENS:].sum())
    return _("{tokens} ({count} with an effect)").format(tokens=count, count=effects) if effects else count


def _token_in_short(code: int | str) -> str:
    """A token of the base pile by its influence, one of Leviathan by what it does."""
    return str(code) if isinstance(code, int) else token_effect(token_of_code(code))


def owned_lord(lord: SeatLord) -> str:
    """A lord before a player, and what has become of it."""
    state = lord_condition(lord.location, lord.disabled, lord.used)
    return f"{lord_name(lord.id)} ({state})" if state else lord_name(lord.id)


def location_now(session: Session, location: int, seat: int | None) -> str:
    """A location, how it scores, and what that is now for a seat."""
    name, formula = card_name(Card("location", location)), location_formula(location)
    loot = loot_by_location(session.game).get(location)
    if loot:
        formula += "; " + loot_in_words(loot)
    if seat is None:
        return f"{name} ({formula})"
    return _("{name} ({formula}; now {points})").format(
        name=name, formula=formula, points=location_worth(session.game, location, seat)
    )


def name_of_code(code: str) -> str:
    """An exploration card in words."""
    return kind_name(kind_of_code(code))


def loot_in_words(values: Sequence[int]) -> str:
    """The loot on a sanctuary: "loot 3 5"."""
    return _("loot {values}").format(values=" ".join(map(str, values)))


def sentinels_in_words(session: Session) -> list[str]:
    """What the sentinels guard, and for whom."""
    return [_sentinel(session, sentinel) for sentinel in session.game.table.sentinels]


def _sentinel(session: Session, sentinel: Sentinel) -> str:
    owner, target = session.names[sentinel.owner], sentinel.target
    if target is None:
        return _("{name} can place the one of the {lord}").format(name=owner, lord=lord_name(sentinel.lord))
    if isinstance(target, str):
        guarded = _("the {race} stack").format(race=race_name(RACE_CODES.index(target)))
    else:
        sort = "lord" if sentinel.area == COURT_AREA else "location"
        guarded = card_name(Card(sort, target))
    return _("{guarded} (for {name})").format(guarded=guarded, name=owner)


def _border_lines(session: Session) -> list[str]:
    """The leviathans of the border; nothing in a game without them."""
    if not session.game.state.leviathan:
        return []
    lines = [_("Border:")]
    lines += [f"  {_zone_line(zone)}" for zone in border_zones(session.game)]
    return lines if len(lines) > 1 else [_("No leviathan lies on the border.")]


def _zone_line(zone: ZoneOfBorder) -> str:
    parts = [
        _("fought with {races}").format(
            races=all_of(race_name(race, 2) for race in fighting_races(zone.race))
        ),
        _("{left} of {all} levels left").format(left=len(zone.levels) - zone.lost, all=len(zone.levels)),
        *(
            _("resistance {resistance} pays {tokens}").format(resistance=resistance, tokens=_tokens(paid))
            for resistance, paid in zone.levels[zone.lost :]
        ),
        _("its attack: {attack}").format(attack=zone.attack),
    ]
    name = card_name(Card("leviathan", zone.id))
    return _("Zone {zone}: {leviathan}, {facts}.").format(
        zone=zone.zone, leviathan=name, facts=_listed(parts)
    )


def _threat_line(session: Session, table: View) -> str:
    """With Leviathan there is no threat."""
    if session.game.state.leviathan:
        return _("An ally costs opponents {price}.").format(price=pearls(table.price))
    return _("Threat {level} of 6: a monster gives {rewards}. An ally costs opponents {price}.").format(
        level=table.threat, rewards=rewards_at(table.threat), price=pearls(table.price)
    )


def _court_line(lord: CourtLord) -> str:
    parts = [
        _("cost {cost}").format(cost=lord.cost),
        lord.races_in_words,
        _("{points} influence").format(points=lord.influence),
    ]
    if lord.keys:
        parts.append(keys(lord.keys))
    if lord.affordable:
        parts.append(_("you can pay"))
    return f"{lord_name(lord.id)}: {', '.join(parts)}."


def _council_line(table: View) -> str:
    stacks = (f"{race_name(race)} {table.council_sizes[code]}" for race, code in enumerate(RACE_CODES))
    return _("Council stacks: {stacks}.").format(stacks=", ".join(stacks))


def _available_lines(session: Session, table: View) -> list[str]:
    lines = [_("Available locations:")]
    lines += [f"  {location_now(session, tile, session.viewer)}." for tile in table.available_locations]
    return lines if len(lines) > 1 else [_("No location is available.")]


def _by_race(hand: Sequence[str]) -> str:
    return "; ".join(f"{race_in_words(held.race)} {' '.join(held.values)}" for held in hand_by_race(hand))


def _listed(things: Iterable[str]) -> str:
    return ", ".join(things)


def _lords(count: int) -> str:
    return ngettext("{count} lord", "{count} lords", count).format(count=count)


def _locations(count: int) -> str:
    return ngettext("{count} location", "{count} locations", count).format(count=count)


def _tokens(count: int) -> str:
    return ngettext("{count} monster token", "{count} monster tokens", count).format(count=count)

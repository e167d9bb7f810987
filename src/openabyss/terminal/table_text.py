"""The table in plain sentences, for screen readers, pipes and the pages of one seat."""

from collections.abc import Iterable, Sequence
from typing import Any

from openabyss.terminal.card_text import Card, card_name
from openabyss.terminal.facts import CourtLord, court_lords, hand_by_race, location_worth, rewards_at
from openabyss.terminal.session import Session
from openabyss.words import _, ngettext
from openabyss.words.cards import RACE_CODES, cards, keys, kind_name, kind_of_code, pearls, race_name
from openabyss.words.locations import location_formula
from openabyss.words.lords import lord_name


def table_lines(session: Session) -> list[str]:
    """Everything that the viewer may know, most urgent first."""
    table = session.view()
    lines = [turn_line(session, table), _threat_line(table)]
    lines.append(_("Court:"))
    lines += [f"  {_court_line(lord)}" for lord in court_lords(session.game, session.viewer)]
    if table["track"]:
        lines.append(_("Explored: {cards}.").format(cards=_listed(name_of_code(c) for c in table["track"])))
    lines.append(_council_line(table))
    lines += _available_lines(session, table)
    lines.append(decks_line(table))
    for seat in seats_in_order(session):
        lines += seat_lines(session, table, seat)
    return lines


def turn_line(session: Session, table: dict[str, Any]) -> str:
    """Whose turn it is, and whether the end is near."""
    name = session.names[table["active"]]
    line = _("Turn {turn}: {name}.").format(turn=table["turn"], name=name)
    ending = table["ending_player"]
    if ending is None:
        return line
    return f"{line} " + _("This is the last round, brought about by {name}.").format(
        name=session.names[ending]
    )


def decks_line(table: dict[str, Any]) -> str:
    """How much lies face down."""
    return _(
        "Left to draw: {cards}, {lords}, {locations}, {tokens}; {discarded} in the exploration discard."
    ).format(
        cards=cards(table["exploration_deck_size"]),
        lords=_lords(table["lord_deck_size"]),
        locations=_locations(table["location_deck_size"]),
        tokens=_tokens(table["monster_pool_size"]),
        discarded=table["exploration_discard_size"],
    )


def seats_in_order(session: Session) -> list[int]:
    """All seats clockwise, the viewer first."""
    first, players = session.viewer or 0, session.game.players
    return [(first + step) % players for step in range(players)]


def seat_lines(session: Session, table: dict[str, Any], seat: int) -> list[str]:
    """What lies before one seat, as far as the viewer may know it."""
    found = table["seats"][seat]
    lines = [seat_line(session, found, seat)]
    if found["hand"] is not None:
        lines.append("  " + _("Hand: {cards}.").format(cards=_by_race(found["hand"]) or _("no cards")))
    if found["affiliated"]:
        lines.append("  " + _("Joined for good: {cards}.").format(cards=_by_race(found["affiliated"])))
    if found["lords"]:
        lines.append("  " + _("Lords: {lords}.").format(lords=_listed(map(owned_lord, found["lords"]))))
    if found["locations"]:
        owned = (location_now(session, tile, seat) for tile in found["locations"])
        lines.append("  " + _("Locations: {locations}.").format(locations=_listed(owned)))
    return lines


def seat_line(session: Session, found: dict[str, Any], seat: int) -> str:
    """Pearls, keys and what is hidden, in one line."""
    parts = [
        pearls(found["pearls"]),
        keys(found["keys"]),
        _("{cards} in hand").format(cards=cards(found["hand_size"])),
    ]
    if found["monster_token_count"]:
        parts.append(tokens_of(found))
    who = _("{name} (you)") if seat == session.viewer else _("{name}")
    return who.format(name=session.names[seat]) + ": " + ", ".join(parts) + "."


def tokens_of(found: dict[str, Any]) -> str:
    """The monster tokens of a seat: how many, and what they are for one who may know."""
    count = _tokens(found["monster_token_count"])
    if not found["monster_tokens"]:
        return count
    return f"{count} ({' '.join(str(token) for token in found['monster_tokens'])})"


def owned_lord(lord: dict[str, Any]) -> str:
    """A lord before a player, and what has become of it."""
    state = lord_condition(lord)
    return f"{lord_name(lord['id'])} ({state})" if state else lord_name(lord["id"])


def lord_condition(lord: dict[str, Any]) -> str:
    """What keeps a lord from working, if anything."""
    if lord["location"] is not None:
        return _("under {location}").format(location=card_name(Card("location", lord["location"])))
    if lord["disabled"]:
        return _("disabled")
    return _("used this turn") if lord["used"] else ""


def location_now(session: Session, location: int, seat: int | None) -> str:
    """A location, how it scores, and what that is now for a seat."""
    name, formula = card_name(Card("location", location)), location_formula(location)
    if seat is None:
        return f"{name} ({formula})"
    return _("{name} ({formula}; now {points})").format(
        name=name, formula=formula, points=location_worth(session.game, location, seat)
    )


def name_of_code(code: str) -> str:
    """An exploration card in words."""
    return kind_name(kind_of_code(code))


def _threat_line(table: dict[str, Any]) -> str:
    return _("Threat {level} of 6: a monster gives {rewards}. An ally costs opponents {price}.").format(
        level=table["threat"], rewards=rewards_at(table["threat"]), price=pearls(table["price"])
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


def _council_line(table: dict[str, Any]) -> str:
    stacks = (f"{race_name(race)} {table['council_sizes'][code]}" for race, code in enumerate(RACE_CODES))
    return _("Council stacks: {stacks}.").format(stacks=", ".join(stacks))


def _available_lines(session: Session, table: dict[str, Any]) -> list[str]:
    lines = [_("Available locations:")]
    lines += [f"  {location_now(session, tile, session.viewer)}." for tile in table["available_locations"]]
    return lines if len(lines) > 1 else [_("No location is available.")]


def _by_race(hand: Sequence[str]) -> str:
    return "; ".join(
        f"{race_name(held.race)} {' '.join(map(str, held.values))}" for held in hand_by_race(hand)
    )


def _listed(things: Iterable[str]) -> str:
    return ", ".join(things)


def _lords(count: int) -> str:
    return ngettext("{count} lord", "{count} lords", count).format(count=count)


def _locations(count: int) -> str:
    return ngettext("{count} location", "{count} locations", count).format(count=count)


def _tokens(count: int) -> str:
    return ngettext("{count} monster token", "{count} monster tokens", count).format(count=count)

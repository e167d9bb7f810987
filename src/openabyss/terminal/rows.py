"""The table as rows of coloured text. Races have a letter as well, so that nobody needs the colour."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from rich.text import Text

from openabyss.terminal.card_text import Card, card_name
from openabyss.terminal.facts import (
    CourtLord,
    RaceInHand,
    council_row,
    court_lords,
    hand_by_race,
    location_worth,
    rewards_at,
)
from openabyss.terminal.session import Session
from openabyss.terminal.table_text import lord_condition, seats_in_order, tokens_of
from openabyss.words import _
from openabyss.words.cards import MONSTER_CODE, RACE_LETTERS, cards, keys, pearls
from openabyss.words.locations import location_formula
from openabyss.words.lords import lord_name, lord_text

RACE_COLOURS = ("#c99cf0", "#ff7b72", "#ffd75f", "#7ee08a", "#79b8ff")
MONSTER_COLOUR = "#ff5fd2"
GOOD, FAINT, HEAD = "#7ee08a", "dim", "bold #6fd3d9"
NAME_WIDTH = 16
LOCATION_WIDTH = 23
TITLE_WIDTH = 9
MOST_NARROW = 20
TRACK_SPACES = 5
HIGHEST_THREAT = 6


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row; `card` or `seat` is what Enter shows of it, neither is a row that cannot be chosen."""

    text: Text
    card: Card | None = None
    seat: int | None = None


def table_rows(session: Session, width: int) -> list[TableRow]:
    """Everything that the viewer may know, most urgent first; long lists are broken at `width` columns."""
    table = session.view()
    rows = list(_own_rows(session, table)) if session.viewer is not None else []
    rows.append(_track_row(table))
    rows.append(_council_row(table))
    rows += _court_rows(session)
    rows.append(_threat_row(table))
    rows += _available_rows(session, table)
    if session.viewer is not None:
        rows += _own_cards(session, table["seats"][session.viewer])
    for seat in seats_in_order(session):
        if seat != session.viewer:
            rows.append(_opponent_row(session, table, seat, width))
    return rows


def header(session: Session) -> Text:
    """Turn, threat, price and decks in one line."""
    table = session.view()
    text = plainly(" " + _("Turn {turn}").format(turn=table["turn"]), "bold")
    text.append(f" {session.names[table['active']]} ")
    if table["ending_player"] is not None:
        text.append(" " + _("LAST ROUND") + " ", "bold reverse")
    numbers = (
        (_("price"), table["price"]),
        (_("cards"), table["exploration_deck_size"]),
        (_("lords"), table["lord_deck_size"]),
        (_("places"), table["location_deck_size"]),
        (_("tokens"), table["monster_pool_size"]),
    )
    for title, number in numbers:
        text.append(f" │ {title} ", FAINT).append(str(number))
    return text


def code_text(code: str) -> Text:
    """An exploration card: its code in the colour of its race."""
    return Text(code, card_colour(code))


def card_colour(code: str) -> str:
    """The colour of a race, given a code or its letter."""
    return MONSTER_COLOUR if code == MONSTER_CODE else RACE_COLOURS[RACE_LETTERS.index(code[0])]


def codes_text(codes: Sequence[str]) -> Text:
    """Cards by race: the letter once, then the values."""
    return Text("  ").join(_race_text(held) for held in hand_by_race(codes))


def _race_text(held: RaceInHand) -> Text:
    text = plainly(held.letter, f"bold {RACE_COLOURS[held.race]}")
    return text.append(" " + " ".join(map(str, held.values)), RACE_COLOURS[held.race])


def _titled(title: str) -> Text:
    return plainly(f"{title:{TITLE_WIDTH}} ", HEAD)


def plainly(text: str, style: str = "") -> Text:
    """A beginning in a style of its own, which what is appended does not take over."""
    return Text().append(text, style)


def _own_rows(session: Session, table: dict[str, Any]) -> Iterator[TableRow]:
    """The viewer's stocks and hand."""
    seat = session.viewer or 0
    found = table["seats"][seat]
    text = _titled(_("You have")).append(", ".join(_stocks(found)))
    yield TableRow(text, seat=seat)
    hand = codes_text(found["hand"]) if found["hand"] else Text(_("no cards"), FAINT)
    text = _titled(_("Hand")).append_text(hand)
    if found["affiliated"]:
        text.append(" │ " + _("joined") + " ", FAINT).append_text(codes_text(found["affiliated"]))
    yield TableRow(text)


def _stocks(found: dict[str, Any]) -> list[str]:
    parts = [pearls(found["pearls"]), keys(found["keys"])]
    if found["monster_token_count"]:
        parts.append(tokens_of(found))
    return parts


def _track_row(table: dict[str, Any]) -> TableRow:
    text = _titled(_("Explored"))
    for code in table["track"]:
        text.append_text(code_text(code)).append("  ")
    text.append("·   " * (TRACK_SPACES - len(table["track"])), FAINT)
    return TableRow(text)


def _council_row(table: dict[str, Any]) -> TableRow:
    text = _titled(_("Council"))
    for race, letter, size in council_row(table["council_sizes"]):
        text.append(letter, f"bold {RACE_COLOURS[race]}").append(f" ×{size}  ", "" if size else FAINT)
    return TableRow(text)


def _threat_row(table: dict[str, Any]) -> TableRow:
    level = table["threat"]
    text = _titled(_("Threat")).append("●" * level, MONSTER_COLOUR)
    text.append("○" * (HIGHEST_THREAT - level), FAINT).append(f" {level} ")
    return TableRow(text.append(rewards_at(level), FAINT))


def _court_rows(session: Session) -> Iterator[TableRow]:
    title = f"{_('Court'):{NAME_WIDTH}}  {_('cost'):>4} {_('races'):5} {_('infl.'):>5} {_('key')}"
    yield TableRow(Text(title, HEAD))
    for lord in court_lords(session.game, session.viewer):
        yield TableRow(_court_text(lord), Card("lord", lord.id))


def _court_text(lord: CourtLord) -> Text:
    text = plainly("✓ " if lord.affordable else "  ", f"bold {GOOD}")
    text.append(f"{lord_name(lord.id):{NAME_WIDTH}.{NAME_WIDTH}}", "bold" if lord.affordable else "")
    changed = lord.cost != lord.printed_cost
    text.append(f"{lord.cost:>4} ", "bold underline" if changed else "")
    text.append(f"{lord.races:5} ", RACE_COLOURS[lord.race] if lord.race >= 0 else "")
    text.append(f"{lord.influence:>5} ").append(f"{_('key') if lord.keys else '':4}", "bold")
    return text.append(lord_text(lord.id), FAINT)


def _available_rows(session: Session, table: dict[str, Any]) -> Iterator[TableRow]:
    drawn = table["drawn_locations"]
    for title, tiles in ((_("Drawn"), drawn), (_("Available locations"), table["available_locations"])):
        if tiles:
            yield TableRow(Text(title, HEAD))
        for tile in tiles:
            yield TableRow(_location_text(session, tile, session.viewer), Card("location", tile))


def _location_text(session: Session, tile: int, seat: int | None) -> Text:
    card = Card("location", tile)
    text = plainly(f"  {card_name(card):{LOCATION_WIDTH}} ")
    if seat is not None:
        points = location_worth(session.game, tile, seat)
        text.append(_("now {points}").format(points=f"{points:>2}"), "bold").append("  ")
    return text.append(location_formula(tile), FAINT)


def _own_cards(session: Session, found: dict[str, Any]) -> Iterator[TableRow]:
    if found["lords"]:
        yield TableRow(Text(_("Your lords"), HEAD))
    for lord in found["lords"]:
        text = plainly(f"  {lord_name(lord['id']):{NAME_WIDTH}} ")
        condition = lord_condition(lord)
        if condition:
            text.append(condition + " ", "italic")
        yield TableRow(text.append(lord_text(lord["id"]), FAINT), Card("lord", lord["id"]))
    if found["locations"]:
        yield TableRow(Text(_("Your locations"), HEAD))
    for tile in found["locations"]:
        yield TableRow(_location_text(session, tile, session.viewer), Card("location", tile))


def _opponent_row(session: Session, table: dict[str, Any], seat: int, width: int) -> TableRow:
    """Stocks, the allies that joined, then lords and locations."""
    found = table["seats"][seat]
    text = plainly(session.names[seat], HEAD).append(f" {session.sittings[seat].kind}: ", FAINT)
    text.append(", ".join([cards(found["hand_size"]), *_stocks(found)]))
    if found["affiliated"]:
        text.append("\n  " + _("joined") + " ", FAINT).append_text(codes_text(found["affiliated"]))
    lords = [_lord_in_short(lord) for lord in found["lords"]]
    places = [card_name(Card("location", tile)) for tile in found["locations"]]
    for owned in (lords, places):
        for line in wrap(", ".join(owned), max(MOST_NARROW, width - 2)):
            text.append(f"\n  {line}")
    return TableRow(text, seat=seat)


def _lord_in_short(lord: dict[str, Any]) -> str:
    """A lord before an opponent; brackets mean that it does not work any more."""
    name = lord_name(lord["id"])
    return f"({name})" if lord["disabled"] or lord["location"] is not None else name

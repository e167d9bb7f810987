"""The table as rows of coloured text. Races have a letter as well, so that nobody needs the colour."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich.text import Text

from openabyss.rules.ending import EMPTY_ROUNDS
from openabyss.table.in_words import TableInWords, loot_in_words
from openabyss.table.reading import SeatLord
from openabyss.table.view import SeatView, View
from openabyss.terminal.facts import (
    CourtLord,
    ZoneOfBorder,
    border_zones,
    council_row,
    court_lords,
    location_worth,
)
from openabyss.terminal.session import Session
from openabyss.terminal.table_text import in_words
from openabyss.words import _
from openabyss.words.cards.codes import (
    KRAKEN_LETTER,
    MONSTER_CODE,
    RACE_CODES,
    RACE_LETTERS,
    RaceInHand,
    cards,
    hand_by_race,
)
from openabyss.words.cards.leviathans import fighting_races, leviathans
from openabyss.words.cards.locations import location_formula
from openabyss.words.cards.lords import lord_name, lord_text
from openabyss.words.cards.regent import level_in_words
from openabyss.words.cards.text import Card, card_name, lord_condition
from openabyss.words.levels import level_name
from openabyss.words.listing import in_a_row, with_facts
from openabyss.words.questions.chapters.exploring import rewards_at

RACE_COLOURS = ("#c99cf0", "#ff7b72", "#ffd75f", "#7ee08a", "#79b8ff")
MONSTER_COLOUR, KRAKEN_COLOUR = "#ff5fd2", "#e6e6fa"
GOOD, FAINT, HEAD = "#7ee08a", "dim", "bold #6fd3d9"
NAME_WIDTH = 16
LOCATION_WIDTH = 23
TITLE_WIDTH = 9
MIN_WIDTH = 20
TRACK_SPACES = 5
HIGHEST_THREAT = 6
MAX_LEVELS = 3
NO_BREAK = "\u00a0"


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row; `card` or `seat` is what Enter shows of it, neither is a row that cannot be chosen."""

    text: Text
    card: Card | None = None
    seat: int | None = None


def table_rows(session: Session, width: int) -> list[TableRow]:
    """Everything that the viewer may know, most urgent first; long lists are broken at `width` columns."""
    table, told = session.view(), in_words(session)
    rows = list(_own_rows(session, table, told, width)) if session.viewer is not None else []
    rows.append(_track_row(table))
    rows.append(_council_row(table))
    rows += _court_rows(session)
    rows += _border_rows(session) if session.game.state.leviathan else [_threat_row(table)]
    rows += _sentinel_rows(told)
    rows += _available_rows(session, table)
    if session.viewer is not None:
        rows += _own_cards(session, table.seats[session.viewer])
    for seat in told.seats_in_order():
        if seat != session.viewer:
            rows.append(_opponent_row(session, table, told, seat, width))
    return rows


def header(session: Session) -> Text:
    """Turn, threat, price and decks in one line."""
    table = session.view()
    text = plainly(" " + _("Turn {turn}").format(turn=table.turn), "bold")
    text.append(f" {session.names[table.active]} ")
    if table.ending_player is not None:
        text.append(" " + _("LAST ROUND") + " ", "bold reverse")
    if table.empty_sea is not None:
        told = _("EMPTY SEA {number}/{last}").format(number=table.empty_sea, last=EMPTY_ROUNDS)
        text.append(f" {told} ", "bold reverse")
    numbers = (
        (_("price"), table.price),
        (_("cards"), table.exploration_deck_size),
        (_("lords"), table.lord_deck_size),
        (_("places"), table.location_deck_size),
        (_("tokens"), _pools(session, table)),
    )
    for title, number in numbers:
        text.append(f" │ {title} ", FAINT).append(str(number))
    return text


def _pools(session: Session, table: View) -> str:
    """The monster tokens that are left; with Leviathan those of the second pile as well."""
    base = str(table.monster_pool_size)
    return f"{base}+{session.game.table.leviathan_pool_size}" if session.game.state.leviathan else base


def code_text(code: str) -> Text:
    """An exploration card: its code in the colour of its race."""
    return Text(code, card_colour(code))


def card_colour(code: str) -> str:
    """The colour of a race, given a code or its letter."""
    if code[0] == KRAKEN_LETTER:
        return KRAKEN_COLOUR
    return MONSTER_COLOUR if code == MONSTER_CODE else RACE_COLOURS[RACE_LETTERS.index(code[0])]


def codes_text(codes: Sequence[str]) -> Text:
    """Cards by race: the letter once, then the values."""
    return Text("  ").join(_race_text(held) for held in hand_by_race(codes))


def _race_text(held: RaceInHand) -> Text:
    colour = card_colour(held.letter)
    text = plainly(held.letter, f"bold {colour}")
    return text.append(" " + " ".join(held.values), colour)


def _titled(title: str) -> Text:
    return plainly(f"{title:{TITLE_WIDTH}} ", HEAD)


def plainly(text: str, style: str = "") -> Text:
    """A beginning in a style of its own, which what is appended does not take over."""
    return Text().append(text, style)


def _own_rows(session: Session, table: View, told: TableInWords, width: int) -> Iterator[TableRow]:
    """The viewer's stocks and hand."""
    seat = session.viewer or 0
    found = table.seats[seat]
    text = _titled(_("You have"))
    text.append(_broken([*told.stocks(seat), *told.tokens(seat)], len(text), width, len(text)))
    yield TableRow(text, seat=seat)
    hand = codes_text(found.hand) if found.hand else Text(_("no cards"), FAINT)
    text = _titled(_("Hand")).append_text(hand)
    if found.affiliated:
        text.append(" │ " + _("joined") + " ", FAINT).append_text(codes_text(found.affiliated))
    yield TableRow(text)


def _track_row(table: View) -> TableRow:
    text = _titled(_("Explored"))
    for code in table.track:
        text.append_text(code_text(code)).append("  ")
    text.append("·   " * (TRACK_SPACES - len(table.track)), FAINT)
    return TableRow(text)


def _council_row(table: View) -> TableRow:
    text = _titled(_("Council"))
    for race, letter, size in council_row(table.council_sizes):
        text.append(letter, f"bold {RACE_COLOURS[race]}").append(f" ×{size}  ", "" if size else FAINT)
    return TableRow(text)


def _threat_row(table: View) -> TableRow:
    level = table.threat
    text = _titled(_("Threat")).append("●" * level, MONSTER_COLOUR)
    text.append("○" * (HIGHEST_THREAT - level), FAINT).append(f" {level} ")
    return TableRow(text.append(rewards_at(level), FAINT))


def _border_rows(session: Session) -> Iterator[TableRow]:
    """The leviathans: who may fight them, resistance and tokens of each level, what their attack does."""
    border, life, races, levels = _("Border"), _("life"), _("with"), _("power→tokens")
    title = plainly(f"{border:7} {life}  {races:5} {levels:13} ", HEAD)
    yield TableRow(
        title.append(leviathans(session.game.table.leviathan_deck_size) + " " + _("to come"), FAINT)
    )
    for zone in border_zones(session.game):
        yield TableRow(_zone_text(zone), Card("leviathan", zone.id))


def _zone_text(zone: ZoneOfBorder) -> Text:
    left = len(zone.levels) - zone.lost
    text = plainly(f"  {zone.zone:5} ", "bold").append("●" * left, MONSTER_COLOUR)
    text.append("○" * zone.lost, FAINT).append(" " * (MAX_LEVELS - len(zone.levels) + 3))
    for race in fighting_races(zone.race):
        text.append(RACE_LETTERS[race] + " ", RACE_COLOURS[race])
    text.append(" " * (6 - 2 * len(fighting_races(zone.race))))
    levels = "  ".join(f"{resistance}→{tokens}" for resistance, tokens in zone.levels[zone.lost :])
    return text.append(f"{levels:13} ").append(zone.attack, FAINT)


def _sentinel_rows(told: TableInWords) -> Iterator[TableRow]:
    for number, sentinel in enumerate(told.sentinels()):
        yield TableRow(_titled(_("Sentinels") if number == 0 else "").append(sentinel))


def _court_rows(session: Session) -> Iterator[TableRow]:
    court, cost, races, influence, key = _("Court"), _("cost"), _("races"), _("infl."), _("key")
    lords = court_lords(session.game, session.viewer)
    width = max([NAME_WIDTH, *(len(lord_name(lord.lord)) for lord in lords)])
    yield TableRow(Text(f"{court:{width}}  {cost:>4} {races:5} {influence:>5} {key}", HEAD))
    for lord in lords:
        yield TableRow(_court_text(lord, width), Card("lord", lord.lord))


def _court_text(lord: CourtLord, width: int) -> Text:
    text = plainly("✓ " if lord.affordable else "  ", f"bold {GOOD}")
    text.append(f"{lord_name(lord.lord):{width}}", "bold" if lord.affordable else "")
    changed = lord.cost != lord.printed
    text.append(f"{lord.cost:>4} ", "bold underline" if changed else "")
    text.append(f"{lord.races:5} ", "" if lord.race is None else RACE_COLOURS[RACE_CODES.index(lord.race)])
    key = _("key") if lord.keys else ""
    text.append(f"{lord.influence:>5} ").append(f"{key + ' ':4}", "bold")
    return text.append(lord_text(lord.lord), FAINT)


def _available_rows(session: Session, table: View) -> Iterator[TableRow]:
    drawn = table.drawn_locations
    for title, tiles in ((_("Drawn"), drawn), (_("Available locations"), table.available_locations)):
        if tiles:
            yield TableRow(Text(title, HEAD))
        for tile in tiles:
            loot = table.available_loot.get(tile, ())
            yield TableRow(_location_text(session, tile, loot), Card("location", tile))


def _location_text(session: Session, tile: int, loot: Sequence[int]) -> Text:
    card = Card("location", tile)
    text = plainly(f"  {card_name(card):{LOCATION_WIDTH}} ")
    if session.viewer is not None:
        points = location_worth(session.game, tile, session.viewer)
        text.append(_("now {points}").format(points=f"{points:>2}"), "bold").append("  ")
    if loot:
        text.append(loot_in_words(loot) + "  ", f"bold {GOOD}")
    return text.append(location_formula(tile), FAINT)


def _own_cards(session: Session, found: SeatView) -> Iterator[TableRow]:
    if found.lords:
        yield TableRow(Text(_("Your lords"), HEAD))
    for lord in found.lords:
        text = plainly(f"  {lord_name(lord.id):{NAME_WIDTH}} ")
        condition = lord_condition(lord.location, lord.disabled, lord.used)
        if condition:
            text.append(condition + " ", "italic")
        yield TableRow(text.append(lord_text(lord.id), FAINT), Card("lord", lord.id))
    if found.locations:
        yield TableRow(Text(_("Your locations"), HEAD))
    for tile in found.locations:
        loot = found.loot.get(tile, ())
        yield TableRow(_location_text(session, tile, loot), Card("location", tile))


def _opponent_row(session: Session, table: View, told: TableInWords, seat: int, width: int) -> TableRow:
    """Stocks, the allies that joined, then lords and locations."""
    found = table.seats[seat]
    level = found.regent
    kind = level_name(session.sittings[seat].kind) if level is None else level_in_words(level)
    text = plainly(session.names[seat], HEAD).append(" " + _("{title}:").format(title=kind) + " ", FAINT)
    stocks = [cards(found.hand_size), *told.stocks(seat), *told.tokens(seat)]
    text.append(_broken(stocks, len(text), width, 2))
    if found.affiliated:
        text.append("\n  " + _("joined") + " ", FAINT).append_text(codes_text(found.affiliated))
    lords = [_lord_in_short(lord) for lord in found.lords]
    places = [_place_in_short(tile, found.loot.get(tile)) for tile in found.locations]
    for owned in (lords, places):
        for line in wrap(in_a_row(owned), max(MIN_WIDTH, width - 2)):
            text.append(f"\n  {line}")
    return TableRow(text, seat=seat)


def _broken(parts: Sequence[str], begin: int, width: int, indent: int) -> str:
    """A list that begins in column `begin` and goes on, indented, in lines of `width` columns.

    Lines are broken between the parts only.
    """
    lines = wrap(
        ", ".join(part.replace(" ", NO_BREAK) for part in parts),
        max(begin + MIN_WIDTH, width),
        initial_indent=" " * begin,
        subsequent_indent=" " * indent,
    )
    return "\n".join(lines)[begin:].replace(NO_BREAK, " ")


def _place_in_short(tile: int, loot: Sequence[int] | None) -> str:
    """A location before an opponent, with the loot of a sanctuary."""
    name = card_name(Card("location", tile))
    return with_facts(name, loot_in_words(loot)) if loot else name


def _lord_in_short(lord: SeatLord) -> str:
    """A lord before an opponent; brackets mean that it does not work any more."""
    name = lord_name(lord.id)
    return f"({name})" if lord.disabled or lord.location is not None else name

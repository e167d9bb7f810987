"""The table as rows of coloured text. Races have a letter as well, so that nobody needs the colour."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich.text import Text

from openabyss.client.in_words import BorderRow, CourtRow, LocationRow, TableInWords, loot_in_words
from openabyss.client.protocol.from_server import Update
from openabyss.table.reading import SeatLord
from openabyss.table.score_sheet import empty_sea_in_short
from openabyss.table.view import SeatView, View
from openabyss.terminal.opponents import HUMAN
from openabyss.words import _
from openabyss.words.cards import codes
from openabyss.words.cards.leviathans import leviathans
from openabyss.words.cards.printed import Card, card_name, lord_condition, lord_name, lord_text
from openabyss.words.cards.regent import level_with_house_rules
from openabyss.words.levels import level_name
from openabyss.words.listing import with_facts
from openabyss.words.questions.exploring import rewards_at

RACE_COLOURS = ("#c99cf0", "#ff7b72", "#ffd75f", "#7ee08a", "#79b8ff")
MONSTER_COLOUR, KRAKEN_COLOUR = "#ff5fd2", "#e6e6fa"
GOOD, FAINT, HEAD = "#7ee08a", "dim", "bold #6fd3d9"
NAME_WIDTH = 16
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


def table_rows(update: Update, width: int) -> list[TableRow]:
    """Everything that the viewer may know, most urgent first; long lists are broken at `width` columns."""
    table, texts, viewer = update.view, TableInWords(update), update.view.seat
    rows = [] if viewer is None else list(_own_rows(table.seats[viewer], texts, viewer, width))
    rows.append(_track_row(table))
    rows.append(_council_row(table))
    rows += _court_rows(texts)
    rows += _border_rows(table, texts) if update.config.leviathan else [_threat_row(table)]
    rows += _sentinel_rows(texts)
    rows += _available_rows(table, texts)
    if viewer is not None:
        rows += _own_cards(table.seats[viewer], texts, viewer)
    for seat in texts.seats_in_order():
        if seat != viewer:
            rows.append(_opponent_row(update, texts, seat, width))
    return rows


def header(update: Update) -> Text:
    """Turn, threat, price and decks in one line."""
    table = update.view
    text = plainly(" " + _("Turn {turn}").format(turn=table.turn), "bold")
    text.append(f" {update.people[table.active].name} ")
    if table.ending_player is not None and not update.over:
        text.append(" " + _("LAST ROUND") + " ", "bold reverse")
    if update.one_lord_left:
        names = ", ".join(update.people[seat].name for seat in update.one_lord_left)
        text.append(" " + _("One lord to go: {names}").format(names=names) + " ", "bold reverse")
    if table.empty_sea is not None and not update.over:
        text.append(f" {empty_sea_in_short(table.empty_sea)} ", "bold reverse")
    numbers = (
        (_("price"), table.price),
        (_("cards"), table.exploration_deck_size),
        (_("lords"), table.lord_deck_size),
        (_("places"), table.location_deck_size),
        (_("tokens"), _pools(update)),
    )
    for title, number in numbers:
        text.append(f" │ {title} ", FAINT).append(str(number))
    return text


def _pools(update: Update) -> str:
    """The monster tokens that are left; with Leviathan those of the second pile as well."""
    base = str(update.view.monster_pool_size)
    return f"{base}+{update.view.leviathan_pool_size}" if update.config.leviathan else base


def card_colour(code: str) -> str:
    """The colour of a card of the exploration, given its code."""
    if code[0] == codes.KRAKEN_LETTER:
        return KRAKEN_COLOUR
    return MONSTER_COLOUR if code == codes.MONSTER_CODE else RACE_COLOURS[codes.RACE_LETTERS.index(code[0])]


def codes_text(shown: Sequence[str]) -> Text:
    """Cards by race: the letter once, then the values."""
    return Text("  ").join(_race_text(*held) for held in codes.hand_by_race(shown).items())


def _race_text(race: int, values: Sequence[str]) -> Text:
    colour = KRAKEN_COLOUR if race < 0 else RACE_COLOURS[race]
    return plainly(codes.race_letter(race), f"bold {colour}").append(" " + " ".join(values), colour)


def _titled(title: str) -> Text:
    titles = (_("You have"), _("Hand"), _("Explored"), _("Council"), _("Threat"), _("Sentinels"))
    return plainly(f"{title:{max(map(len, titles))}} ", HEAD)


def plainly(text: str, style: str = "") -> Text:
    """A beginning in a style of its own, which what is appended does not take over."""
    return Text().append(text, style)


def _own_rows(found: SeatView, texts: TableInWords, seat: int, width: int) -> Iterator[TableRow]:
    """The viewer's stocks and hand."""
    text = _titled(_("You have"))
    text.append(_broken([*texts.stocks(seat), *texts.tokens(seat)], len(text), width, len(text)))
    yield TableRow(text, seat=seat)
    hand = codes_text(found.hand) if found.hand else Text(_("no cards"), FAINT)
    text = _titled(_("Hand")).append_text(hand)
    if found.affiliated:
        text.append(" │ " + _("joined") + " ", FAINT).append_text(codes_text(found.affiliated))
    yield TableRow(text)


def _track_row(table: View) -> TableRow:
    text = _titled(_("Explored"))
    for code in table.track:
        text.append(codes.code_shown(code), card_colour(code)).append("  ")
    text.append("·   " * (TRACK_SPACES - len(table.track)), FAINT)
    return TableRow(text)


def _council_row(table: View) -> TableRow:
    text = _titled(_("Council"))
    for race, (code, colour) in enumerate(zip(codes.RACE_CODES, RACE_COLOURS, strict=True)):
        size = table.council_sizes[code]
        text.append(codes.race_letter(race), f"bold {colour}").append(f" ×{size}  ", "" if size else FAINT)
    return TableRow(text)


def _threat_row(table: View) -> TableRow:
    level = table.threat
    text = _titled(_("Threat")).append("●" * level, MONSTER_COLOUR)
    text.append("○" * (HIGHEST_THREAT - level), FAINT).append(f" {level} ")
    return TableRow(text.append(rewards_at(level), FAINT))


def _border_rows(table: View, texts: TableInWords) -> Iterator[TableRow]:
    """The leviathans: who may fight them, resistance and tokens of each level, what their attack does."""
    border, life, races, levels = _("Border"), _("life"), _("with"), _("power→tokens")
    columns = ((border, 7), (life, MAX_LEVELS), (races, 4), (levels, 13))
    widths = [max(len(title), most) for title, most in columns]
    titles = "  ".join(f"{title:{width}}" for (title, _most), width in zip(columns, widths, strict=True))
    come = _("{leviathans} to come").format(leviathans=leviathans(table.leviathan_deck_size))
    yield TableRow(plainly(f"{titles}  ", HEAD).append(come, FAINT))
    for row in texts.border_rows():
        yield TableRow(_border_text(row, widths), Card("leviathan", row.leviathan))


def _border_text(row: BorderRow, widths: Sequence[int]) -> Text:
    """A leviathan in the columns of this width: zone, levels of life, races, resistance and tokens."""
    zone, life, races, levels = widths
    left = row.levels[row.lost :]
    text = plainly(f"  {row.zone:{zone - 2}}  ", "bold").append("●" * len(left), MONSTER_COLOUR)
    text.append("○" * row.lost, FAINT).append(" " * (life - len(row.levels) + 2))
    for race in row.races:
        text.append(codes.race_letter(race) + " ", RACE_COLOURS[race])
    text.append(" " * (races - 2 * len(row.races) + 2))
    shown = "  ".join(f"{resistance}→{tokens}" for resistance, tokens in left)
    return text.append(f"{shown:{levels}}  ").append(row.attack, FAINT)


def _sentinel_rows(texts: TableInWords) -> Iterator[TableRow]:
    for number, sentinel in enumerate(texts.sentinels()):
        yield TableRow(_titled(_("Sentinels") if number == 0 else "").append(sentinel))


def _court_rows(texts: TableInWords) -> Iterator[TableRow]:
    court, cost, races, influence, key = _("Court"), _("cost"), _("races"), _("infl."), _("key")
    lords = texts.court()
    width = max([NAME_WIDTH, *(len(lord.name) for lord in lords)])
    widths = (width, max(4, len(cost)), max(5, len(races)), max(5, len(influence)))
    titles = f"{court:{width}}  {cost:>{widths[1]}} {races:{widths[2]}} {influence:>{widths[3]}} {key}"
    yield TableRow(Text(titles, HEAD))
    for lord in lords:
        yield TableRow(_court_text(lord, widths), Card("lord", lord.lord))


def _court_text(lord: CourtRow, widths: Sequence[int]) -> Text:
    """A lord in the columns of this width: name, cost, races, influence."""
    width, cost, races, influence = widths
    text = plainly("✓ " if lord.affordable else "  ", f"bold {GOOD}")
    text.append(f"{lord.name:{width}}", "bold" if lord.affordable else "")
    changed = lord.price != lord.printed
    text.append(f"{lord.price:>{cost}} ", "bold underline" if changed else "")
    colour = "" if lord.race is None else RACE_COLOURS[codes.RACE_CODES.index(lord.race)]
    text.append(f"{lord.races_in_short:{races}} ", colour)
    key = _("key") if lord.keys else ""
    text.append(f"{lord.influence:>{influence}} ").append(f"{key + ' ':4}", "bold")
    return text.append(lord_text(lord.lord), FAINT)


def _available_rows(table: View, texts: TableInWords) -> Iterator[TableRow]:
    rows, drawn = texts.locations(), len(table.drawn_locations)
    for title, some in ((_("Drawn"), rows[:drawn]), (_("Available locations"), rows[drawn:])):
        if some:
            yield TableRow(Text(title, HEAD))
        yield from _location_rows(some)


def _location_rows(rows: Sequence[LocationRow]) -> Iterator[TableRow]:
    """Locations, their names in a column that is as wide as the longest."""
    width = max((len(row.name) for row in rows), default=0)
    return (_location_row(row, width) for row in rows)


def _location_row(row: LocationRow, width: int) -> TableRow:
    text = plainly(f"  {row.name:{width}} ")
    if row.worth is not None:
        text.append(_("now {points}").format(points=f"{row.worth:>2}"), "bold").append("  ")
    if row.loot:
        text.append(loot_in_words(row.loot) + "  ", f"bold {GOOD}")
    return TableRow(text.append(row.formula, FAINT), Card("location", row.location))


def _own_cards(found: SeatView, texts: TableInWords, seat: int) -> Iterator[TableRow]:
    if found.lords:
        yield TableRow(Text(_("Your lords"), HEAD))
    width = max((len(lord_name(lord.id)) for lord in found.lords), default=0)
    for lord in found.lords:
        text = plainly(f"  {lord_name(lord.id):{width}} ")
        condition = lord_condition(lord.location, lord.disabled, lord.used)
        if condition:
            text.append(condition + " ", "italic")
        yield TableRow(text.append(lord_text(lord.id), FAINT), Card("lord", lord.id))
    if found.locations:
        yield TableRow(Text(_("Your locations"), HEAD))
    yield from _location_rows(texts.locations_of(seat))


def _opponent_row(update: Update, texts: TableInWords, seat: int, width: int) -> TableRow:
    """Stocks, the allies that joined, then lords and locations."""
    found, person = update.view.seats[seat], update.people[seat]
    kind = level_name(person.level or HUMAN) if found.regent is None else level_with_house_rules(found.regent)
    text = plainly(person.name, HEAD).append(" " + _("{title}:").format(title=kind) + " ", FAINT)
    stocks = [codes.cards(found.hand_size), *texts.stocks(seat), *texts.tokens(seat)]
    text.append(_broken(stocks, len(text), width, 2))
    if found.affiliated:
        text.append("\n  " + _("joined") + " ", FAINT).append_text(codes_text(found.affiliated))
    lords = [_lord_in_short(lord) for lord in found.lords]
    places = [_place_in_short(tile, found.loot.get(tile)) for tile in found.locations]
    for owned in (lords, places):
        for line in wrap(", ".join(owned), max(MIN_WIDTH, width - 2)):
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

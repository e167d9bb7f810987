"""The table of an update in plain sentences, for screen readers and pipes, and as a notebook shows it."""

from collections.abc import Container, Iterable, Sequence
from html import escape

from openabyss.client.in_words import CourtRow, Line, LocationRow, SeatText, TableInWords, loot_in_words
from openabyss.client.protocol.from_server import Update
from openabyss.client.protocol.parts import Person
from openabyss.client.table_history import TableHistory
from openabyss.client.update import UpdateContext, update_for
from openabyss.play.game import Game
from openabyss.table.questions import CHANCE
from openabyss.words import _
from openabyss.words.cards.codes import keys
from openabyss.words.listing import join_commas, join_semicolons, with_facts


def table_lines(update: Update) -> list[str]:
    """Everything that the viewer may know, most urgent first."""
    words = TableInWords(update)
    lines = [words.turn(), _("Court:"), *(f"  {_court_line(row)}" for row in words.court())]
    lines += [_titled(title, text) for title, text in words.facts()]
    if update.config.leviathan:
        border = [f"  {_titled(title, text)}" for title, text in words.border()]
        lines += [_("Border:"), *border] if border else [_("There is no leviathan on the border.")]
    places = [f"  {_location_line(row)}" for row in words.locations()]
    lines += [_("Available locations:"), *places] if places else [_("No location is available.")]
    for seat in words.seats():
        lines += seat_lines(seat)
    return lines


def seat_lines(seat: SeatText) -> list[str]:
    """What one player has on the table, as far as the viewer may know it."""
    lines = [
        _("{title}:").format(title=seat.title),
        *(f"  {_titled(title, text)}" for title, text in seat.lines),
    ]
    for title, owned in ((_("Lords"), seat.lords), (_("Locations"), seat.locations)):
        if owned:
            lines.append(f"  {_titled(title, join_commas(one.text for one in owned))}")
    return lines


def _titled(title: str, text: str) -> str:
    return _("{title}: {text}.").format(title=title, text=text)


def _court_line(row: CourtRow) -> str:
    parts = [
        _("cost {cost}").format(cost=row.cost),
        row.races,
        _("{points} influence").format(points=row.influence),
    ]
    if row.keys:
        parts.append(keys(row.keys))
    if row.affordable:
        parts.append(_("you can pay"))
    return _titled(row.name, join_commas(parts))


def _location_line(row: LocationRow) -> str:
    facts = [row.formula]
    if row.loot:
        facts.append(loot_in_words(row.loot))
    if row.worth is not None:
        facts.append(_("now {points}").format(points=row.worth))
    return f"{with_facts(row.name, join_semicolons(facts))}."


NUMBER = "padding:0 .6em;text-align:right"


def as_text(game: Game) -> str:
    """The table as the seat that is asked sees it, and what it is asked, line by line."""
    update = _update_of(game)
    asked = [update.question.prompt] if update.question is not None and update.question.mine else []
    return "\n".join([*table_lines(update), *asked])


def _update_of(game: Game) -> Update:
    """The table as the seat that is asked sees it, or as a spectator does where none is asked."""
    seat = None if game.is_over or game.player == CHANCE else game.player
    names = [_("Player {number}").format(number=number + 1) for number in range(game.players)]
    people = [Person(number, name, "person") for number, name in enumerate(names)]
    history = TableHistory(game, [None] * game.players)
    return update_for(history, seat, UpdateContext(people, commitment=""), history.revision)


def as_html(game: Game) -> str:
    """The table as HTML for a notebook."""
    update = _update_of(game)
    words = TableInWords(update)
    lords = ((row.lord, row.name, row.cost, row.races, row.influence) for row in words.court())
    places = ((row.location, row.name, row.formula) for row in words.locations())
    parts = [
        f"<strong>{escape(words.turn())}</strong>",
        lines(words.facts()),
        rows(lords, {2, 4}),
        rows(places),
    ]
    if update.config.leviathan:
        parts.append(lines(words.border()))
    parts += [seat_box(one) for one in words.seats()]
    if update.question is not None and update.question.mine:
        parts.append(f"<p>{escape(update.question.prompt)}</p>")
    return f'<div style="font-size:90%;max-width:60em">{"".join(parts)}</div>'


def lines(facts: Iterable[Line]) -> str:
    """Facts and their names, one under the other."""
    found = (f"<tr><th>{escape(name)}</th><td>{escape(fact)}</td></tr>" for name, fact in facts)
    return f"<table>{''.join(found)}</table>"


def rows(cards: Iterable[Sequence[object]], numbers: Container[int] = ()) -> str:
    """A row for each card; the columns `numbers` hold what is to be compared."""
    styles = [f' style="{NUMBER}"' if column in numbers else "" for column in range(5)]
    found = (
        "".join(f"<td{style}>{escape(str(cell))}</td>" for style, cell in zip(styles, card, strict=False))
        for card in cards
    )
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in found)}</table>"


def seat_box(seat: SeatText) -> str:
    """What a player has on the table."""
    owned = "".join(f"<li>{escape(one.text)}</li>" for one in [*seat.lords, *seat.locations])
    title = f"<summary>{escape(seat.title)}</summary>"
    return f"<details open>{title}{lines(seat.lines)}<ul>{owned}</ul></details>"

"""The table as a notebook shows it: a small page of HTML, made of the same words as everywhere."""

from collections.abc import Iterable
from html import escape

from openabyss.rules.state import State
from openabyss.table.in_words import Line, SeatText, TableInWords, Worths
from openabyss.table.questions import CHANCE, question_at
from openabyss.table.reading import read_table
from openabyss.table.view import public_view, seen_from
from openabyss.words import _

NUMBER = "padding:0 .6em;text-align:right"


def as_html(state: State) -> str:
    """The table as the seat that is asked sees it, or as a spectator does where none is asked."""
    table = read_table(state)
    is_asked = table.question is not None and table.question.player != CHANCE
    seat = table.question.player if table.question is not None and is_asked else None
    names = [_("Player {number}").format(number=number + 1) for number in range(table.players)]
    told = TableInWords(
        seen_from(table, public_view(table), seat),
        names,
        (),
        Worths({}, [{}] * table.players),
        kraken=table.kraken,
        leviathan=table.leviathan,
    )
    parts = [f"<strong>{escape(told.turn())}</strong>", lines(told.facts()), court(told), locations(told)]
    if table.leviathan:
        parts.append(lines(told.border()))
    parts += [seat_box(one) for one in told.seats()]
    if is_asked:
        parts.append(f"<p>{escape(question_at(state).prompt)}</p>")
    return f'<div style="font-size:90%;max-width:60em">{"".join(parts)}</div>'


def lines(told: Iterable[Line]) -> str:
    """Facts and their names, one under the other."""
    rows = (f"<tr><th>{escape(name)}</th><td>{escape(fact)}</td></tr>" for name, fact in told)
    return f"<table>{''.join(rows)}</table>"


def court(told: TableInWords) -> str:
    """The lords of the court: name, price, races and influence."""
    rows = (
        f"<tr><td>{lord.lord}</td><td>{escape(lord.name)}</td>"
        f'<td style="{NUMBER}">{escape(lord.cost)}</td><td>{escape(lord.races)}</td>'
        f'<td style="{NUMBER}">{lord.influence}</td></tr>'
        for lord in told.court()
    )
    return f"<table>{''.join(rows)}</table>"


def locations(told: TableInWords) -> str:
    """The locations that may be taken."""
    rows = (
        f"<tr><td>{location.location}</td><td>{escape(location.name)}</td>"
        f"<td>{escape(location.formula)}</td></tr>"
        for location in told.locations()
    )
    return f"<table>{''.join(rows)}</table>"


def seat_box(told: SeatText) -> str:
    """What lies before a player."""
    owned = "".join(f"<li>{escape(one.text)}</li>" for one in [*told.lords, *told.locations])
    title = f"<summary>{escape(told.title)}</summary>"
    return f"<details open>{title}{lines(told.lines)}<ul>{owned}</ul></details>"

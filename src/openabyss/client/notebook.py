"""The table as a notebook shows it: a small page of HTML, made of the same words as everywhere."""

from collections.abc import Iterable
from html import escape

from openabyss.client.in_words import Line, SeatText, TableInWords
from openabyss.client.protocol.messages import Person
from openabyss.client.table_history import TableHistory
from openabyss.client.update import UpdateContext, update_for
from openabyss.game import Game
from openabyss.table.questions import CHANCE
from openabyss.words import _

NUMBER = "padding:0 .6em;text-align:right"


def as_html(game: Game) -> str:
    """The table as the seat that is asked sees it, or as a spectator does where none is asked."""
    seat = None if game.is_over or game.player == CHANCE else game.player
    names = [_("Player {number}").format(number=number + 1) for number in range(game.players)]
    people = [Person(number, name, "person") for number, name in enumerate(names)]
    history = TableHistory(game, [None] * game.players)
    update = update_for(history, seat, UpdateContext(people, commitment=""), history.revision)
    told = TableInWords(update)
    parts = [f"<strong>{escape(told.turn())}</strong>", lines(told.facts()), court(told), locations(told)]
    if update.config.leviathan:
        parts.append(lines(told.border()))
    parts += [seat_box(one) for one in told.seats()]
    if update.question is not None and update.question.mine:
        parts.append(f"<p>{escape(update.question.prompt)}</p>")
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

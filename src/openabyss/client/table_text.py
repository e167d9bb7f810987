"""The table of an update as text, for notebooks and terminals; its answers as they are offered and typed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from openabyss import cards
from openabyss.client.in_words import (
    CourtRow,
    Line,
    LocationRow,
    SeatText,
    TableInWords,
    cards_in_words,
    loot_in_words,
)
from openabyss.client.protocol.from_server import Update
from openabyss.client.protocol.parts import ActionShown, PaymentShown, Person, Target
from openabyss.client.result import closing_words
from openabyss.client.table_history import TableHistory
from openabyss.client.update import UpdateContext, update_for
from openabyss.errors import UnreadableAction
from openabyss.play.game import Game
from openabyss.rules import numbering
from openabyss.rules.questions import QUESTION_NAMES
from openabyss.table.questions import CHANCE
from openabyss.words import _
from openabyss.words.cards.codes import keys, payment_in_words
from openabyss.words.cards.leviathans import attack_in_words
from openabyss.words.cards.printed import Card, influence_points, lord_name
from openabyss.words.listing import join_semicolons, with_facts
from openabyss.words.questions.recruiting import how_to_pay


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
            lines.append("  " + _titled(title, ", ".join(one.text for one in owned)))
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
    return _titled(row.name, ", ".join(parts))


def _location_line(row: LocationRow) -> str:
    return f"{with_facts(row.name, _location_facts(row))}."


def _location_facts(row: LocationRow) -> str:
    facts = [row.formula]
    if row.loot:
        facts.append(loot_in_words(row.loot))
    if row.worth is not None:
        facts.append(_("now {points}").format(points=row.worth))
    return join_semicolons(facts)


NUMBER = "padding:0 .6em;text-align:right"
TITLE = "font-weight:bold;text-align:left"


def as_text(game: Game) -> str:
    """The table as the seat that is asked sees it, and what it is asked, or how the game ended, in lines."""
    update = _update_of(game)
    return "\n".join([*table_lines(update), *_last_words(game, update)])


def _update_of(game: Game) -> Update:
    """The table as the seat that is asked sees it, or as a spectator does where none is asked."""
    seat = None if game.is_over or game.player == CHANCE else game.player
    names = [_("Player {number}").format(number=number + 1) for number in range(game.players)]
    people = [Person(number, name, "person") for number, name in enumerate(names)]
    history = TableHistory(game, [None] * game.players)
    return update_for(history, seat, UpdateContext(people, commitment=""), history.revision)


def _last_words(game: Game, update: Update) -> list[str]:
    """What the seat is asked, or why the game has ended and who has won; nothing where chance is asked."""
    if game.is_over:
        return [closing_words(game, [person.name for person in update.people])]
    return [update.question.prompt] if update.question is not None and update.question.mine else []


def as_html(game: Game) -> str:
    """The table as HTML for a notebook."""
    update = _update_of(game)
    words = TableInWords(update)
    places = [(row.name, _location_facts(row)) for row in words.locations()]
    parts = [f"<strong>{escape(words.turn())}</strong>", lines(words.facts()), court(words.court())]
    if update.config.leviathan:
        parts.append(lines(words.border(), _("Border")))
    parts.append(lines(places, _("Available locations")))
    parts += [seat_box(one) for one in words.seats()]
    parts += [f"<p>{escape(said)}</p>" for said in _last_words(game, update)]
    return f'<div style="font-size:90%;max-width:60em">{"".join(parts)}</div>'


def lines(facts: Sequence[Line], caption: str = "") -> str:
    """Facts and their names, one under the other; nothing where there are none."""
    found = (f'<tr><th scope="row">{escape(name)}</th><td>{escape(fact)}</td></tr>' for name, fact in facts)
    return _table(caption, found) if facts else ""


def court(lords: Iterable[CourtRow]) -> str:
    """A row for each lord, with the numbers for the seat that is asked."""
    titles = (_("Lord"), _("Cost"), _("Races"), _("Influence"), _("Keys"), _("For you"))
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    return _table(_("Court"), [f"<tr>{head}</tr>", *map(_court_cells, lords)])


def _court_cells(row: CourtRow) -> str:
    for_me = _("you can pay") if row.affordable else ""
    cells = (row.cost, row.races, str(row.influence), str(row.keys), for_me)
    return f'<tr><th scope="row">{escape(row.name)}</th>{"".join(map(_cell, cells))}</tr>'


def _cell(text: str) -> str:
    style = f' style="{NUMBER}"' if text.isdecimal() else ""
    return f"<td{style}>{escape(text)}</td>"


def _table(caption: str, found: Iterable[str]) -> str:
    title = f'<caption style="{TITLE}">{escape(caption)}</caption>' if caption else ""
    return f"<table>{title}{''.join(found)}</table>"


def seat_box(seat: SeatText) -> str:
    """What a player has on the table."""
    owned = "".join(f"<li>{escape(one.text)}</li>" for one in [*seat.lords, *seat.locations])
    title = f"<summary>{escape(seat.title)}</summary>"
    return f"<details open>{title}{lines(seat.lines)}<ul>{owned}</ul></details>"


# The question with which a turn begins.
MAIN = QUESTION_NAMES[numbering.MAIN]

# A whole payment is typed as `pay J3 C2`, with nebulis `pay J3 C2 nebulis 1` or `pay J3 C2/1`.
PAY, NEBULIS = "pay", "nebulis"


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer that is offered to the person who is asked.

    `label` is what it says, `hint` a useful fact about it, `text` how it is typed.
    """

    label: str
    text: str
    hint: str = ""
    card: Card | None = None
    payment: PaymentShown | None = None


def prompt_of(update: Update) -> str:
    """The question, or for whom the game waits; a payment is asked for as a whole."""
    question = update.question
    if question is None:
        return _("The game is over.")
    lord = paid_lord(update)
    offer = next((offer for offer in update.offers if offer.lord == lord), None)
    if not question.payments or offer is None:
        return question.prompt
    return how_to_pay(lord_name(offer.lord), offer.cost)


def paid_lord(update: Update) -> int | None:
    """The id of the lord that the viewer is paying for."""
    asked = update.view.question
    return None if asked is None or asked.about is None else asked.about.lord


def choices_of(update: Update) -> list[Choice]:
    """What the viewer may answer, passing last; nothing while somebody else is asked."""
    question = update.question
    if question is None or not question.mine:
        return []
    if question.payments:
        return [_payment_choice(payment) for payment in question.payments]
    return [_choice(update, action) for action in sorted(question.actions, key=lambda action: action.passes)]


def _choice(update: Update, action: ActionShown) -> Choice:
    card = card_at(update, action.target)
    return Choice(action.label, action.text, action.hint or _hint(card), card)


def card_at(update: Update, target: Target | None) -> Card | None:
    """The lord, location or leviathan of the border that an answer points at."""
    if target is None:
        return None
    if target.lord is not None:
        return Card("lord", target.lord)
    if target.location is not None:
        return Card("location", target.location)
    beast = None if target.border is None else update.view.border.get(target.border)
    return None if beast is None else Card("leviathan", beast.id)


def _hint(card: Card | None) -> str:
    """A short, useful fact about a lord or leviathan that may be chosen."""
    if card is None or card.sort == "location":
        return ""
    if card.sort == "leviathan":
        return _("its attack: {attack}").format(attack=attack_in_words(card.id - 1))
    lord = cards.lord(card.id)
    points = influence_points(lord.influence)
    return f"{points}, {keys(lord.keys)}" if lord.keys else points


def _payment_choice(payment: PaymentShown) -> Choice:
    label = payment_in_words(cards_in_words(payment.cards), payment.pearls, payment.nebulis)
    hint = _("worth {value}").format(value=payment.value)
    typed = [PAY, *payment.cards, *([NEBULIS, str(payment.nebulis)] if payment.nebulis else [])]
    return Choice(label, " ".join(typed), hint, payment=payment)


def typed_payment(text: str) -> tuple[list[str], int] | None:
    """The cards and nebulis of a typed payment; None for any other answer. Raises UnreadableAction."""
    word, *parts = text.replace(":", " ").replace("/", f" {NEBULIS} ").split() or [""]
    if word != PAY:
        return None
    if NEBULIS not in parts:
        return parts, 0
    place = parts.index(NEBULIS)
    amount = parts[place + 1 :]
    if len(amount) != 1 or not amount[0].isdecimal():
        raise UnreadableAction(_("say how many nebulis you pay: pay J3 C2 nebulis 1"))
    return parts[:place], int(amount[0])

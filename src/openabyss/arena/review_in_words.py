"""A review in words, as every screen and file shows it: plain text, Markdown, a page for the browser, and its
plot."""

from collections.abc import Sequence
from html import escape

from msgspec import Struct
from msgspec.structs import astuple

from openabyss.arena.ratings.ladder_page import picture, table
from openabyss.arena.review import Account, Chances, Decision, Mistake, Review
from openabyss.arena.svg import WIDTH, curves
from openabyss.client.result import NOTHING, Settlement, closing_words
from openabyss.play.game import Game
from openabyss.players.search.contrast import Side, reasons_in_words
from openabyss.players.search.lines import steps_of
from openabyss.players.search.searching import with_only
from openabyss.words import _, language
from openabyss.words.listing import join_semicolons, titled
from openabyss.words.numbers import Number
from openabyss.words.questions.prompts import label

PLACES = 4  # decimals of probabilities

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1d2a35 }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
svg { max-width: 100%; height: auto }
li { margin-bottom: 1rem }
table { border-collapse: collapse }
th, td { padding: 0.2rem 0.6rem; text-align: right }
th[scope=row] { text-align: left }
"""


class DecisionInWords(Struct, frozen=True):
    """One decision; `number` counts those that are judged from 1, `place` is that of `Game.decisions`, and
    `chances` are the win probabilities of all seats before it."""

    number: int
    place: int
    turn: int
    seat: int
    prompt: str
    played: str
    better: str
    chances: Chances


class MistakeInWords(Struct, frozen=True):
    """A costly decision: what the better answer and the one played are worth, how the game might have gone on
    after each, and why the better one is."""

    decision: DecisionInWords
    best: float
    played: float
    cost: float
    margin: float
    line: tuple[str, ...]
    played_line: tuple[str, ...]
    reasons: tuple[str, ...]


class ReviewInWords(Struct, frozen=True):
    """A whole review; `ending` says how the game has ended, "" if it has not, and `accounts` are in the order
    of the seats."""

    names: tuple[str, ...]
    outcome: Chances | None
    ending: str
    decisions: tuple[DecisionInWords, ...]
    mistakes: tuple[MistakeInWords, ...]
    accounts: tuple[Account, ...]


def review_in_words(
    found: Review, game: Game, names: Sequence[str], settled: Settlement = NOTHING
) -> ReviewInWords:
    """The review of this game, whose seats have these names. It mentions hidden things, since the game is
    over or its record is known."""
    decisions = {
        one.place: _decision(game, number, one, names) for number, one in enumerate(found.decisions, 1)
    }
    mistakes = [_mistake(game, decisions[one.place], one, names) for one in found.mistakes]
    accounts = tuple(Account(*map(_rounded, astuple(account))) for account in found.accounts)
    ending = closing_words(game, names, settled) if game.is_over or settled.ended else ""
    return ReviewInWords(
        tuple(names), found.outcome, ending, tuple(decisions.values()), tuple(mistakes), accounts
    )


def _decision(game: Game, number: int, decision: Decision, names: Sequence[str]) -> DecisionInWords:
    before = game.at(decision.place)
    kind = before.question.kind
    played, best = (label(kind, action, before.state, names) for action in (decision.played, decision.best))
    chances = tuple(map(_rounded, decision.chances))
    prompt = before.question.prompt
    return DecisionInWords(
        number, decision.place, decision.turn, decision.seat, prompt, played, best, chances
    )


def _mistake(game: Game, decision: DecisionInWords, mistake: Mistake, names: Sequence[str]) -> MistakeInWords:
    before, compared, difference = game.at(mistake.place), mistake.contrast, mistake.difference
    return MistakeInWords(
        decision=decision,
        best=_rounded(difference.first),
        played=_rounded(difference.second),
        cost=_rounded(difference.gain),
        margin=_rounded(difference.margin),
        line=_line(before, compared.first, names),
        played_line=_line(before, compared.second, names),
        reasons=tuple(reasons_in_words(compared.reasons, names, decision.seat)),
    )


def _line(before: Game, side: Side, names: Sequence[str]) -> tuple[str, ...]:
    """How the game might have continued after the answer."""
    steps = steps_of(with_only(before.state, side.answer), side.line, names)
    return tuple(step.label if step.seat is None else titled(names[step.seat], step.label) for step in steps)


def heading(review: ReviewInWords) -> str:
    """What the review is of."""
    return _("Review: {names}").format(names=", ".join(review.names))


def introduction(review: ReviewInWords) -> list[str]:
    """Who won, and what follows."""
    count = _("{count} decisions with a choice.").format(count=len(review.decisions))
    sentences = [f"{count} {review.ending}".strip()]
    costly = _("The decisions that cost the most win probability, judged by what the player could know:")
    none = _("No decision was clearly worse than another one would have been.")
    return [*sentences, costly if review.mistakes else none]


def mistake_in_words(mistake: MistakeInWords, names: Sequence[str]) -> list[str]:
    """The sentences about a costly decision, the first of which is its heading."""
    decision = mistake.decision
    sentences = [
        _("Turn {turn}, decision {number}, {name}: {prompt}").format(
            turn=decision.turn,
            number=decision.number,
            name=names[decision.seat],
            prompt=decision.prompt,
        ),
        _(
            "Played: {played} ({second:.1%}). Better: {best} ({first:.1%}). Cost: {gain:.1%} ± {margin:.1%}."
        ).format(
            played=decision.played,
            best=decision.better,
            first=Number(mistake.best),
            second=Number(mistake.played),
            gain=Number(mistake.cost),
            margin=Number(mistake.margin),
        ),
        *mistake.reasons,
    ]
    if mistake.line:
        text = _("After the better answer, the game might have continued: {line}.")
        sentences.append(text.format(line=join_semicolons(mistake.line)))
    if mistake.played_line:
        text = _("After the one played: {line}.")
        sentences.append(text.format(line=join_semicolons(mistake.played_line)))
    return sentences


def account_columns() -> list[str]:
    """The headings of the table of luck and skill, after the one for the names."""
    return [
        _("At the start"),
        _("Draws"),
        _("Own decisions"),
        _("Others’ decisions"),
        _("Uncertain"),
        _("At the end"),
    ]


def account_cells(account: Account) -> list[str]:
    """The cells of a row, as the reader's language writes numbers."""
    begin, *changes, end = map(Number, astuple(account))
    return [f"{begin:.0%}", *(f"{change:+.1%}".replace("-", "−") for change in changes), f"{end:.0%}"]


def accounts_explained() -> str:
    """What the columns of the table mean."""
    made_up = _(
        "What makes up each player’s win probability: what it was at the start, what cards and dice"
        " were worth, what their own decisions cost and what those of the others brought. “Uncertain”"
        " is what changed without a draw: the same position was judged differently."
    )
    ending = _("To concede, or to agree on an end, counts as a decision.")
    return f"{made_up} {ending}"


def _rounded(number: float) -> float:
    return round(number, PLACES)


def chances_plot(review: ReviewInWords, links: Sequence[tuple[str, str]] = (), width: int = WIDTH) -> str:
    """The win probability of every seat before each decision, as SVG; costly decisions are marked. `links`
    are what each decision leads to, and what is said of it there."""
    points = [[decision.chances[seat] for decision in review.decisions] for seat in range(len(review.names))]
    if review.outcome is not None:
        points = [[*values, review.outcome[seat]] for seat, values in enumerate(points)]
    marks = [mistake.decision.number - 1 for mistake in review.mistakes]
    return curves(_("Win probability"), review.names, points, _("decision"), sorted(marks), links, width)


def as_text(review: ReviewInWords) -> str:
    """The review as lines for a terminal."""
    mistakes = [
        "\n   ".join([f"{place}. {sentences[0]}", *sentences[1:]])
        for place, sentences in enumerate(_mistakes(review), start=1)
    ]
    lines = [heading(review), *introduction(review), *([""] if mistakes else []), *mistakes]
    return "\n".join([*lines, "", accounts_explained(), *_accounts_as_lines(review)])


def as_markdown(review: ReviewInWords, plot: str) -> str:
    """The review as Markdown; `plot` is the path of the picture."""
    items = [f"1. {' '.join(sentences)}" for sentences in _mistakes(review)]
    accounts = table(["", *account_columns()], [[name, *cells] for name, cells in _accounts(review)])
    head = [f"# {heading(review)}", picture(_("Win probability"), plot), *introduction(review)]
    parts = [*head, *items, accounts_explained(), accounts]
    return "\n\n".join(parts) + "\n"


def as_html(review: ReviewInWords) -> str:
    """The review as one file for the browser, with its plot in it."""
    items = "\n".join(f"<li>{escape(' '.join(sentences))}</li>" for sentences in _mistakes(review))
    sentences = "\n".join(f"<p>{escape(text)}</p>" for text in introduction(review))
    title = escape(heading(review))
    columns = "".join(f"<th scope='col'>{escape(column)}</th>" for column in account_columns())
    rows = "\n".join(
        f"<tr><th scope='row'>{escape(name)}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        for name, cells in _accounts(review)
    )
    return (
        f"<!doctype html>\n<html lang='{language()}'>\n<head>\n"
        f"<meta charset='utf-8'>\n<title>{title}</title>\n"
        f"<meta name='viewport' content='width=device-width, initial-scale=1'>\n<style>{STYLE}</style>\n"
        f"</head>\n<body>\n<h1>{title}</h1>\n{chances_plot(review)}\n{sentences}\n<ol>\n{items}\n</ol>\n"
        f"<p>{escape(accounts_explained())}</p>\n<table>\n<tr><td></td>{columns}</tr>\n{rows}\n</table>\n"
        "</body>\n</html>\n"
    )


def _mistakes(review: ReviewInWords) -> list[list[str]]:
    """The sentences about each mistake."""
    return [mistake_in_words(mistake, review.names) for mistake in review.mistakes]


def _accounts(review: ReviewInWords) -> list[tuple[str, list[str]]]:
    """Luck and skill of every player, cell by cell."""
    return [
        (name, account_cells(account)) for name, account in zip(review.names, review.accounts, strict=False)
    ]


def _accounts_as_lines(review: ReviewInWords) -> list[str]:
    titles = account_columns()
    return [
        titled(name, ", ".join(f"{title} {cell}" for title, cell in zip(titles, cells, strict=True)))
        for name, cells in _accounts(review)
    ]

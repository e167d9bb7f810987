"""A review for people: as plain text, as Markdown, as a page for the browser, and its plot."""

from collections.abc import Sequence
from html import escape

from openabyss.arena.ratings.ladder_page import table
from openabyss.arena.reviews.in_words import (
    ReviewInWords,
    account_cells,
    account_columns,
    accounts_explained,
    heading,
    introduction,
    mistake_in_words,
)
from openabyss.arena.svg import WIDTH, curves
from openabyss.words import _
from openabyss.words.listing import join_commas, titled

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1d2a35 }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
svg { max-width: 100%; height: auto }
li { margin-bottom: 1rem }
table { border-collapse: collapse }
th, td { padding: 0.2rem 0.6rem; text-align: right }
th[scope=row] { text-align: left }
"""


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
    picture = "![" + _("Win probability") + f"]({plot})"
    items = [f"1. {' '.join(sentences)}" for sentences in _mistakes(review)]
    accounts = table(["", *account_columns()], [[name, *cells] for name, cells in _accounts(review)])
    parts = [f"# {heading(review)}", picture, *introduction(review), *items, accounts_explained(), accounts]
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
        f"<!doctype html>\n<html>\n<head>\n<meta charset='utf-8'>\n<title>{title}</title>\n"
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
        titled(name, join_commas(f"{title} {cell}" for title, cell in zip(titles, cells, strict=True)))
        for name, cells in _accounts(review)
    ]

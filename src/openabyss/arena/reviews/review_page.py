"""A review for people: as plain text, as Markdown, as a page for the browser, and its plot."""

from collections.abc import Sequence
from html import escape

from openabyss.arena.reviews.review import Mistake, Review
from openabyss.arena.svg import curves
from openabyss.words import _
from openabyss.words.numbers import Number

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1d2a35 }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
svg { max-width: 100%; height: auto }
li { margin-bottom: 1rem }
"""


def chances_plot(review: Review) -> str:
    """The win probability of every seat before each decision, as SVG; costly decisions are marked."""
    points = [[decision.chances[seat] for decision in review.decisions] for seat in range(len(review.names))]
    if review.outcome is not None:
        points = [[*values, review.outcome[seat]] for seat, values in enumerate(points)]
    marks = [mistake.decision.number - 1 for mistake in review.mistakes]
    return curves(_("Win probability"), review.names, points, _("decision"), sorted(marks))


def as_text(review: Review) -> str:
    """The review as lines for a terminal."""
    mistakes = [
        "\n   ".join([f"{place}. {sentences[0]}", *sentences[1:]])
        for place, sentences in enumerate(_mistakes(review), start=1)
    ]
    return "\n".join([_heading(review), *_introduction(review), *([""] if mistakes else []), *mistakes])


def as_markdown(review: Review, plot: str) -> str:
    """The review as Markdown; `plot` is the path of the picture."""
    picture = "![" + _("Win probability") + f"]({plot})"
    items = [f"1. {' '.join(sentences)}" for sentences in _mistakes(review)]
    return "\n\n".join([f"# {_heading(review)}", picture, *_introduction(review), *items]) + "\n"


def as_html(review: Review) -> str:
    """The review as one file for the browser, with its plot in it."""
    items = "\n".join(f"<li>{escape(' '.join(sentences))}</li>" for sentences in _mistakes(review))
    sentences = "\n".join(f"<p>{escape(text)}</p>" for text in _introduction(review))
    title = escape(_heading(review))
    return (
        f"<!doctype html>\n<html>\n<head>\n<meta charset='utf-8'>\n<title>{title}</title>\n"
        f"<meta name='viewport' content='width=device-width, initial-scale=1'>\n<style>{STYLE}</style>\n"
        f"</head>\n<body>\n<h1>{title}</h1>\n{chances_plot(review)}\n{sentences}\n<ol>\n{items}\n</ol>\n"
        "</body>\n</html>\n"
    )


def _heading(review: Review) -> str:
    return _("Review: {names}").format(names=", ".join(review.names))


def _introduction(review: Review) -> list[str]:
    """Who won, and what follows."""
    sentences = [_("{count} decisions with a choice.").format(count=len(review.decisions))]
    if review.outcome is not None:
        winners = [name for name, share in zip(review.names, review.outcome, strict=True) if share > 0]
        sentences[0] += " " + _("Won by: {names}.").format(names=", ".join(winners))
    costly = _("The decisions that cost most win probability, judged by what the player could know:")
    none = _("No decision was surely worse than another one would have been.")
    return [*sentences, costly if review.mistakes else none]


def _mistakes(review: Review) -> list[list[str]]:
    """The sentences about each mistake."""
    return [_in_words(mistake, review.names) for mistake in review.mistakes]


def _in_words(mistake: Mistake, names: Sequence[str]) -> list[str]:
    decision, difference = mistake.decision, mistake.difference
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
            best=decision.best,
            first=Number(difference.first),
            second=Number(difference.second),
            gain=Number(difference.gain),
            margin=Number(difference.margin),
        ),
    ]
    if decision.line:
        sentences.append(_("The game might have continued: {line}.").format(line=", ".join(decision.line)))
    return sentences

"""The main findings of all series together, in a few sentences.

Tables of different sizes are compared in par: 1 is one victory for each seat, 1.2 a fifth more.
"""

from collections.abc import Callable, Iterable, Sequence
from statistics import mean

from openabyss.arena.statistics.findings_of_games import LATER, Figures, Rate
from openabyss.words import _
from openabyss.words.numbers import Number

FEW = 3


def findings(figures: Sequence[Figures]) -> list[str]:
    """The sentences, in Markdown."""
    begins = _seen(figures, lambda found: found.turn_order[:1])
    last = _seen(figures, lambda found: found.turn_order[-1:])
    late = _seen(figures, lambda found: [one for one in found.first_recruits if one.name == LATER])
    council = _seen(figures, lambda found: [one for one in found.first_actions if one.name == "council"])
    ended = _seen(figures, _usual_end)
    return [
        _("**Seats.** The first player wins {begins}; the last one, {last}.").format(
            begins=_compared(begins), last=_compared(last)
        ),
        _(
            "**Beginnings.** A player without a lord after three actions wins {late}; one who asks the"
            " council before anything else, {council}."
        ).format(late=_compared(late), council=_compared(council)),
        _("**Lords.** Their owners win most often: {best}; least often: {worst}.").format(
            **_best_and_worst(figures, lambda found: found.lords)
        ),
        _("**Locations.** Their owners win most often: {best}; least often: {worst}.").format(
            **_best_and_worst(figures, lambda found: found.locations)
        ),
        _("**The end.** The player who brings about the most frequent end wins {ended}.").format(
            ended=_compared(ended)
        ),
    ]


def _seen(figures: Sequence[Figures], rates: Callable[[Figures], Iterable[Rate]]) -> list[Rate]:
    """The rates that every series has of something, in par."""
    return [one.times(found.seats) for found in figures for one in rates(found)]


def _usual_end(found: Figures) -> list[Rate]:
    """How those fare who bring about the end that is the most frequent one."""
    _games, who = max(found.ends, key=lambda end: end[0].count)
    return [who] if who is not None else []


def _compared(seen: Sequence[Rate]) -> str:
    """The range of all series, and how many of them are sure that it is not par."""
    if not seen:
        return "–"
    rates = sorted(one.rate for one in seen)
    least, most = (f"{Number(rate):.2f}" for rate in (rates[0], rates[-1]))
    sure = sum(one.low > 1 or one.high < 1 for one in seen)
    return _("{rates} times par (sure in {sure} of {all} series)").format(
        rates=least if least == most else f"{least}–{most}", sure=sure, all=len(seen)
    )


def _best_and_worst(figures: Sequence[Figures], cards: Callable[[Figures], Iterable[Rate]]) -> dict[str, str]:
    """The cards with the best and the worst means over all series in which they are in play.

    What is compared is the end of the interval that is nearer to par, so that luck matters little.
    """
    seen: dict[str, list[Rate]] = {}
    for found in figures:
        for one in cards(found):
            seen.setdefault(one.name, []).append(one.times(found.seats))
    best = sorted(seen, key=lambda name: -mean(one.low for one in seen[name]))[:FEW]
    worst = sorted(seen, key=lambda name: mean(one.high for one in seen[name]))[:FEW]
    return {"best": _named(best, seen), "worst": _named(worst, seen)}


def _named(names: Iterable[str], seen: dict[str, list[Rate]]) -> str:
    return ", ".join(f"{name} ({Number(mean(one.rate for one in seen[name])):.2f})" for name in names)

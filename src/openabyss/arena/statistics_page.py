"""The statistics page in Markdown, with a plot for each series and kind of card."""

from collections.abc import Mapping, Sequence

from openabyss.arena.ladder_page import table
from openabyss.arena.report import CAUSES_IN_WORDS
from openabyss.arena.statistics import Figures, Rate
from openabyss.arena.statistics_plan import Plan, Planned
from openabyss.arena.svg import Whisker, whiskers
from openabyss.version import VERSION

COMMAND = "openabyss statistics {path}"
# Rarer openings and first lords are left out of the tables.
RARE = 0.01
FEW = 5

HOW_TO_READ = """\
*Taken* is in how many games somebody owns the card at the end, or begins so; *owners win* is how often these
players win, shared victories counted in shares. A card that is bought by those who are ahead anyway wins
often without being the reason: these are observations, not effects. *95 %* are Wilson intervals. The dashed
line in a plot is par, one victory for each seat."""


def page(plan: Plan, figures: Sequence[Figures], path: str, pictures: str) -> str:
    """The whole page; `pictures` is the folder of the plots, seen from the page."""
    parts = [f"# {plan.title}"]
    if plan.introduction:
        parts.append(plan.introduction)
    parts.append(HOW_TO_READ)
    parts.append(f"Made by OpenAbyss {VERSION} with `{COMMAND.format(path=path)}`, which makes it again.")
    parts += [_overview(plan, figures)]
    for planned, found in zip(plan.series, figures, strict=True):
        parts += _series(planned, found, pictures)
    return "\n\n".join(parts) + "\n"


def plots(planned: Planned, figures: Figures) -> Mapping[str, str]:
    """The plots of a series by the names of their files."""
    par = 100 / planned.series.players
    return {
        f"{planned.file}-{kind}.svg": whiskers(
            f"{planned.name}: {title}",
            [_whisker(one) for one in rows],
            "how often these players win, in %",
            par,
        )
        for kind, title, rows in (
            ("lords", "lords", figures.lords),
            ("locations", "locations", figures.locations),
            ("first-lords", "first lords", _usual(figures.first_lords)),
            ("openings", "first three actions", _usual(figures.openings)),
        )
    }


def _whisker(one: Rate) -> Whisker:
    return Whisker(one.name, round(100 * one.rate, 3), round(100 * one.low, 3), round(100 * one.high, 3))


def _usual(found: Sequence[Rate]) -> list[Rate]:
    return [one for one in found if one.share >= RARE]


def _overview(plan: Plan, figures: Sequence[Figures]) -> str:
    """How long games take and how they end."""
    rows = [
        [
            planned.name,
            f"`{planned.series.seats[0]}`",
            f"{found.summary['games']:,}",
            f"{found.summary['turns']:.1f}",
            f"{found.summary['choices']:.0f}",
            ", ".join(
                f"{CAUSES_IN_WORDS[end.name]} {end.rate:.1%} ({100 * end.low:.1f}–{100 * end.high:.1f})"
                for end in found.ends
            ),
            f"{found.summary['shared_victories'] / found.summary['games']:.2%}",
        ]
        for planned, found in zip(plan.series, figures, strict=True)
    ]
    titles = ["series", "players", "games", "turns", "decisions", "how games end", "shared victories"]
    return "## Length and ends\n\n" + table(titles, rows)


def _series(planned: Planned, found: Figures, pictures: str) -> list[str]:
    """The chapter of one series."""
    parts = [f"## {planned.name}"]
    for kind, title, rows in (
        ("lords", "Lords", found.lords),
        ("locations", "Locations", found.locations),
        ("first-lords", "First lord", _usual(found.first_lords)),
        ("openings", "First three actions", _usual(found.openings)),
    ):
        parts.append(f"### {title}")
        parts.append(_best_and_worst(rows))
        parts.append(f"![{planned.name}: {title}]({pictures}/{planned.file}-{kind}.svg)")
    return parts


def _best_and_worst(rows: Sequence[Rate]) -> str:
    shown = list(rows) if len(rows) <= 2 * FEW else [*rows[:FEW], *rows[-FEW:]]
    return table(
        ["", "taken", "owners win", "95 %"],
        [
            [one.name, f"{one.share:.1%}", f"{one.rate:.1%}", f"{100 * one.low:.1f}–{100 * one.high:.1f}"]
            for one in shown
        ],
    )

"""The statistics page in Markdown, with its plots."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from openabyss.arena.findings_of_games import FEW, LATER, Figures, Rate, findings
from openabyss.arena.plan_file import Plan, Planned
from openabyss.arena.ratings.ladder_page import code, percent, picture, table
from openabyss.arena.series.tally import CAUSES_IN_WORDS
from openabyss.arena.svg import Whisker, whiskers
from openabyss.version import VERSION
from openabyss.words import N_, _
from openabyss.words.listing import titled
from openabyss.words.numbers import ORDINALS, Number

COMMAND = "openabyss statistics {path}"
# Rates of anything rarer are left out.
RARE = 0.01

IN_SHORT = N_("""\
In short (1 times *par* is an equal share of the victories for each seat, 1.2 is a fifth more, and *sure*
means that par is outside the interval):""")
HOW_TO_READ = N_("""\
Percentages show how often players win, counting a shared victory as a share, with 95 % confidence
intervals, which contain the true value nineteen times in twenty. A card that players buy when they are
already ahead wins often without being the reason: these are observations, not effects. *Best* and *worst*
are chosen by the end of the interval that is closer to par. In the plots, the dashed line is par, and the
percentage beside a name shows in how many games somebody has the card, or how many seats begin that way.""")

ACTIONS_IN_WORDS = {"explore": N_("explore"), "council": N_("council"), "recruit": N_("recruit")}
# First actions, and with which action the first lord comes, if not with the very first.
BEGINNINGS = {
    "explore": N_("explore first"),
    "council": N_("council first"),
    "recruit": N_("recruit first"),
    "2": N_("lord with the 2nd action"),
    "3": N_("lord with the 3rd"),
    LATER: N_("lord later"),
}

Played = Sequence[tuple[Planned, Figures]]


def page(plan: Plan, figures: Sequence[Figures], path: str, pictures: str) -> str:
    """The whole page; `pictures` is the folder of the plots, seen from the page."""
    played = list(zip(plan.items, figures, strict=True))
    made_by = _("Made by OpenAbyss {version} with `{command}`, which recreates it.").format(
        version=VERSION, command=COMMAND.format(path=path)
    )
    parts = [
        f"# {plan.title}",
        *([plan.introduction] if plan.introduction else []),
        _(IN_SHORT),
        "\n".join(f"- {sentence}" for sentence in findings(figures)),
        _(HOW_TO_READ),
        made_by,
        "## " + _("The games"),
        _games(played),
    ]
    for title, shown, name in (
        (_("Seats in turn order"), _by_group(played, ORDINALS, _in_order), "seats"),
        (_("Beginnings"), _by_group(played, BEGINNINGS, _begun), "beginnings"),
        (_("Endings"), _ends(played), "ends"),
    ):
        parts += [f"## {title}", shown, picture(title, f"{pictures}/{name}.svg")]
    for planned, found in played:
        parts += _series(planned, found, pictures)
    return "\n\n".join(parts) + "\n"


# --------------------------------------------------------------------------------------- all series


def _games(played: Played) -> str:
    """Who plays, and how long games take."""
    titles = _("series"), _("players"), _("games"), _("turns"), _("decisions")
    rows = [
        [
            planned.name,
            code(planned.series.specs[0]),
            f"{Number(found.summary['games']):,}",
            f"{Number(found.summary['turns']):.1f}",
            f"{Number(found.summary['choices']):.0f}",
            f"{Number(found.winning_score):.1f}",
            f"{Number(found.summary['shared_victories'] / found.summary['games']):.2%}",
        ]
        for planned, found in played
    ]
    return table([*titles, _("winner's points"), _("shared victories")], rows)


def _by_group(played: Played, names: Mapping[str, str], rates_of: Callable[[Figures], list[Rate]]) -> str:
    """A row for each series, a column for each group that there is."""
    rows = [(planned.name, {one.name: one for one in rates_of(found)}) for planned, found in played]
    shown = [name for name in names if any(name in rates for _name, rates in rows)]
    return table(
        [_("series"), *(_(names[name]) for name in shown)],
        [[series, *(_with_interval(rates.get(name)) for name in shown)] for series, rates in rows],
    )


def _in_order(found: Figures) -> list[Rate]:
    """How often the first player wins, the second, and so on."""
    return list(found.turn_order)


def _begun(found: Figures) -> list[Rate]:
    """The first action, and when the first lord comes."""
    return [one for one in _usual([*found.first_actions, *found.first_recruits]) if one.name in BEGINNINGS]


def _who_ended(found: Figures) -> list[Rate]:
    return _usual([who for _games, who in found.ends if who is not None])


def _ends(played: Played) -> str:
    """How often games end in each way, and whether it is worth bringing that about."""
    titles = [_("series"), _("ending"), _("share of the games"), _("who ends the game wins")]
    rows = [
        [planned.name, _(CAUSES_IN_WORDS[games.name]), _with_interval(games), _with_interval(who)]
        for planned, found in played
        for games, who in found.ends
    ]
    return table(titles, rows)


def plots(played: Played) -> dict[str, str]:
    """The plots of all series together, by the names of their files: rates as multiples of par."""
    return {
        f"{name}.svg": whiskers(
            title,
            [
                _whisker(titled(planned.name, _(names[one.name])), one.times(found.seats))
                for planned, found in played
                for one in rates_of(found)
            ],
            _("how often these players win, as a multiple of par"),
            1.0,
        )
        for name, title, names, rates_of in (
            ("seats", _("Seats in turn order"), ORDINALS, _in_order),
            ("beginnings", _("Beginnings"), BEGINNINGS, _begun),
            ("ends", _("The player who ends the game"), CAUSES_IN_WORDS, _who_ended),
        )
    }


# -------------------------------------------------------------------------------------- one series


def _series(planned: Planned, found: Figures, pictures: str) -> list[str]:
    """The chapter of one series: the best and the worst, and plots with everything."""
    kinds = _kinds(found)
    best = [_few(sorted(rates, key=lambda one: -one.low)) for _file, _title, rates in kinds]
    worst = [_few(sorted(rates, key=lambda one: one.high)) for _file, _title, rates in kinds]
    titles = ["", *(title for _file, title, _rates in kinds)]
    images = [
        picture(titled(planned.name, title), f"{pictures}/{planned.file}-{file}.svg")
        for file, title, _rates in kinds
    ]
    return [
        f"## {planned.name}",
        table(titles, [[_("best"), *best], [_("worst"), *worst]]),
        "<details><summary>" + _("Plots") + "</summary>",
        *images,
        "</details>",
    ]


def plots_of(planned: Planned, found: Figures) -> dict[str, str]:
    """The plots of a series by the names of their files."""
    return {
        f"{planned.file}-{file}.svg": whiskers(
            titled(planned.name, title),
            [_whisker(f"{one.name} ({Number(one.share):.0%})", one.times(100)) for one in rates],
            _("how often these players win, in %"),
            100 / found.seats,
        )
        for file, title, rates in _kinds(found)
    }


def _kinds(found: Figures) -> list[tuple[str, str, list[Rate]]]:
    """What a chapter is about: the ends of the names of files, titles, and rates."""
    return [
        ("lords", _("Lords"), list(found.lords)),
        ("locations", _("Locations"), list(found.locations)),
        ("first-lords", _("First lord"), _usual(found.first_lords)),
        ("openings", _("First three actions"), list(map(_in_words, _usual(found.openings)))),
    ]


def _in_words(opening: Rate) -> Rate:
    return replace(opening, name=", ".join(_(ACTIONS_IN_WORDS[action]) for action in opening.name.split()))


def _usual(found: Sequence[Rate]) -> list[Rate]:
    return [one for one in found if one.share >= RARE]


def _few(rates: Sequence[Rate]) -> str:
    return "<br>".join(f"{one.name} {_with_interval(one)}" for one in rates[:FEW])


def _with_interval(one: Rate | None) -> str:
    return "–" if one is None else f"{Number(one.rate):.1%} ({percent((one.low, one.high))})"


def _whisker(name: str, one: Rate) -> Whisker:
    return Whisker(name, round(one.rate, 3), round(one.low, 3), round(one.high, 3))

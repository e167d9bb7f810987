"""Ratings as tables for people, 80 columns wide, as one line, and as a plot."""

from rich.console import Console
from rich.table import Table

from openabyss.arena.ratings.rating import Json
from openabyss.arena.ratings.sprt import BETTER, NOT_BETTER, UNDECIDED
from openabyss.arena.series.report import FEW, in_commas, in_line, in_percent, table
from openabyss.arena.svg import Whisker, whiskers
from openabyss.words import N_, _
from openabyss.words.numbers import Number, numbers

VERDICTS = {
    BETTER: N_("{first} is better than {second} by more than {elo0:g} Elo (wrong one time in twenty)."),
    NOT_BETTER: N_("{first} is not better than {second} by {elo1:g} Elo (wrong one time in twenty)."),
    UNDECIDED: N_("The test has not decided yet."),
}
REASONS = {"error": N_("failed"), "time": N_("too slow"), "illegal": N_("illegal answer")}
MAX_LINEUPS = 2 * FEW * FEW


def print_ratings(console: Console, found: Json) -> None:
    """Print the tables and the remarks about them."""
    console.print(heading(found), highlight=False)
    if found["games"] == 0:
        return
    console.print(_players(found))
    if 1 < len(found["lineups"]) <= MAX_LINEUPS:
        console.print(_lineups(found))
    for line in remarks(found):
        console.print(line, highlight=False)


def heading(found: Json) -> str:
    """What was played."""
    return in_commas(found, _("{seats} at a table").format(seats=found["settings"]["seats"]))


def remarks(found: Json) -> list[str]:
    """Sentences below the tables: pairing, the sequential test, what cannot be played again."""
    lines = [_pairing(found["pairing"])] if found["pairing"] else []
    if "sprt" in found:
        first, second = found["players"]
        test = found["sprt"]
        lines.append(
            _("SPRT {elo0:g} to {elo1:g} Elo: {rounds} rounds, log-likelihood ratio {ratio:+.2f}.").format(
                **numbers(test), ratio=Number(test["log_likelihood_ratio"])
            )
        )
        lines.append(_(VERDICTS[test["verdict"]]).format(first=first, second=second, **numbers(test)))
    if not found["reproducible"]:
        lines.append(
            _(
                "Players that think by the clock play differently every time,"
                " so these games cannot be repeated."
            )
        )
    return lines


def forfeits_in_words(players: Json) -> str:
    """Who has lost games by failing, and how many; "" where nobody has."""
    lost = [f"{name} ({_reasons(row)})" for name, row in players.items() if row["forfeits"] > 0]
    return _("Games lost by failing: {names}").format(names=", ".join(lost)) if lost else ""


def _reasons(row: Json) -> str:
    return ", ".join(f"{count} × {_(REASONS[how])}" for how, count in row["forfeit_reasons"].items())


def quiet_line(found: Json) -> str:
    """The ratings in one line of `name=value`, separated by spaces; lists by player, with commas."""
    players = found["players"]
    return in_line(
        found,
        players=",".join(players),
        win_rates=",".join(f"{row['win_rate']:.4f}" for row in players.values()),
        elo=",".join(f"{row.get('elo', 0):.1f}" for row in players.values()),
        forfeits=",".join(str(row["forfeits"]) for row in players.values()),
        **({"sprt": found["sprt"]["verdict"]} if "sprt" in found else {}),
    )


def elo_plot(found: Json) -> str:
    """Elo with intervals, the best first, as SVG."""
    rows = [Whisker(name, row["elo"], *row["elo_interval"]) for name, row in _by_elo(found)]
    return whiskers(heading(found), rows, _("Elo, with 95 % intervals"), mark=0.0)


def _by_elo(found: Json) -> list[tuple[str, Json]]:
    return sorted(found["players"].items(), key=lambda item: -item[1]["elo"])


def _players(found: Json) -> Table:
    shown = table(
        _("Ratings"), (_("player"),), (_("win rate"), _("95 %"), _("Elo"), _("95 %"), _("ms"), _("forfeits"))
    )
    for name, row in _by_elo(found):
        low, high = row["elo_interval"]
        shown.add_row(
            name,
            f"{Number(row['win_rate']):.1%}",
            in_percent(row["interval"]),
            f"{Number(row['elo']):+.0f}",
            f"{Number(low):+.0f} … {Number(high):+.0f}",
            f"{Number(row['ms_per_decision']):.1f}",
            str(row["forfeits"]),
        )
    return shown


def _lineups(found: Json) -> Table:
    """The results of the first player of each lineup."""
    shown = table(
        _("Who met"), (_("first"), _("the others")), (_("games"), _("wins of the first"), _("95 %"))
    )
    for lineup in found["lineups"]:
        first, *others = lineup["seats"]
        row = lineup["players"][first]
        rate, interval = f"{Number(row['win_rate']):.1%}", in_percent(row["interval"])
        shown.add_row(first, ", ".join(others), str(row["games"]), rate, interval)
    return shown


def _pairing(pairing: Json) -> str:
    return _(
        "Pairing: playing the same cards from every seat multiplies the variance of a result by"
        " {variance_factor:.2f} ± {margin:.2f}."
    ).format(**numbers(pairing))

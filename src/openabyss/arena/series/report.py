"""The summary of a series as tables for people, 80 columns wide."""

from collections.abc import Sequence
from textwrap import fill
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from openabyss.arena.series.tally import CAUSES_IN_WORDS
from openabyss.play.variants import in_text
from openabyss.words import N_, _, ngettext, pgettext
from openabyss.words.numbers import Number, numbers

FEW = 3
HEADING_WIDTH = 10

PLAYED_WITH = {
    "kraken": N_("Kraken"),
    "leviathan": N_("Leviathan"),
    "rotate": N_("seats rotated"),
}

Json = dict[str, Any]


def print_report(console: Console, summary: Json, *, everything: bool) -> None:
    """Print the tables; of lords and locations only the best and the worst few, or everything."""
    console.print(_heading(summary), highlight=False)
    if summary["games"] == 0:
        return
    console.print(_players(summary["players"]))
    console.print(_points(summary["players"]))
    if summary["settings"]["kraken"] or summary["settings"]["leviathan"]:
        console.print(_points_of_expansions(summary["players"], summary["settings"]))
    console.print(_cards(_("Lords"), summary["lords"], everything=everything))
    console.print(_cards(_("Locations"), summary["locations"], everything=everything))
    if not everything:
        console.print(_("--all shows all lords and locations."), highlight=False)


def quiet_line(summary: Json) -> str:
    """The summary in one line of `name=value`, separated by spaces; lists by player, with commas."""
    players, settings = summary["players"], summary["settings"]
    return in_line(
        summary,
        rotate=int(settings["rotate"]),
        kraken=int(settings["kraken"]),
        leviathan=int(settings["leviathan"]),
        seats=",".join(settings["seats"]),
        wins=",".join(f"{player['wins']:g}" for player in players),
        win_rates=",".join(f"{player['win_rate']:.4f}" for player in players),
        scores=",".join(f"{player['score']:.2f}" for player in players),
        turns=f"{summary['turns']:.2f}",
        decisions=f"{summary['decisions']:.2f}",
    )


def in_line(found: Json, **values: object) -> str:
    """One line of `name=value`: how many games from which seed, these values, and how long it took."""
    begin = {"games": found["games"], "seed": found["settings"]["seed"]}
    end = {"seconds": f"{found['seconds']:.2f}", "interrupted": int(found["interrupted"])}
    return " ".join(f"{name}={value}" for name, value in {**begin, **values, **end}.items())


def _heading(summary: Json) -> str:
    heading = in_commas(summary)
    return f"{heading}\n{_course(summary)}" if summary["games"] > 0 else heading


def in_commas(found: Json, *more: str) -> str:
    """How many games from which seed, more about them, the expansions and the options."""
    settings, count = found["settings"], found["games"]
    games = ngettext("{count:,} game, seed {seed}", "{count:,} games, seed {seed}", count)
    return ", ".join(
        (
            games.format(count=Number(count), seed=settings["seed"]),
            *more,
            *(_(what) for name, what in PLAYED_WITH.items() if settings.get(name)),
            *options_in_words(settings),
        )
    )


def options_in_words(settings: Json) -> list[str]:
    """The options that were played with, as they are typed."""
    return [f"{name}={in_text(value)}" for name, value in settings["options"].items()]


def _course(summary: Json) -> str:
    """How long games take and how they end."""
    count = summary["games"]
    causes = ", ".join(
        f"{_(CAUSES_IN_WORDS[name])} {Number(number / count):.1%}"
        for name, number in summary["end_causes"].items()
    )
    length = _(
        "A game takes {turns:.1f} turns, {decisions:.1f} decisions, {choices:.1f} of them with a choice."
    )
    ends = _("Ends: {causes}. Shared victories: {shared:.2%}.")
    return "\n".join(
        (
            length.format(**numbers(summary)),
            ends.format(causes=causes, shared=Number(summary["shared_victories"] / count)),
        )
    )


def table(title: str, names: Sequence[str], others: Sequence[str]) -> Table:
    """A table with its title on the left, `names` above columns of names, which are folded where there is no
    room, and `others` above columns of numbers, which never are."""
    empty = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in names:
        empty.add_column(name, overflow="fold")
    for name in others:
        heading = fill(name, HEADING_WIDTH, break_long_words=False)
        empty.add_column(heading, justify="right", no_wrap=True)
    return empty


def _named(player: Json) -> str:
    return f"{player['player'] + 1} {player['spec']}"


def _players(players: Sequence[Json]) -> Table:
    wins = pgettext("how many games", "wins")
    shown = table(_("Victories"), (_("player"),), (wins, _("win rate"), _("95 %"), _("score")))
    for player in players:
        margin = player["score_margin"]
        shown.add_row(
            _named(player),
            f"{Number(player['wins']):,.1f}",
            f"{Number(player['win_rate']):.1%}",
            in_percent(player["win_rate_95"]),
            f"{Number(player['score']):.2f}" + ("" if margin is None else f" ± {Number(margin):.2f}"),
        )
    return shown


def _points(players: Sequence[Json]) -> Table:
    columns = {
        "locations": _("locations"),
        "lords": _("lords"),
        "allies": _("allies"),
        "tokens": _("tokens"),
        "pearls": _("pearls"),
        "turns_taken": _("turns"),
    }
    return _means(_("Where the points come from; what else there is at the end"), players, columns)


def _points_of_expansions(players: Sequence[Json], settings: Json) -> Table:
    """What the expansions in play take away, and add."""
    columns: dict[str, str] = {}
    if settings["kraken"]:
        columns |= {"nebulis": _("nebulis"), "figure": _("figure of the Kraken")}
    if settings["leviathan"]:
        columns |= {"wounds": _("wounds"), "scourge": _("Scourge")}
    return _means(_("Points by the expansions"), players, columns)


def _means(title: str, players: Sequence[Json], columns: dict[str, str]) -> Table:
    shown = table(title, (_("player"),), list(columns.values()))
    for player in players:
        shown.add_row(_named(player), *(f"{Number(player[name]):.1f}" for name in columns))
    return shown


def _cards(title: str, cards: Sequence[Json], *, everything: bool) -> Table:
    """Sorted by how their owners fare, best first."""
    ordered = sorted(cards, key=lambda card: (-card["win_rate"], card["id"]))
    shown = table(title, (_("card"),), (_("taken"), _("owners win"), _("95 %")))
    cut = not everything and len(ordered) > 2 * FEW
    for card in ordered[:FEW] if cut else ordered:
        shown.add_row(*_card_row(card))
    if cut:
        shown.add_row("…")
        for card in ordered[-FEW:]:
            shown.add_row(*_card_row(card))
    return shown


def _card_row(card: Json) -> tuple[str, ...]:
    return (
        f"{card['name']} ({card['id']})",
        f"{Number(card['taken_rate']):.1%}",
        f"{Number(card['win_rate']):.1%}",
        in_percent(card["win_rate_95"]),
    )


def in_percent(bounds: Sequence[float]) -> str:
    """An interval of rates."""
    return f"{Number(100 * bounds[0]):.1f}-{Number(100 * bounds[1]):.1f}"

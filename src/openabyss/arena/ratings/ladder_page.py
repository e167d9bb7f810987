"""The page of a ladder in Markdown: its tables, and how to reproduce it."""

from collections import Counter
from collections.abc import Sequence
from urllib.parse import quote

from openabyss.arena.plan_file import Plan
from openabyss.arena.ratings.rating import Json
from openabyss.arena.series.report import options_in_words
from openabyss.players.kinds import KINDS
from openabyss.words import N_, _, ngettext, pgettext
from openabyss.words.numbers import Number, numbers

COMMAND = "openabyss rate --ladder {path}"

HOW_TO_READ = N_("""\
*Win rate* is the share of games that each of a player's seats wins, counting a shared victory as a share;
par is 1 / players at the table. *Elo* is relative to the mean of the players in a match, and shows who
wins. *By places*, at tables of more than two, shows who finishes ahead of whom (Plackett–Luce, of which
Elo is the two-player case): players who play to win often finish behind those who do not. *95 %* columns
are confidence intervals, which contain the true value nineteen times in twenty. Everybody plays the same
cards from every seat. *ms* is the mean thinking time per decision on the machine that made this page.""")


def page(ladder: Plan, results: Json, path: str) -> str:
    """The whole page; `path` is the file of the ladder, as a reader types it."""
    made_by = _("Made by OpenAbyss {version} with `{command}`, which recreates it.").format(
        version=results["version"], command=COMMAND.format(path=path)
    )
    introduction = [ladder.introduction] if ladder.introduction else []
    parts = [f"# {ladder.title}", *introduction, _(HOW_TO_READ), made_by, *_overview(results["matches"])]
    return "\n\n".join([*parts, *map(_match, results["matches"])]) + "\n"


def _overview(matches: Sequence[Json]) -> list[str]:
    """The Elo of the levels that meet at most tables, at each of them; nothing if they meet at one only."""
    meetings = Counter(map(_levels, matches))
    levels, tables = meetings.most_common(1)[0] if meetings else ((), 0)
    if tables < 2:
        return []
    met = [found for found in matches if _levels(found) == levels]
    rows = [
        [found["name"], *(_elo(found["players"][spec]) for spec in found["settings"]["players"])]
        for found in met
    ]
    columns = zip(*(found["settings"]["players"] for found in met), strict=True)
    titles = [
        code(specs[0] if len(set(specs)) == 1 else level)
        for specs, level in zip(columns, levels, strict=True)
    ]
    heading = _("Elo at every table, with 95 % intervals")
    return [f"## {heading}", table([_("table"), *titles], rows)]


def _levels(found: Json) -> tuple[str, ...]:
    """The players of a match, those of the package without their settings."""
    named = [(spec, spec.partition(":")[0]) for spec in found["settings"]["players"]]
    return tuple(name if name in KINDS else spec for spec, name in named)


def _elo(row: Json) -> str:
    """An Elo rating with the larger half of its interval."""
    low, high = row["elo_interval"]
    return f"{Number(row['elo']):+.0f} ± {Number(max(high - row['elo'], row['elo'] - low)):.0f}"


def _match(found: Json) -> str:
    parts = [f"## {found['name']}", _played(found), _players(found)]
    if len(found["lineups"]) > 1:
        titles = [_("player"), _("against"), _("games"), pgettext("share of the games", "wins"), _("95 %")]
        parts.append(table(titles, [_lineup(lineup) for lineup in found["lineups"]]))
    if found["pairing"]:
        parts.append(
            _(
                "Pairing: playing the same cards from every seat multiplies the variance of a result by"
                " {variance_factor:.2f} ± {margin:.2f}."
            ).format(**numbers(found["pairing"]))
        )
    return "\n\n".join(parts)


def _played(found: Json) -> str:
    """The cards, other rulings, the table, and how many games."""
    settings, count = found["settings"], found["games"]
    sets = {
        (False, False): _("Base game"),
        (True, False): _("Kraken"),
        (False, True): _("Leviathan"),
        (True, True): _("Kraken and Leviathan"),
    }
    sentence = ngettext(
        "{cards}, {seats} at a table, {count:,} game, seed {seed}.",
        "{cards}, {seats} at a table, {count:,} games, seed {seed}.",
        count,
    )
    cards = ", ".join([sets[settings["kraken"], settings["leviathan"]], *options_in_words(settings)])
    return sentence.format(cards=cards, seats=settings["seats"], count=Number(count), seed=settings["seed"])


def _players(found: Json) -> str:
    ordered = sorted(found["players"].items(), key=lambda item: -item[1]["elo"])
    elos = [("elo", _("Elo")), ("elo_by_places", _("by places"))]
    shown = [(elo, title) for elo, title in elos if elo in ordered[0][1]]
    of_elo = [title for _elo, name in shown for title in (name, _("95 %"))]
    titles = [_("player"), _("games"), _("win rate"), _("95 %"), *of_elo, _("ms")]
    rows = [
        [
            code(name),
            *_won(row),
            *(cell for elo, _title in shown for cell in _rated(row[elo], row[f"{elo}_interval"])),
            f"{Number(row['ms_per_decision']):.2g}",
        ]
        for name, row in ordered
    ]
    return table(titles, rows)


def _rated(rating: float, interval: Sequence[float]) -> list[str]:
    """An Elo rating and its interval."""
    low, high = map(Number, interval)
    return [f"{Number(rating):+.0f}", _("{low:+.0f} to {high:+.0f}").format(low=low, high=high)]


def _lineup(lineup: Json) -> list[str]:
    first, *others = lineup["seats"]
    return [code(first), ", ".join(map(code, others)), *_won(lineup["players"][first])]


def _won(row: Json) -> list[str]:
    """Games, and the win rate with its interval."""
    return [f"{Number(row['games']):,}", f"{Number(row['win_rate']):.1%}", percent(row["interval"])]


def table(titles: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown: the first column to the left, all others to the right."""
    lines = [titles, ["---", *["---:"] * (len(titles) - 1)], *rows]
    escaped = ([cell.replace("|", r"\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in escaped)


def picture(title: str, path: str) -> str:
    """A picture in Markdown."""
    return f"![{title}]({quote(path)})"


def code(name: str) -> str:
    """A name as code."""
    return f"`{name}`"


def percent(bounds: Sequence[float]) -> str:
    """An interval of rates in percent, without the sign."""
    return f"{Number(100 * bounds[0]):.1f}–{Number(100 * bounds[1]):.1f}"

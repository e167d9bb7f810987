"""The page of a ladder, in Markdown: its tables, and how to make it again."""

from collections import Counter
from collections.abc import Sequence

from openabyss.arena.ratings.ladder import Ladder
from openabyss.arena.ratings.rating import Json
from openabyss.words import N_, _, ngettext
from openabyss.words.numbers import Number, numbers

COMMAND = "openabyss rate --ladder {path}"

HOW_TO_READ = N_("""\
*Win rate* is the share of games that a player wins with each of its seats, a shared victory counting as a
share; par is 1 / players at the table. *Elo* is relative to the mean of the players of a match; at a table
of more than two it is Luce's choice model, of which Elo is the two-player case. *95 %* are confidence
intervals: nineteen times in twenty they contain the true value. Everybody plays the same cards from every
seat. *ms* is the mean thinking time per decision on the machine that made this page.""")


def page(ladder: Ladder, results: Json, path: str) -> str:
    """The whole page; `path` is the file of the ladder, as a reader types it."""
    parts = [f"# {ladder.title}"]
    if ladder.introduction:
        parts.append(ladder.introduction)
    parts.append(_(HOW_TO_READ))
    parts.append(
        _("Made by OpenAbyss {version} with `{command}`, which recreates it.").format(
            version=results["version"], command=COMMAND.format(path=path)
        )
    )
    parts += _overview(results["matches"])
    parts += [_match(found) for found in results["matches"]]
    return "\n\n".join(parts) + "\n"


def _overview(matches: Sequence[Json]) -> list[str]:
    """The Elo of the players that meet at most tables, at each of them; nothing if they meet at one only."""
    meetings = Counter(tuple(found["settings"]["players"]) for found in matches)
    if not meetings:
        return []
    players, tables = meetings.most_common(1)[0]
    if tables == 1:
        return []
    rows = [
        [found["name"], *(_elo(found["players"][name]) for name in players)]
        for found in matches
        if tuple(found["settings"]["players"]) == players
    ]
    heading = _("Elo at every table, with 95 % intervals")
    return [f"## {heading}", table([_("table"), *(f"`{name}`" for name in players)], rows)]


def _elo(told: Json) -> str:
    """With the greater half of its interval."""
    low, high = told["elo_interval"]
    half = max(high - told["elo"], told["elo"] - low)
    return f"{Number(told['elo']):+.0f} ± {Number(half):.0f}"


def _match(found: Json) -> str:
    parts = [f"## {found['name']}", _played(found), _players(found)]
    if len(found["lineups"]) > 1:
        parts.append(_lineups(found))
    if found["pairing"]:
        parts.append(
            _(
                "Pairing: playing the same cards from every seat changes the variance of a result to"
                " {variance_factor:.2f} ± {margin:.2f} times what it is without."
            ).format(**numbers(found["pairing"]))
        )
    return "\n\n".join(parts)


def _played(found: Json) -> str:
    """The cards, the table, and how many games."""
    settings, count = found["settings"], found["games"]
    sets = {
        (False, False): _("Base game"),
        (True, False): _("Kraken"),
        (False, True): _("Leviathan"),
        (True, True): _("Kraken and Leviathan"),
    }
    told = ngettext(
        "{cards}, {seats} at a table, {count:,} game, seed {seed}.",
        "{cards}, {seats} at a table, {count:,} games, seed {seed}.",
        count,
    )
    cards = sets[settings["kraken"], settings["leviathan"]]
    return told.format(cards=cards, seats=settings["seats"], count=Number(count), seed=settings["seed"])


def _players(found: Json) -> str:
    ordered = sorted(found["players"].items(), key=lambda item: -item[1]["elo"])
    has_skill = all("skill" in told for _name, told in ordered)
    titles = [
        _("player"),
        _("games"),
        _("win rate"),
        _("95 %"),
        _("Elo"),
        _("95 %"),
        *([_("OpenSkill")] if has_skill else []),
        _("ms"),
    ]
    rows = [
        [
            f"`{name}`",
            f"{Number(told['games']):,}",
            f"{Number(told['win_rate']):.1%}",
            percent(told["interval"]),
            f"{Number(told['elo']):+.0f}",
            _("{low:+.0f} to {high:+.0f}").format(
                low=Number(told["elo_interval"][0]), high=Number(told["elo_interval"][1])
            ),
            *([_with_error(told)] if has_skill else []),
            f"{Number(told['ms_per_decision']):.2g}",
        ]
        for name, told in ordered
    ]
    return table(titles, rows)


def _lineups(found: Json) -> str:
    rows = []
    for lineup in found["lineups"]:
        first, others = lineup["seats"][0], lineup["seats"][1:]
        told = lineup["players"][first]
        names = ", ".join(f"`{name}`" for name in others)
        rows.append(
            [
                f"`{first}`",
                names,
                f"{Number(told['games']):,}",
                f"{Number(told['win_rate']):.1%}",
                percent(told["interval"]),
            ]
        )
    return table([_("player"), _("against"), _("games"), _("wins"), _("95 %")], rows)


def table(titles: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown: the first column to the left, all others to the right."""
    lines = [titles, ["---", *["---:"] * (len(titles) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _with_error(told: Json) -> str:
    """The OpenSkill rating with its 95 % interval."""
    return f"{Number(told['skill']):.1f} ± {Number(1.96 * told['skill_error']):.1f}"


def percent(bounds: Sequence[float]) -> str:
    """An interval of rates in percent, without the sign."""
    return f"{Number(100 * bounds[0]):.1f}–{Number(100 * bounds[1]):.1f}"

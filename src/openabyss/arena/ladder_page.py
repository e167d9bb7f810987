"""The page of a ladder, in Markdown: its tables, and how to make it again."""

from openabyss.arena.ladder import Ladder
from openabyss.arena.rating import Json

COMMAND = "openabyss rate --ladder {path}"

HOW_TO_READ = """\
*Win rate* is the share of the games won with each seat of a player, shared victories counted in shares; par
is 1 / players at the table. *Elo* counts from the mean of the players of a match; at a table of more than
two it is Luce's choice model, of which Elo is the case of two players. *95 %* are intervals: the truth lies
within nineteen times in twenty. Everybody plays the same cards from every seat. *ms* is the mean thinking
time of a decision on the machine that made this page."""


def page(ladder: Ladder, results: Json, path: str) -> str:
    """The whole page; `path` is the file of the ladder, as a reader types it."""
    parts = [f"# {ladder.title}"]
    if ladder.introduction:
        parts.append(ladder.introduction)
    parts.append(HOW_TO_READ)
    parts.append(
        f"Made by OpenAbyss {results['version']} with `{COMMAND.format(path=path)}`, which makes it again."
    )
    parts += [_match(found) for found in results["matches"]]
    return "\n\n".join(parts) + "\n"


def _match(found: Json) -> str:
    settings = found["settings"]
    sets = [name.capitalize() for name in ("kraken", "leviathan") if settings[name]]
    told = (
        f"{' and '.join(sets) or 'Base game'}, {settings['seats']} at a table, {found['games']:,} games,"
        f" seed {settings['seed']}."
    )
    parts = [f"## {found['name']}", told, _players(found)]
    if len(found["lineups"]) > 1:
        parts.append(_lineups(found))
    if found["pairing"]:
        parts.append(
            "Pairing: playing the same cards from every seat changes the variance of a result to"
            f" {found['pairing']['variance_factor']:.2f} ± {found['pairing']['margin']:.2f} times"
            " what it is without."
        )
    return "\n\n".join(parts)


def _players(found: Json) -> str:
    ordered = sorted(found["players"].items(), key=lambda item: -item[1]["elo"])
    has_skill = all("skill" in told for _name, told in ordered)
    titles = [
        "player",
        "games",
        "win rate",
        "95 %",
        "Elo",
        "95 %",
        *(["OpenSkill"] if has_skill else []),
        "ms",
    ]
    rows = [
        [
            f"`{name}`",
            f"{told['games']:,}",
            f"{told['win_rate']:.1%}",
            _percent(told["interval"]),
            f"{told['elo']:+.0f}",
            f"{told['elo_interval'][0]:+.0f} to {told['elo_interval'][1]:+.0f}",
            *([f"{told['skill']:.1f} ± {1.96 * told['skill_error']:.1f}"] if has_skill else []),
            f"{told['ms_per_decision']:.2g}",
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
            [f"`{first}`", names, f"{told['games']:,}", f"{told['win_rate']:.1%}", _percent(told["interval"])]
        )
    return table(["player", "against", "games", "wins", "95 %"], rows)


def table(titles: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown: the first column to the left, all others to the right."""
    lines = [titles, ["---", *["---:"] * (len(titles) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _percent(bounds: list[float]) -> str:
    return f"{100 * bounds[0]:.1f}–{100 * bounds[1]:.1f}"

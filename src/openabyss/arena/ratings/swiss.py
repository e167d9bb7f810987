"""`openabyss rate --swiss`: a Swiss tournament of bots, some rounds of matches, each between those who
stand alike."""

import argparse
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
from rich.console import Console, RenderableType

from openabyss.arena.leagues import Played, Round, Table, points_of, standings, swiss_round
from openabyss.arena.ratings.rate_report import forfeits_in_words
from openabyss.arena.ratings.rating import contest
from openabyss.arena.run_control import jobs_of, prepare, print_seconds, tell, timed
from openabyss.arena.series.report import in_commas, in_line, table
from openabyss.arena.series.series import Series, seed_of
from openabyss.arena.simulations.simulation import Watch
from openabyss.arena.workers import Jobs
from openabyss.errors import InvalidOption
from openabyss.words import _, ngettext
from openabyss.words.numbers import Number

Json = dict[str, Any]

# Arguments that do not go with --swiss.
OF_A_RATING = {"sprt": "--sprt", "out": "--out", "plot": "--plot", "resume": "--resume", "ladder": "--ladder"}


def games_in_all(series: Series, rounds: int, games: int) -> int:
    """How many games are played when each match shall have `games`. Raises InvalidOption where somebody would
    be without a table."""
    tables, left = divmod(len(series.specs), series.players)
    if left:
        text = _("swiss: {players} players do not fill tables of {seats}; name more or fewer")
        raise InvalidOption(text.format(players=len(series.specs), seats=series.players))
    return rounds * tables * -(-games // series.players) * series.players


def swiss(
    series: Series, rounds: int, games: int, *, jobs: Jobs = 1, watch: Watch = lambda done: True
) -> Json:
    """Play rounds of matches of `games` games (whole rounds of the cards) between the players of a paired
    series, and return the standings. The order of the first round is drawn from the seed.

    A place in a match counts a point for everybody behind, and half a point for those on the same place.
    `watch` as in `simulate`. Raises InvalidOption, WorkerLost.
    """
    wanted = games_in_all(series, rounds, games)
    tournament = _Tournament(series)
    for number in range(rounds):
        for place, entrants in enumerate(tournament.next_round()):
            match = replace(
                series,
                specs=tuple(series.specs[who] for who in entrants),
                seed=seed_of(series.seed, number, place),
            )

            def watch_all(done: int, before: int = tournament.games) -> bool:
                return watch(before + done)

            found = contest(match, games, jobs=jobs, watch=watch_all)
            if found["interrupted"]:
                return tournament.result(rounds, wanted)
            tournament.add(entrants, found)
    return tournament.result(rounds, wanted)


class _Tournament:
    """The matches so far."""

    def __init__(self, series: Series) -> None:
        self.series, self.games = series, 0
        self._rounds: list[Round] = []
        self._played: list[Played] = []
        # The matches of each round: who met, how often each of them won, and the places.
        self._matches: list[list[Json]] = []
        self._forfeits: dict[str, Counter[str]] = {spec: Counter() for spec in series.specs}

    def next_round(self) -> Round:
        """Who meets now."""
        drawn = np.random.default_rng(seed_of(self.series.seed)).permutation(len(self.series.specs)).tolist()
        place = {who: number for number, who in enumerate(drawn)}
        points = points_of(len(drawn), self._played)
        earlier = [tuple(tuple(place[who] for who in table) for table in one) for one in self._rounds]
        found = swiss_round([points[who] for who in drawn], earlier, self.series.players)
        self._rounds.append(tuple(tuple(drawn[number] for number in table) for table in found))
        self._matches.append([])
        return self._rounds[-1]

    def add(self, table: Table, found: Json) -> None:
        """A match is over."""
        self.games += found["games"]
        specs = [self.series.specs[who] for who in table]
        rates = [found["players"][spec]["win_rate"] for spec in specs]
        places = [1 + sum(other > rate for other in rates) for rate in rates]
        self._played.append(Played(table, tuple(places), tuple(rates)))
        self._matches[-1].append({"players": specs, "win_rates": rates, "places": places})
        for spec in specs:
            self._forfeits[spec].update(found["players"][spec]["forfeit_reasons"])

    def result(self, rounds: int, wanted: int) -> Json:
        """The standings after the matches so far, the best first, as JSON."""
        specs = self.series.specs
        return {
            "settings": {**self.series.settings(), "rounds": rounds},
            "games": self.games,
            "reproducible": all(self.series.player_of(spec).reproducible for spec in specs),
            "players": {
                specs[one.entrant]: {
                    "rank": one.rank,
                    "points": one.points,
                    "buchholz": one.buchholz,
                    "win_rate": round(one.score / max(1, one.tables), 5),
                    "matches": one.tables,
                    "forfeits": self._forfeits[specs[one.entrant]].total(),
                    "forfeit_reasons": self._forfeits[specs[one.entrant]],
                }
                for one in standings(len(specs), self._played)
            },
            "rounds": self._matches,
            "interrupted": self.games < wanted,
        }


def check_swiss(args: argparse.Namespace) -> None:
    """Raises InvalidOption."""
    for name, typed in OF_A_RATING.items():
        if getattr(args, name):
            raise InvalidOption(_("{argument} does not go with --swiss").format(argument=typed))


def swiss_command(args: argparse.Namespace, series: Series) -> int:
    """Play the rounds and print the standings; 130 after Ctrl-C. Raises OpenAbyssError."""
    wanted, jobs = games_in_all(series, args.swiss, args.games), jobs_of(args)
    prepare(silent=args.quiet or args.json)
    found = timed(args, wanted, lambda watch: swiss(series, args.swiss, args.games, jobs=jobs, watch=watch))
    return tell(args, found, wanted, quiet_line, _print_standings)


def _print_standings(console: Console, found: Json) -> None:
    rounds = found["settings"]["rounds"]
    seats = _("{seats} at a table").format(seats=found["settings"]["seats"])
    system = ngettext("Swiss, {count} round", "Swiss, {count} rounds", rounds).format(count=rounds)
    console.print(in_commas(found, seats, system), highlight=False)
    console.print(_standings(found))
    print_seconds(console, found)
    if lost := forfeits_in_words(found["players"]):
        console.print(lost, highlight=False)


def quiet_line(found: Json) -> str:
    """The standings in one line of `name=value`, separated by spaces; lists by player, with commas."""
    players = found["players"]
    return in_line(
        found,
        players=",".join(players),
        ranks=",".join(str(row["rank"]) for row in players.values()),
        points=",".join(f"{row['points']:g}" for row in players.values()),
        buchholz=",".join(f"{row['buchholz']:g}" for row in players.values()),
        win_rates=",".join(f"{row['win_rate']:.4f}" for row in players.values()),
        forfeits=",".join(str(row["forfeits"]) for row in players.values()),
    )


def _standings(found: Json) -> RenderableType:
    shown = table(
        _("Standings"),
        (_("player"),),
        (_("place"), _("points"), _("Buchholz"), _("win rate"), _("matches"), _("forfeits")),
    )
    for name, row in found["players"].items():
        shown.add_row(
            name,
            str(row["rank"]),
            f"{Number(row['points']):.1f}",
            f"{Number(row['buchholz']):.1f}",
            f"{Number(row['win_rate']):.1%}",
            str(row["matches"]),
            str(row["forfeits"]),
        )
    return shown

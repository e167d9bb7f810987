"""A Swiss tournament of bots: some rounds of matches, each between those who stand alike."""

from dataclasses import replace
from typing import Any

import numpy as np

from openabyss.arena.leagues.pairing import Round, Table, swiss_round
from openabyss.arena.leagues.standings import Played, points_of, standings
from openabyss.arena.ratings.contest import contest
from openabyss.arena.series.series import Series, seed_of
from openabyss.arena.simulations.simulation import Watch
from openabyss.arena.workers import Jobs
from openabyss.errors import InvalidOption
from openabyss.words import _

Json = dict[str, Any]


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
        for place, table in enumerate(tournament.next_round()):
            match = replace(
                series,
                specs=tuple(series.specs[who] for who in table),
                seed=seed_of(series.seed, number, place),
            )

            def watch_all(done: int, before: int = tournament.games) -> bool:
                return watch(before + done)

            found = contest(match, games, jobs=jobs, watch=watch_all)
            if found["interrupted"]:
                return tournament.result(rounds, wanted)
            tournament.add(table, found)
    return tournament.result(rounds, wanted)


class _Tournament:
    """The matches so far."""

    def __init__(self, series: Series) -> None:
        self.series, self.games = series, 0
        self._rounds: list[Round] = []
        self._played: list[Played] = []
        self._forfeits: dict[str, dict[str, int]] = {spec: {} for spec in series.specs}

    def next_round(self) -> Round:
        """Who meets now."""
        drawn = np.random.default_rng(seed_of(self.series.seed)).permutation(len(self.series.specs)).tolist()
        place = {who: number for number, who in enumerate(drawn)}
        points = points_of(len(drawn), self._played)
        earlier = [tuple(tuple(place[who] for who in table) for table in one) for one in self._rounds]
        found = swiss_round([points[who] for who in drawn], earlier, self.series.players)
        self._rounds.append(tuple(tuple(drawn[number] for number in table) for table in found))
        return self._rounds[-1]

    def add(self, table: Table, found: Json) -> None:
        """A match is over."""
        self.games += found["games"]
        rows = [found["players"][self.series.specs[who]] for who in table]
        rates = tuple(row["win_rate"] for row in rows)
        places = tuple(1 + sum(other > rate for other in rates) for rate in rates)
        self._played.append(Played(table, places, rates))
        for who, row in zip(table, rows, strict=True):
            reasons = self._forfeits[self.series.specs[who]]
            for reason, count in row["forfeit_reasons"].items():
                reasons[reason] = reasons.get(reason, 0) + count

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
                    "forfeits": sum(self._forfeits[specs[one.entrant]].values()),
                    "forfeit_reasons": self._forfeits[specs[one.entrant]],
                }
                for one in standings(len(specs), self._played)
            },
            "rounds": self._in_rounds(),
            "interrupted": self.games < wanted,
        }

    def _in_rounds(self) -> list[list[Json]]:
        """The matches of each round: who met, how often each of them won, and the places."""
        played = iter(self._played)
        return [
            [
                {
                    "players": [self.series.specs[who] for who in match.entrants],
                    "win_rates": list(match.scores),
                    "places": list(match.places),
                }
                for match in (next(played, None) for _table in one)
                if match is not None
            ]
            for one in self._rounds
        ]

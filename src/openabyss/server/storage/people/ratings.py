"""Ratings of those who keep a name and want one: by OpenSkill, for each choice of sets and number of players.
A finished table counts once, in the transaction that stores its end, and only if all its people want it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from openabyss.client.table_history import SEAT
from openabyss.server.storage.rows import PERSON, are_cards_known
from openabyss.server.storage.schema import answers, kept_names, rated_games, seats, tables, written_time

# What OpenSkill begins with: the mean of everybody, and how little is known of it.
MEAN, UNKNOWN = 25.0, 25.0 / 3
# How far below the mean somebody is ranked, in units of the uncertainty.
CAUTION = 3
MAX_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Result:
    """How a game has ended: which one, the places by seat, from 1, or all 0 where it is void; the scores."""

    game: str
    places: tuple[int, ...]
    scores: tuple[int, ...] = ()

    @property
    def is_void(self) -> bool:
        return not any(self.places)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished table, and the rating after it. game: "kraken 3", sets and number of players."""

    table: str
    game: str
    at: str
    place: int
    mu: float
    sigma: float

    @property
    def points(self) -> float:
        """What people are ranked by: 0 at first, and rarely too much."""
        return self.mu - CAUTION * self.sigma


def rate(connection: sa.Connection, table: str, result: Result, at: datetime) -> None:
    """Rate the game of a table that is over, if all its people want that and it was not rated before. A
    void one counts for nobody."""
    if result.is_void:
        return
    game, places = result.game, result.places
    of_table = sa.select(seats.c.seat, kept_names.c.id, kept_names.c.is_rated)
    of_table = of_table.join(kept_names, kept_names.c.identity == seats.c.browser, isouter=True)
    of_people = of_table.where(seats.c.table_id == table, seats.c.kind == PERSON)
    people = connection.execute(of_people).all()
    names = [row.id for row in people]
    if not all(row.is_rated for row in people) or not 2 <= len(names) == len(set(names)):
        return
    # Tables that end at once are rated one after the other; locked in one order, they never wait in a circle.
    in_order = sa.select(kept_names.c.id).where(kept_names.c.id.in_(names)).order_by(kept_names.c.id)
    connection.execute(in_order.with_for_update())
    if connection.execute(sa.select(rated_games.c.n).where(rated_games.c.table_id == table)).first():
        return  # It was over before, and somebody has taken the end back.
    deal = sa.select(tables.c.config, tables.c.open_seed).where(tables.c.id == table)
    dealt = connection.execute(deal).one()
    if are_cards_known(dealt.config, open_seed=dealt.open_seed):
        return
    if _is_unwanted(connection, table, {row.seat for row in people}):
        return
    before = [_latest(connection, name, game) for name in names]
    ranks = [places[row.seat] for row in people]
    for name, (mu, sigma), place in zip(names, _after(before, ranks), ranks, strict=True):
        row = {"name_id": name, "table_id": table, "game": game, "at": written_time(at), "place": place}
        connection.execute(sa.insert(rated_games), {**row, "mu": mu, "sigma": sigma})


def _is_unwanted(connection: sa.Connection, table: str, people: set[int]) -> bool:
    """Whether the table is a rematch at which somebody of these seats has done nothing: one person can begin
    it, and then let computers play for the others."""
    # Computers have no commands, and others may hand over somebody's seat.
    theirs = sa.and_(answers.c.command_id.is_not(None), answers.c.kind != SEAT)
    active = sa.select(answers.c.seat).where(answers.c.table_id == table, theirs).distinct()
    if people <= set(connection.execute(active).scalars()):
        return False
    # It looks through all tables, so only where somebody was away.
    is_rematch = sa.select(tables.c.id).where(tables.c.rematch == table)
    return connection.execute(is_rematch).first() is not None


def _after(before: Sequence[tuple[float, float]], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """Means and uncertainties after a game, from those before it."""
    from openskill.models import PlackettLuce  # noqa: PLC0415  only those who are rated need it

    model = PlackettLuce(mu=MEAN, sigma=UNKNOWN)
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [(float(team[0].mu), float(team[0].sigma)) for team in rated]


def _latest(connection: sa.Connection, name: str, game: str) -> tuple[float, float]:
    own = sa.select(rated_games.c.mu, rated_games.c.sigma).where(
        rated_games.c.name_id == name, rated_games.c.game == game
    )
    found = connection.execute(own.order_by(rated_games.c.n.desc()).limit(1)).first()
    return (MEAN, UNKNOWN) if found is None else (found.mu, found.sigma)


def history(connection: sa.Connection, name: str) -> list[RatedGame]:
    """All rated games of a name, the oldest first."""
    columns = [rated_games.c[one] for one in ("table_id", "game", "at", "place", "mu", "sigma")]
    own = sa.select(*columns).where(rated_games.c.name_id == name).order_by(rated_games.c.n)
    return [RatedGame(*row) for row in connection.execute(own)]


def standings(connection: sa.Connection) -> dict[str, list[sa.Row[Any]]]:
    """Those who want to be rated, the best first, by game: the name of each, the points, how many games, and
    the place, which several may have."""
    latest = sa.select(sa.func.max(rated_games.c.n).label("n"), sa.func.count().label("games"))
    of_each = latest.group_by(rated_games.c.name_id, rated_games.c.game).subquery()
    points = (rated_games.c.mu - CAUTION * rated_games.c.sigma).label("points")
    place = sa.func.rank().over(partition_by=rated_games.c.game, order_by=points.desc()).label("place")
    found: sa.Select[Any] = (
        sa.select(rated_games.c.game, kept_names.c.name, points, of_each.c.games, place)
        .join(of_each, of_each.c.n == rated_games.c.n)
        .join(kept_names, kept_names.c.id == rated_games.c.name_id)
        .where(kept_names.c.is_rated)
        .order_by(rated_games.c.game, points.desc(), kept_names.c.name)
    )
    by_game: dict[str, list[sa.Row[Any]]] = {}
    for row in connection.execute(found):
        if len(of_game := by_game.setdefault(row.game, [])) < MAX_SHOWN:
            of_game.append(row)
    return by_game


def choose(connection: sa.Connection, name: str, *, is_rated: bool) -> None:
    """Somebody wants a rating, or none any more: their games so far are kept, and not shown to others."""
    connection.execute(sa.update(kept_names).where(kept_names.c.id == name).values(is_rated=is_rated))


def forget(connection: sa.Connection, name: str) -> None:
    """Delete somebody's rating and all its history."""
    connection.execute(sa.delete(rated_games).where(rated_games.c.name_id == name))

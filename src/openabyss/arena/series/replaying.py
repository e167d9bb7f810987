"""One game of a series, answer by answer, as a record that `Game` replays."""

from typing import Any

from openabyss.arena.series.series import Series
from openabyss.game import Game
from openabyss.position.hashing import state_hash
from openabyss.position.options import config_of
from openabyss.position.records import write_record
from openabyss.rules.play import apply, resolve
from openabyss.rules.setup import deal


def record_game(series: Series, number: int) -> dict[str, Any]:
    """The record of game `number`: exactly the game whose outcome the series counts."""
    if not series.is_native:
        return series.play_one(number).game.to_record()
    answers = series.play_with_answers(number)[1].tolist()
    config = config_of(
        series.players, series.seed, kraken=series.kraken, leviathan=series.leviathan, options=series.options
    )
    state = series.tables()[0]
    deal(state)
    resolve(state)
    for answer in answers:
        apply(state, answer)
    return write_record(config, answers, state_hash(state))


def replay_game(series: Series, number: int) -> Game:
    """Game `number` as a finished `Game`, to look at or to step through."""
    return Game.from_record(record_game(series, number))

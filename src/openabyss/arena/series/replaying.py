"""One game of a series, answer by answer, as a record that `Game` replays."""

from typing import Any

from openabyss.arena.series.series import Series
from openabyss.game import Game
from openabyss.players.matches import choose
from openabyss.players.playout import draw
from openabyss.position.hashing import state_hash
from openabyss.position.options import config_of
from openabyss.position.records import write_record
from openabyss.rules.play import apply, resolve
from openabyss.rules.questions import open_question
from openabyss.rules.setup import deal
from openabyss.rules.state import NOBODY


def record_game(series: Series, number: int) -> dict[str, Any]:
    """The record of game `number`: exactly the game whose outcome the series counts."""
    if not series.is_native:
        return series.play_one(number).game.to_record()
    state = series.tables()[0]
    random = series.generators(number, 1)
    players = series.seating(number, 1)[0]
    policies, weights = series.native_players()
    deal(state)
    resolve(state)
    answers: list[int] = []
    while state.depth > 0:
        seat = open_question(state).player
        if seat == NOBODY:
            answer = draw(state, random)
        else:
            player = players[seat]
            answer = choose(state, int(policies[player]), weights[player], random)
        apply(state, answer)
        answers.append(answer)
    config = config_of(
        series.players, series.seed, kraken=series.kraken, leviathan=series.leviathan, options=series.options
    )
    return write_record(config, answers, state_hash(state))


def replay_game(series: Series, number: int) -> Game:
    """Game `number` as a finished `Game`, to look at or to step through."""
    return Game.from_record(record_game(series, number))

"""Sensible answers: no other answer leads to another table, but for fewer pearls of one's own."""

import random
from collections import Counter

import pytest

from openabyss import Game
from openabyss.client.sensible import sensible_answer
from openabyss.rules.state import bytes_of, from_bytes
from openabyss.table.hashing import state_hash
from tests.random_games import TABLES, WITH_REGENT, play_on, questions

GAMES = 10


def after(game: Game, answer: str) -> tuple[str, int]:
    """The table after an answer, before chance decides anything, without the own pearls; and these."""
    seat, tried = game.player, game.clone()
    tried.history.ask_chance = True
    tried.apply(answer)
    state = from_bytes(bytes_of(tried.state))
    pearls = int(state.pearls[seat])
    state.pearls[seat] = 0
    return state_hash(state), pearls


def test_every_other_answer_leads_to_the_same_table_with_no_more_pearls() -> None:
    """In random games of every set with every number of players, whatever the seat does not see."""
    found: Counter[str] = Counter()
    for number, table in enumerate((TABLES + WITH_REGENT) * GAMES):
        for game in questions(number, **table):
            answer = sensible_answer(game)
            if answer is None:
                continue
            found[game.question.kind] += 1
            wanted, pearls = after(game, answer)
            others = [after(game, action.text) for action in game.legal_actions if action.text != answer]
            assert others
            assert {other for other, _pearls in others} == {wanted}
            assert max(left for _other, left in others) <= pearls
            assert sensible_answer(game.sample_hidden(game.player, number)) == answer
    assert found.keys() == {"BOOST", "NAME_RACE"}
    assert found["BOOST"] > GAMES


@pytest.mark.parametrize(("pearls", "answer"), [(1, "number:0"), (9, None)])
def test_pearls_are_kept_only_where_they_cannot_beat_a_further_level(pearls: int, answer: str | None) -> None:
    """Where there are enough of them, that is for the person to decide."""
    chance = random.Random(3)
    game = Game.new(2, 3, leviathan=True)
    while game.question.kind != "BOOST" or game.state.pearls[game.player] < 1:
        play_on(game, chance, 1)
        if game.is_over:
            game = Game.new(2, chance.randrange(1000), leviathan=True)
    position = game.to_position()
    position["seats"][game.player]["pearls"] = pearls
    assert sensible_answer(Game.from_position(position)) == answer

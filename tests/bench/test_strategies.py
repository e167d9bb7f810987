"""The strategies do what their idea says, in whole games of every set."""

from collections.abc import Iterator

import pytest

from bench.strategies import KeysFirst, OneIdea, SevenLords
from openabyss import Action, Game, Perspective
from openabyss.rules.cards.printed import COST, KEYS
from openabyss.words.cards.text import lord_index

SETS = [(False, False), (True, False), (False, True), (True, True)]


def decisions(strategy: type[OneIdea], sets: tuple[bool, bool]) -> Iterator[tuple[Game, Action]]:
    """Each decision of a game in which all seats follow the strategy, and its answer."""
    game, player = Game.new(3, seed=4, kraken=sets[0], leviathan=sets[1]), strategy(seed=1)
    while not game.is_over:
        answer = player.choose(Perspective(game))
        yield game, answer
        game.apply(answer)


def lords(answers: list[Action]) -> list[int]:
    texts = [answer.text.partition(":") for answer in answers]
    return [lord_index(int(number)) for what, _, number in texts if what == "recruit"]


@pytest.mark.parametrize("sets", SETS)
def test_seven_lords_always_recruits_the_cheapest_and_never_fights_monsters(sets: tuple[bool, bool]) -> None:
    recruited = 0
    for game, answer in decisions(SevenLords, sets):
        if offered := lords(game.legal_actions):
            (lord,) = lords([answer])
            assert COST[lord] == min(COST[other] for other in offered)
            recruited += 1
        if game.question.kind == "EXPLORE_MONSTER" and len(game.legal_actions) > 1:
            assert answer.text != "fight"
    assert recruited >= 7


@pytest.mark.parametrize("sets", SETS)
def test_keys_first_fights_monsters_and_recruits_the_most_keys(sets: tuple[bool, bool]) -> None:
    fought = 0
    for game, answer in decisions(KeysFirst, sets):
        texts = [legal.text for legal in game.legal_actions]
        if game.question.kind == "EXPLORE_MONSTER":
            assert answer.text == "fight" or "fight" not in texts
            fought += 1
        if any(KEYS[lord] for lord in lords(game.legal_actions)):
            (lord,) = lords([answer])
            assert KEYS[lord] == max(KEYS[other] for other in lords(game.legal_actions))
    has_border = sets[1]
    assert fought or has_border

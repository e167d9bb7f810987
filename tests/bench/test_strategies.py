"""The strategies do what their idea says, in whole games of every set."""

from collections.abc import Iterator
from itertools import islice

import pytest

from bench.strategies import Explorer, Hoarder, KeysFirst, OneIdea, Petitioner, SevenLords
from openabyss import Action, Game, Perspective
from openabyss.rules.actions import KIND, RACE
from openabyss.rules.cards.printed import COST, INFLUENCE, KEYS
from openabyss.rules.chapters import stack_size
from openabyss.rules.state import EMPTY
from openabyss.words.cards.codes import LORD_IDS

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
    return [LORD_IDS.index(int(number)) for what, _, number in texts if what == "recruit"]


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


@pytest.mark.parametrize("strategy", [Hoarder, Explorer, Petitioner])
def test_those_who_live_on_one_action_recruit_the_best_lord_that_they_can(strategy: type[OneIdea]) -> None:
    """For the hoarder the dearest of the whole court, for the others the strongest of those they can pay."""
    worth = COST if strategy is Hoarder else INFLUENCE
    done = set()
    for game, answer in islice(decisions(strategy, (False, False)), 1500):
        if game.question.kind == "MAIN":
            deed = answer.text.partition(":")[0]
            court = [int(lord) for lord in game.state.court if lord != EMPTY]
            among = court if strategy is Hoarder else lords(game.legal_actions)
            most = max((int(worth[lord]) for lord in among), default=0)
            if most in [int(worth[lord]) for lord in lords(game.legal_actions)]:
                assert [int(worth[lord]) for lord in lords([answer])] == [most]
            elif strategy is not Explorer and (sizes := stacks(game, game.legal_actions)):
                assert stacks(game, [answer]) == [max(sizes)]
            else:
                assert deed == "explore"
            done.add(deed)
        elif strategy is Hoarder:
            assert answer.text != "buy"
    assert "recruit" in done


def stacks(game: Game, answers: list[Action]) -> list[int]:
    """How many cards the stacks of the council have that are among the answers."""
    return [stack_size(game.state, answer.id - RACE) for answer in answers if RACE <= answer.id < KIND]

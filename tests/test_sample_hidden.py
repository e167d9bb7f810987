"""What a seat cannot know is sampled; what everybody has seen holds in every sample."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from openabyss import CHANCE
from tests.random_games import TABLES, named, play_on
from tests.rules.fights import against
from tests.rules.positions import seat, with_leviathan
from tests.rules.situation import A, B, Situation

# Whether one of these is asked may depend on face-down tokens alone.
TELLING = {"BOOST", "FIGHT_AGAIN", "END_POWERS", "TOKEN_WINDOW"}
WORLDS = 40


def public(game: Situation, seat: int) -> tuple[Any, ...]:
    """What the seat knows of the open question: of the answers of others, all but their tokens."""
    texts = {action.text for action in game.legal_actions}
    known = {text for text in texts if game.player == seat or not text.startswith("token:")}
    return game.asked, game.question.about, game.state.stack[: game.state.depth].tolist(), known


def boosted() -> Situation:
    """Without pearls, A can boost only with those that a token brings (A44)."""
    return against(3, ["C1*"], 3, mine=seat(monster_tokens=["pearls3"])).play("card:C1*")


def fought() -> Situation:
    """A has no ally left for an attack, but a token to use (A42), which is not one that brings a stack."""
    mine = seat(monster_tokens=["pearls2", 3])
    return against(3, ["C1"], 1, mine=mine, council={}).play("card:C1")


def ended() -> Situation:
    """A has taken the last stack, and may use a token at the end of the turn."""
    return with_leviathan(seat(monster_tokens=["pearls2"])).play("stack:squid")


def rewarded() -> Situation:
    """By the strict rule A may use a token right after a reward."""
    mine = seat(monster_tokens=["key"])
    game = against(4, ["C5"], 3, mine=mine, options={"token_timing": "strict"}, council={})
    return game.play("number:1")


MOMENTS: dict[str, Callable[[], Situation]] = {
    "BOOST": boosted,
    "FIGHT_AGAIN": fought,
    "END_POWERS": ended,
    "TOKEN_WINDOW": rewarded,
}


@pytest.mark.parametrize("kind", MOMENTS)
def test_the_open_question_holds_in_every_sample(kind: str) -> None:
    game = MOMENTS[kind]()
    assert game.asked == (kind, A)
    faces = set()
    for world in range(WORLDS):
        imagined = game.sample_hidden(B, world)
        assert public(imagined, B) == public(game, B)
        faces.add(tuple(imagined.mine.monster_tokens))
    assert len(faces) > 1


def test_who_is_asked_for_a_boost_without_pearls_holds_a_token_that_brings_some() -> None:
    game = boosted()
    faces = {game.sample_hidden(B, world).mine.monster_tokens[0] for world in range(WORLDS)}
    assert faces == {"pearls2", "pearls3"}


def test_every_sample_is_as_likely_as_the_tokens_that_fit() -> None:
    # Of the Leviathan pile, seven bring two pearls and four bring three.
    game, worlds = boosted(), 400
    threes = sum(game.sample_hidden(B, world).mine.monster_tokens == ["pearls3"] for world in range(worlds))
    assert 0.25 < threes / worlds < 0.48


def test_where_only_a_choice_is_asked_for_every_sample_is_one() -> None:
    # A has to take the ally on the last space, or uses the token, which is not one that brings a stack.
    track = ["J2", "H2", "S2", "Q2", "C2"]
    mine = seat(monster_tokens=["key"])
    game = with_leviathan(mine, players=2, phase="explore", track=track, council={})
    assert (game.asked, len(game.legal_actions)) == (("EXPLORE_ALLY", A), 2)
    assert all(len(game.sample_hidden(B, world).legal_actions) == 2 for world in range(WORLDS))


def test_a_sample_asks_as_its_game_does() -> None:
    game = Situation.new(3, leviathan=True, ask_chance=True, ask_forced=True)
    assert game.player == CHANCE
    imagined = game.sample_hidden(0, 1)
    assert (imagined.asked, imagined.legal_actions) == (game.asked, game.legal_actions)
    assert (imagined.history.ask_chance, imagined.history.ask_forced) == (True, True)


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_in_random_games_every_sample_agrees_with_all_that_is_public(table: dict[str, Any]) -> None:
    for seed, timing in enumerate(("any_time_own_turn", "strict")):
        game, chance = (
            Situation.new(**table, seed=seed, options={"token_timing": timing}),
            random.Random(seed),
        )
        place = 0
        while not game.is_over:
            if place % 40 == 0 or game.question.kind in TELLING:
                for viewer in range(game.players):
                    assert public(game.sample_hidden(viewer, place), viewer) == public(game, viewer)
            game.apply(chance.choice(game.legal_actions))
            place += 1


def test_the_game_goes_on_with_the_fight_of_player_3() -> None:
    game = Situation.new(5, 0, leviathan=True)
    play_on(game, random.Random(0), 337)
    assert game.asked == game.sample_hidden(2, 337).asked == ("FIGHT_AGAIN", 3)

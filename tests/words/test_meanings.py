"""What comes of an answer, in a sentence: for every answer to every question that is put to a player."""

import pytest

from openabyss import Game
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.rules.actions import KIND, LORD, NUMBER, YES, ZONE
from openabyss.rules.cards.allies import CRAB, ally, fighter
from openabyss.rules.questions import QUESTION_NAMES, ask
from openabyss.words import LANGUAGES, reading_in
from openabyss.words.questions import CHANCE_WORDINGS, WORDINGS
from openabyss.words.questions.prompts import meaning
from tests.rules.positions import Seat
from tests.words.playing import asked_table, lord, new_table


def said_of(game: Game) -> dict[str, str]:
    """What is said of each legal answer."""
    return {
        action.text: meaning(game.question.kind, action.id, game.state, ["Ada", "Ben", "Cid"])
        for action in game.legal_actions
    }


def test_every_sort_of_answer_has_a_meaning() -> None:
    silent = [
        f"{name}: {sort}"
        for name, wording in WORDINGS.items()
        if name not in CHANCE_WORDINGS
        for sort, answer in wording.answers.items()
        if not answer.means
    ]
    assert silent == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_answers_of_whole_games_are_explained(language: str) -> None:
    game = Game.new(players=3, seed=4, kraken=True, leviathan=True)
    chooser = player("random", 4)
    with reading_in(language):
        while not game.is_over:
            for said in said_of(game).values():
                assert len(said) > 10
                assert "{" not in said
            game.apply(chooser.choose(Perspective(game)))


@pytest.mark.parametrize("number", [106, 107, 108])
def test_a_sentinel_that_is_placed_once_more_brings_no_nebulis(number: int) -> None:
    state = new_table(2, kraken=True)
    state.lord_place[lord(number)] = 0
    state.sentinel_owner[number - 106] = 0
    ask(state, QUESTION_NAMES.index("MAIN"), 0, 0)
    said = meaning("MAIN", LORD + lord(number), state)
    assert said.startswith("You place the sentinel on a lord in the court, a council stack or")
    assert "nebulis" not in said


def before_a_monster(*seats: Seat) -> Game:
    """Two of these seats explore; the next card is a monster, and the threat is high."""
    deck = {"track": ["J1"], "exploration_deck": ["M", "C2"]}
    return Game.from_position({"players": 2, "threat": 4, **deck, "phase": "explore", "seats": [*seats]})


def test_the_meaning_tells_the_price_and_the_gain() -> None:
    game = before_a_monster({"hand": ["H5", "H3"]}, {"pearls": 0})
    assert "goes to the council" in said_of(game)["take"]
    game.apply("continue")
    assert "1 key and 1 pearl" in said_of(game)["fight"]
    assert "The threat rises" in said_of(game)["continue"]


@pytest.mark.parametrize(("question", "leviathan"), [("EXPLORE_MONSTER", False), ("MEET_MONSTER", True)])
def test_a_fight_on_the_last_space_names_its_pearl_a8(question: str, leviathan: bool) -> None:
    pearl = "You also gain 1 pearl for the last space."
    said = [meaning(question, YES, asked_table(question, space, leviathan=leviathan)) for space in (3, 4)]
    assert [text.endswith(pearl) for text in said] == [False, True]


def test_the_tamer_of_an_opponent_lowers_what_is_promised() -> None:
    def promised(lords: list[dict[str, int]]) -> str:
        game = before_a_monster({}, {"pearls": 0, "lords": lords})
        game.apply("continue")
        return said_of(game)["fight"]

    assert "gain 1 key and 1 pearl; or" in promised([])
    assert "gain 1 key. " in promised([{"id": 6}])


def test_the_threat_does_not_rise_beyond_the_highest_level_r7() -> None:
    position = {
        "players": 2,
        "threat": 6,
        "track": ["J1"],
        "exploration_deck": ["M", "C2"],
        "phase": "explore",
    }
    game = Game.from_position(position)
    game.apply("continue")
    assert said_of(game)["continue"].startswith("The threat stays at its highest level,")


def test_no_reward_is_promised_that_the_pool_cannot_pay_r9() -> None:
    game = before_a_monster({}, {"pearls": 0})
    game = Game.from_position({**game.to_position(), "monster_pool": []})
    game.apply("continue")
    assert "gain 1 key and 1 pearl. " in said_of(game)["fight"]


def test_what_is_chosen_is_named_and_not_whose_power_asks() -> None:
    game = Game.from_position(
        {"players": 2, "court": [29, 1, 2, 3, 4, 5], "seats": [{"lords": [{"id": 21}]}, {}]}
    )
    game.apply("use:21")
    assert said_of(game)["lord:29"].startswith("The Shepherd is discarded")


def test_a_lord_of_the_court_is_explained_with_cost_influence_key_and_power() -> None:
    game = Game.from_position(
        {"players": 2, "court": [29, 1, 2, 3, 4, 5], "seats": [{"hand": ["H5", "H3"]}, {}]}
    )
    said = said_of(game)["recruit:29"]
    assert "You pay 8 with allies" in said
    assert "6 influence and 1 key" in said


def test_what_is_attacked_is_named_without_what_its_label_says() -> None:
    state = new_table(2, leviathan=True)
    state.border[2] = 11
    assert meaning("FIGHT_TARGET", ZONE + 2, state).startswith("You attack Bladefin with one of your allies")
    assert meaning("STRIKE", ZONE + 2, state) == "Bladefin loses one life point."


def test_of_one_location_nothing_is_left_for_others() -> None:
    state = new_table(2)
    assert meaning("CONTROL_SOURCE", NUMBER + 1, state) == "You draw a location and keep it."
    assert "the others become available" in meaning("CONTROL_SOURCE", NUMBER + 2, state)


@pytest.mark.parametrize(
    ("kind", "dice"), [(ally(CRAB, 4), "roll a die:"), (fighter(CRAB, 4), "roll two dice:")]
)
def test_an_ally_of_two_dice_says_so_before_it_is_spent(kind: int, dice: str) -> None:
    assert dice in meaning("FIGHT_ALLY", KIND + kind, new_table(2, leviathan=True))

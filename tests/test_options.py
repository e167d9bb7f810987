"""The options of a game: their defaults, what they may be, and where the rules find them."""

import json
import re
from typing import Any

import numpy as np
import pytest

from openabyss import Game, Options
from openabyss.errors import InvalidOption
from openabyss.rules.setup import new_table
from openabyss.rules.state import FORBID_SUPERFLUOUS, MARTIAL_LAW, OPTIONS

OTHERS = [
    (name, choice)
    for name, choices in Options.choices().items()
    for choice in choices
    if choice != getattr(Options(), name)
]


def test_the_defaults_are_the_recommended_rulings() -> None:
    assert Options().to_dict() == {}
    assert {name: getattr(Options(), name) for name in Options.choices()} == {
        "forbid_superfluous_allies": True,
        "black_smokers_back_to_deck": True,
        "loot_duplicate": "decide_again",
        "mirrors_copy_loot": True,
        "sentinel_one_per_area": True,
        "martial_law": "with_leviathan",
        "token_timing": "any_time_own_turn",
        "token_end_trigger": "either_pile",
        "inert_monsters_in_last_turns": True,
        "loot6_monster": "discard_only",
        "leviathan_token_20th": False,
    }


def test_every_option_has_a_sentence_for_players_and_a_place_in_the_rules() -> None:
    assert len(Options.in_words()) == OPTIONS
    for name, sentence in Options.in_words().items():
        assert re.search(r"\([RA]-?K?\d+\)\.$", sentence), name
        for choice in Options.choices()[name]:
            assert isinstance(choice, bool) or choice in sentence


@pytest.mark.parametrize(("name", "choice"), OTHERS)
def test_every_choice_comes_back_from_a_table_and_from_a_position(name: str, choice: bool | str) -> None:
    options = Options.from_dict({name: choice})
    state = new_table(2, True, True, options.numbers(True))
    if (name, choice) != ("martial_law", "always"):
        assert Options.of(state) == options
    written = {"players": 2, "kraken": True, "leviathan": True, "options": options.to_dict()}
    game = Game.from_position({**written, "council": {"crab": ["C2"]}})
    again = Game.from_position(json.loads(json.dumps(game.to_position())))
    assert again.hash == game.hash


@pytest.mark.parametrize(
    ("choice", "leviathan", "is_law"),
    [
        ("with_leviathan", False, 0),
        ("with_leviathan", True, 1),
        ("always", False, 1),
        ("always", True, 1),
        ("never", False, 0),
        ("never", True, 0),
    ],
)
def test_martial_law_comes_with_leviathan_unless_chosen(choice: str, leviathan: bool, is_law: int) -> None:
    assert Options(martial_law=choice).numbers(leviathan)[MARTIAL_LAW] == is_law


def test_martial_law_can_be_played_without_leviathan() -> None:
    hand = [*["J1"] * 4, *["C1"] * 4, *["H1"] * 4, "S1"]
    position = {
        "players": 2,
        "phase": "turn_end",
        "options": {"martial_law": "always"},
        "seats": [{"hand": hand}, {}],
    }
    game = Game.from_position(position)
    assert game.question.kind == "OBEY_MARTIAL_LAW"
    assert game.to_position()["options"] == {"martial_law": "always"}


def test_plain_words_name_no_choice_and_no_ruling() -> None:
    for name, sentence in Options.in_plain_words().items():
        assert re.search(r"_|\b(?:R-\w+|A\d+)\b", sentence) is None, sentence
        assert sentence.endswith(".")
        assert not any(f"({choice}" in sentence for choice in Options.choices()[name])
    assert "only with Leviathan, in every game or in none." in Options.in_plain_words()["martial_law"]
    assert "(about 10)" in Options.in_plain_words()["loot_duplicate"]


def test_options_are_part_of_a_record() -> None:
    options = Options(forbid_superfluous_allies=False, loot_duplicate="ends_search")
    game = Game.new(players=2, kraken=True, options=options)
    record = game.to_record()
    assert record["config"]["options"] == {
        "forbid_superfluous_allies": False,
        "loot_duplicate": "ends_search",
    }
    assert Game.from_record(record).state.options[FORBID_SUPERFLUOUS] == 0


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"mirrors_copy_loot": "yes"}, "options.mirrors_copy_loot: 'yes' is neither true nor false"),
        ({"mirrors_copy_loot": 1}, "options.mirrors_copy_loot: 1 is neither true nor false"),
        ({"martial_law": True}, "options.martial_law: True is not one of with_leviathan, always, never"),
        ({"martial_law": "sometimes"}, "options.martial_law: 'sometimes' is not one of"),
        ({"token_timing": ["strict"]}, "options.token_timing: "),
        ({"token_time": "strict"}, "options.token_time: there is no such option; did you mean token_timing?"),
    ],
)
def test_what_cannot_be_chosen_is_refused(chosen: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        Options.from_dict(chosen)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("players", "kraken", "leviathan"),
    [(1, False, True), (5, False, False), (5, True, False), (6, False, True), (6, True, True)],
)
def test_five_play_only_with_leviathan(players: int, kraken: bool, leviathan: bool) -> None:
    with pytest.raises(InvalidOption, match=f"players: {players} cannot play; 2 to 4 can, 5 with Leviathan"):
        Game.new(players=players, kraken=kraken, leviathan=leviathan)


def test_a_game_takes_numbers_of_numpy_and_options_by_name() -> None:
    usual = Game.new(players=2, seed=4, options=Options(martial_law="always"), regent=3)
    given = Game.new(np.int64(2), np.int32(4), options={"martial_law": "always"}, regent=np.int8(3))
    assert given == usual
    assert json.loads(json.dumps(given.to_record())) == usual.to_record()
    assert Game.new(players=2, seed=4, options={}) == Game.new(players=2, seed=4)
    no_options: tuple[Any, ...] = ([], "strict", 3)
    for wrong in no_options:
        with pytest.raises(InvalidOption, match="neither Options nor choices by name"):
            Game.new(players=2, options=wrong)
    no_seeds: tuple[Any, ...] = (True, 1.5, "4")
    for seed in no_seeds:
        with pytest.raises(InvalidOption, match=r"seed: .* is not a whole number"):
            Game.new(players=2, seed=seed)

"""`openabyss play`: which game the arguments ask for."""

import argparse

import pytest

from openabyss.cli import main
from openabyss.errors import InvalidOption
from openabyss.play.position.options import Options
from openabyss.play.variants import options_in_words, read_options
from openabyss.terminal.commands import add_play_arguments
from openabyss.terminal.session import Session
from openabyss.terminal.tables import BASE_GAME, Variant, names_a_game, seat_kinds_for, session_for


def asked(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_play_arguments(parser)
    return parser.parse_args(words)


def laid(*words: str) -> Session:
    return session_for(asked(*words))


def test_the_base_game_is_usual() -> None:
    state = laid("--seed", "1").game.state
    assert (int(state.players), int(state.kraken), int(state.leviathan)) == (2, 0, 0)
    assert not names_a_game(asked())


@pytest.mark.parametrize(
    "given", ["--kraken", "--players 2", "--option a=b", "--opponents easy", "--seed 0", "--name Ann"]
)
def test_what_a_saved_game_says_itself_does_not_go_with_it(given: str) -> None:
    with pytest.raises(InvalidOption, match=f"{given.split(maxsplit=1)[0]} does not go with --resume"):
        laid("--resume", "saved.json", *given.split())


def test_expansions_and_options_are_asked_for() -> None:
    session = laid("--kraken", "--leviathan", "--players", "5", "--option", "martial_law=never")
    state = session.game.state
    assert (int(state.players), int(state.kraken), int(state.leviathan)) == (5, 1, 1)
    assert Options.of(state) == Options(martial_law="never")
    assert session.game.to_record()["config"]["options"] == {"martial_law": "never"}
    assert names_a_game(asked("--kraken"))


def test_the_fifth_seat_comes_with_leviathan() -> None:
    assert len(seat_kinds_for(5, None, None, Variant(leviathan=True))) == 5
    for variant in (BASE_GAME, Variant(kraken=True)):
        with pytest.raises(InvalidOption, match="5 cannot play"):
            seat_kinds_for(5, None, None, variant)


def test_options_are_true_false_or_named() -> None:
    read = read_options(["mirrors_copy_loot=False", "loot_duplicate=ends_search"])
    assert read == Options(mirrors_copy_loot=False, loot_duplicate="ends_search")


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("martial_law", "NAME=VALUE is needed"),
        ("marital_law=never", "did you mean martial_law"),
        ("martial_law=sometimes", "with_leviathan, always, never"),
        ("mirrors_copy_loot=maybe", "neither true nor false"),
    ],
)
def test_a_wrong_option_is_explained(setting: str, said: str) -> None:
    with pytest.raises(InvalidOption, match=said):
        read_options([setting])


def test_every_option_is_told_with_its_usual_value_first(capsys: pytest.CaptureFixture[str]) -> None:
    told = options_in_words()
    assert "martial_law=with_leviathan|always|never\n  At the end" in told
    assert "mirrors_copy_loot=true|false" in told
    assert "because the sea is empty, and is scored as usual" in " ".join(told.split())
    with pytest.raises(SystemExit) as left:
        main(["play", "--list-options"])
    assert left.value.code == 0
    assert capsys.readouterr().out == told


@pytest.mark.parametrize(
    ("players", "opponents", "seat"), [(3, None, None), (None, "medium", None), (2, None, 2)]
)
def test_solo_leaves_nothing_else_to_choose(
    players: int | None, opponents: str | None, seat: int | None
) -> None:
    with pytest.raises(InvalidOption, match="--solo"):
        seat_kinds_for(players, opponents, seat, Variant(regent=1))

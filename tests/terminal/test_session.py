"""A table with people and opponents: payments, taking back, secrets, resuming."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Semaphore
from types import SimpleNamespace

import pytest

from openabyss import IllegalAction, InvalidRecord, UnreadableAction
from openabyss.arena.series.series import Series
from openabyss.players.perspective import Perspective
from openabyss.table.questions import Action
from openabyss.terminal.session import Session, sit_around
from openabyss.terminal.tables import BASE_GAME, UnwritableFile, Variant, forget, keep, load, read, save
from openabyss.words.cards.printed import Card
from tests.terminal.tables import (
    BOTH,
    choose,
    deep_session,
    last_game_file,
    new_session,
    rich_session,
    solo_session,
    two_people,
)


def test_a_lord_with_several_payments_is_paid_in_one_choice() -> None:
    session = rich_session()
    choose(session, "recruit:12")
    assert session.prompt == "The Slaver costs 8. How do you pay?"
    assert "pay S4 S3" in [choice.text for choice in session.choices]
    choose(session, "pay S4 S3")
    assert 12 in [lord.id for lord in session.game.table.seats[0].lords]
    assert session.game.table.seats[0].pearls == 3


def test_nebulis_are_part_of_a_payment() -> None:
    session = deep_session()
    choose(session, "recruit:106")
    labels = {choice.text: choice.label for choice in session.choices}
    assert labels["pay K2 C1 nebulis 1"] == "Kraken 2, Crab 1, 1 pearl and 1 nebulis"
    session.answer("pay K2 C1 nebulis:1")
    assert 106 in [lord.id for lord in session.game.table.seats[0].lords]
    assert session.game.table.seats[0].pearls == 0


def test_an_unreadable_number_of_nebulis_is_told() -> None:
    session = deep_session()
    choose(session, "recruit:106")
    with pytest.raises(UnreadableAction, match="how many nebulis"):
        session.answer("pay K2 C1 nebulis")


def test_a_decision_of_an_opponent_cannot_be_taken_back() -> None:
    session = new_session(seed=11)
    play_until_opponent_has_decided(session)
    assert not session.can_undo
    with pytest.raises(IllegalAction, match="Nothing can be undone"):
        session.carry_out("undo")
    with pytest.raises(IllegalAction, match="Nothing has been undone"):
        session.carry_out("redo")


def play_until_opponent_has_decided(session: Session) -> None:
    """One move of everybody until the opponent was the last to decide."""
    while session.waits_for_person:
        session.answer(session.choices[0].text)
    session.let_opponent_decide()


def test_who_is_asked_again_while_thinking_still_thinks_only_once() -> None:
    session, asked, may_answer = new_session("random", "human", seed=4), Semaphore(0), Event()

    def choose(perspective: Perspective) -> Action:
        asked.release()
        may_answer.wait(60)
        return perspective.legal_actions[0]

    session.opponents._players[0] = SimpleNamespace(name="random", choose=choose)
    with ThreadPoolExecutor() as threads:
        first = threads.submit(session.opponent_answering())
        assert asked.acquire(timeout=60)
        again = threads.submit(session.opponent_answering())
        may_answer.set()
        assert first.result() == again.result() == session.game.legal_actions[0].text
    assert not asked.acquire(blocking=False)


@pytest.mark.parametrize(
    ("text", "error"),
    [("pay Z9", UnreadableAction), ("pay J5", IllegalAction), ("frobnicate", UnreadableAction)],
)
def test_a_wrong_answer_changes_nothing(text: str, error: type[Exception]) -> None:
    session = rich_session()
    choose(session, "recruit:12")
    before = session.game.hash
    with pytest.raises(error):
        session.answer(text)
    assert session.game.hash == before
    session.carry_out("undo")
    assert session.game.question.kind == "MAIN"


def test_choices_about_a_card_tell_what_is_good_to_know() -> None:
    choices = {choice.text: choice for choice in rich_session().choices}
    assert choices["recruit:12"].card == Card("lord", 12)
    assert choices["recruit:12"].hint == "5 influence, 1 key"
    assert choices["explore"].card is None


def test_passing_stands_last() -> None:
    session = new_session(seed=7)
    session.go_on()
    assert [choice.text for choice in session.choices][-1] in ("pass", "continue")


def test_several_people_hide_their_hands_from_each_other() -> None:
    session = two_people()
    assert session.is_shared
    assert [seat.hand for seat in session.update.view.seats] == [None, None]
    session.sit_down()
    assert session.viewer == 0
    assert session.update.view.seats[1].hand is None
    session.stand_up()
    assert session.viewer is None


def test_a_single_person_always_sees_the_own_hand() -> None:
    session = rich_session()
    session.stand_up()
    assert session.viewer == 0


def test_people_and_opponents_have_names() -> None:
    names = [sitting.name for sitting in sit_around(["human", "random", "human"], "Ann")]
    assert names == ["Ann 1", "Triton", "Ann 2"]
    assert [sitting.name for sitting in sit_around(["human", "random"])] == ["Captain", "Triton"]


@pytest.mark.parametrize(("opponents", "variant"), [(1, BASE_GAME), (4, BOTH)])
def test_a_saved_game_goes_on_with_its_log_and_its_last_move(opponents: int, variant: Variant) -> None:
    session = new_session("human", *["random"] * opponents, seed=5, variant=variant)
    for _move in range(6):
        session.go_on()
        session.answer(session.choices[0].text)
    save(session)
    resumed = load(last_game_file())
    assert resumed.game.hash == session.game.hash
    assert resumed.log == session.log
    assert resumed.names == session.names
    assert len(set(resumed.names)) == 1 + opponents
    assert resumed.can_undo == session.can_undo


def test_a_game_replaces_and_ends_no_saved_game_but_its_own(tmp_path: Path) -> None:
    save(first := new_session(seed=5))
    assert first.file is not None
    os.utime(first.file, (1, 1))
    save(second := new_session(seed=6))
    assert second.file is not None
    assert (load(last_game_file()).game.hash, first.file == second.file) == (second.game.hash, False)
    record = tmp_path / "named.json"
    save(third := new_session(seed=7), record)
    third.concede()
    keep(third)
    resumed = load(second.file)
    resumed.concede()
    keep(resumed)
    assert (second.file.exists(), record.exists(), last_game_file()) == (False, True, first.file)


def test_a_game_that_is_over_has_no_file_any_more() -> None:
    save(over := new_session(seed=5))
    over.concede()
    keep(over)
    save(other := new_session(seed=6))
    forget(over)
    assert load(last_game_file()).game.hash == other.game.hash


def test_a_folder_that_cannot_be_used_is_named(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data_folder.mkdir()
    monkeypatch.setenv("OPENABYSS_DATA", str(data_folder / ("x" * 300)))
    with pytest.raises(UnwritableFile, match=r"xxx.*: cannot be written"):
        save(new_session(seed=5))


def test_a_game_from_a_named_file_is_kept_elsewhere(tmp_path: Path) -> None:
    save(new_session(seed=5), named := tmp_path / "named.json")
    session, before = load(named), named.read_bytes()
    save(session)
    assert (named.read_bytes(), session.file) == (before, last_game_file())


def test_a_bare_record_is_played_by_people() -> None:
    session = new_session(seed=5)
    last_game_file().parent.mkdir(parents=True)
    last_game_file().write_text(json.dumps(session.game.to_record()))
    assert load(last_game_file()).people == [0, 1]


def test_a_bare_record_of_solo_play_seats_the_regent(tmp_path: Path) -> None:
    file = tmp_path / "solo.json"
    file.write_text(json.dumps(solo_session().game.to_record()))
    assert load(file).names == ["Captain", "Regent"]


def test_a_position_is_not_taken_for_a_record(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(new_session().game.to_position()))
    with pytest.raises(InvalidRecord, match=r"position\.json: format: null is not the record of a game"):
        read(file)


def test_a_number_of_players_that_is_none_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    record = new_session().game.to_record()
    file.write_text(json.dumps(record | {"config": record["config"] | {"players": 3.0}}))
    with pytest.raises(InvalidRecord, match=r"game\.json: config: players: 3\.0 is not a whole number"):
        read(file)


def test_a_record_of_a_series_whose_cards_are_not_of_the_seed_cannot_be_resumed(tmp_path: Path) -> None:
    file = tmp_path / "simulated.json"
    file.write_text(json.dumps(Series(("random", "random"), seed=3).record(0)))
    with pytest.raises(InvalidRecord, match=r"simulated\.json: answers: the cards did not come"):
        load(file)


def test_a_record_of_typed_actions_can_be_resumed() -> None:
    config = {"players": 2, "seed": 1, "kraken": False, "leviathan": False, "options": {}}
    record = {"format": "openabyss/2", "config": config, "decisions": []}
    assert not Session.resume(record, sit_around(["human", "human"])).game.is_over


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"format": "openabyss-saved-game/1"}', '{"config": {"players": true}}', "[" * 100_000],
)
def test_a_damaged_file_is_an_invalid_record(text: str) -> None:
    last_game_file().parent.mkdir(parents=True)
    last_game_file().write_text(text)
    with pytest.raises(InvalidRecord, match=r"saved-game\.json"):
        load(last_game_file())


def test_a_saved_game_names_a_seat_for_every_player() -> None:
    save(new_session(seed=5))
    saved = json.loads(last_game_file().read_text())
    saved["seats"] = saved["seats"][:1]
    last_game_file().write_text(json.dumps(saved))
    with pytest.raises(InvalidRecord, match="seats"):
        read(last_game_file())

"""The table line by line: a whole game piped in, commands, and polite answers to bad input."""

import io
import json
import shlex
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from openabyss.client.protocol.from_server import Hinted, Update
from openabyss.client.protocol.parts import ProposalShown
from openabyss.errors import IllegalAction, InvalidOption, InvalidRecord
from openabyss.play.game import Game
from openabyss.players.perspective import Perspective
from openabyss.terminal.local import LocalTable
from openabyss.terminal.opponents import HUMAN, REGENT, read_kinds, seat_kinds
from openabyss.terminal.plain import Notice, PlainTable
from openabyss.terminal.session import Session, sit_around
from openabyss.terminal.tables import (
    BASE_GAME,
    UnwritableFile,
    Variant,
    load,
    new_table,
    save,
    seat_kinds_for,
)
from tests.players.bots import Erring, First, own
from tests.terminal.tables import (
    BOTH,
    KRAKEN,
    LEVIATHAN,
    deep_session,
    last_game_file,
    new_session,
    rich_session,
    solo_session,
    two_people,
    typed,
)


def test_the_table_is_told_at_the_beginning_of_a_turn() -> None:
    said = typed(rich_session())
    for part in (
        "Slaver: cost 8, only shellfish, 5 influence, 1 key, you can pay.",
        "Hand: 5 cards (jellyfish 5; crab 1; shellfish 4 3 2).",
        "Council stacks: jellyfish ×0, crabs ×2, seahorses ×0, shellfish ×0, squids ×0.",
        "Parliament (6 + 2 per politician; now 6).",
        "The Jail (15 − number of lords; now 14)",
        "Triton:\n  Stocks: 2 pearls, 1 key.\n  Hand: 1 card.\n  Monster tokens: 1.",
    ):
        assert part in said


def test_the_end_of_input_saves_and_says_how_to_go_on() -> None:
    session = rich_session()
    said = typed(session)
    assert f"openabyss play --plain --resume {last_game_file()}" in said
    assert load(last_game_file()).game.hash == session.game.hash


@pytest.mark.skipif(sys.platform == "win32", reason="commands are quoted otherwise there")
def test_the_command_to_go_on_can_be_typed_where_folders_have_spaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENABYSS_DATA", str(tmp_path / "Application Support"))
    said = typed(rich_session())
    assert shlex.split(said)[-2:] == ["--resume", str(last_game_file())]


def test_an_answer_is_a_number_or_a_text() -> None:
    assert "pays" not in typed(rich_session(), "recruit slaver")
    assert "Captain recruits the Slaver for 8." in typed(rich_session(), "recruit:slaver", "pay S4 S3")
    assert "Captain explores the depths." in typed(rich_session(), "1")


# More than Python reads as a number.
MANY_DIGITS = "9" * 5000


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0", "There are answers 1 to"),
        ("99", "There are answers 1 to"),
        ("²", "Cannot read the action"),
        ("dance", "there is no action 'dance'"),
        ("recruit:30", "The Miller demands seahorses, and you have none."),
        ("why recruit:30", "The Miller demands seahorses, and you have none."),
        ("why explore", "That is allowed."),
        ("why", "recruit:30 – The Miller demands seahorses"),
        ("why dance", "there is no action 'dance'"),
        ("pay S4", "no lord is being paid for"),
        ("card jailor", "there is no card 'jailor'; did you mean 'jailer'?"),
        ("card", "there is no card ''"),
        ("card the jail", "15 − number of lords"),
        ("undo", "Nothing can be undone"),
        ("redo", "Nothing has been undone"),
        ("save /dev/null/game.json", "cannot be written"),
        ("save .", "cannot be written"),
        ("save a\0b", "cannot be written"),
        ("save ~nobody-has-this-name/game.json", "cannot be written"),
        (MANY_DIGITS, "There are answers 1 to"),
        (f"pay J3/{MANY_DIGITS}", "no lord is being paid for"),
        ("help", "undo the last answer"),
        ("?", "Recruit the Slaver for 8 – You pay 8 with allies, and make up any difference"),
        ("score", "If the game ended now"),
    ],
)
def test_every_line_gets_a_polite_answer(line: str, answer: str) -> None:
    session = rich_session()
    before = session.game.hash
    assert answer in typed(session, line)
    assert session.game.hash == before


def test_the_score_of_now_does_not_give_tokens_away() -> None:
    said = typed(rich_session(), "score")
    assert "1 hidden" in said
    assert "+ ?" in said


def test_answers_are_taken_back_and_given_again() -> None:
    session = rich_session()
    said = typed(session, "recruit:12", "undo", "redo")
    assert "Something was undone." in said
    assert session.game.question.kind == "PAY"


def test_another_game_leaves_the_saved_one(tmp_path: Path) -> None:
    typed(new_session(seed=4), "1")
    before = load(last_game_file()).game.hash
    typed(new_session(seed=5), "1", "concede sure")
    assert load(last_game_file()).game.hash == before


def test_a_game_is_saved_where_one_wants(tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    assert f"Saved in {file}." in typed(rich_session(), f"save {file}")
    assert load(file).game.table.seats[0].pearls == 4


def test_quit_ends_at_once() -> None:
    said = typed(rich_session(), "quit", "1")
    assert "explores" not in said


def test_the_game_is_saved_in_every_turn_since_a_window_may_be_closed() -> None:
    session = rich_session()
    next(LocalTable(session).heard(io.StringIO()))
    assert load(last_game_file()).game.hash == session.game.hash


def test_who_leaves_a_game_that_cannot_be_saved_is_told_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENABYSS_DATA", "/dev/null/data")
    session = rich_session()
    with pytest.raises(UnwritableFile):
        typed(session, "quit", "1")
    assert "Captain explores the depths." in [line.text for line in session.log]
    assert typed(session, "quit", "quit", "1").count("cannot be written") == 2


def test_several_people_are_told_who_is_asked() -> None:
    said = typed(two_people(), "explore")
    assert "--- Captain 1 ---" in said
    assert "--- Captain 2 ---" in said


def test_who_concedes_means_it_and_leaves_nothing_to_resume() -> None:
    session = new_session(seed=4)
    typed(session, "1")
    said = typed(session, "concede", "end scored", "end quickly", "end no")
    assert said.count("if you mean it.") == 2
    assert "Type “end scored”" in said
    assert not session.is_over
    said = typed(session, "concede sure")
    assert "Captain concedes." in said
    assert "Captain has conceded." in said
    assert "Final score" in said
    assert not last_game_file().exists()


def test_of_several_people_only_one_who_is_asked_can_concede() -> None:
    sessions = (new_session("human", "random", "human", seed=seed) for seed in range(99))
    session = next(one for one in sessions if not one.waits_for_person)
    with pytest.raises(IllegalAction, match="Several people sit here"):
        session.concede()
    assert session.history.settlement.conceded == ()


def test_nobody_sees_the_hand_of_somebody_who_has_conceded() -> None:
    session = new_session("human", "human", "random", seed=4)
    session.sit_down()
    assert session.viewer == session.game.player
    session.concede()
    assert session.viewer is None


def test_ctrl_c_saves_and_says_how_to_go_on() -> None:
    class Interrupted(io.StringIO):
        def readline(self, _size: int | None = -1) -> str:  # type: ignore[override]
            raise KeyboardInterrupt

    target = io.StringIO()
    with pytest.raises(KeyboardInterrupt):
        PlainTable(LocalTable(new_session()), Interrupted(), target).play()
    assert f"openabyss play --plain --resume {last_game_file()}" in target.getvalue()


def test_people_at_one_terminal_agree_to_an_end() -> None:
    said = typed(two_people(), "end void sure", "1")
    assert "All players agree that the game is void." in said
    assert "it counts for nobody" in said


def test_where_another_person_plays_on_the_seat_is_played_to_the_end_and_stays_last(tmp_path: Path) -> None:
    session, file = new_session("human", "human", "random", seed=4), tmp_path / "saved.json"
    first = session.game.player
    typed(session, "concede sure", f"save {file}")
    again = load(file)
    assert (again.people, again.history.settlement.conceded) == ([1 - first], (first,))
    assert [sitting.name for sitting in again.sittings] == session.names
    typed(again, "concede sure")
    assert again.update_since(-1).result is not None
    assert again.history.settlement.places(again.game.ranking) == ([3, 2, 1] if first == 0 else [2, 3, 1])


def heard_by(update: Update, *heard: Any) -> str:
    """What is printed of an update and what follows."""
    target = io.StringIO()
    table: Any = SimpleNamespace(heard=lambda _source: iter([update, *heard]), leave=list)
    PlainTable(table, io.StringIO(), target).play()
    return target.getvalue()


def test_a_hint_about_a_question_that_is_over_is_not_shown() -> None:
    update = rich_session().update_since(-1)
    revision = update.revision
    said = heard_by(
        update, Hinted("hint", 0, revision - 1, "", "Too late"), Hinted("hint", 0, revision, "", "In time")
    )
    assert "In time" in said
    assert "Too late" not in said


def test_lines_that_come_again_with_another_name_are_not_printed_again() -> None:
    session, target = new_session(), io.StringIO()
    typed(session, "1")
    update = session.update_since(-1)
    friend = structs.replace(update.people[1], name="Zoë")
    line = structs.replace(update.log[-1], n=update.log[-1].n + 1, text="Zoë sits down.")
    renamed = structs.replace(update, people=[update.people[0], friend], log=[*update.log, line])
    table: Any = SimpleNamespace(heard=lambda _source: iter([update, renamed]), leave=list)
    PlainTable(table, io.StringIO(), target).play()
    assert target.getvalue().count(update.log[0].text) == 1
    assert target.getvalue().count(line.text) == 1


def test_after_an_interruption_the_question_is_listed_again() -> None:
    update = rich_session().update_since(-1)
    assert heard_by(update, update).count(" [explore]") == 1
    assert heard_by(update, Notice("Back.", asks_again=True), update).count(" [explore]") == 2


def test_a_number_that_nobody_is_asked_for_is_refused_in_words() -> None:
    update = rich_session().update_since(-1)
    assert update.question is not None
    others = structs.replace(update, question=structs.replace(update.question, mine=False))
    assert "It is not your decision now." in heard_by(others, "1")


def test_a_proposal_is_printed_once_and_then_who_has_not_agreed() -> None:
    update = two_people().update_since(-1)
    update = structs.replace(update, view=structs.replace(update.view, seat=1))
    text = "Captain 1 proposes to declare the game void."
    first, second = (
        ProposalShown("void", text, agreed, asked) for agreed, asked in (([0], [1]), ([0, 1], []))
    )
    said = heard_by(structs.replace(update, proposal=first), structs.replace(update, proposal=second))
    assert said.count(text) == 1
    assert f"{text}\nStill to agree: Captain 2.\n“end void sure” agrees" in said


def test_hints_have_the_same_name_only_at_the_same_question() -> None:
    """A server passes over a hint with the name of one that it is still finding."""
    update, sent = rich_session().update_since(-1), list[Any]()
    later = structs.replace(update, revision=update.revision + 1)
    heard = [update, "hint", "hint", later, "hint"]
    table: Any = SimpleNamespace(heard=lambda _source: iter(heard), leave=list, send=sent.append)
    PlainTable(table, io.StringIO(), io.StringIO()).play()
    first, again, next_one = (hint.id for hint in sent)
    assert first == again != next_one


def test_standing_orders_answer_for_whoever_has_given_them() -> None:
    """Captain 2 is offered Crab 3 for 1 pearl."""
    position = {
        "players": 2,
        "court": [12, 21, 30, 29],
        "available_locations": [14],
        "exploration_deck": ["C3", "C3"],
        "seats": [{"pearls": 1}, {"pearls": 4}],
    }
    session = Session(Game.from_position(position), sit_around([HUMAN, HUMAN]))
    said = typed(session, "explore", "orders", "orders add 9", "orders add 2", "orders pause 1")
    assert "No orders yet" in said
    assert said.count("Type “orders” to see them") == 2  # The last ones seen were those of Captain 2.
    assert "Pass: crabs, worth up to 3" in said
    assert session.history.asked == 0
    typed(session, "undo")
    assert session.history.asked == 1
    said = typed(session, "orders", "orders remove 1", "log")
    assert "  1. Pass: crabs, worth up to 3" in said
    assert session.history.asked == 1


def test_a_finished_game_leaves_nothing_to_resume() -> None:
    session = new_session(seed=4)
    typed(session, "1", "1")
    assert last_game_file().exists()
    typed(session, *["1"] * 2000)
    assert not last_game_file().exists()


WHOLE_GAMES = [
    (BASE_GAME, "medium random"), (KRAKEN, "random"), (LEVIATHAN, "random random"), (BOTH, "random"),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "opponents"), WHOLE_GAMES)
def test_a_whole_game_can_be_piped_in(variant: Variant, opponents: str) -> None:
    session = new_session("human", *opponents.split(), seed=4, variant=variant)
    said = typed(session, *["1"] * 3000)
    assert session.game.is_over
    assert "Final score" in said
    assert ("Nebulis" in said) == variant.kraken
    assert ("Border:" in said) == variant.leviathan
    assert ("The die shows" in said) == variant.leviathan
    assert ("Threat" in said) != variant.leviathan
    assert said.splitlines()[-1].endswith("influence.")


def test_the_table_tells_what_the_expansions_bring() -> None:
    said = typed(deep_session())
    for part in (
        "Zone 7, Manyhead: fought with jellyfish and crabs, 2 of 3 levels left, resists 7 (pays 2",
        "its attack: 3 wounds",
        "Sentinels: Jailer (for Triton).",
        "loot 3 5; now 8",
        "17 tokens with an effect, 17 leviathans, 23 loot cards",
        "Captain (you):\n  Stocks: 1 pearl and 1 nebulis,",
        "2 wounds, 1 trophy, Scourge of the Abyss.",
        "Monster tokens: 2 (worth 2, gain 2 pearls).",
        "figure of the Kraken.",
        "Monster tokens: 2 (1 with an effect).",
        "Hand: 4 cards (crab 1; shellfish 4* 3; Kraken 2).",
    ):
        assert part in said


def test_a_game_without_expansions_is_silent_about_them() -> None:
    said = typed(rich_session(), "score", "help")
    for part in ("nebulis", "Border", "leviathan", "Sentinels", "Wounds", "loot", "Kraken"):
        assert part not in said


def test_a_leviathan_is_read_like_a_card() -> None:
    assert "Resists 3 (pays 1 token), then 7" in typed(deep_session(), "card leviathan 1")
    assert "did you mean 'leviathan_" in typed(deep_session(), "card leviathan 21")


def test_a_bot_plays_at_the_table() -> None:
    session = new_table(seat_kinds_for(None, f"{own(First)},random", 3), 4)
    assert session.go_on() == []
    perspective = Perspective(session.game)
    assert session.waits_for_person
    assert {event.player for event in perspective.events} >= {0, 1}
    said = typed(session, *["1"] * 3)
    assert "Coral" in said
    assert load(last_game_file()).sittings[0].kind == own(First)


@pytest.mark.parametrize("kind", ["program:touch {marker}", "no_such_module:Bot", own(First)])
def test_a_saved_game_from_elsewhere_starts_no_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    marker, path = tmp_path / "marker", tmp_path / "gift.json"
    save(new_session("human", "medium", seed=4), path)
    path.write_text(path.read_text().replace('"medium"', json.dumps(kind.format(marker=marker))))
    with pytest.raises(InvalidRecord, match="OPENABYSS_PLAYERS"):
        load(path)
    assert not marker.exists()
    if kind == own(First):
        monkeypatch.setenv("OPENABYSS_PLAYERS", kind)
        assert load(path).sittings[1].kind == kind


def test_a_finished_game_against_a_bot_of_ones_own_is_opened_again() -> None:
    session = new_session("human", own(First), seed=4)
    session.concede()
    kept = save(session)
    assert (kept.name, session.file) == ("finished-game.json", None)
    assert load(kept).sittings[1].kind == own(First)


def test_for_a_bot_that_fails_a_level_plays_on_and_people_are_told_why() -> None:
    session = new_session("human", own(Erring), seed=4)
    said = typed(session, *["1"] * 2000)
    assert session.game.is_over
    assert said.count("ZeroDivisionError: no idea") == 1
    assert "The level “medium” plays on in its place." in said


def test_an_opponent_that_is_neither_a_level_nor_a_bot_is_named() -> None:
    with pytest.raises(InvalidOption, match="there is no opponent 'medum'; did you mean 'medium'"):
        read_kinds("medum")
    with pytest.raises(InvalidOption, match="no_such_module:Bot cannot be loaded"):
        read_kinds("no_such_module:Bot")


def test_a_whole_game_against_the_regent_says_that_its_rules_are_house_rules() -> None:
    session = solo_session()
    said = typed(session, *["1"] * 2000)
    assert session.game.is_over
    assert "Regent (house rules, level 3 Storm):" in said


def test_a_solo_game_is_saved_with_its_level() -> None:
    typed(solo_session(4), "1", "1")
    assert load(last_game_file()).game.table.regent_level == 4


def test_the_regent_sits_only_in_solo_games() -> None:
    assert REGENT not in seat_kinds()


def test_what_is_good_to_know_of_an_answer_stands_after_a_dash_and_may_have_brackets() -> None:
    assert ". Recruit the Slaver for 8 – 5 influence, 1 key [recruit:12]" in typed(rich_session())

"""The table on the whole screen, played with keys at several sizes."""

import asyncio
import os
import random
import shlex
import sys
import threading
from pathlib import Path

import pytest
from textual.widget import Widget
from textual.widgets import RichLog, Static

from openabyss.cli import main
from openabyss.play.position.options import Options
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.terminal.opponents import Answering
from openabyss.terminal.preferences import data_folder
from openabyss.terminal.screen.app import TableApp
from openabyss.terminal.screen.dialogs import (
    ANSWER_KEYS,
    AnswerList,
    Ask,
    CardSheet,
    Handover,
    SeatSheet,
    Sheet,
)
from openabyss.terminal.screen.new_game import GameSetup, NewGame
from openabyss.terminal.screen.table_screen import KEYS, TableScreen
from openabyss.terminal.session import Session
from openabyss.terminal.tables import Variant, left_games, load, new_table, save
from openabyss.words import LANGUAGES, _, reading_in
from tests.terminal.screens import LARGE, SMALL, Seat, seated
from tests.terminal.tables import (
    BOTH,
    LEVIATHAN,
    deep_session,
    last_game_file,
    new_session,
    rich_session,
    two_people,
)

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE])


async def play_to_the_end(seat: Seat, session: Session, level: str) -> None:
    """A computer chooses for the person, and its answers are given with their keys."""
    chooser = player(level, seed=1)
    while not session.game.is_over:
        await seat.pilot.press(key_of(session, chooser.choose(Perspective(session.game)).id))
        while opponents_are_asked(session):
            await asyncio.sleep(0.001)
    await seat.settle()


def opponents_are_asked(session: Session) -> bool:
    return not session.game.is_over and not session.waits_for_person


def key_of(session: Session, action: int) -> str:
    """The key of the choice that begins with this action; of several payments the first one."""
    texts = [choice.text for choice in session.choices]
    wanted = next((str(legal) for legal in session.game.legal_actions if legal.id == action), "")
    return ANSWER_KEYS[texts.index(wanted) if wanted in texts else 0]


def lords_of_the_person(session: Session) -> list[int]:
    return [lord.id for lord in session.game.table.seats[0].lords]


@pytest.mark.soak
async def test_a_whole_game_is_played_with_keys() -> None:
    session = new_session("human", "medium", seed=3)
    async with seated(session) as seat:
        await play_to_the_end(seat, session, "medium")
        assert isinstance(seat.app.screen, Sheet)
        assert "Final score" in seat.shown
        await seat.press("escape")
        assert "The game is over." in seat.shown
        assert not last_game_file().exists()


async def test_a_whole_game_with_both_expansions_is_played_with_keys() -> None:
    session = new_session("human", "random", seed=3, variant=BOTH)
    async with seated(session, LARGE) as seat:
        await play_to_the_end(seat, session, "random")
        assert "Final score" in seat.shown
        assert "Scourge of the Abyss" in seat.shown


@SIZES
async def test_prompt_answers_and_keys_are_always_visible(size: tuple[int, int]) -> None:
    async with seated(rich_session(), size) as seat:
        for part in ("Plot or use a power", "1 Explore the depths", "Recruit the Slaver", "? help", "Turn"):
            assert part in seat.shown


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_key_is_named_in_every_language(language: str) -> None:
    with reading_in(language):
        async with seated(rich_session()) as seat:
            seen = " ".join(seat.shown.split())
            assert [label for label, _action in KEYS if _(label) not in seen] == []


@SIZES
async def test_a_hint_covers_neither_prompt_nor_answers_and_goes_with_the_question(
    size: tuple[int, int],
) -> None:
    def asked(seat: Seat) -> list[str]:
        rows = seat.shown.splitlines()
        regions = [seat.app.screen.query_one(f"#{part}").region for part in ("prompt", "answers")]
        return [
            rows[y][region.x : region.right] for region in regions for y in range(region.y, region.bottom)
        ]

    async with seated(rich_session(), size) as seat:
        before = asked(seat)
        await seat.press("h")
        assert "you win" in seat.shown
        assert asked(seat) == before
        await seat.press("1")
        assert "you win" not in seat.shown


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (120, 40)])
async def test_of_a_long_hint_every_line_can_be_read(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [f"reason {number}" for number in range(30)]
    async with seated(rich_session(), size) as seat:
        monkeypatch.setattr(seat.session.thinking, "hinting", lambda _game, _names: lambda: lines)
        await seat.press("h")
        advice = seat.app.screen.query_one("#advice")
        assert advice.region.height >= min(10, size[1] // 5)
        assert "reason 0" in seat.shown
        advice.focus()
        await seat.press("end")
        assert "reason 29" in seat.shown


async def test_the_court_tells_cost_races_influence_and_keys() -> None:
    async with seated(rich_session()) as seat:
        lines = [line.strip() for line in seat.shown.splitlines()]
        slaver = next(line for line in lines if line.startswith("✓ Slaver"))
        assert slaver.split()[2:6] == ["8", "S", "5", "key"]
        assert any(line.startswith("Miller") for line in lines)


async def test_a_payment_is_chosen_whole_and_can_be_taken_back() -> None:
    async with seated(session := rich_session()) as seat:
        log = seat.app.screen.query_one("#log", RichLog)
        lines = len(log.lines)
        keys = {choice.text: ANSWER_KEYS[place] for place, choice in enumerate(session.choices)}
        await seat.press(keys["recruit:12"])
        assert "The Slaver costs 8. How do you pay?" in seat.shown
        await seat.press("1")
        assert 12 in lords_of_the_person(session)
        assert len(log.lines) > lines
        await seat.press("u", "u")
        assert session.game.question.kind == "MAIN"
        assert len(log.lines) == lines
        await seat.press("r", "r")
        assert 12 in lords_of_the_person(session)


async def test_nothing_to_take_back_is_told() -> None:
    async with seated(rich_session()) as seat:
        await seat.press("u", "r")
        assert "Nothing can be undone" in seat.notified


async def test_enter_on_a_lord_tells_why_it_cannot_be_recruited() -> None:
    async with seated(rich_session()) as seat:
        await seat.mark("Miller")
        await seat.press("enter")
        assert isinstance(seat.app.screen, CardSheet)
        assert "demands seahorses" in seat.shown
        await seat.press("c")
        assert isinstance(seat.app.screen, CardSheet)
        await seat.press("escape")
        assert isinstance(seat.app.screen, TableScreen)


async def test_a_lord_can_be_recruited_from_its_card() -> None:
    async with seated(session := rich_session()) as seat:
        await seat.mark("Slaver")
        await seat.press("i")
        assert "Recruit the Slaver" in seat.shown
        await seat.press("c")
        assert session.game.question.kind == "PAY"


async def test_the_card_of_an_answer_is_read() -> None:
    async with seated(rich_session()) as seat:
        await seat.press("i")
        assert "There is no card to read here" in seat.notified
        await seat.mark("Jailer", "answers")
        await seat.press("i")
        assert "discards one of them" in seat.shown


async def test_a_seat_shows_what_everybody_may_know() -> None:
    async with seated(rich_session()) as seat:
        await seat.mark("Triton")
        await seat.press("enter")
        assert isinstance(seat.app.screen, SeatSheet)
        assert "Stocks: 2 pearls" in seat.shown
        assert "squid 3" not in seat.shown
        await seat.press("enter")
        assert "Ship Master" in seat.shown
        assert isinstance(seat.app.screen, CardSheet)


@pytest.mark.parametrize(
    ("key", "parts"),
    [
        ("?", ["What may I do now?", "Explore the depths", "You turn up cards"]),
        ("f1", ["Tab"]),
        ("v", ["If the game ended now"]),
        ("l", ["newest first"]),
        ("n", ["New game"]),
    ],
)
async def test_sheets_open_and_close(key: str, parts: list[str]) -> None:
    async with seated(rich_session()) as seat:
        await seat.press(key)
        assert [part for part in parts if part not in seat.shown] == []
        await seat.press("down", "up", "pagedown", "pageup", "escape")
        assert isinstance(seat.app.screen, TableScreen)


@pytest.mark.parametrize(("size", "total"), [((80, 24), 1), ((40, 24), 5)])
async def test_the_score_of_five_is_seat_by_seat_where_it_is_too_wide(
    size: tuple[int, int], total: int
) -> None:
    with reading_in("de"):
        session = new_session("human", *["random"] * 4, variant=LEVIATHAN)
        async with seated(session, size) as seat:
            await seat.press("v")
            assert "Verbündeten auf der" in seat.shown
            assert "Hand" in seat.shown
            body = seat.app.screen.query_one("VerticalScroll Static", Static)
            lines = [line.text for line in body.render_lines(body.size.region)]
    assert sum("Summe" in line for line in lines) == total
    assert all(any(name in line for line in lines) for name in session.names)


async def test_an_answer_can_be_clicked() -> None:
    async with seated(session := rich_session()) as seat:
        await seat.pilot.click("#answers", offset=(4, 0))
        await seat.settle()
        assert "Captain explores the depths." in [line.text for line in session.log]


async def test_s_saves_and_q_leaves_and_saves() -> None:
    async with seated(session := rich_session()) as seat:
        await seat.press("s")
        assert load(last_game_file()).game.hash == session.game.hash
        last_game_file().unlink()
        await seat.pilot.press("q")
    assert load(last_game_file()).game.hash == session.game.hash


async def test_a_game_is_ended_early_by_what_is_chosen_for_that() -> None:
    async with seated(session := two_people()) as seat:
        await seat.press("enter", "X", "enter")
        assert not session.is_over
        await seat.press("X", "down", "down", "down", "enter")
        assert session.history.settlement.ended == "void"
        assert isinstance(seat.app.screen, Sheet)
        await seat.press("escape", "X")
        assert "The game is over." in seat.shown


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Computers think slowly: the first is set when one has begun, and they end when the second is set."""
    began, may_end = threading.Event(), threading.Event()
    found = Session.opponent_answering

    def slowly(session: Session) -> Answering:
        answering = found(session)

        def answer() -> str:
            began.set()
            may_end.wait(60)
            return answering()

        return answer

    monkeypatch.setattr(Session, "opponent_answering", slowly)
    return began, may_end


@pytest.mark.parametrize("key", ["L", "n"])
async def test_a_sheet_that_is_closed_while_a_computer_thinks_leaves_the_game_as_it_is(
    thinking: tuple[threading.Event, threading.Event], monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """The table is on a new screen then; what was thought for the old one comes while that is taken away."""
    began, may_end = thinking

    async def take_time(_part: Widget) -> None:
        may_end.set()
        await asyncio.sleep(0.2)

    monkeypatch.setattr(AnswerList, "on_unmount", take_time, raising=False)
    app = TableApp(session := new_session("random", "human", "random", seed=4), pace=0)
    async with app.run_test(size=SMALL) as pilot:
        await asyncio.to_thread(began.wait, 60)
        before = app.screen
        await pilot.press(key, "escape")
        await pilot.pause()
        assert app.screen is not before
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert session.waits_for_person
        assert app.is_running
    assert app.return_code in (None, 0)


async def test_a_game_is_conceded_while_a_computer_thinks(
    thinking: tuple[threading.Event, threading.Event],
) -> None:
    began, may_end = thinking
    app = TableApp(session := new_session("random", "human", "random", seed=4), pace=0)
    async with app.run_test(size=SMALL) as pilot:
        await asyncio.to_thread(began.wait, 60)
        await pilot.press("X", "down", "enter")
        await pilot.pause()
        may_end.set()
        await app.workers.wait_for_complete()
        assert session.history.settlement.conceded
    assert app.return_code in (None, 0)


async def test_a_finished_game_that_is_saved_is_kept_and_not_offered_to_go_on_with() -> None:
    async with seated(session := new_session()) as seat:
        await seat.press("X", "down", "enter", "escape", "s", "s")
        assert session.is_over
        assert left_games() == []
        [kept] = data_folder().glob("finished-game*.json")
        assert f"Saved in {kept}." in seat.notified
        await seat.press("q")
    assert load(kept).game.hash == session.game.hash


async def test_ctrl_c_leaves_from_anywhere() -> None:
    async with seated(rich_session()) as seat:
        await seat.press("?")
        await seat.pilot.press("ctrl+c")
    assert seat.app.return_code == 0
    assert last_game_file().exists()


async def test_a_game_that_cannot_be_saved_is_left_only_by_a_second_q(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENABYSS_DATA", "/dev/null/data")
    async with seated(rich_session()) as seat:
        await seat.press("q")
        assert "cannot be written" in seat.notified
        await seat.pilot.press("q")
    assert seat.app.return_code == 2


def test_a_screen_that_has_failed_is_the_exit_status(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    save(rich_session(), record := tmp_path / "saved.json")
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    # The rules are imported here already.
    monkeypatch.setattr("openabyss.terminal.commands._runs_uncompiled", lambda: False)
    monkeypatch.setattr("textual.app.App.run", lambda app: setattr(app, "_return_code", 1))
    assert main(["play", "--seed", "4"]) == 1
    assert main(["replay", str(record)]) == 1


async def test_a_saved_game_is_offered_and_resumed() -> None:
    save(saved := rich_session(), last_game_file())
    async with seated(None) as seat:
        assert isinstance(seat.app.screen, Ask)
        await seat.press("enter")
        assert seat.session.game.hash == saved.game.hash


async def test_a_new_game_leaves_the_saved_one_but_replaces_the_abandoned_one() -> None:
    save(saved := rich_session())
    async with seated(None) as seat:
        await seat.press("down", "enter", "enter")
        abandoned = seat.session
        await seat.press("n", "home", "enter")
        assert seat.session is not abandoned
        seat.session.concede()
        await seat.press("escape")
    assert load(last_game_file()).game.hash == saved.game.hash


async def test_a_damaged_saved_game_is_told_and_a_new_one_offered() -> None:
    last_game_file().parent.mkdir(parents=True)
    last_game_file().write_text("[bold]no JSON")
    async with seated(None) as seat:
        await seat.press("enter")
        assert isinstance(seat.app.screen, NewGame)
        assert "not JSON" in seat.notified


async def test_a_damaged_saved_game_hides_no_other() -> None:
    save(older := rich_session())
    save(newer := new_session())
    assert older.file is not None
    assert newer.file is not None
    os.utime(older.file, (1, 1))
    newer.file.write_text("[bold]no JSON")
    async with seated(None) as seat:
        await seat.press("enter")
        assert seat.session.game.hash == older.game.hash
        assert "saved-game-1.json" in seat.notified


async def test_a_new_game_is_chosen_with_arrows_and_digits() -> None:
    async with seated(None) as seat:
        assert isinstance(seat.app.screen, NewGame)
        await seat.press("down", "down", "right", "right", "left", "down", "left")
        await seat.press("4", "2", "3", "backspace")
        await seat.press("down", "down", "right", "home", "enter")
        session = seat.session
        assert (session.game.players, session.opponents.seed, session.people) == (3, 42, [1])
        assert not session.game.state.kraken
        assert not session.game.state.leviathan


async def test_a_bot_that_cannot_be_loaded_is_told_and_the_sheet_shown_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENABYSS_PLAYERS", "no_such_module:Bot")
    async with seated(None) as seat:
        await seat.press("down", "down", "down", "left")
        while "no_such_module:Bot" not in seat.shown:
            await seat.press("left")
        await seat.press("home", "enter")
        assert "no_such_module:Bot cannot be loaded" in seat.notified
        assert isinstance(seat.app.screen, NewGame)
        await seat.press("down", "down", "down", "left", "home", "enter")
        assert seat.session.people == [0]


@SIZES
async def test_expansions_and_options_are_chosen_for_a_new_game(size: tuple[int, int]) -> None:
    async with seated(None, size) as seat:
        assert "loot_duplicate" not in seat.shown
        await seat.press(*["down"] * 5, "enter", "down", "enter", "down", "enter")
        await seat.press("home", "down", "down", "left", "end")
        assert "leviathan_token_20th" in seat.shown
        assert "twentieth monster token" in seat.shown
        await seat.press("right", "home", "enter")
        game = seat.session.game
        assert (game.players, int(game.state.kraken), int(game.state.leviathan)) == (5, 1, 1)
        assert Options.of(game.state) == Options(leviathan_token_20th=True)
        others = [(one.kind, one.name) for one in seat.session.sittings[1:3]]
        assert others == [("medium:style=collector", "Nautilus"), ("medium:style=collector", "Nerissa")]


@SIZES
async def test_the_regent_is_chosen_for_a_new_game_and_said_to_have_house_rules(
    size: tuple[int, int],
) -> None:
    async with seated(None, size) as seat:
        await seat.press("down", "left", "left")
        assert "4 Maelstrom (house rules)" in seat.shown
        assert "Opponent 1" not in seat.shown
        assert "guild bonus" in seat.shown
        await seat.press("home", "enter")
        table = seat.session.game.table
        assert (table.regent, table.regent_level, seat.session.people) == (1, 4, [0])


def test_without_solo_play_the_opponents_are_those_chosen_before() -> None:
    wanted = GameSetup(players=3, seat=2)
    before = wanted.kinds
    wanted.turn("solo", 1)
    assert (wanted.kinds, wanted.variant.regent) == (["human", "regent"], 1)
    wanted.turn("solo", -1)
    assert (wanted.kinds, wanted.variant.regent) == (before, None)


def test_without_leviathan_the_fifth_seat_goes_away() -> None:
    wanted = GameSetup(players=5, seat=5, leviathan=True)
    wanted.turn("leviathan", 1)
    assert (wanted.players, wanted.seat, wanted.variant) == (4, 4, Variant())


@SIZES
async def test_the_table_shows_what_the_expansions_bring(size: tuple[int, int]) -> None:
    async with seated(deep_session(), size) as seat:
        for part in ("1 pearl and 1 nebulis", "2 wounds", "S 4* 3", "K 2", "Border", "1 Explore the depths"):
            assert part in seat.shown
        leviathan = next(line for line in seat.shown.splitlines() if line.strip().startswith("7 "))
        assert leviathan.split()[1:6] == ["●●○", "J", "C", "7→2", "5→1"]
        assert "Threat" not in seat.shown
        await seat.mark("The Cetacean Graveyard")
        assert "loot 3 5" in seat.shown
        await seat.mark("Triton random")
        await seat.press("enter")
        assert "figure of the Kraken" in seat.shown


async def test_a_leviathan_of_the_border_can_be_read() -> None:
    async with seated(deep_session()) as seat:
        await seat.mark("11/12")
        await seat.press("enter")
        assert isinstance(seat.app.screen, CardSheet)
        assert "Leviathan 19" in seat.shown
        assert "Resists 9 (pays 2 tokens)" in seat.shown


async def test_the_score_and_the_help_name_only_what_is_in_play() -> None:
    async with seated(deep_session()) as seat:
        await seat.press("v")
        for part in ("Nebulis", "Figure of the Kraken", "Wounds", "Scourge of the Abyss"):
            assert part in seat.shown
    async with seated(rich_session()) as seat:
        await seat.press("v")
        assert "Nebulis" not in seat.shown
        assert "Wounds" not in seat.shown
        await seat.press("escape", "f1")
        assert "Kraken" not in seat.shown


async def test_for_a_bot_that_fails_a_level_plays_on_and_the_screen_says_why() -> None:
    async with seated(session := new_table(["tests.terminal.test_plain:Erring", "human"], 4)) as seat:
        assert session.waits_for_person
        assert "ZeroDivisionError: no idea\nThe level “medium” plays on in its place." in seat.notified


async def test_the_program_of_a_bot_ends_with_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENABYSS_BOT_SECONDS", "120")
    monkeypatch.setattr("openabyss.players.bot_lines.SECONDS_TO_END", 60.0)
    ended, program = tmp_path / "ended", tmp_path / "bot.py"
    program.write_text(
        "import json, pathlib, sys\n"
        "for line in sys.stdin:\n"
        "    if 'ids' in (heard := json.loads(line)):\n"
        "        print(json.dumps({'action': heard['ids'][0]}), flush=True)\n"
        f"pathlib.Path({str(ended)!r}).touch()\n"
    )
    session = new_table([f"program:{shlex.join([sys.executable, str(program)])}", "human"], 4)
    async with seated(session) as seat:
        assert session.waits_for_person
        assert not seat.notified
        assert not ended.exists()
    assert ended.exists()


async def test_leaving_the_first_sheet_leaves() -> None:
    async with seated(None) as seat:
        await seat.pilot.press("escape")
    assert seat.app.return_code == 0


async def test_the_table_is_hidden_until_the_next_person_sits_down() -> None:
    async with seated(session := two_people()) as seat:
        assert isinstance(seat.app.screen, Handover)
        assert "shellfish" not in seat.shown.lower()
        await seat.press("enter")
        assert session.viewer == 0
        await seat.press("1")
        assert session.game.player == 1
        assert isinstance(seat.app.screen, Handover)
        await seat.press("1", "u", "space")
        assert session.viewer == 1


FUZZ_KEYS = [
    *"123456789abcdefghijklmnoprstuvwxyz?-_ .", "enter", "escape", "tab", "shift+tab", "up", "down", "left",
    "right", "home", "end", "pageup", "pagedown", "backspace", "f1", "f5", "delete", "ctrl+p", "ctrl+a",
]  # fmt: skip


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
async def test_no_key_and_no_size_breaks_the_client(seed: int) -> None:
    chooser = random.Random(seed)
    async with seated(new_session("human", "random", "human", seed=seed)) as seat:
        for count in range(150):
            if count % 20 == 19:
                await seat.pilot.resize_terminal(chooser.randrange(1, 160), chooser.randrange(1, 60))
            await seat.pilot.press(chooser.choice(FUZZ_KEYS))
            if not seat.app.is_running:
                break
        await seat.pilot.resize_terminal(*SMALL)
        await seat.pilot.pause()


@pytest.mark.parametrize("size", [(1, 1), (20, 5), (40, 12), (200, 60)])
async def test_every_size_shows_the_prompt_if_there_is_room(size: tuple[int, int]) -> None:
    async with seated(rich_session(), size) as seat:
        assert seat.app.screen.query_one("#prompt", Static).display
        if size[1] >= 12:
            assert "Explore the depths" in seat.shown


@pytest.mark.parametrize("size", [(40, 12), (40, 15), (80, 16), (80, 17)])
async def test_answers_have_two_fifths_of_a_low_screen_if_they_need_them(size: tuple[int, int]) -> None:
    async with seated(rich_session(), size) as seat:
        answers = seat.app.screen.query_one("#answers")
        assert answers.virtual_size.height > 1
        assert answers.size.height == min(answers.virtual_size.height, size[1] * 2 // 5)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(40, 24), (60, 24), (80, 24)])
async def test_every_key_is_shown_where_there_is_room(language: str, size: tuple[int, int]) -> None:
    with reading_in(language):
        async with seated(rich_session(), size) as seat:
            shown = " ".join(seat.shown.replace("█", " ").split())
            assert [_(label) for label, _action in KEYS if _(label) not in shown] == []


async def test_the_log_is_as_wide_as_there_is_room_wherever_it_was_before() -> None:
    """A window too low for the log grows while something else is in front, or after a move."""
    async with seated(new_session(seed=4), (80, 16)) as seat:
        log = seat.app.screen.query_one("#log", RichLog)
        await seat.press("1", "question_mark")
        await seat.pilot.resize_terminal(110, 40)
        await seat.press("escape")
        assert max(len(line.text.rstrip()) for line in log.lines) > 20
        written = len(log.lines)
        await seat.pilot.resize_terminal(110, 16)
        await seat.press("1")
        await seat.pilot.resize_terminal(110, 40)
        await seat.settle()
        assert len(log.lines) > written
        assert all(len(line.text.rstrip()) > 10 for line in log.lines)

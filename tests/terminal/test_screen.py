"""The table on the whole screen, played with keys at several sizes."""

import asyncio
import random
import shlex
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, RichLog, Static

from openabyss import Game
from openabyss.players.perspective import Perspective
from openabyss.players.registry import player
from openabyss.position.options import Options
from openabyss.terminal.saving import last_game_file, load, save
from openabyss.terminal.screen.app import TableApp
from openabyss.terminal.screen.dialogs import Ask, CardSheet, Handover, SeatSheet, Sheet
from openabyss.terminal.screen.new_game import GameSetup, NewGame
from openabyss.terminal.screen.table_screen import KEYS, TableScreen
from openabyss.terminal.screen.widgets import ANSWER_KEYS
from openabyss.terminal.session import Session
from openabyss.terminal.tables import Variant, new_table
from openabyss.words import LANGUAGES, _, reading_in
from tests.terminal.tables import BOTH, deep_session, new_session, rich_session, two_people

SMALL, LARGE = (80, 24), (120, 40)
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE])

Script = Callable[[TableApp, "Pilot[None]"], Awaitable[None]]


def sit(session: Session | None, script: Script, size: tuple[int, int] = SMALL) -> TableApp:
    """Run the client without a terminal, and do at it what the script says."""

    async def run() -> TableApp:
        app = TableApp(session, pace=0)
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            await script(app, pilot)
        return app

    return asyncio.run(run())


async def settled(app: TableApp, pilot: "Pilot[None]") -> None:
    """Wait until a person is asked or the game is over, and everything is shown."""
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


async def press(app: TableApp, pilot: "Pilot[None]", *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(app, pilot)


def notified(app: TableApp) -> str:
    """All messages that have been shown in passing."""
    return " ".join(note.message for note in app._notifications)


def shown(app: TableApp) -> str:
    """All text on the screen."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


def table_screen(app: TableApp) -> TableScreen:
    """The table, which must be on top."""
    assert isinstance(app.screen, TableScreen)
    return app.screen


def opponents_are_asked(session: Session) -> bool:
    return not session.game.is_over and not session.waits_for_person


@pytest.mark.soak
def test_a_whole_game_is_played_with_keys() -> None:
    session = new_session("human", "medium", seed=3)
    me = player("medium", seed=1)

    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        while not session.game.is_over:
            await pilot.press(key_of(session, session.game, me.choose(Perspective(session.game)).id))
            while opponents_are_asked(session):
                await asyncio.sleep(0.001)
        await settled(app, pilot)
        assert isinstance(app.screen, Sheet)
        assert "Final score" in shown(app)
        await press(app, pilot, "escape")
        assert "The game is over." in shown(app)
        assert not last_game_file().exists()

    sit(session, play)


def key_of(session: Session, game: Game, action: int) -> str:
    """The key of the choice that begins with this action; of several payments the first one."""
    texts = [choice.text for choice in session.choices]
    wanted = next((str(legal) for legal in game.legal_actions if legal.id == action), "")
    return ANSWER_KEYS[texts.index(wanted) if wanted in texts else 0]


@SIZES
def test_prompt_answers_and_keys_are_always_visible(size: tuple[int, int]) -> None:
    async def look(app: TableApp, pilot: "Pilot[None]") -> None:
        for part in ("Plot or use a power", "1 Explore the depths", "Recruit the Slaver", "? help", "Turn"):
            assert part in shown(app)

    sit(rich_session(), look, size)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_is_named_in_every_language(language: str) -> None:
    async def look(app: TableApp, pilot: "Pilot[None]") -> None:
        seen = " ".join(shown(app).split())
        assert [label for label, _action in KEYS if _(label) not in seen] == []

    with reading_in(language):
        sit(rich_session(), look)


@SIZES
def test_a_hint_covers_neither_prompt_nor_answers_and_goes_with_the_question(size: tuple[int, int]) -> None:
    def asked(app: TableApp) -> list[str]:
        rows, table = shown(app).splitlines(), table_screen(app)
        regions = [table.query_one(f"#{part}").region for part in ("prompt", "answers")]
        return [
            rows[y][region.x : region.right] for region in regions for y in range(region.y, region.bottom)
        ]

    async def ask(app: TableApp, pilot: "Pilot[None]") -> None:
        before = asked(app)
        await press(app, pilot, "h")
        assert "you win" in shown(app)
        assert asked(app) == before
        await press(app, pilot, "1")
        assert "you win" not in shown(app)

    sit(rich_session(), ask, size)


def test_the_court_tells_cost_races_influence_and_keys() -> None:
    async def look(app: TableApp, pilot: "Pilot[None]") -> None:
        lines = shown(app).splitlines()
        slaver = next(line for line in lines if line.strip().startswith("✓ Slaver"))
        assert slaver.split()[2:6] == ["8", "S", "5", "key"]
        assert any(line.strip().startswith("Miller") for line in lines)

    sit(rich_session(), look)


def test_a_payment_is_chosen_whole_and_can_be_taken_back() -> None:
    session = rich_session()

    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        keys = {choice.text: ANSWER_KEYS[place] for place, choice in enumerate(session.choices)}
        await press(app, pilot, keys["recruit:12"])
        assert "The Slaver costs 8. How do you pay?" in shown(app)
        await press(app, pilot, "1")
        assert 12 in [lord.id for lord in session.game.table.seats[0].lords]
        await press(app, pilot, "u", "u")
        assert session.game.question.kind == "MAIN"
        await press(app, pilot, "r", "r")
        assert 12 in [lord.id for lord in session.game.table.seats[0].lords]

    sit(session, play)


def test_nothing_to_take_back_is_told() -> None:
    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        await press(app, pilot, "u", "r")
        assert "Nothing can be undone" in notified(app)

    sit(rich_session(), play)


def test_enter_on_a_lord_tells_why_it_cannot_be_recruited() -> None:
    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        await mark(app, pilot, "Miller")
        await press(app, pilot, "enter")
        assert isinstance(app.screen, CardSheet)
        assert "demands seahorses" in shown(app)
        await press(app, pilot, "c")
        assert isinstance(app.screen, CardSheet)
        await press(app, pilot, "escape")
        assert isinstance(app.screen, TableScreen)

    sit(rich_session(), play)


async def mark(app: TableApp, pilot: "Pilot[None]", text: str) -> None:
    """Go to the row of the table that holds a text."""
    table = app.screen.query_one("#table", OptionList)
    table.focus()
    table.highlighted = next(n for n, option in enumerate(table.options) if text in str(option.prompt))
    await pilot.pause()


def test_a_lord_can_be_recruited_from_its_card() -> None:
    session = rich_session()

    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        await mark(app, pilot, "Slaver")
        await press(app, pilot, "i")
        assert "Recruit the Slaver" in shown(app)
        await press(app, pilot, "c")
        assert session.game.question.kind == "PAY"

    sit(session, play)


def test_the_card_of_an_answer_is_read() -> None:
    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        await press(app, pilot, "i")
        assert "This is not about a card" in notified(app)
        answers = app.screen.query_one("#answers", OptionList)
        answers.highlighted = next(n for n, o in enumerate(answers.options) if "Jailer" in str(o.prompt))
        await press(app, pilot, "i")
        assert "discards one of them" in shown(app)

    sit(rich_session(), play)


def test_a_seat_shows_what_everybody_may_know() -> None:
    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        await mark(app, pilot, "Triton")
        await press(app, pilot, "enter")
        assert isinstance(app.screen, SeatSheet)
        assert "Stocks: 2 pearls" in shown(app)
        assert "squid 3" not in shown(app)
        await press(app, pilot, "enter")
        assert "Ship Master" in shown(app)
        assert isinstance(app.screen, CardSheet)

    sit(rich_session(), play)


@pytest.mark.parametrize(
    ("key", "part"),
    [
        ("?", "What may I do now?"),
        ("f1", "Tab"),
        ("v", "If the game ended now"),
        ("l", "newest first"),
        ("n", "New game"),
    ],
)
def test_sheets_open_and_close(key: str, part: str) -> None:
    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        await press(app, pilot, key)
        assert part in shown(app)
        await press(app, pilot, "down", "up", "pagedown", "pageup", "escape")
        assert isinstance(app.screen, TableScreen)

    sit(rich_session(), play)


def test_an_answer_can_be_clicked() -> None:
    session = rich_session()

    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        await pilot.click("#answers", offset=(4, 0))
        await settled(app, pilot)
        assert "Captain explores the depths." in [line.text for line in session.log]

    sit(session, play)


def test_s_saves_and_q_leaves_and_saves() -> None:
    session = rich_session()

    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        await press(app, pilot, "s")
        assert load(last_game_file()).game.hash == session.game.hash
        last_game_file().unlink()
        await pilot.press("q")

    sit(session, play)
    assert load(last_game_file()).game.hash == session.game.hash


def test_ctrl_c_leaves_from_anywhere() -> None:
    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        await press(app, pilot, "?")
        await pilot.press("ctrl+c")

    assert sit(rich_session(), play).return_code == 0
    assert last_game_file().exists()


def test_a_saved_game_is_offered_and_resumed() -> None:
    saved = rich_session()
    save(saved, last_game_file())

    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        assert isinstance(app.screen, Ask)
        await press(app, pilot, "enter")
        assert table_screen(app).session.game.hash == saved.game.hash

    sit(None, play)


def test_a_damaged_saved_game_is_told_and_a_new_one_offered() -> None:
    last_game_file().parent.mkdir(parents=True)
    last_game_file().write_text("[bold]no JSON")

    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        await press(app, pilot, "enter")
        assert isinstance(app.screen, NewGame)
        assert "not JSON" in notified(app)

    sit(None, play)


def test_a_new_game_is_chosen_with_arrows_and_digits() -> None:
    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        assert isinstance(app.screen, NewGame)
        await press(app, pilot, "down", "down", "right", "right", "left", "down", "left")
        await press(app, pilot, "4", "2", "3", "backspace")
        await press(app, pilot, "down", "down", "right", "home", "enter")
        session = table_screen(app).session
        assert (session.game.players, session.opponents.seed, session.people) == (3, 42, [1])
        assert not session.game.state.kraken
        assert not session.game.state.leviathan

    sit(None, play)


@SIZES
def test_expansions_and_options_are_chosen_for_a_new_game(size: tuple[int, int]) -> None:
    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        assert "loot_duplicate" not in shown(app)
        await press(app, pilot, *["down"] * 5, "enter", "down", "enter")
        await press(app, pilot, "home", "down", "down", "left", "end")
        assert "leviathan_token_20th" in shown(app)
        assert "twentieth monster token" in shown(app)
        await press(app, pilot, "right", "home", "enter")
        game = table_screen(app).session.game
        assert (game.players, int(game.state.kraken), int(game.state.leviathan)) == (5, 1, 1)
        assert Options.of(game.state) == Options(leviathan_token_20th=True)

    sit(None, play, size)


@SIZES
def test_the_regent_is_chosen_for_a_new_game_and_said_to_have_house_rules(size: tuple[int, int]) -> None:
    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        await press(app, pilot, "down", "left", "left")
        assert "4 Maelstrom (house rules)" in shown(app)
        assert "Opponent 1" not in shown(app)
        assert "guild bonus" in shown(app)
        await press(app, pilot, "home", "enter")
        session = table_screen(app).session
        assert (session.game.table.regent, session.game.table.regent_level, session.people) == (1, 4, [0])

    sit(None, play, size)


def test_without_solo_play_the_opponents_are_those_chosen_before() -> None:
    wanted = GameSetup(players=3, seat=2)
    before = wanted.kinds
    wanted.turn("solo", 1)
    assert (wanted.kinds, wanted.variant.solo) == (["human", "regent"], 1)
    wanted.turn("solo", -1)
    assert (wanted.kinds, wanted.variant.solo) == (before, None)


def test_without_leviathan_the_fifth_seat_goes_away() -> None:
    wanted = GameSetup(players=5, seat=5, leviathan=True)
    wanted.turn("leviathan", 1)
    assert (wanted.players, wanted.seat, wanted.variant) == (4, 4, Variant())


@SIZES
def test_the_table_shows_what_the_expansions_bring(size: tuple[int, int]) -> None:
    async def look(app: TableApp, pilot: "Pilot[None]") -> None:
        for part in ("1 pearl and 1 nebulis", "2 wounds", "S 4* 3", "K 2", "Border", "1 Explore the depths"):
            assert part in shown(app)
        lines = shown(app).splitlines()
        beast = next(line for line in lines if line.strip().startswith("7 "))
        assert beast.split()[1:6] == ["●●○", "J", "C", "7→2", "5→1"]
        assert "Threat" not in shown(app)
        await mark(app, pilot, "The Cetacean Graveyard")
        assert "loot 3 5" in shown(app)
        await mark(app, pilot, "Triton random")
        await press(app, pilot, "enter")
        assert "figure of the Kraken" in shown(app)

    sit(deep_session(), look, size)


def test_a_leviathan_of_the_border_can_be_read() -> None:
    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        await mark(app, pilot, "11/12")
        await press(app, pilot, "enter")
        assert isinstance(app.screen, CardSheet)
        assert "Leviathan 19" in shown(app)
        assert "Resists 9 (pays 2 tokens)" in shown(app)

    sit(deep_session(), play)


def test_a_question_mark_tells_what_each_answer_costs_and_brings() -> None:
    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        await press(app, pilot, "?")
        for part in ("What may I do now?", "Explore the depths", "You turn up cards"):
            assert part in shown(app)

    sit(rich_session(), play)


def test_the_score_and_the_help_name_only_what_is_in_play() -> None:
    async def deep(app: TableApp, pilot: "Pilot[None]") -> None:
        await press(app, pilot, "v")
        for part in ("Nebulis", "Figure of the Kraken", "Wounds", "Scourge of the Abyss"):
            assert part in shown(app)

    async def base(app: TableApp, pilot: "Pilot[None]") -> None:
        await press(app, pilot, "v")
        assert "Nebulis" not in shown(app)
        assert "Wounds" not in shown(app)
        await press(app, pilot, "escape", "f1")
        assert "Kraken" not in shown(app)

    sit(deep_session(), deep)
    sit(rich_session(), base)


def test_a_whole_game_with_both_expansions_is_played_with_keys() -> None:
    session = new_session("human", "random", seed=3, variant=BOTH)
    me = player("random", seed=1)

    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        while not session.game.is_over:
            await pilot.press(key_of(session, session.game, me.choose(Perspective(session.game)).id))
            while opponents_are_asked(session):
                await asyncio.sleep(0.001)
        await settled(app, pilot)
        assert "Final score" in shown(app)
        assert "Scourge of the Abyss" in shown(app)

    sit(session, play, LARGE)


def test_for_a_bot_that_fails_a_level_plays_on_and_the_screen_says_why() -> None:
    session = new_table(["tests.terminal.test_plain:Erring", "human"], 4)

    async def look(app: TableApp, pilot: "Pilot[None]") -> None:
        assert session.waits_for_person
        assert "ZeroDivisionError: no idea\nmedium plays on in its place." in notified(app)

    sit(session, look)


def test_the_program_of_a_bot_ends_with_the_screen(tmp_path: Path) -> None:
    ended, program = tmp_path / "ended", tmp_path / "bot.py"
    program.write_text(
        "import json, pathlib, sys\n"
        "for line in sys.stdin:\n"
        "    if 'ids' in (told := json.loads(line)):\n"
        "        print(json.dumps({'action': told['ids'][0]}), flush=True)\n"
        f"pathlib.Path({str(ended)!r}).touch()\n"
    )
    session = new_table([f"program:{shlex.join([sys.executable, str(program)])}", "human"], 4)

    async def look(app: TableApp, pilot: "Pilot[None]") -> None:
        assert session.waits_for_person
        assert not notified(app)
        assert not ended.exists()

    sit(session, look)
    assert ended.exists()


def test_leaving_the_first_sheet_leaves() -> None:
    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        await pilot.press("escape")

    assert sit(None, play).return_code == 0


def test_the_table_is_hidden_until_the_next_person_sits_down() -> None:
    session = two_people()

    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        assert isinstance(app.screen, Handover)
        assert "shellfish" not in shown(app).lower()
        await press(app, pilot, "enter")
        assert session.viewer == 0
        await press(app, pilot, "1")
        assert session.game.player == 1
        assert isinstance(app.screen, Handover)
        await press(app, pilot, "1", "u", "space")
        assert session.viewer == 1

    sit(session, play)


def test_the_log_shrinks_when_something_is_taken_back() -> None:
    session = rich_session()

    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        before = len(app.screen.query_one("#log", RichLog).lines)
        keys = {choice.text: ANSWER_KEYS[place] for place, choice in enumerate(session.choices)}
        await press(app, pilot, keys["recruit:12"], "1")
        assert len(app.screen.query_one("#log", RichLog).lines) > before
        await press(app, pilot, "u", "u")
        assert len(app.screen.query_one("#log", RichLog).lines) == before

    sit(session, play)


FUZZ_KEYS = [
    *"123456789abcdefghijklmnoprstuvwxyz?-_ .", "enter", "escape", "tab", "shift+tab", "up", "down", "left",
    "right", "home", "end", "pageup", "pagedown", "backspace", "f1", "f5", "delete", "ctrl+p", "ctrl+a",
]  # fmt: skip


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_no_key_and_no_size_breaks_the_client(seed: int) -> None:
    chooser = random.Random(seed)

    async def play(app: TableApp, pilot: "Pilot[None]") -> None:
        for count in range(150):
            if count % 20 == 19:
                await pilot.resize_terminal(chooser.randrange(1, 160), chooser.randrange(1, 60))
            await pilot.press(chooser.choice(FUZZ_KEYS))
            if not app.is_running:
                break
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()

    sit(new_session("human", "random", "human", seed=seed), play)


@pytest.mark.parametrize("size", [(1, 1), (20, 5), (40, 12), (200, 60)])
def test_every_size_shows_the_prompt_if_there_is_room(size: tuple[int, int], data_folder: Path) -> None:
    async def look(app: TableApp, pilot: "Pilot[None]") -> None:
        assert app.screen.query_one("#prompt", Static).display
        if size[1] >= 12:
            assert "Explore the depths" in shown(app)

    sit(rich_session(), look, size)

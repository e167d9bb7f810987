"""The replay on the whole screen: the same moments and keys as in the browser."""

import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from openabyss import Game
from openabyss.terminal.replaying import Recorded, read_recorded
from openabyss.terminal.screen.replay import ReplayApp, ReplayScreen
from tests.random_games import play_on
from tests.terminal.screens import LARGE, SMALL


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    game = play_on(Game.new(2, 4), random.Random(3))
    file: Path = tmp_path_factory.mktemp("records") / "game.json"
    file.write_text(json.dumps(game.to_record()))
    return read_recorded(file)


@asynccontextmanager
async def watched(
    recorded: Recorded, size: tuple[int, int]
) -> AsyncIterator[tuple[ReplayScreen, "Pilot[None]"]]:
    app = ReplayApp(recorded)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        yield app.screen, pilot


def rows(screen: ReplayScreen) -> str:
    """The table, without the log."""
    return str(screen.query_one("#rows", Static).content)


def shown(screen: ReplayScreen) -> str:
    return "\n".join(strip.text for strip in screen._compositor.render_strips())


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=str)
async def test_keys_lead_where_those_of_the_browser_do(recorded: Recorded, size: tuple[int, int]) -> None:
    replay = recorded.replay
    last, turns = len(replay) - 1, [turn.first for turn in replay.turns]
    keys = {
        "right": 1, "shift+right": turns[1], "shift+left": 0, "pagedown": replay.rounds[1], "pageup": 0,
        "ctrl+right": replay.rounds[1], "left": replay.rounds[1] - 1, "end": last, "home": 0,
    }  # fmt: skip
    async with watched(recorded, size) as (screen, pilot):
        for key, moment in keys.items():
            await pilot.press(key)
            assert screen.moment == moment, key
            assert f"{moment} of {last}" in shown(screen)


async def test_one_sees_with_other_eyes_and_reads_event_by_event(recorded: Recorded) -> None:
    async with watched(recorded, LARGE) as (screen, pilot):
        await pilot.press("pagedown")
        moment, first = screen.moment, shown(screen)
        await pilot.press("e")
        assert (screen.seat, screen.moment) == (1, moment)
        assert shown(screen) != first
        await pilot.press("e")
        assert screen.seat is None
        assert "a spectator" in shown(screen)
        lines = recorded.update(moment, None).log
        for _line in lines:
            await pilot.press("up")
        assert screen.moment == moment
        await pilot.press("up")
        assert screen.moment == moment - 1


async def test_from_event_to_event_the_table_is_as_it_was_then(recorded: Recorded) -> None:
    """After each answer that is told, also of chance."""
    replay, seats = recorded.replay, [0, 1]
    ways = (replay.within(one, 0, seats, recorded.context) for one in range(1, len(replay)))
    way = next(way for way in ways if len({step.hash for step in way.updates}) > 2)
    async with watched(recorded, LARGE) as (screen, pilot):
        screen.action_step("first")
        tables = [rows(screen)]
        for _moment in range(way.first - 1):
            await pilot.press("right")
        for step in way.updates:
            for line in step.log:
                await pilot.press("down")
                assert recorded.update_after(line, way.first, 0).hash == step.hash
            tables.append(rows(screen))
        assert len({*tables}) > 2
        assert screen.moment == way.first


async def test_it_plays_by_itself_until_it_is_stopped(
    recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openabyss.terminal.screen.replay.PACE", 0.001)
    async with watched(recorded, LARGE) as (screen, pilot):
        await pilot.press("space")
        while screen.moment < 3:
            await pilot.pause()
        await pilot.press("space")
        moment = screen.moment
        await pilot.pause()
        assert screen.moment == moment

"""The moving picture of the README: `python -m scripts.moving_picture`. It needs Chromium.

A table of four is played on from the middle of a game dealt from a fixed seed, and watched from one seat
while everybody answers. Movement is slowed down while frames are taken, so that a busy machine loses none.
"""

import io
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops
from playwright.sync_api import BrowserContext, Page, sync_playwright

from bench.server_process import ServerProcess
from openabyss import Game, Perspective
from openabyss.players.registry import Player, player
from scripts.screenshots import IMAGES
from tests.web.browser.conftest import ARGUMENTS, CHROMIUM

SEED = 7
SEAT = 3
BEGIN, END = 150, 166
WINDOW, SIZE = (1280, 800), (896, 560)
FRAMES_A_SECOND = 10
FRAMES_AN_ANSWER = 12
SLOWER = 5
QUALITY = 55


def main() -> None:
    """Take it."""
    with (
        tempfile.TemporaryDirectory() as data,
        ServerProcess(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        width, height = WINDOW
        watched, others = (
            browser.new_context(
                base_url=server.address, viewport={"width": width, "height": height}, color_scheme="dark"
            )
            for _browser in range(2)
        )
        _write(_frames(watched, others), IMAGES / "playing.webp")
        browser.close()


def _frames(watched: BrowserContext, others: BrowserContext) -> list[Image.Image]:
    """What the last seat sees while everybody answers."""
    table = _table_of(watched, others)
    game, chooser = Game.new(players=SEAT + 1, seed=SEED, kraken=True, leviathan=True), player("medium", SEED)
    frames, page = [], None
    for number in range(END):
        if number == BEGIN:
            others.new_page().goto(f"/t/{table}")
            page = _opened(watched, f"/t/{table}")
        frames += [] if page is None else [_frame(page) for _time in range(FRAMES_AN_ANSWER)]
        question = others.request.get(f"/api/tables/{table}").json()["question"]
        _answer(watched if question["player"] == SEAT else others, table, question["player"], game, chooser)
    return frames


def _table_of(watched: BrowserContext, others: BrowserContext) -> str:
    """A table at which one seat is that of another browser, so that no screen is passed on."""
    seats = [{"kind": "me"}, *[{"kind": "here"}] * (SEAT - 1), {"kind": "friend"}]
    wanted = {"seats": seats, "seed": SEED, "kraken": True, "leviathan": True}
    table = str(others.request.post("/api/tables", data=wanted).json()["table"])
    link = others.request.get(f"/api/tables/{table}/links").json()["seats"][str(SEAT)]
    watched.request.post(link, form={"name": "Ann"})
    return table


def _answer(context: BrowserContext, table: str, seat: int, game: Game, chooser: Player) -> None:
    """Answer as a computer would. Unlike the game, the table also puts questions that have one answer."""
    update: dict[str, Any] = context.request.get(f"/api/tables/{table}?seat={seat}").json()
    answers = [action["text"] for action in update["question"]["actions"]]
    if len(answers) > 1:
        chosen = chooser.choose(Perspective(game))
        game.apply(chosen)
        answers = [chosen.text]
    command = {
        "type": "answer",
        "id": f"c{update['revision']}",
        "revision": update["revision"],
        "seat": seat,
        "action": answers[0],
    }
    answer = context.request.post(f"/api/tables/{table}/commands", data=command)
    if not answer.ok:
        raise ValueError(answer.text())


def _opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    page.locator("#dock").wait_for()
    page.wait_for_timeout(2000)
    session: Any = context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOWER})
    return page


def _frame(page: Page) -> Image.Image:
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.wait_for_timeout(1000 * SLOWER / FRAMES_A_SECOND - 150)
    return picture.resize(SIZE, Image.Resampling.LANCZOS)


def _write(frames: list[Image.Image], path: Path) -> None:
    """Frames that show nothing new make the one before last longer."""
    shown, durations = frames[:1], [1000 // FRAMES_A_SECOND]
    for before, frame in pairwise(frames):
        if ImageChops.difference(before, frame).getbbox() is None:
            durations[-1] += 1000 // FRAMES_A_SECOND
        else:
            shown.append(frame)
            durations.append(1000 // FRAMES_A_SECOND)
    first, *rest = shown
    first.save(path, save_all=True, append_images=rest, duration=durations, loop=0, quality=QUALITY, method=6)


if __name__ == "__main__":
    main()

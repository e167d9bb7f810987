"""Pictures of pages and tables: `python -m scripts.screenshots [FOLDER] [--languages de fr] …`.

Without a folder it takes the picture of the documentation, docs/images/table.png. With one it takes
every situation in every language and at every size that is asked for, to be looked at. It needs Chromium. The
tables are dealt from fixed seeds, so that pictures differ only where the pages do.
"""

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.server_process import ServerProcess
from openabyss.words import LANGUAGES
from tests.web.browser.conftest import ARGUMENTS, CHROMIUM

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
SIZES = {"desk": (1440, 900), "tablet": (834, 1112), "phone": (390, 844)}
SEED = 7
PAGES = {"start": "/", "setup": "/new", "rules": "/rules/base", "cards": "/rules/lords"}
MOST_ANSWERS = 2000
PATIENCE = 60_000


@dataclass(frozen=True)
class Situation:
    """A table at which a question of this kind is open, for the n-th time, or the game is over (None)."""

    name: str
    kind: str | None
    after: int = 0
    players: int = 4
    expansions: bool = True


SITUATIONS = (
    Situation("turn", "MAIN", after=60),
    Situation("offer", "OFFER", after=20),
    Situation("paying", "PAY", after=40),
    Situation("fight", "FIGHT_TARGET"),
    Situation("border", "MAIN", after=30, players=5),
    Situation("duel", "MAIN", after=40, players=2, expansions=False),
    Situation("end", None),
)
IN_THE_DOCUMENTATION = Situation("table", "MAIN", after=60)


def main() -> None:
    """Take them."""
    arguments = _arguments()
    with (
        tempfile.TemporaryDirectory() as data,
        ServerProcess(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        if arguments.folder is None:
            with _visitor(browser, server.address, "desk", "en", "dark") as context:
                _take_table(context, IN_THE_DOCUMENTATION, IMAGES / "table.png")
        else:
            _take_all(browser, server.address, arguments)
        browser.close()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--languages", nargs="+", default=["en"], choices=LANGUAGES)
    parser.add_argument("--sizes", nargs="+", default=list(SIZES), choices=SIZES)
    parser.add_argument("--themes", nargs="+", default=["dark"], choices=["dark", "light"])
    parser.add_argument("--only", nargs="+", help="the names of these situations and pages")
    return parser.parse_args()


def _take_all(browser: Browser, address: str, arguments: argparse.Namespace) -> None:
    for language in arguments.languages:
        for theme in arguments.themes:
            for size in arguments.sizes:
                folder = arguments.folder / f"{language}-{theme}-{size}"
                with _visitor(browser, address, size, language, theme) as context:
                    _take_pages(context, folder, arguments.only)
                    for situation in SITUATIONS:
                        if not arguments.only or situation.name in arguments.only:
                            _take_table(context, situation, folder / f"{situation.name}.png")


def _visitor(browser: Browser, address: str, size: str, language: str, theme: str) -> BrowserContext:
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        locale=language,
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        has_touch=size != "desk",
    )
    context.set_default_timeout(PATIENCE)
    return context


def _take_pages(context: BrowserContext, folder: Path, only: list[str] | None) -> None:
    page = context.new_page()
    for name, address in PAGES.items():
        if not only or name in only:
            answer = page.goto(address)
            if answer is None or not answer.ok:
                raise LookupError(address)
            _save(page, folder / f"{name}.png")
    page.close()


def _take_table(context: BrowserContext, situation: Situation, path: Path) -> None:
    """Play on all seats until the situation is there, then look at it as the one who is asked."""
    for seed in range(SEED, SEED + 50):
        table = _new_table(context, situation, seed)
        for number, update in enumerate(_played(context, table, Random(seed))):
            question = update["question"]
            kind = None if update["over"] else question["kind"]
            if kind == situation.kind and number >= situation.after:
                seat = 0 if question is None else question["player"]
                page = context.new_page()
                page.goto(f"/t/{table}?seat={seat}")
                page.locator("#dock").wait_for()
                page.wait_for_timeout(1500)
                _save(page, path)
                page.close()
                return
    raise LookupError(situation)


def _new_table(context: BrowserContext, situation: Situation, seed: int) -> str:
    wanted = {
        "seats": [{"kind": "me"}, *[{"kind": "here"}] * (situation.players - 1)],
        "seed": seed,
        "kraken": situation.expansions,
        "leviathan": situation.expansions,
    }
    made: dict[str, Any] = context.request.post("/api/tables", data=wanted).json()
    return str(made["table"])


def _played(context: BrowserContext, table: str, chooser: Random) -> Iterator[dict[str, Any]]:
    """The updates of a game at random, as the seats see them that are asked."""
    seat = 0
    for _answer in range(MOST_ANSWERS):
        update: dict[str, Any] = context.request.get(f"/api/tables/{table}?seat={seat}").json()
        if not update["over"] and not update["question"]["mine"]:
            seat = update["question"]["player"]
            continue
        yield update
        if update["over"]:
            return
        command = {
            "type": "answer",
            "id": f"c{update['revision']}",
            "revision": update["revision"],
            "seat": seat,
            "action": chooser.choice(update["question"]["actions"])["text"],
        }
        context.request.post(f"/api/tables/{table}/commands", data=command)


def _save(page: Page, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path)


if __name__ == "__main__":
    main()

"""Pictures of pages and tables: `python -m scripts.screenshots [FOLDER] [--languages de fr] …`.

Without a folder it takes the picture of the documentation, docs/images/table.png. With one it takes
every situation in every language and at every size that is asked for, to be looked at. It needs Chromium. The
tables are dealt from fixed seeds, so that pictures differ only where the pages do.
"""

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from bench.server_process import ServerProcess
from openabyss.words import LANGUAGES
from scripts.catalogues import compile_changed
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
    page: str = ""


SITUATIONS = (
    Situation("turn", "MAIN", after=60),
    Situation("offer", "OFFER", after=20),
    Situation("paying", "PAY", after=40),
    Situation("fight", "FIGHT_TARGET"),
    Situation("border", "MAIN", after=30, players=5),
    Situation("duel", "MAIN", after=40, players=2, expansions=False),
    Situation("end", None),
    Situation("results", None, page="/results"),
)
IN_THE_DOCUMENTATION = Situation("table", "MAIN", after=260)


def main() -> None:
    """Take them."""
    arguments = _arguments()
    compile_changed()
    with (
        tempfile.TemporaryDirectory() as data,
        ServerProcess(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        player = _visitor(browser, server.address, "desk", "en", "dark")
        if arguments.folder is None:
            _take(player, _played_until(player, IN_THE_DOCUMENTATION), IMAGES / "table.png")
        else:
            _take_all(
                browser, server.address, _addresses(player, arguments.only), player.cookies(), arguments
            )
        browser.close()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--languages", nargs="+", default=["en"], choices=LANGUAGES)
    parser.add_argument("--sizes", nargs="+", default=list(SIZES), choices=SIZES)
    parser.add_argument("--themes", nargs="+", default=["dark"], choices=["dark", "light"])
    parser.add_argument("--only", nargs="+", help="the names of these situations and pages")
    return parser.parse_args()


def _addresses(player: BrowserContext, only: list[str] | None) -> dict[str, str]:
    """Where each picture is taken. Every situation is played once, for every language and size."""
    addresses = {name: address for name, address in PAGES.items() if not only or name in only}
    for situation in SITUATIONS:
        if not only or situation.name in only:
            addresses[situation.name] = _played_until(player, situation)
    return addresses


def _take_all(
    browser: Browser,
    server: str,
    addresses: dict[str, str],
    cookies: list[Any],
    arguments: argparse.Namespace,
) -> None:
    for language, theme, size in product(arguments.languages, arguments.themes, arguments.sizes):
        with _visitor(browser, server, size, language, theme) as context:
            context.add_cookies(cookies)
            for name, address in addresses.items():
                _take(context, address, arguments.folder / f"{language}-{theme}-{size}" / f"{name}.png")


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


def _take(context: BrowserContext, address: str, path: Path) -> None:
    page = context.new_page()
    answer = page.goto(address)
    if answer is None or not answer.ok:
        raise LookupError(address)
    if page.locator("#dock").count():
        page.locator("#dock").wait_for()
        page.wait_for_timeout(1500)
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path)
    page.close()


def _played_until(player: BrowserContext, situation: Situation) -> str:
    """Play on all seats until the situation is there; the address for the one who is asked."""
    for seed in range(SEED, SEED + 50):
        table = _new_table(player, situation, seed)
        for number, update in enumerate(_played(player, table, Random(seed))):
            question = update["question"]
            kind = None if update["over"] else question["kind"]
            if kind == situation.kind and number >= situation.after:
                seat = 0 if question is None else question["player"]
                return f"/t/{table}{situation.page}?seat={seat}"
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


if __name__ == "__main__":
    main()

"""One's own statistics in a browser: noted once, drawn as tables and plots, taken along and deleted."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.at_table import let_computers_finish, new_table, violations

BOT = "program:/home/ann/bots/hers.py"
GAMES = [
    {
        "id": f"game{number}",
        "at": f"2026-11-{number:02}T10:00:00Z",
        "players": 2 + number % 3,
        "kraken": number % 2 == 0,
        "leviathan": number % 5 == 0,
        "level": "medium" if number > 2 else BOT,
        "share": number % 4 and 1,
        "place": 1 if number % 4 else 2,
        "total": 60 + 3 * number,
        "rival": 75,
        "points": {"lords": 40, "locations": 20 + number, "allies": 8, "monster_tokens": 3, "nebulis": -2},
        "lords": [118, 27, 1 + number],
        "locations": [106, 1 + number],
    }
    for number in range(1, 15)
]


@pytest.mark.parametrize(("size", "language"), [((1440, 900), "en"), ((390, 844), "pl")])
def test_games_are_drawn_and_axe_finds_nothing(page: Page, size: tuple[int, int], language: str) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/about")
    page.evaluate("(games) => localStorage.setItem('openabyss.games', JSON.stringify(games))", GAMES)
    page.goto(f"/statistics?lang={language}")
    expect(page.locator("#count")).to_have_text(str(len(GAMES)))
    expect(page.get_by_role("rowheader", name=BOT, exact=True)).to_be_visible()
    expect(page.locator("svg.chart[role=img][aria-label]")).to_have_count(2)
    expect(page.locator("#favourite-lords tbody tr").first).to_contain_text(str(len(GAMES)))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    page.goto("/")
    expect(page.locator("#suits")).to_be_visible()


def test_a_table_without_rows_is_not_shown(page: Page) -> None:
    page.goto("/about")
    games = [{**game, "locations": []} for game in GAMES]
    page.evaluate("(games) => localStorage.setItem('openabyss.games', JSON.stringify(games))", games)
    page.goto("/statistics")
    expect(page.locator("#favourite-lords")).to_be_visible()
    expect(page.locator("#favourite-locations")).to_be_hidden()


def test_a_finished_table_is_noted_once_taken_along_and_deleted(page: Page) -> None:
    table = new_table(page.context, ["me", "computer"], 4)
    let_computers_finish(table, page.context)
    page.goto("/statistics")
    expect(page.locator("#count")).to_have_text("1")
    page.reload()
    expect(page.locator("#count")).to_have_text("1")
    with page.expect_download() as saved:
        page.locator("#export").click()
    assert [game["id"] for game in json.loads(saved.value.path().read_text())["games"]] == [table]
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#delete").click()
    expect(page.locator("#nothing")).to_be_visible()
    page.reload()
    expect(page.locator("#nothing")).to_be_visible()
    page.locator("#file").set_input_files(saved.value.path())
    expect(page.locator("#count")).to_have_text("1")

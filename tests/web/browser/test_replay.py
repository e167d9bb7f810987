"""The replay in Chromium: ways in, steps by keys, whose eyes, a link to a moment, playing on."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from openabyss import Game
from openabyss.client.protocol.parts import Person
from openabyss.client.replay import Replay
from openabyss.client.update import UpdateContext
from tests.random_games import play_on
from tests.web.browser import at_table
from tests.web.browser.at_table import box_of, sit_down, violations

SIZES = [("en", 1440, 900), ("de", 390, 844)]


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return play_on(Game.new(2, 4, kraken=True), random.Random(3)).to_record()


def where(page: Page, moment: int | str) -> None:
    """The page shows this moment."""
    expect(page.locator("#replay-where")).to_have_text(re.compile(rf"^{moment} "))
    expect(page.locator("#replay-moment")).to_have_value(str(moment))


def open_record(page: Page, record: dict[str, Any], address: str = "/replay") -> None:
    """The replay of a record that is pasted there."""
    page.goto(address)
    page.locator("#record-text").fill(json.dumps(record))
    page.locator("#record-form button").click()
    where(page, 0)


@pytest.mark.parametrize(("language", "width", "height"), SIZES, ids=str)
def test_a_record_is_looked_at_moment_by_moment(
    page: Page, context: BrowserContext, record: dict[str, Any], language: str, width: int, height: int
) -> None:
    # Chromium reports what a server refuses as an error, which `page` does not let pass.
    refused = context.new_page()
    for opened in (refused, page):
        opened.set_viewport_size({"width": width, "height": height})
    refused.goto(f"/replay?lang={language}")
    refused.locator("#record-text").fill(
        json.dumps({**record, "answers": [*record["answers"][:9], "recruit:1"]})
    )
    refused.locator("#record-form button").click()
    expect(refused.locator("#record-problem")).to_contain_text("recruit:1")
    assert violations(refused) == []
    open_record(page, record, f"/replay?lang={language}")
    # By answer, by turn, by round, to the end and back.
    for key, moment in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        page.keyboard.press(key)
        where(page, moment)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#top .turn")).to_contain_text("2")
    page.keyboard.press("PageDown")
    expect(page.locator("#top .turn")).to_contain_text("3")
    moment = int(page.locator("#replay-moment").input_value())
    expect(page.locator("#replay-moment")).to_have_attribute("aria-valuetext", re.compile(f"{moment} .*3: "))
    lines = page.locator("#replay-happened li")
    page.keyboard.press("ArrowUp")
    expect(lines.last).to_have_class("now")
    expect(page.locator("#announced")).to_contain_text(lines.last.inner_text())
    # With other eyes: another hand.
    page.locator("#replay-more > summary").click()
    hand = page.locator("#dock .hand")
    before = hand.inner_html()
    page.locator("#replay-seat").select_option("1")
    expect(hand).not_to_have_js_property("innerHTML", before)
    assert box_of(page.locator(".replay-menu"))["y"] >= 0
    assert violations(page) == []
    for each in (320, width):
        page.set_viewport_size({"width": each, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= each
    # The address leads to this moment.
    address = page.url
    assert f"seat=1&moment={moment}#" in address
    page.goto("/")
    page.goto(address)
    where(page, moment)
    expect(page.locator("#dock .hand")).to_be_visible()
    # Nothing can be answered here.
    assert page.locator("#dock .answer, .taking-back:visible").count() == 0
    page.keyboard.press("End")
    expect(page.locator("#result-title")).to_be_visible()


def test_from_event_to_event_the_table_is_as_it_was_then(page: Page, record: dict[str, Any]) -> None:
    """After each answer that is told, also of chance."""
    replay, people = Replay(Game.from_record(record)), [Person(seat, "", "person") for seat in range(2)]
    ways = (replay.within(one, 0, [0, 1], UpdateContext(people, "")) for one in range(1, len(replay)))
    way = next(way for way in ways if len({step.hash for step in way.updates}) > 2)
    open_record(page, record)
    page.locator("#replay-moment").fill(str(way.first - 1))
    where(page, way.first - 1)
    for step in way.updates:
        for _line in step.log:
            page.keyboard.press("ArrowDown")
            expect(page.locator("#replay-happened .now")).to_have_count(1)
            expect(page.locator("body")).to_have_attribute("data-hash", step.hash)
    page.keyboard.press("ArrowUp")
    before = way.updates[-1 if len(way.updates[-1].log) > 1 else -2]
    expect(page.locator("body")).to_have_attribute("data-hash", before.hash)


def test_other_eyes_that_cannot_be_asked_for_give_way_to_those_before(
    context: BrowserContext, record: dict[str, Any]
) -> None:
    """Chromium reports what has failed as an error, which `page` does not let pass."""
    page = context.new_page()
    open_record(page, record)
    page.keyboard.press("ArrowRight")
    where(page, 1)
    page.locator("#replay-more > summary").click()
    page.route("**/api/replay?*", lambda route: route.abort())
    page.locator("#replay-seat").select_option("1")
    expect(page.locator("#replay-seat")).to_have_value("0")
    expect(page.locator("#replay-seat option")).to_have_count(3)
    page.unroute_all()
    page.locator("#replay-seat").select_option("1")
    expect(page).to_have_url(re.compile("seat=1&moment=1#"))


def test_one_looks_at_ones_own_game_up_to_now(page: Page, context: BrowserContext) -> None:
    table = sit_down(page, ["me", "computer"], 1)
    with context.expect_page() as opened:
        page.locator(".replay-way").click()
    replay = opened.value
    where(replay, 0)
    replay.keyboard.press("End")
    expect(replay.locator(".court .card.lord:not(.pile)").first).to_be_visible()
    assert (
        replay.locator("#replay-seat option").all_text_contents()[0] == page.locator("#own h2").inner_text()
    )
    assert replay.locator("#replay-seat option").count() == 2
    assert replay.locator("#replay-on").count() == 0
    assert table in replay.url


def test_at_the_end_of_a_game_that_was_conceded(page: Page) -> None:
    """Nobody has the turn any more, there is the line about it, and what happened is not below a button."""
    page.set_viewport_size({"width": 1440, "height": 900})
    table = at_table.new_table(page.context, ["me", "computer"], 1)
    at_table.advance_to_the_last_lord(page.context, table)
    command = {"type": "concede", "id": "now", "seat": 0}
    assert page.context.request.post(f"/api/tables/{table}/commands", data=command).ok
    page.goto(f"/t/{table}/replay?moment=9999")
    expect(page.locator("#replay-happened li").last).to_contain_text("concedes.")
    page.locator("[data-command=result-close]").click()
    expect(page.locator(".seat.own")).to_be_visible()
    expect(page.locator(".seat.active, .mark.turn")).to_have_count(0)
    button = at_table.box_of(page.locator("#dock .answers a").first)
    assert button["y"] + button["height"] <= at_table.box_of(page.locator("#replay-happened"))["y"]
    # Where a lord has been named and nothing is paid yet, nothing has happened.
    while page.locator("#replay-happened li").count():
        moment = int(page.locator("#replay-moment").input_value()) - 1
        page.keyboard.press("ArrowLeft")
        where(page, moment)
    assert moment > 0


def test_playing_on_from_a_moment_leads_to_a_new_table(page: Page, record: dict[str, Any]) -> None:
    open_record(page, record)
    for _turn in range(3):
        page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#top .turn")).to_contain_text("4")
    court = page.locator("#zone-court [data-life]").evaluate_all(
        "them => them.map((one) => one.dataset.life)"
    )
    page.locator("#replay-more > summary").click()
    page.locator("#replay-on button").click()
    page.wait_for_url(re.compile("/t/[a-z0-9]+$"))
    page.locator("body[data-revision] #zone-court").wait_for()
    there = page.locator("#zone-court [data-life]").evaluate_all(
        "them => them.map((one) => one.dataset.life)"
    )
    assert len({*court} & {*there}) >= len(court) - 1


def test_the_seat_of_the_regent_is_not_offered_for_playing_on(page: Page) -> None:
    page.goto("/replay")
    solo = play_on(Game.new(2, 4, regent=3), random.Random(3), 20)
    page.locator("#record-text").fill(json.dumps(solo.to_record()))
    page.locator("#record-form button").click()
    where(page, 0)
    page.locator("#replay-more > summary").click()
    expect(page.locator("#replay-on button")).to_be_enabled()
    page.locator("#replay-seat").select_option("Regent")
    expect(page.locator("#replay-on button")).to_be_disabled()

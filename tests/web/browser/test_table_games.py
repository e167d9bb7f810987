"""Whole games, by mouse or keyboard alone and by two at one screen; the end: the table becomes the result."""

import json
import random
import re
import time
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.web.browser import at_table
from tests.web.browser.at_table import violations
from tests.web.browser.conftest import Browsers, projector_on
from tests.web.browser.scenes import THE_END, Moments, Projector


@pytest.mark.parametrize(
    ("seed", "sets"), [pytest.param(5, {}, marks=pytest.mark.soak), (6, {"kraken": True, "leviathan": True})]
)
def test_a_whole_game_by_mouse(page: Page, seed: int, sets: dict[str, bool]) -> None:
    table = at_table.sit_down(page, ["me", "computer"], seed, **sets)
    clicks = at_table.play_by_mouse(page, random.Random(seed))
    update = at_table.server_view(page, table)
    assert update["over"]
    assert clicks > 20
    assert at_table.state_of_page(page, update["revision"]) == at_table.state_of_view(update)
    assert page.locator("#dock .answers a").get_attribute("href") == update["results_url"]


@pytest.mark.parametrize(
    "by_hand",
    [pytest.param(None, marks=pytest.mark.soak, id="all of it"), pytest.param(15, id="beginning and end")],
)
def test_a_whole_game_by_keyboard(page: Page, by_hand: int | None) -> None:
    table = at_table.sit_down(page, ["me", "computer"], 5)
    chooser, end, presses = random.Random(3), time.monotonic() + at_table.SECONDS, 0
    while at_table.wait_for_turn(page):
        assert time.monotonic() < end, "the game takes too long"
        if presses == by_hand:
            page.goto("about:blank")
            at_table.advance_to_the_last_lord(page.context, table)
            at_table.open_at(page, table)
        press_something(page, chooser)
        presses += 1
    assert at_table.is_over(page)
    update = at_table.server_view(page, table)
    assert at_table.state_of_page(page, update["revision"]) == at_table.state_of_view(update)


def press_something(page: Page, chooser: random.Random) -> None:
    """A digit; or go to the answers and along them with the arrows, and press Enter."""
    if page.locator("[data-command=confirm]").count():
        page.keyboard.press("1")
        return
    answers = page.locator("#dock .answer:not(.refused)").count()
    if chooser.random() < 0.5:
        page.keyboard.press(str(chooser.randint(1, min(9, answers))))
        return
    page.keyboard.press("a")
    for _step in range(chooser.randrange(answers)):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def test_no_hand_is_on_the_page_while_the_screen_changes_hands(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "here", "computer"], 21)
    at_table.advance(page.context, table, 30)
    page.goto(f"/t/{table}")
    handovers, chooser = 0, random.Random(5)
    seats: set[str | None] = set()
    while handovers < 3 or len(seats) < 2:
        page.locator(
            "body:not([data-pending]) #dock.mine .answer:not(.refused), #hot-seat-show"
        ).first.wait_for()
        if page.locator("#hot-seat-show").count():
            handovers += 1
            assert page.locator("[data-life], .hand, [data-tip^='ally']").count() == 0
            assert page.locator("#announced").inner_text() == ""
            page.locator("#hot-seat-show").click()
            page.locator("#hot-seat-show").wait_for(state="detached")
            continue
        seats.add(page.locator(".seat.own").get_attribute("data-seat"))
        if chosen := at_table.something_to_click(page, chooser):
            chosen.click()
        if page.locator("dialog[open] .answers .answer").count():
            page.locator("dialog[open] .answers .answer").first.click()
    assert seats == {"0", "1"}


NAMES = ["Captain", "Guest"]


def next_question(page: Page) -> str:
    """Wait until there is something to answer; what the curtain before it says, or nothing without one."""
    page.locator(f"{at_table.ANSWERS}, #hot-seat-show").first.wait_for()
    return page.locator("#hot-seat").inner_text()


def answer_last(page: Page) -> None:
    """Give the last answer of the bar, and wait until it has been taken."""
    revision = page.locator("body").get_attribute("data-revision")
    page.locator(at_table.ANSWERS).last.click()
    at_table.answer_dialog(page)
    page.locator(f"body:not([data-revision='{revision}']), #hot-seat-show").first.wait_for()


def take_the_screen(page: Page) -> None:
    page.locator("#hot-seat-show").click()
    page.locator("#hot-seat-show").wait_for(state="detached")
    page.locator(at_table.ANSWERS).first.wait_for()


def test_one_curtain_for_each_change_of_person_says_whom_and_what_for(page: Page) -> None:
    """And none when the same person is asked again, also after the page was loaded again."""
    page.goto(f"/t/{at_table.new_table(page.context, ['me', 'here'], 21)}")
    in_front, curtains = 0, 0
    while curtains < 2:
        if said := next_question(page):
            curtains += 1
            in_front = 1 - in_front
            assert f"Pass the screen to {NAMES[in_front]}" in said
            assert "It is your turn." in said or "you decide what happens to it" in said, said
            take_the_screen(page)
            page.reload()
            assert next_question(page) == ""
        expect(page.locator(".seat.own")).to_have_attribute("data-seat", str(in_front))
        answer_last(page)


def test_whether_to_buy_is_asked_without_a_hand_and_so_without_a_curtain(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "here"], 21)
    page.goto(f"/t/{table}")
    page.locator(f"{at_table.ANSWERS}[data-action=buy], #hot-seat-show").first.wait_for()
    expect(page.locator("#hot-seat-show")).to_have_count(0)
    expect(page.locator("#prompt")).to_contain_text(f"{NAMES[1]}: ")
    expect(page.locator(".seat.own")).to_have_attribute("data-seat", "0")
    expect(page.locator(".hand [data-life]")).to_have_count(0)
    page.locator(f"{at_table.ANSWERS}[data-action=buy]").click()
    page.locator(f"{at_table.ANSWERS}:not([data-action=buy])").first.wait_for()
    expect(page.locator("#hot-seat-show")).to_have_count(0)
    seats = at_table.asked_update(page.context, table, 0)["view"]["seats"]
    assert [seat["hand_size"] for seat in seats] == [0, 1]


def test_a_curtain_gives_way_to_the_next_one_when_somebody_else_is_asked_meanwhile(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "here"], 21)
    page.goto(f"/t/{table}")
    while not next_question(page):
        answer_last(page)
    while at_table.asked_update(page.context, table, 0)["question"]["player"] == 1:
        at_table.advance(page.context, table, 1)
    expect(page.locator("#hot-seat-title")).to_have_text("Pass the screen to Captain")
    take_the_screen(page)
    expect(page.locator(".seat.own")).to_have_attribute("data-seat", "0")


def test_before_the_curtain_keys_reach_nothing_else_and_after_it_the_question(page: Page) -> None:
    page.goto(f"/t/{at_table.new_table(page.context, ['me', 'here'], 21)}")
    while not next_question(page):
        answer_last(page)
    show = page.locator("#hot-seat-show")
    expect(show).to_be_focused()
    for _element in range(2):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('body > :not(#hot-seat)')") is None
    show.press("Enter")
    expect(page.locator("#prompt")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#dock :focus")).to_have_count(1)


def test_a_late_answer_about_the_seat_that_was_left_does_not_bring_the_curtain_back(page: Page) -> None:
    """The page may have asked for the table once more just before the next person takes the screen."""
    late: dict[str, str] = {}

    def carry(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def to_server(frame: str | bytes) -> None:
            said = json.loads(frame)
            if said["type"] == "hello" and said["seat"] == 1:
                for kind in ("welcome", "update"):
                    browser.send(late[kind])
            server.send(frame)

        def to_browser(frame: str | bytes) -> None:
            said = json.loads(frame)
            if said["type"] in ("welcome", "update"):
                late[said["type"]] = str(frame)
            browser.send(frame)

        browser.on_message(to_server)
        server.on_message(to_browser)

    page.route_web_socket("**/socket?*", carry)
    page.goto(f"/t/{at_table.new_table(page.context, ['me', 'here'], 21)}")
    while not next_question(page):
        answer_last(page)
    take_the_screen(page)
    expect(page.locator(".seat.own")).to_have_attribute("data-seat", "1")


def test_advice_is_only_for_the_one_who_has_asked(page: Page) -> None:
    """It goes before the curtain, and what comes when somebody else is asked is not shown."""
    asked: dict[str, dict[str, Any]] = {}
    sockets: list[WebSocketRoute] = []

    def carry(browser: WebSocketRoute) -> None:
        sockets.append(browser)
        server = browser.connect_to_server()

        def to_server(frame: str | bytes) -> None:
            said = json.loads(frame)
            if said["type"] == "hint":
                asked.setdefault(said["id"], said)
            else:
                server.send(frame)

        browser.on_message(to_server)

    def ask() -> dict[str, Any]:
        before = len(asked)
        page.keyboard.press("x")
        while len(asked) == before:
            page.wait_for_timeout(20)
        revision = int(page.locator("body").get_attribute("data-revision") or 0)
        advice = {"revision": revision, "action": "", "text": "", "reasons": ["Captain has two crabs."]}
        return {**list(asked.values())[-1], **advice}

    page.route_web_socket("**/socket?*", carry)
    page.goto(f"/t/{at_table.new_table(page.context, ['me', 'here'], 21)}")
    if next_question(page):
        take_the_screen(page)
    while not page.locator("#hot-seat-show").count():
        sockets[-1].send(json.dumps(ask()))
        expect(page.locator("#note")).to_have_text("Captain has two crabs.")
        late = ask()
        answer_last(page)
        next_question(page)
    assert not page.locator("#note").is_visible()
    take_the_screen(page)
    sockets[-1].send(json.dumps(late))
    said = {"type": "chat", "n": 1, "seat": 0, "name": "Captain", "text": "Your turn!", "at": 0}
    sockets[-1].send(json.dumps(said))
    expect(page.locator("#announced")).to_contain_text("Your turn!")
    assert not page.locator("#note").is_visible()


# What is seen from the end on until all is counted.
WATCH_THE_COUNT = """() => {
    window.seen = new Set();
    const isSeen = (one) => one.checkVisibility({ visibilityProperty: true });
    new MutationObserver(() => {
        const isOver = document.querySelector('#top .turn').textContent === 'The game is over.';
        if (!isOver || document.querySelector('[data-command=result-close]')) return;
        for (const [name, selector] of
            Object.entries({ count: '[data-command=result-skip]', step: '.step', score: '.score' }))
            if ([...document.querySelectorAll(selector)].some(isSeen)) window.seen.add(name);
    }).observe(document.body, { childList: true, subtree: true });
}"""


@pytest.fixture
def moving(browsers: Browsers) -> BrowserContext:
    """A browser in which things move."""
    return browsers(permissions=["clipboard-read", "clipboard-write"])


def at_the_end(page: Page, moments: Moments) -> Projector:
    """Somebody has seen the last question, and then the end."""
    projector = projector_on(page)
    projector.show(next(moment for kind, moment in moments.items() if kind != THE_END))
    projector.show(moments[THE_END])
    return projector


def test_the_count_goes_row_by_row_and_can_be_skipped(moving: BrowserContext, moments: Moments) -> None:
    page, result = moving.new_page(), moments[THE_END]["result"]
    at_the_end(page, moments)
    expect(page.locator("#result-title")).to_have_text("The game is over.")
    expect(page.locator(".result tr.now")).to_have_count(1)
    page.locator("[data-command=result-skip]").click()
    expect(page.locator("#result-title")).to_have_text(result["outcome"])
    expect(page.locator(".own-place")).to_contain_text(f"{result['places'][0]} of 3")
    sums = [str(points) for points in moments[THE_END]["view"]["scores"]]
    expect(page.locator(".result tfoot td")).to_have_text(sums)
    expect(page.locator(".result tbody tr")).to_have_count(len(result["rows"]))
    assert violations(page) == []


def test_where_nothing_moves_the_result_is_there_at_once(page: Page, moments: Moments) -> None:
    at_the_end(page, moments)
    expect(page.locator("#result-title")).to_have_text(moments[THE_END]["result"]["outcome"])
    expect(page.locator("[data-command=result-skip]")).to_have_count(0)


def test_who_has_won_is_announced_at_the_end_and_to_who_comes_later(page: Page, moments: Moments) -> None:
    result = moments[THE_END]["result"]
    said = f"{result['outcome']} Your place: {result['places'][0]} of 3"
    projector = at_the_end(page, moments)
    expect(page.locator("#announced")).to_contain_text(said)
    page.reload()
    expect(page.locator("#announced")).to_have_text(said)
    projector.show(next(moment for kind, moment in moments.items() if kind == "MAIN"))
    expect(page.locator("#announced")).to_contain_text("Choose your action")


def test_from_the_result_one_goes_to_the_table_and_back(page: Page, moments: Moments) -> None:
    at_the_end(page, moments)
    page.locator("[data-command=result-close]").click()
    expect(page.locator(".result")).to_have_count(0)
    expect(page.locator("[data-command=result-open]")).to_be_focused()
    page.locator("[data-command=result-open]").click()
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator("#result-title")).to_be_focused()


def test_the_result_is_shared_in_a_few_lines(moving: BrowserContext, moments: Moments) -> None:
    page, shown = moving.new_page(), moments[THE_END]
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script("Object.defineProperty(navigator, 'share', {value: undefined})")
    at_the_end(page, moments)
    page.locator("[data-command=share]").click()
    expect(page.locator("#note")).to_have_text("The result has been copied.")
    lines = str(page.evaluate("navigator.clipboard.readText()")).splitlines()
    assert lines[0] == shown["result"]["outcome"]
    assert all(re.match(r"\d\. \w+ −?\d+$", line) for line in lines[1:-1])
    assert len(lines) == 2 + len(shown["people"])


def test_no_deed_covers_the_count_and_no_sum_is_seen_before_it_is_counted(
    moving: BrowserContext, moments: Moments
) -> None:
    page = moving.new_page()
    projector = projector_on(page)
    projector.show(next(moment for kind, moment in moments.items() if kind != THE_END))
    page.evaluate(WATCH_THE_COUNT)
    projector.show(moments[THE_END], [{"kind": "GAME_ENDED", "player": 0, "amount": 0, "what": None}])
    page.locator("[data-command=result-skip]").click()
    expect(page.locator("[data-command=result-close]")).to_be_visible()
    assert page.evaluate("[...window.seen]") == ["count"]
    for score in page.locator(".seat .score").all():
        expect(score).to_be_visible()


CLIPBOARDS = {
    "none": "undefined",
    "refused": "{ writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }",
}


@pytest.mark.parametrize("clipboard", CLIPBOARDS.values(), ids=CLIPBOARDS)
def test_a_result_that_the_browser_does_not_copy_is_shown_to_be_copied(
    page: Page, moments: Moments, clipboard: str
) -> None:
    for name, value in ("share", "undefined"), ("clipboard", clipboard):
        page.add_init_script(f"Object.defineProperty(navigator, '{name}', {{ value: {value} }})")
    at_the_end(page, moments)
    page.locator("[data-command=share]").click()
    field, text = page.locator("dialog[open] textarea[readonly]"), moments[THE_END]["result"]["summary"]
    expect(field).to_have_value(text)
    expect(field).to_be_focused()
    assert field.evaluate("(one) => one.value.slice(one.selectionStart, one.selectionEnd)") == text
    assert violations(page) == []


def test_pillars_grow_row_by_row_and_the_winner_takes_the_throne(
    moving: BrowserContext, moments: Moments
) -> None:
    page, result = moving.new_page(), moments[THE_END]["result"]
    at_the_end(page, moments)
    shares = "(one) => Number(one.style.getPropertyValue('--share'))"
    pillars = f"[...document.querySelectorAll('.pillar')].map({shares})"
    thrones = "document.querySelectorAll('.pillar .throne').length"
    counting = f"() => document.querySelector('.result tr.now') && [{pillars}, {thrones}]"
    begun, throned = page.wait_for_function(counting).json_value()
    sums = moments[THE_END]["view"]["scores"]
    heights = [[max(0, points) / max(sums) for points in row["sums"]] for row in result["rows"]]
    assert any(begun == pytest.approx(row, abs=0.001) for row in heights)
    assert throned == 0
    page.locator("[data-command=result-skip]").click()
    throne = page.locator(".pillar .throne")
    assert page.evaluate(pillars) == pytest.approx([points / max(sums) for points in sums], abs=0.001)
    expect(throne).to_have_count(result["places"].count(1))
    winner = page.locator(".pillar:has(.throne) .avatar").first
    assert winner.text_content() == page.locator("thead .winner .avatar").first.text_content()

"""The network fails: frames are lost, sockets are closed. What is acknowledged stays, the page catches up."""

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.web.browser import at_table
from tests.web.browser.conftest import Browsers

DECISIONS = 10
LOST = 0.08
CLOSED = 0.04
REVISIONS = 20
REFUSED = '"type":"refused"'
SCRIPTS, CARDS = "**/bundles/table.js", "**/api/cards.json*"
NOT_LOADED = "The table could not be loaded. This page tries again by itself."
# Clicks on the last answer of the bar, again and again.
IMPATIENT = """() => setInterval(
    () => [...document.querySelectorAll('#dock .answer:not(.refused)')].at(-1)?.click(), 25
)"""
# All sockets that a page opens, to be closed from outside.
SOCKETS = """window.sockets = [];
WebSocket = class extends WebSocket { constructor(...given) { super(...given); sockets.push(this); } };"""


class BadNetwork:
    """Loses frames in both directions and closes sockets, until it is mended."""

    def __init__(self, seed: int) -> None:
        self.chooser = random.Random(seed)
        self.is_bad = True
        self.lost = 0
        self.closed = 0

    def join(self, client: WebSocketRoute) -> None:
        server = client.connect_to_server()
        client.on_message(lambda frame: self.pass_on(client, server, frame))
        server.on_message(lambda frame: self.pass_on(client, client, frame))

    def pass_on(self, client: WebSocketRoute, aim: WebSocketRoute, frame: str | bytes) -> None:
        luck = self.chooser.random() if self.is_bad else 1.0
        if luck < CLOSED:
            self.closed += 1
            client.close(code=1012)
        elif luck < CLOSED + LOST:
            self.lost += 1
        else:
            aim.send(frame)


class Gate:
    """Sockets go through it while it is open; `frames` sees what pages send, and says what is passed on."""

    def __init__(self, page: Page, frames: Callable[[str], bool] = lambda _frame: True) -> None:
        self.frames, self.is_open = frames, True
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/socket?*", self.join)

    def join(self, client: WebSocketRoute) -> None:
        self.sockets.append(client)
        if not self.is_open:
            client.close(code=1012)
            return
        server = client.connect_to_server()
        client.on_message(lambda frame: server.send(frame) if self.frames(str(frame)) else None)


def test_lost_frames_and_closed_sockets_leave_no_trace(page: Page) -> None:
    network = BadNetwork(11)
    page.route_web_socket("**/socket?*", network.join)
    table = at_table.sit_down(page, ["me", "computer"], 9)
    chooser = random.Random(4)
    for _decision in range(DECISIONS):
        at_table.wait_for_turn(page)
        if chosen := at_table.something_to_click(page, chooser):
            chosen.click()
        at_table.answer_dialog(page)
    network.is_bad = False
    at_table.wait_for_turn(page)
    update = at_table.server_view(page, table)
    assert at_table.state_of_page(page, update["revision"]) == at_table.state_of_view(update)
    assert network.lost > 5
    assert network.closed > 1


def test_a_lost_connection_is_told_until_it_is_back(page: Page) -> None:
    gate = Gate(page)
    at_table.sit_down(page, ["me", "computer"], 9)
    gate.is_open = False
    gate.sockets[0].close(code=1012)
    page.locator("#banner").wait_for(state="visible")
    gate.is_open = True
    page.locator("#banner").wait_for(state="hidden")
    assert at_table.wait_for_turn(page)


def test_a_command_that_was_lost_is_sent_again_under_the_same_name(page: Page) -> None:
    sent: list[str] = []

    def is_passed_on(frame: str) -> bool:
        if '"answer"' not in frame:
            return True
        sent.append(frame)
        return len(sent) > 1

    Gate(page, is_passed_on)
    table = at_table.sit_down(page, ["me", "computer"], 9)
    at_table.wait_for_turn(page)
    before = at_table.server_view(page, table)["revision"]
    page.keyboard.press("1")
    page.wait_for_function("(before) => Number(document.body.dataset.revision) > before", arg=before)
    assert sent == [sent[0]] * 2


def test_a_table_that_is_not_there_is_not_asked_for_again(page: Page) -> None:
    """The server says so with a code of its own; then there is nothing to come back to."""
    gate = Gate(page)
    at_table.sit_down(page, ["me", "computer"], 9)
    gate.sockets[0].close(code=4404)
    gone = page.get_by_role("alert").filter(has_text="This table no longer exists")
    gone.wait_for(state="visible")
    page.wait_for_timeout(1500)
    assert len(gate.sockets) == 1
    assert page.locator("#banner").is_hidden()
    gone.get_by_role("link", name="Go to the start page").click()
    page.wait_for_url("**/")


def test_a_browser_that_comes_back_to_a_table_which_is_not_its_own_any_more_hears_so(page: Page) -> None:
    """The browser hears it only if the server answers with the protocol that it was asked for."""
    page.add_init_script(SOCKETS)
    at_table.sit_down(page, ["me", "computer"], 9)
    page.context.clear_cookies()
    page.evaluate("sockets[0].close()")
    gone = page.get_by_role("alert").filter(has_text="This table no longer exists")
    gone.wait_for(state="visible")


def test_what_is_said_has_the_time_of_the_readers_clock(browsers: Browsers) -> None:
    """On the table, and on the text table where scripts run; without them it is told in UTC."""
    context = browsers(timezone_id="Asia/Kathmandu", reduced_motion="reduce")
    page = context.new_page()
    table = at_table.sit_down(page, ["me", "computer"], 9)
    page.keyboard.press("c")
    page.locator("#chat-text").fill("hello")
    page.locator("#chat-text").press("Enter")
    time = page.locator("#chat-lines time")
    time.wait_for()
    at = time.get_attribute("datetime")
    assert at is not None
    told = page.evaluate(
        "(at) => new Date(at).toLocaleString('en',"
        " {hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Kathmandu'})",
        at,
    )
    assert time.text_content() == told
    page.goto(f"/t/{table}/text")
    page.get_by_text(told).wait_for()
    plain = context.request.get(f"/t/{table}/text").text()
    assert f'datetime="{at}">{at[:10]} {at[11:16]} UTC</time>' in plain


def test_an_impatient_person_is_never_refused(browsers: Browsers) -> None:
    """Whoever clicks faster than the table is shown answers no question that is over."""
    page = browsers().new_page()
    refused: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on(
            "framereceived", lambda frame: refused.append(str(frame)) if REFUSED in str(frame) else None
        ),
    )
    at_table.sit_down(page, ["me", "computer", "computer"], 9)
    at_table.wait_for_turn(page)
    page.evaluate(IMPATIENT)
    page.wait_for_function(
        "(most) => Number(document.body.dataset.revision) > most", arg=REVISIONS, timeout=at_table.PATIENCE
    )
    assert refused == []


class Outage:
    """What matches `needed` is refused until it is over: with `answer`, or cut off."""

    def __init__(self, page: Page, needed: str, answer: dict[str, Any] | None) -> None:
        self.page, self.answer = page, answer
        self.is_over = False
        self.refused = 0
        page.route(needed, self.pass_on)

    def pass_on(self, route: Route) -> None:
        if self.is_over:
            route.continue_()
            return
        self.refused += 1
        if self.answer is None:
            route.abort("internetdisconnected")
        else:
            route.fulfill(**self.answer)

    def open_table(self) -> None:
        """Open a table, whose page says that it could not be loaded."""
        self.page.goto(f"/t/{at_table.new_table(self.page.context, ['me', 'computer'], 9)}")
        self.page.get_by_role("alert").filter(has_text=NOT_LOADED).wait_for()
        expect(self.page.get_by_text("One moment")).to_be_hidden()

    def wait_for_another(self) -> None:
        """Wait until the page has tried again in vain."""
        before, end = self.refused, time.monotonic() + at_table.SECONDS
        while self.refused == before:
            assert time.monotonic() < end, "the page does not try again"
            self.page.wait_for_timeout(100)


@pytest.mark.parametrize(
    ("needed", "answer"),
    [
        (SCRIPTS, None),
        (SCRIPTS, {"status": 429, "body": "Too many requests; wait a little."}),
        (SCRIPTS, {"content_type": "text/javascript", "body": "nothing.at.all()"}),
        (CARDS, {"status": 500}),
    ],
)
def test_a_table_that_could_not_be_loaded_says_so_and_comes_by_itself(
    browsers: Browsers, needed: str, answer: dict[str, Any] | None
) -> None:
    """The page said "One moment…" for ever."""
    page = browsers(reduced_motion="reduce").new_page()
    outage = Outage(page, needed, answer)
    outage.open_table()
    outage.wait_for_another()
    page.get_by_role("alert").filter(has_text=NOT_LOADED).wait_for()
    outage.is_over = True
    page.locator("body[data-revision] #zone-court").wait_for()
    expect(page.get_by_text(NOT_LOADED)).to_have_count(0)


def test_a_table_that_could_not_be_loaded_is_tried_again_when_asked_to(browsers: Browsers) -> None:
    page = browsers(reduced_motion="reduce").new_page()
    outage = Outage(page, SCRIPTS, {"status": 500})
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    outage.open_table()
    outage.is_over = True
    with page.expect_navigation():
        page.get_by_role("button", name="Try again now").click()
    page.clock.resume()
    page.locator("body[data-revision] #zone-court").wait_for()

"""The network fails: frames are lost, sockets are closed. What is acknowledged stays, the page catches up."""

import random

from playwright.sync_api import Page, WebSocketRoute

from tests.web.browser.at_table import (
    answer_dialog,
    new_table,
    server_view,
    something_to_click,
    state_of_page,
    state_of_view,
    wait_for_turn,
)

DECISIONS = 18
LOST = 0.08
CLOSED = 0.04


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


def test_lost_frames_and_closed_sockets_leave_no_trace(page: Page) -> None:
    network = BadNetwork(11)
    page.route_web_socket("**/socket", network.join)
    page.context.set_default_timeout(40_000)
    table = new_table(page.context, ["me", "computer"], 9)
    page.goto(f"/t/{table}")
    page.locator("#zone-court").wait_for()
    chooser = random.Random(4)
    for _decision in range(DECISIONS):
        wait_for_turn(page)
        something_to_click(page, chooser).click()
        answer_dialog(page)
    network.is_bad = False
    wait_for_turn(page)
    update = server_view(page, table)
    page.wait_for_function(
        "(revision) => document.body.dataset.revision === String(revision)", arg=update["revision"]
    )
    assert state_of_page(page) == state_of_view(update)
    assert network.lost > 5
    assert network.closed > 1


def test_a_lost_connection_is_told_until_it_is_back(page: Page) -> None:
    gates: list[WebSocketRoute] = []
    is_open = True

    def join(client: WebSocketRoute) -> None:
        if not is_open:
            client.close(code=1012)
            return
        gates.append(client)
        client.connect_to_server()

    page.route_web_socket("**/socket", join)
    table = new_table(page.context, ["me", "computer"], 9)
    page.goto(f"/t/{table}")
    page.locator("#zone-court").wait_for()
    is_open = False
    gates[0].close(code=1012)
    page.locator("#banner").wait_for(state="visible", timeout=3000)
    is_open = True
    page.locator("#banner").wait_for(state="hidden")
    assert wait_for_turn(page)


def test_a_command_that_was_lost_is_sent_again_under_the_same_name(page: Page) -> None:
    sent: list[str] = []

    def join(client: WebSocketRoute) -> None:
        server = client.connect_to_server()

        def pass_on(frame: str | bytes) -> None:
            text = str(frame)
            if '"answer"' in text:
                sent.append(text)
                if len(sent) == 1:
                    return
            server.send(frame)

        client.on_message(pass_on)

    page.route_web_socket("**/socket", join)
    table = new_table(page.context, ["me", "computer"], 9)
    page.goto(f"/t/{table}")
    wait_for_turn(page)
    before = server_view(page, table)["revision"]
    page.keyboard.press("1")
    page.wait_for_function("(before) => Number(document.body.dataset.revision) > before", arg=before)
    assert len(sent) == 2
    assert sent[0] == sent[1]

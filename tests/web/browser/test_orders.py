"""Standing orders in the browser: a window of chips, and answers that their owner did not have to give."""

import json

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from openabyss.server.tables import orders
from openabyss.server.tables.live import answering
from tests.web.browser import at_table


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_an_order_is_given_suspended_and_answers(
    page: Page, monkeypatch: pytest.MonkeyPatch, width: int, height: int
) -> None:
    """Seat 0 is asked at once whether to buy Crab 2."""
    monkeypatch.setattr(answering, "LONGEST", 0.01)
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/t/{at_table.new_table(page.context, ['me', 'friend'], 1)}")
    at_table.wait_for_turn(page)
    assert "panel.js" not in loaded
    page.locator("[data-command=orders]").click()
    dialog = page.locator("#dialog")
    dialog.get_by_label("What to do").select_option("ask")
    dialog.get_by_label("Price").select_option("price up to 2")
    dialog.get_by_role("button", name="Add", exact=True).click()
    asks = dialog.get_by_role("button", name="Ask me: price up to 2", exact=True)
    expect(asks).to_have_attribute("aria-pressed", "true")
    dialog.get_by_role("button", name="Pass: crabs, worth up to 2").click()
    expect(dialog.locator(".orders li")).to_have_count(2)
    assert dialog.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    assert at_table.violations(page, at_table.COLOURS) == []
    assert loaded.count("panel.js") == 1
    # As long as the order to ask holds, the person is asked; once it is suspended, the other one answers.
    asks.click()
    expect(asks).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Escape")
    expect(page.locator("body")).to_have_attribute("data-revision", "1")
    expect(page.locator("#log-lines li").last).to_contain_text("(on your orders)")
    page.keyboard.press("u")
    expect(page.locator("body")).to_have_attribute("data-revision", "2")
    assert at_table.wait_for_turn(page)


def test_a_box_shows_what_the_server_knows(page: Page) -> None:
    """Also after an order that is refused."""
    refusals = ["Too many."]

    def carry(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def to_server(frame: str | bytes) -> None:
            said = json.loads(frame)
            if said["type"] != "orders" or not said["orders"] or not refusals:
                server.send(frame)
                return
            refused = {"id": said["id"], "code": "too_many", "message": refusals.pop(), "revision": 0}
            browser.send(json.dumps({"type": "refused", **refused}))

        browser.on_message(to_server)

    page.route_web_socket("**/socket?*", carry)
    at_table.sit_down(page, ["me", "friend"], 1)
    page.locator("[data-command=orders]").click()
    box = page.locator("#dialog .check input").last
    box.click()
    expect(page.locator("#note")).to_have_text("Too many.")
    expect(box).not_to_be_checked()
    box.click()
    expect(box).to_be_checked()
    box.click()
    expect(box).not_to_be_checked()
    page.keyboard.press("Escape")
    expect(page.locator("#dialog > *")).to_have_count(0)


@pytest.mark.parametrize("misfit", [None, "price"])
def test_a_plan_for_the_next_turn_is_done_or_its_owner_is_told_why_not(
    page: Page, friend: BrowserContext, monkeypatch: pytest.MonkeyPatch, misfit: str | None
) -> None:
    """It is made by keys, while the friend explores. With a card in hand one is asked, since the others
    cannot know that exploring is all that there is."""
    monkeypatch.setattr(answering, "LONGEST", 0.01)
    monkeypatch.setattr(orders, "misfit_of", lambda _plan, _game: misfit)
    table = at_table.sit_down(page, ["me", "friend"], 1)
    at_table.sit_beside(page, table, friend)
    page.locator("[data-command=orders]").click()
    plan = page.locator("#dialog").get_by_role("button", name="Explore the depths", exact=True)
    plan.focus()
    page.keyboard.press("Enter")
    expect(plan).to_have_attribute("aria-pressed", "true")
    assert at_table.violations(page, at_table.COLOURS) == []
    page.keyboard.press("Escape")
    page.locator("#dock .answer:not(.passes)").click()
    update = at_table.asked_update(friend, table, 1)
    command = {"type": "answer", "id": "take", "seat": 1, "action": "take", "revision": update["revision"]}
    assert friend.request.post(f"/api/tables/{table}/commands", data=command).ok
    if misfit is None:
        expect(page.locator("#log-lines")).to_contain_text("(on your orders)")
    else:
        expect(page.locator("#note")).to_contain_text("Your plan was dropped: Explore the depths. The cost")

"""A person at a table in a browser: sits down, plays by mouse or by keyboard, compares page and server."""

import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, expect

# A game of hundreds of clicks, on a machine that has much else to do.
SECONDS = 600
# Milliseconds until a page that does not become what it should be has failed.
PATIENCE = 60_000
# What has just been asked takes no answer for a moment, and until all of it is drawn.
ANSWERS = "body[data-revision]:not([data-settling], [data-pending]) #dock.mine .answer:not(.refused)"
RESULTS = "body[data-revision]:not([data-settling]) #dock .answers a[href$='/results']"
LORDS_TO_END = 7
LIT = ".card.lit:not(.ghost)"
# What differs between the themes.
COLOURS = ("color-contrast", "link-in-text-block")
AXE = Path(__file__).parents[2] / "data" / "axe.min.js"
VIOLATIONS = """async (asked) => (await axe.run(document, asked)).violations.map(({ id, nodes: [node] }) =>
    `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`)"""
# What lies under something else or out of view at its middle, wherever it is scrolled to.
OUT_OF_REACH = """(selector) => [...document.querySelectorAll(selector)].map((one, place) => {
    const isReached = (block) => {
        one.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
        const { left, top, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    const blocks = ['nearest', 'center', 'start', 'end'];
    return blocks.some(isReached) ? null : `${place}: ${one.outerHTML.slice(0, 200)}`;
}).filter(Boolean)"""

# Facts of the game, read from the elements that show them.
WHAT_IS_SHOWN = """() => {
    const all = (selector, within = document) => [...within.querySelectorAll(selector)];
    const ids = (selector) => all(selector).map((e) => Number(e.dataset.life.split('-')[1]));
    const codes = (selector) => all(selector).map((e) => e.dataset.tip.split(':')[1]);
    const held = (selector) => all('.seat').map((s) => [Number(s.dataset.seat), all(selector, s).length]);
    const size = (stack) => Number(stack.querySelector('.value').textContent.slice(1));
    return {
        revision: Number(document.body.dataset.revision),
        hash: document.body.dataset.hash,
        court: ids('.court [data-life^=lord]'),
        available: ids('.locations [data-life^=location]').sort((a, b) => a - b),
        track: codes('.exploration [data-life^=ally]'),
        hand: codes('.hand [data-life^=ally]').sort(),
        council: Object.fromEntries(all('[data-stack]').map((stack) => [stack.dataset.stack, size(stack)])),
        pearls: Number(document.querySelector('.own-things .pearls b').textContent),
        lords: held('[data-life^=lord]'),
        affiliated: held('[data-life^=ally]'),
    };
}"""


def new_table(context: BrowserContext, kinds: Sequence[str], seed: int, **rest: Any) -> str:
    """A table of this browser; kinds are me, here, friend, computer. Returns its id."""
    seats = [{"kind": kind, **({"level": "medium"} if kind == "computer" else {})} for kind in kinds]
    # A server may close a connection that was idle for five seconds just as it is used again.
    answer = context.request.post("/api/tables", data={"seats": seats, "seed": seed, **rest}, max_retries=1)
    assert answer.ok, answer.text()
    table: str = answer.json()["table"]
    return table


def sit_down(page: Page, kinds: Sequence[str], seed: int, **rest: Any) -> str:
    """A new table, and the page of it."""
    table = new_table(page.context, kinds, seed, **rest)
    page.goto(f"/t/{table}")
    page.locator("body[data-revision] #zone-court").wait_for()
    return table


def sit_beside(page: Page, table: str, friend: BrowserContext) -> Page:
    """The page of a friend who has taken seat 1 of a table by the link to it."""
    links = page.context.request.get(f"/api/tables/{table}/links").json()
    theirs = friend.new_page()
    theirs.goto(links["seats"]["1"])
    theirs.get_by_label("Your name at the table").fill("Bea")
    theirs.get_by_role("button", name="Take my seat").click()
    theirs.locator("#zone-court").wait_for()
    return theirs


def open_at(page: Page, table: str) -> None:
    """The page of a table, once this seat is asked."""
    page.goto(f"/t/{table}")
    wait_for_turn(page)


def server_view(page: Page, table: str, seat: int = 0) -> dict[str, Any]:
    """The newest update as the server would send it now."""
    update: dict[str, Any] = page.context.request.get(f"/api/tables/{table}?seat={seat}&have=-1").json()
    return update


def is_over(page: Page) -> bool:
    return page.locator(RESULTS).count() > 0


def wait_for_turn(page: Page) -> bool:
    """Wait until this seat is asked; False when the game is over."""
    page.locator(f"{ANSWERS}, {RESULTS}").first.wait_for()
    return not is_over(page)


def play_by_mouse(page: Page, chooser: random.Random, most: int = 600) -> int:
    """Click on what can be chosen until the game is over; how many clicks it took."""
    end = time.monotonic() + SECONDS
    for clicks in range(most):
        if not wait_for_turn(page):
            return clicks
        assert time.monotonic() < end, "the game takes too long"
        if chosen := something_to_click(page, chooser):
            chosen.click()
        answer_dialog(page)
    raise AssertionError(f"the game is not over after {most} clicks")


def something_to_click(page: Page, chooser: random.Random) -> Locator | None:
    """The button that pays, a lit card, or an answer of the bar; None while an answer is on its way."""
    pay = page.locator("[data-command=confirm]")
    if pay.count():
        return pay
    cards, answers = page.locator(LIT), page.locator(ANSWERS)
    lit, asked = cards.count(), answers.count()
    if lit and chooser.random() < 0.5:
        return cards.nth(chooser.randrange(lit))
    return answers.nth(chooser.randrange(asked)) if asked else None


def bring_in_view(page: Page, piece: Locator) -> None:
    """Go to the part of the table in which a piece lies, where a small screen shows another."""
    if not piece.is_visible():
        pane = piece.evaluate("(one) => one.closest('[data-pane]').dataset.pane")
        page.locator(f"[data-command=pane-{pane}]").click()


def box_of(piece: Locator) -> FloatRect:
    """Where a piece is on the screen."""
    box = piece.bounding_box()
    assert box is not None
    return box


def out_of_reach(page: Page, selector: str) -> list[str]:
    """What matches and cannot be clicked in any part of the table."""
    found: list[str] = page.evaluate(OUT_OF_REACH, selector)
    for way in page.locator("[data-command^=pane-]:visible").all():
        if not found:
            break
        way.click()
        here: list[str] = page.evaluate(OUT_OF_REACH, selector)
        found = [one for one in found if one in here]
    return found


def answer_dialog(page: Page) -> None:
    """Where a card offered several answers, take the first."""
    offered = page.locator("dialog[open] .answers .answer")
    if offered.count():
        offered.first.click()


def state_of_page(page: Page, revision: int) -> dict[str, Any]:
    """What the page shows, read from its elements once all of that revision is drawn."""
    page.locator(f"body[data-revision='{revision}']").wait_for()
    found: dict[str, Any] = page.evaluate(WHAT_IS_SHOWN)
    return found


def state_of_view(update: dict[str, Any]) -> dict[str, Any]:
    """The same facts from the view of an update."""
    view = update["view"]
    own = view["seats"][view["seat"]]
    order = [(view["seat"] + 1 + place) % view["players"] for place in range(view["players"])]
    return {
        "revision": update["revision"],
        "hash": update["hash"],
        "court": view["court"],
        "available": sorted(view["available_locations"]),
        "track": view["track"],
        "hand": sorted(own["hand"]),
        "council": view["council_sizes"],
        "pearls": own["pearls"],
        "lords": [[seat, len(view["seats"][seat]["lords"])] for seat in order],
        "affiliated": [[seat, len(view["seats"][seat]["affiliated"])] for seat in order],
    }


def advance(context: BrowserContext, table: str, decisions: int, seed: int = 1) -> dict[str, Any]:
    """Answer for the own seats at random, without a page; the update after that."""
    chooser = random.Random(seed)
    seat = 0
    for _decision in range(decisions):
        update = asked_update(context, table, seat)
        if update["over"]:
            return update
        if update["question"]["player"] != seat:
            seat = update["question"]["player"]
            update = asked_update(context, table, seat)
        action = chooser.choice(update["question"]["actions"])["text"]
        command = {"type": "answer", "id": f"advance-{update['revision']}", "seat": seat, "action": action}
        answer = context.request.post(
            f"/api/tables/{table}/commands", data={**command, "revision": update["revision"]}
        )
        assert answer.ok, answer.text()
    return asked_update(context, table, seat)


def asked_update(context: BrowserContext, table: str, seat: int) -> dict[str, Any]:
    """The update for a seat, once a seat of this browser is asked or the game is over."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        answer = context.request.get(f"/api/tables/{table}?seat={seat}&have=-1")
        update: dict[str, Any] = answer.json()
        local = [person["seat"] for person in update["people"] if person["local"]]
        if update["over"] or update["question"]["player"] in local:
            return update
        time.sleep(0.02)
    raise AssertionError("nobody here is asked")


def let_computers_finish(table: str, *people: BrowserContext) -> None:
    """Greedy computers take the seats of these people, and play to the end."""
    for seat, context in enumerate(people):
        wish: dict[str, str | float | bool] = {"do": "replace", "seat": seat, "level": "medium"}
        assert context.request.post(f"/t/{table}/lobby", form=wish).ok
    end, have = time.monotonic() + SECONDS, 0
    while not (update := people[0].request.get(f"/api/tables/{table}?seat=0&have={have}").json())["over"]:
        assert time.monotonic() < end, "the game takes too long"
        have = update["revision"]
        time.sleep(0.2)


def advance_to_the_last_lord(context: BrowserContext, table: str) -> None:
    """Answer for the own seat at random until one more lord ends the game."""
    update = asked_update(context, table, 0)
    while max(len(seat["lords"]) for seat in update["view"]["seats"]) < LORDS_TO_END - 1:
        assert not update["over"]
        update = advance(context, table, 1, seed=update["revision"])


def violations(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What axe-core objects to, by all or by these rules, with the first element of each kind."""
    if not page.evaluate("'axe' in window"):
        # The policy of the pages forbids foreign scripts; this way of evaluating is not subject to it.
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(VIOLATIONS, {"runOnly": rules} if rules else {})
    return found


def before_my_main_choice(
    context: BrowserContext, seed: int = 13, decisions: int = 12, ways: int = 1
) -> tuple[str, dict[str, Any]]:
    """A table of three at which I choose my action, and can pay for a lord in several ways if wanted.

    Its id, and the update.
    """
    table = new_table(context, ["me", "computer", "computer"], seed)
    update = advance(context, table, decisions)
    while update["question"]["kind"] != "MAIN" or not any(
        len(one["payments"]) >= ways for one in update["offers"]
    ):
        update = advance(context, table, 1)
    return table, update


def payable(update: dict[str, Any]) -> dict[str, Any]:
    """The offer of the first lord of the court that I can pay for."""
    offer: dict[str, Any] = next(one for one in update["offers"] if one["payments"])
    return offer


def lord(page: Page, number: int) -> Locator:
    """A lord of the court."""
    return page.locator(f"#zone-court [data-life='lord-{number}']")


def open_payment(page: Page) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """The page of a table at which I pay for a lord; its id, the update before, and the offer of the lord."""
    table, update = in_my_main_choice(page)
    offer = payable(update)
    lord(page, offer["lord"]).click()
    expect(page.locator("#dock .paying")).to_be_visible()
    return table, update, offer


def in_my_main_choice(page: Page, seed: int = 13, decisions: int = 12) -> tuple[str, dict[str, Any]]:
    """The page of a table at which I choose my action and can pay for a lord; its id, and the update."""
    table, update = before_my_main_choice(page.context, seed, decisions)
    open_at(page, table)
    return table, update

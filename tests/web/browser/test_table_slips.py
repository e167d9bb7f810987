"""Nothing is answered by accident, and nothing stays on the page that is over."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.web.browser import at_table

Update = dict[str, Any]
A_MOMENT_ENDS_WHEN_TOLD = """(() => {
    const later = window.setTimeout;
    window.setTimeout = (what, time, ...rest) =>
        time === 350 ? (window.endTheMoment = what) : later(what, time, ...rest);
})()"""
# Whether somebody looks at the page, as it is told of another tab.
LOOKED_AT = """(isSeen) => {
    Object.defineProperty(document, 'hidden', { value: !isSeen, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
}"""
WORDS_BROKEN = """() => [...document.querySelectorAll('.card .name')].filter((name) => {
    const text = name.firstChild;
    return [...text.data.matchAll(/\\S+/g)].some((word) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return new Set([...range.getClientRects()].map((rect) => rect.top)).size > 1;
    });
}).map((name) => name.textContent)"""

# The tips that are opened, first by what comes to lie under the mouse, then by a move of it; for each,
# whether it is the second. The clock of the page has the tip of the first fall due before the move.
TIPS_OPENED = """async ([x, y]) => {
    const [one, other] = document.querySelectorAll('#zone-court .card[data-tip]');
    const opened = [];
    new MutationObserver(() => {
        const told = [one, other].filter((card) => card.hasAttribute('aria-describedby'));
        opened.push(...told.map((card) => card === other));
    }).observe(document.body, { subtree: true, attributeFilter: ['aria-describedby'] });
    const over = (card, clientX) => card.dispatchEvent(new PointerEvent('pointerover',
        { bubbles: true, pointerType: 'mouse', clientX, clientY: y }));
    const later = (time) => new Promise((done) => setTimeout(done, time));
    over(one, x);
    await later(600);
    over(other, x + 5);
    await later(600);
    return opened;
}"""


def command(context: BrowserContext, table: str, update: Update, **what: Any) -> Update:
    """Give a command for seat 0; the update after it."""
    told = {"id": f"slip-{update['revision']}", "seat": 0, "revision": update["revision"], **what}
    answer = context.request.post(f"/api/tables/{table}/commands", data=told)
    assert answer.ok, answer.text()
    seen: Update = context.request.get(f"/api/tables/{table}?seat=0&have=-1").json()
    return seen


def table_where_i_can_plot_twice(context: BrowserContext, seed: int) -> tuple[str, Update]:
    """Its id, and the update when I choose my action; until then I have only explored and bought nothing."""
    table = at_table.new_table(context, ["me", "computer"], seed)
    update = at_table.asked_update(context, table, 0)
    while True:
        actions = {one["text"]: one for one in update["question"]["actions"]}
        view = update["view"]
        if "plot" in actions and view["seats"][0]["pearls"] >= 2 and len(view["court"]) <= 4:
            return table, update
        passing = [text for text, one in actions.items() if one.get("passes")]
        chosen = "explore" if "explore" in actions else next(iter(passing or actions))
        command(context, table, update, type="answer", action=chosen)
        update = at_table.asked_update(context, table, 0)


def everything_is_heard(page: Page) -> None:
    """What was sent before a line of chat has been heard when the line comes back."""
    before = page.locator("#chat-lines time").count()
    page.keyboard.press("c")
    page.locator("#chat-text").fill("?")
    page.locator("#chat-text").press("Enter")
    expect(page.locator("#chat-lines time")).to_have_count(before + 1)


def test_while_a_lord_is_paid_for_nothing_else_is_an_answer(page: Page) -> None:
    table, update, _offer = at_table.open_payment(page)
    expect(page.locator("#table :is(.lit, .affordable)")).to_have_count(0)
    for piece in page.locator("[data-target=exploration_deck], [data-stack], #zone-court .card").all():
        piece.click()
        if page.locator("dialog[open]").count():
            page.keyboard.press("Escape")
    everything_is_heard(page)
    assert at_table.server_view(page, table)["revision"] == update["revision"]
    expect(page.locator("#dock .paying")).to_be_visible()


def test_cards_picked_in_a_hurry_are_judged_and_nothing_is_refused(page: Page) -> None:
    """More often than the server explains all answers; what is said is about the cards as they are last."""
    at_table.open_payment(page)
    hand = "#zone-hand [aria-pressed]"
    for _time in range(3):
        page.evaluate("(hand) => { for (const card of document.querySelectorAll(hand)) card.click(); }", hand)
        for card in page.locator(hand).all():
            card.click()
    while page.locator(".hand [aria-pressed=true]").count():
        page.locator(".hand [aria-pressed=true]").first.click()
    expect(page.locator(".lack")).to_have_text("Tap the cards that you want to spend.")
    page.locator("#dock .paying .answer.primary").click(force=True)
    expect(page.locator("#note")).to_have_text("Tap the cards that you want to spend.")
    expect(page.locator("#banner")).to_be_hidden()


def test_a_double_click_answers_once(page: Page) -> None:
    table, update = table_where_i_can_plot_twice(page.context, 21)
    page.add_init_script(A_MOMENT_ENDS_WHEN_TOLD)
    at_table.open_at(page, table)
    pile = page.locator("[data-target=lord_deck]")
    box = at_table.box_of(pile)
    pile.click()
    revision = update["revision"] + 1
    expect(page.locator("body")).to_have_attribute("data-revision", str(revision))
    page.mouse.click(box["x"] + 9, box["y"] + 9)
    page.locator("#prompt").focus()
    page.keyboard.press("2")
    everything_is_heard(page)
    assert at_table.server_view(page, table)["revision"] == revision
    page.evaluate("endTheMoment()")
    page.mouse.click(box["x"] + 9, box["y"] + 9)
    expect(page.locator("body")).to_have_attribute("data-revision", str(revision + 1))


def test_a_payment_that_is_undone_leaves_with_its_turn(page: Page) -> None:
    """Recruit, confirm, undo, restart: the page asks what the server asks."""
    context, seed = page.context, 13
    while True:
        table, update = at_table.before_my_main_choice(context, seed)
        recruited = f"recruit:{at_table.payable(update)['lord']}"
        update = command(context, table, update, type="answer", action=recruited)
        payment = max(update["question"]["payments"], key=lambda one: len(one["cards"]))
        update = command(
            context, table, update, type="pay", cards=payment["cards"], nebulis=payment["nebulis"]
        )
        if update["undo"]["can_undo"]:
            break
        seed += 1
    at_table.open_at(page, table)
    page.locator("[data-command=undo]").click()
    page.locator("body:not([data-pending]) #dock:has(.paying) .answer.primary").wait_for()
    page.locator("[data-command=restart]").click()
    expect(page.locator("#dock .paying")).to_have_count(0)
    expect(page.locator("#prompt")).to_have_text(at_table.server_view(page, table)["question"]["prompt"])


def test_an_answer_that_is_barred_does_not_look_like_one_that_is_not(page: Page) -> None:
    at_table.open_payment(page)
    look = "(one) => [getComputedStyle(one).cursor, getComputedStyle(one).backgroundColor]"
    confirm = page.locator("#dock .answer.primary")
    allowed = confirm.evaluate(look)
    while page.locator(".hand [aria-pressed=true]").count():
        page.locator(".hand [aria-pressed=true]").first.click()
    expect(confirm).to_have_attribute("aria-disabled", "true")
    page.wait_for_function("() => document.getAnimations().length === 0")
    barred = confirm.evaluate(look)
    assert all(one != other for one, other in zip(allowed, barred, strict=True))


def test_a_tip_opens_for_what_the_mouse_goes_to_and_not_for_what_comes_under_it(page: Page) -> None:
    at_table.in_my_main_choice(page)
    page.mouse.move(700, 300)
    assert page.evaluate(TIPS_OPENED, [700, 300]) == [True]


def test_a_deck_that_can_be_chosen_shines(page: Page) -> None:
    at_table.in_my_main_choice(page)
    shines = "(one) => getComputedStyle(one).boxShadow !== 'none'"
    assert page.locator("[data-target=exploration_deck].lit").evaluate(shines)
    assert not page.locator("[data-target=location_deck]:not(.lit)").evaluate(shines)


def test_nobody_thinks_on_a_free_seat(page: Page) -> None:
    seed = 1
    while at_table.server_view(page, table := at_table.new_table(page.context, ["me", "friend"], seed))[
        "question"
    ]["mine"]:
        seed += 1
    page.goto(f"/t/{table}")
    expect(page.locator("#prompt")).to_have_text("Friend: free seat")
    page.locator("#dock").get_by_role("link", name="Links for friends and spectators").click()
    expect(page).to_have_url(f"/t/{table}/lobby")


def test_a_note_goes_with_the_question_that_it_is_about(page: Page) -> None:
    _table, update = at_table.in_my_main_choice(page)
    page.locator("#zone-court .card.off, #dock .refused, [data-stack].off").first.click()
    expect(page.locator("#note")).to_be_visible()
    page.locator("#dock .answer[data-action=explore]").click()
    page.wait_for_function(f"() => Number(document.body.dataset.revision) > {update['revision']}")
    expect(page.locator("#note")).to_be_hidden()


def test_a_click_waits_for_nothing_that_is_drawn(page: Page) -> None:
    at_table.in_my_main_choice(page)
    changed, is_pending = page.evaluate("""() => {
        const watch = new MutationObserver(() => {});
        watch.observe(document.getElementById('dock'), { subtree: true, childList: true, attributes: true });
        document.querySelector('#dock .answer[data-action=explore]').click();
        return [watch.takeRecords().length, 'pending' in document.body.dataset];
    }""")
    assert (changed, is_pending) == (0, True)
    expect(page.locator("body")).not_to_have_attribute("data-pending", "")


def test_the_focus_stays_at_the_question(page: Page) -> None:
    _table, update = at_table.in_my_main_choice(page)
    page.locator("#dock .answer[data-action=explore]").focus()
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => Number(document.body.dataset.revision) > {update['revision']}")
    page.wait_for_function("() => document.activeElement.closest('#dock') !== null")


def test_the_lobby_shows_who_has_come(page: Page, friend: BrowserContext) -> None:
    table = at_table.new_table(page.context, ["me", "friend"], 5)
    page.goto(f"/t/{table}/lobby")
    expect(page.get_by_label("Link to this seat")).to_have_count(1)
    at_table.sit_beside(page, table, friend)
    expect(page.get_by_label("Link to this seat")).to_have_count(0)
    expect(page.locator("#who")).to_contain_text("Everybody has a seat.")


def test_a_link_that_the_browser_does_not_copy_is_selected(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "friend"], 5)
    refuse = "{ writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }"
    page.add_init_script(f"Object.defineProperty(navigator, 'clipboard', {{ value: {refuse} }})")
    page.goto(f"/t/{table}/lobby")
    page.get_by_role("button", name="Copy").first.click()
    field = page.get_by_label("Link to this seat")
    expect(field).to_be_focused()
    assert field.evaluate("(one) => one.value.slice(one.selectionStart, one.selectionEnd) === one.value")


def test_a_link_is_copied_twice_while_others_come(page: Page, friend: BrowserContext) -> None:
    table = at_table.new_table(page.context, ["me", "friend", "friend"], 5)
    page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => undefined } })"
    )
    page.goto(f"/t/{table}/lobby")
    other = page.locator("[data-copies=link-2]")
    other.click()
    other.click()
    expect(other).to_have_text("✓")
    expect(other).to_have_text("Copy")
    page.locator("[data-copies=link-1]").click()
    at_table.sit_beside(page, table, friend)
    expect(page.get_by_label("Link to this seat")).to_have_count(1)


def test_the_focus_stays_where_a_part_of_the_lobby_is_replaced(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "friend"], 5)
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: {} })")
    page.goto(f"/t/{table}/lobby")
    news = "old"

    def tell(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('id="seat-2">', f'id="seat-2">{news} '))

    page.route("**/lobby", tell)
    for news in ("[data-copies]", "[readonly]", "summary"):
        kept = page.locator(f"#card-2 {news}")
        kept.focus()
        expect(page.locator("#seat-2")).to_contain_text(news)
        expect(kept).to_be_focused()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_names_are_not_broken_within_a_word(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    table = at_table.new_table(page.context, ["me", "computer"], 3, kraken=True, leviathan=True)
    at_table.advance(page.context, table, 30)
    at_table.open_at(page, table)
    cards = page.context.request.get("/api/cards.json").json()
    for lord in cards["lords"].values():
        page.evaluate(
            """([name, letters]) => {
                for (const one of document.querySelectorAll('.card.lord .name')) {
                    one.textContent = name;
                    one.style.setProperty('--letters', letters);
                }
            }""",
            [lord["name"], max(map(len, lord["name"].split()))],
        )
        assert page.evaluate(WORDS_BROKEN) == []


def test_the_labels_of_zones_are_whole(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "computer"], 3, leviathan=True)
    at_table.open_at(page, table)
    cut = """() => [...document.querySelectorAll('.leviathan > .dice')].filter((label) =>
        label.getBoundingClientRect().right > label.parentElement.getBoundingClientRect().right - 1
    ).map((label) => label.textContent)"""
    assert page.evaluate(cut) == []


def test_what_is_said_in_view_is_not_unread(page: Page, friend: BrowserContext) -> None:
    table = at_table.new_table(page.context, ["me", "friend"], 5)
    theirs = at_table.sit_beside(page, table, friend)
    page.goto(f"/t/{table}")
    page.locator("body[data-revision] #zone-court").wait_for()
    theirs.locator("#chat-text").fill("Hello")
    theirs.keyboard.press("Enter")
    expect(page.locator("#chat-lines")).to_contain_text("Hello")
    expect(page.locator(".unread")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#chat-lines")).not_to_be_in_viewport()
    theirs.locator("#chat-text").fill("Are you there?")
    theirs.keyboard.press("Enter")
    expect(page.locator("#panes .unread")).to_have_text("1")
    page.locator("[data-command=pane-log]").click()
    expect(page.locator(".unread")).to_have_count(0)
    page.evaluate(LOOKED_AT, False)
    theirs.locator("#chat-text").fill("Where have you been?")
    theirs.keyboard.press("Enter")
    expect(page.locator("#panes .unread")).to_have_text("1")
    page.evaluate(LOOKED_AT, True)
    expect(page.locator(".unread")).to_have_count(0)


def test_the_score_sheet_of_five_fits_a_telephone(page: Page) -> None:
    kinds = ["me", *["computer"] * 4]
    table = at_table.new_table(page.context, kinds, 5, leviathan=True)
    at_table.let_computers_finish(table, page.context)
    for width, height in ((320, 568), (844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/t/{table}")
        assert page.locator(".result .scrolls").evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
    page.goto(f"/t/{table}/results")
    sheet = page.locator(".sheet")
    assert sheet.locator("thead th").count() == 1 + len(kinds)
    assert sheet.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0

"""What a person can do at the table besides playing, and what the table tells."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.browser import at_table
from tests.web.browser.conftest import Browsers
from tests.web.browser.scenes import Projector, changed


def test_every_lord_of_the_court_tells_its_cost_now(page: Page) -> None:
    _table, update = at_table.in_my_main_choice(page)
    cards = page.context.request.get("/api/cards.json").json()["lords"]
    for offer in update["offers"]:
        at_table.lord(page, offer["lord"]).hover()
        tip = page.locator("#tip")
        expect(tip).to_contain_text(cards[str(offer["lord"])]["name"])
        expect(tip).to_contain_text(cards[str(offer["lord"])]["text"])
        expect(tip).to_contain_text(f"Costs you {offer['cost']} now")
        for reason in offer["why"]:
            expect(tip).to_contain_text(reason)
        page.mouse.move(5, 400)


def test_what_is_refused_says_why(page: Page) -> None:
    _table, update = at_table.in_my_main_choice(page)
    refused = [one for one in update["question"]["refused"] if one["text"].startswith(("recruit", "stack"))]
    assert refused
    for one in refused:
        verb, thing = one["text"].split(":")
        card = at_table.lord(page, int(thing)) if verb == "recruit" else page.locator(f"[data-stack={thing}]")
        card.click()
        expect(page.locator("#note")).to_have_text(one["why"])


def test_paying_shows_what_is_missing_and_takes_a_proposal(page: Page) -> None:
    table, _update, offer = at_table.open_payment(page)
    confirm = page.locator("#dock .answer.primary")
    named, count = page.locator(".hand [aria-pressed=true]"), len(offer["payments"][0]["cards"])
    expect(named).to_have_count(count)
    named.first.click()
    expect(named).to_have_count(count - 1)
    if count > 1:
        named.first.press("Enter")
        expect(named).to_have_count(count - 2)
    while named.count():
        named.first.click()
    expect(confirm).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".lack")).to_have_text("Tap the cards that you want to spend.")
    for code in offer["payments"][-1]["cards"]:
        page.locator(f".hand [data-tip='ally:{code}'][aria-pressed=false]").first.click()
    expect(confirm).not_to_have_attribute("aria-disabled", "true")
    confirm.click()
    expect(page.locator(f".seat.own [data-life='lord-{offer['lord']}']")).to_be_visible()
    own = at_table.server_view(page, table)["view"]["seats"][0]
    assert offer["lord"] in [held["id"] for held in own["lords"]]


def test_a_payment_can_be_cancelled(page: Page) -> None:
    table, update, _offer = at_table.open_payment(page)
    page.keyboard.press("Escape")
    expect(page.locator("#dock .paying")).to_have_count(0)
    assert at_table.server_view(page, table)["revision"] == update["revision"]


def test_undo_and_redo(page: Page) -> None:
    table, update = at_table.before_my_main_choice(page.context, ways=2)
    wanted = next(one["lord"] for one in update["offers"] if len(one["payments"]) > 1)
    command = {"type": "answer", "id": "a", "seat": 0, "revision": update["revision"]}
    sent = page.context.request.post(
        f"/api/tables/{table}/commands", data={**command, "action": f"recruit:{wanted}"}
    )
    assert sent.ok
    at_table.open_at(page, table)
    paying = at_table.server_view(page, table)["hash"]
    page.keyboard.press("u")
    expect(page.locator("body")).to_have_attribute("data-hash", str(update["hash"]))
    at_table.wait_for_turn(page)
    page.keyboard.press("r")
    expect(page.locator("body")).to_have_attribute("data-hash", str(paying))


def test_title_and_icon_say_whose_turn_it_is(page: Page) -> None:
    at_table.sit_down(page, ["me", "computer"], 3)
    at_table.wait_for_turn(page)
    assert page.title().startswith("●")
    assert "favicon-turn" in str(page.locator("link[rel=icon]").get_attribute("href"))


def test_what_is_said_is_text_and_nothing_else(page: Page) -> None:
    at_table.sit_down(page, ["me", "computer"], 3)
    page.keyboard.press("c")
    page.locator("#chat-text").fill("<b>hello</b> & good day")
    page.keyboard.press("Enter")
    said = page.locator("#chat-lines li")
    expect(said).to_have_count(1)
    expect(said).to_contain_text("<b>hello</b> & good day")
    page.reload()
    page.locator("[data-command=fold-chat]").click()
    expect(page.locator("#chat-lines li")).to_contain_text("<b>hello</b> & good day")


def test_a_line_that_is_refused_can_be_corrected(page: Page) -> None:
    at_table.sit_down(page, ["me", "computer"], 3)
    page.keyboard.press("c")
    field, note = page.locator("#chat-text"), page.locator("#note")
    field.fill("\u2060")  # what nobody could see
    field.press("Enter")
    expect(note).to_be_visible()
    expect(field).to_have_value("\u2060")
    field.fill("hello")
    field.press("Enter")
    expect(page.locator("#chat-lines li")).to_contain_text("hello")
    expect(field).to_have_value("")


def test_the_newest_line_of_the_chat_is_in_view_unless_its_reader_has_scrolled_back(
    page: Page, friend: BrowserContext
) -> None:
    table = at_table.sit_down(page, ["me", "friend"], 3)
    theirs = at_table.sit_beside(page, table, friend)

    def say(speaker: Page, text: str) -> None:
        speaker.locator("#chat-text").fill(text)
        speaker.locator("#chat-text").press("Enter")
        expect(page.locator("#chat-lines li").last).to_contain_text(text)

    for number in range(12):
        say(theirs, f"Line {number}, which is long enough to have two rows in the narrow column of the chat")
    expect(page.locator("#chat-lines li").last).to_be_in_viewport(ratio=0.9)
    page.locator("#chat-lines").evaluate("(lines) => lines.scrollTo(0, 0)")
    say(theirs, "Have you seen this?")
    expect(page.locator("#chat-lines li").first).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#chat-lines li").last).not_to_be_in_viewport()
    say(page, "Yes!")
    expect(page.locator("#chat-lines li").last).to_be_in_viewport(ratio=0.9)


def test_the_log_leads_to_the_cards(page: Page) -> None:
    at_table.in_my_main_choice(page, decisions=16)
    link = page.locator("#log-lines .link").first
    name, address = link.inner_text(), page.url
    link.click()
    expect(page.locator("#dialog-title")).to_have_text(re.compile(re.escape(name), re.IGNORECASE))
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()
    expect(page).to_have_url(address)


def test_the_log_stays_where_it_was_scrolled_to(page: Page) -> None:
    at_table.in_my_main_choice(page, decisions=16)
    lines = page.locator("#log-lines")
    left = "(log) => log.scrollHeight - log.clientHeight - log.scrollTop"
    assert lines.evaluate(left) <= 1
    page.set_viewport_size({"width": 1440, "height": 600})
    shrunk = f"innerHeight === 600 && ({left})(document.querySelector('#log-lines')) <= 1"
    page.wait_for_function(f"() => {shrunk}")
    lines.evaluate("(log) => { log.scrollTop = 0 }")
    before = lines.locator("li").count()
    page.keyboard.press("1")
    expect(lines.locator("li").nth(before)).to_be_attached()
    assert lines.evaluate("(log) => log.scrollTop") == 0


def test_settings_are_kept(page: Page) -> None:
    at_table.sit_down(page, ["me", "computer"], 3)
    page.keyboard.press("s")
    page.locator("#dialog").get_by_role("button", name="Abyss").click()
    letters = page.get_by_role("group", name="Letters and digits as shortcuts")
    letters.get_by_role("button", name="off").click()
    page.keyboard.press("Escape")
    page.reload()
    page.locator("body[data-revision] #zone-court").wait_for()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("?")
    expect(page.locator("#dialog")).to_be_hidden()


def test_sounds_are_loaded_when_they_are_switched_on(page: Page) -> None:
    page.add_init_script(
        """globalThis.tones = [];
        const { start } = OscillatorNode.prototype;
        OscillatorNode.prototype.start = function (...when) {
          tones.push(this.frequency.value);
          return start.apply(this, when);
        };"""
    )
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    at_table.sit_down(page, ["me", "computer"], 3)
    assert "senses.js" not in loaded
    page.keyboard.press("s")
    page.get_by_role("group", name="Sounds").get_by_role("button", name="on").click()
    page.wait_for_function("() => tones.length > 0")
    assert "senses.js" in loaded
    page.keyboard.press("Escape")
    heard = page.evaluate("tones.length")
    page.keyboard.press("1")
    page.wait_for_function(f"() => tones.length > {heard}")


def test_a_seat_is_given_to_the_computer(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "computer"], 3)
    at_table.advance_to_the_last_lord(page.context, table)
    page.goto(f"/t/{table}")
    page.locator("[data-command=people]").click()
    page.get_by_role("button", name="Let the computer play").click()
    page.locator("#dock .answers a[href$='/results']").wait_for()
    assert at_table.server_view(page, table)["over"]
    expect(page.get_by_text("has bought")).to_have_count(0)
    expect(page.locator(".card:is(.affordable, .lit)")).to_have_count(0)


# No frame more once all pieces are laid out, but before the page is done with that.
HOLD_FRAMES = """(() => {
    const next = window.requestAnimationFrame.bind(window);
    const isHeld = () => document.querySelectorAll('.seat').length === 2 && !document.body.dataset.revision;
    window.held = [];
    window.requestAnimationFrame = (callback) => isHeld() ? window.held.push(callback) : next(callback);
})()"""


def test_what_happens_while_the_table_is_laid_out_is_shown(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "computer"], 3)
    at_table.advance_to_the_last_lord(page.context, table)
    page.add_init_script(HOLD_FRAMES)
    page.goto(f"/t/{table}")
    page.wait_for_function("() => window.held.length > 0", polling=50)
    command = {"type": "concede", "id": "now", "seat": 0}
    assert page.context.request.post(f"/api/tables/{table}/commands", data=command).ok
    page.locator("#dock .answers a[href$='/results']").wait_for()
    page.evaluate(
        "{ const held = window.held; document.body.dataset.revision = 0; held.forEach((due) => due()); }"
    )
    expect(page.locator(".card:is(.affordable, .lit)")).to_have_count(0)


def test_a_spectator_sees_no_hand_and_no_answers(page: Page, friend: BrowserContext) -> None:
    table, _update = at_table.in_my_main_choice(page)
    link = page.context.request.get(f"/api/tables/{table}/links").json()["spectators"]
    watching = friend.new_page()
    watching.goto(link)
    watching.get_by_role("button", name="Watch").click()
    watching.locator("#zone-court").wait_for()
    expect(watching.locator("#top")).to_contain_text("You are watching")
    assert watching.locator(".hand, .own-things").count() == 0
    assert watching.locator(at_table.ANSWERS).count() == 0


@pytest.mark.parametrize("key", ["Escape", "click"])
def test_movement_can_be_skipped(browsers: Browsers, key: str) -> None:
    page = browsers(viewport={"width": 1440, "height": 900}).new_page()
    at_table.sit_down(page, ["me", "computer"], 3)
    at_table.wait_for_turn(page)
    page.evaluate(
        """() => {
            const card = document.querySelector('#zone-court .card');
            new MutationObserver(() => { window.moved = document.getAnimations().length > 0 || window.moved })
                .observe(document.body, { childList: true, subtree: true, attributes: true });
            card.focus();
        }"""
    )
    page.keyboard.press("1")
    page.wait_for_function("() => window.moved === true")
    if key == "Escape":
        page.keyboard.press("Escape")
    else:
        page.mouse.click(700, 30)
    assert page.evaluate("document.querySelectorAll('.ghost').length") == 0


# ------------------------------------------------------------------ “What may I do now?”


def test_every_open_answer_is_explained_by_button_and_by_key(page: Page) -> None:
    table = at_table.sit_down(page, ["me", "computer"], 3)
    page.locator(at_table.ANSWERS).first.wait_for()
    actions = sorted(
        at_table.server_view(page, table)["question"]["actions"], key=lambda one: bool(one.get("passes"))
    )
    page.keyboard.press("?")
    told = page.locator("#dialog .explained")
    expect(told.locator("dt")).to_have_text([action["label"] for action in actions])
    expect(told.locator("dd")).to_have_count(len(actions))
    assert all(len(text) > 10 for text in told.locator("dd").all_inner_texts())
    assert at_table.violations(page) == []
    page.keyboard.press("Escape")
    page.locator("[data-command=explain]").click()
    expect(told).to_be_visible()


def test_the_signs_and_keys_are_one_step_further(page: Page) -> None:
    at_table.sit_down(page, ["me", "computer"], 3)
    at_table.wait_for_turn(page)
    page.keyboard.press("?")
    page.locator("#dialog .content > button").click()
    expect(page.locator("#dialog .keys")).to_be_visible()


def test_what_can_no_longer_be_undone_gives_the_focus_to_the_question(projector: Projector) -> None:
    page, moment = projector.page, projector.moments["MAIN"]
    undo = page.locator("#dock .tool-undo")
    possible, over = ({**moment["undo"], "can_undo": can_undo} for can_undo in (True, False))
    projector.show({**moment, "undo": possible})
    undo.focus()
    projector.show({**moment, "undo": possible})
    expect(undo).to_be_focused()
    projector.show({**moment, "undo": over})
    expect(page.locator("#prompt")).to_be_focused()
    undo.focus()
    projector.show({**moment, "undo": over})
    expect(undo).to_be_focused()


def test_who_writes_goes_on_writing_when_a_question_comes(projector: Projector) -> None:
    page, moment = projector.page, projector.moments["MAIN"]
    page.set_viewport_size({"width": 390, "height": 844})
    projector.show(moment)
    page.locator("[data-command=pane-log]").click()
    page.locator("[data-command=fold-chat]").click()
    page.locator("#chat-text").focus()
    page.keyboard.type("1")
    projector.show(moment)
    page.keyboard.type("2")
    expect(page.locator("#chat-text")).to_have_value("12")
    page.locator("#log-lines").focus()
    projector.show(moment)
    expect(page.locator("body")).not_to_have_attribute("data-shows", "log")


# What screen readers say from now on.
LISTEN = """() => {
    const region = document.getElementById('announced');
    window.heard = [];
    new MutationObserver(() => window.heard.push(region.textContent)).observe(region, { childList: true });
}"""


def test_enter_pays_for_the_lord_that_was_chosen(page: Page) -> None:
    _table, _update, offer = at_table.open_payment(page)
    page.locator("body:not([data-settling])").wait_for()
    page.evaluate(LISTEN)
    page.keyboard.press("Enter")
    expect(page.locator(f".seat.own [data-life='lord-{offer['lord']}']")).to_be_visible()
    name = page.context.request.get("/api/cards.json").json()["lords"][str(offer["lord"])]["name"]
    page.wait_for_function("(name) => window.heard.some((said) => said.includes(name))", arg=name)
    assert not [said for said in page.evaluate("window.heard") if "do you pay" in said]


def test_rulings_beside_a_card_are_as_wide_as_its_text(projector: Projector) -> None:
    page, moment = projector.page, projector.moments["MAIN"]
    cards = page.context.request.get("/api/cards.json").json()["lords"]
    ruled = [int(number) for number, card in cards.items() if card["rulings"]][:3]
    me, neighbour, *others = moment["view"]["seats"]
    held = [{**neighbour["lords"][0], "id": number} for number in ruled]
    projector.show(changed(moment, seats=[me, {**neighbour, "lords": held}, *others]))
    page.locator("[data-command=seat-1]").click()
    rulings = page.locator("dialog[open] .rulings li")
    texts = rulings.all_inner_texts()
    assert texts
    lines = rulings.evaluate_all(
        "(all) => all.map((one) => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight))"
    )
    # At least 45 letters have room in a line.
    assert [text for text, count in zip(texts, lines, strict=True) if count > 1.5 + len(text) / 45] == []


def asked_for_several_cards(page: Page) -> tuple[str, int]:
    """A table at which the hand of seat 0 is too large, and by how many cards."""
    table = at_table.new_table(page.context, ["me", "here"], 136)
    at_table.advance(page.context, table, 62)
    question = at_table.asked_update(page.context, table, 0)["question"]
    assert (question["kind"], question["player"]) == ("DISCARD_TO_LIMIT", 0)
    count = question["cards_to_go"]
    assert count > 1
    page.goto(f"/t/{table}")
    page.locator(".hand [aria-pressed]").first.wait_for()
    return table, count


def test_a_number_gives_the_answer_beside_it_also_while_cards_are_chosen(page: Page) -> None:
    asked_for_several_cards(page)
    page.locator(".hand [aria-pressed]").first.click()
    page.locator("#dock [data-command=discard]").wait_for()
    named = page.locator("#dock .answer", has=page.locator("kbd", has_text="3")).get_attribute("data-action")
    page.keyboard.press("3")
    expect(page.locator(f"#dock [data-action='{named}']")).to_have_count(0)


def test_cards_that_go_one_after_another_are_chosen_together(page: Page) -> None:
    table, count = asked_for_several_cards(page)
    hand = page.locator(".hand [aria-pressed]")
    for place in range(count + 1):
        hand.nth(place).click()
        chosen = min(place + 1, count)
        button = page.get_by_role("button", name=f"Discard chosen cards: {chosen} of {count}")
        expect(button).to_be_visible()
        expect(page.locator(".hand [aria-pressed=true]")).to_have_count(chosen)
    hand.nth(1).click()
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(count - 1)
    hand.nth(1).click()
    held = hand.count()
    page.locator("#dock [data-command=discard]").click()
    # The answers are sent one after another; the hand is that small when the last of them is stored.
    expect(page.locator(".hand .card")).to_have_count(held - count)
    update = at_table.asked_update(page.context, table, 0)
    assert update["view"]["seats"][0]["hand_size"] == held - count == 6

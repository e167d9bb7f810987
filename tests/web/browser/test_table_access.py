"""The table by touch, in forced colours, enlarged, and as axe-core sees what opens over it."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.browser import at_table
from tests.web.browser.conftest import Browsers

# The id of a table, its update, and the cookies of who sits there.
Waiting = tuple[str, dict[str, Any], Any]

# Half of 1440 x 900: what is left to see at 200 %.
ENLARGED: Any = {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2}
PHONE: Any = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# Where text is wider or higher than the element that shows it, and nothing can be scrolled.
CUT = """() => [...document.querySelectorAll('#dock *, #top *, .price, .worth, dialog[open] *')]
    .filter((one) => ['hidden', 'clip'].includes(getComputedStyle(one).overflowX)
        && !one.closest('.hidden-visually') && !one.closest('svg')
        && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1))
    .map((one) => one.outerHTML.slice(0, 200))"""
OUTLINE = """(one) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
    return outlineStyle === 'none' ? null : [outlineStyle, outlineWidth, outlineColor];
}"""

# What moves at any time from now on.
WATCH_MOVEMENT = """() => {
    window.moving = [];
    const look = () => {
        window.moving.push(...document.getAnimations().map((one) => one.effect.target.className));
        requestAnimationFrame(look);
    };
    look();
}"""
# Buttons that nothing but their text shows.
BARE = """(all) => all.filter((one) => {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(one);
    return borderTopStyle === 'none' || parseFloat(borderTopWidth) < 1;
}).map((one) => one.outerHTML.slice(0, 200))"""


@pytest.fixture(scope="module")
def waiting(browsers_of_file: Browsers) -> Waiting:
    """A table at which I choose my action and can pay for a lord."""
    opened = browsers_of_file()
    return (*at_table.before_my_main_choice(opened), opened.cookies())


def seated(browsers: Browsers, table: str, cookies: Any, **screen: Any) -> Page:
    """The page of a table on a screen of one's own."""
    context = browsers(reduced_motion="reduce", **screen)
    context.add_cookies(cookies)
    page = context.new_page()
    at_table.open_at(page, table)
    return page


def test_a_long_press_reads_a_card_and_chooses_nothing(browsers: Browsers, waiting: Waiting) -> None:
    table, update, cookies = waiting
    page = seated(browsers, table, cookies, **PHONE)
    number = at_table.payable(update)["lord"]
    card = at_table.lord(page, number)
    at_table.bring_in_view(page, card)
    card.scroll_into_view_if_needed()
    place = at_table.box_of(card)
    finger = page.context.new_cdp_session(page)
    middle = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 3}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [middle]})
    expect(page.locator("#tip")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    printed = page.context.request.get("/api/cards.json").json()["lords"][str(number)]
    expect(page.locator("#tip")).to_be_visible()
    expect(page.locator("#tip")).to_contain_text(printed["name"])
    expect(page.locator("#tip")).to_contain_text(printed["text"])
    expect(page.locator("#dock .paying")).to_have_count(0)
    assert at_table.server_view(page, table)["revision"] == update["revision"]
    card.tap()
    expect(page.locator("#dock .paying")).to_be_visible()


def test_nothing_moves_for_those_who_wish_so(page: Page) -> None:
    """Neither by transitions and animations of style sheets, nor by those of the scripts."""
    at_table.sit_down(page, ["me", "computer"], 3)
    at_table.wait_for_turn(page)
    before = page.locator("body").get_attribute("data-revision")
    page.evaluate(WATCH_MOVEMENT)
    page.locator("#zone-court .card").last.hover()
    page.keyboard.press("1")
    expect(page.locator("body")).not_to_have_attribute("data-revision", str(before))
    page.keyboard.press("?")
    page.wait_for_timeout(100)
    assert page.evaluate("window.moving") == []
    page.goto("/")
    assert page.evaluate("document.getAnimations().length") == 0
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate("document.getAnimations().length") > 0


def test_forced_colours_leave_everything_discernible(browsers: Browsers, waiting: Waiting) -> None:
    table, update, cookies = waiting
    page = seated(browsers, table, cookies, forced_colors="active", viewport={"width": 1440, "height": 900})
    affordable = at_table.lord(page, at_table.payable(update)["lord"])
    others = [one["lord"] for one in update["offers"] if not one["affordable"]]
    other = at_table.lord(page, others[0])
    shining = affordable.evaluate(OUTLINE)
    assert shining is not None
    assert other.evaluate(OUTLINE) is None
    page.keyboard.press("t")
    focused = page.locator(":focus")
    assert focused.evaluate(OUTLINE) not in (None, shining)
    assert page.locator("button:not(.link)").evaluate_all(BARE) == []
    pictures = page.locator("body, #dock").evaluate_all(
        "(all) => all.map((e) => getComputedStyle(e).backgroundImage)"
    )
    assert pictures == ["none", "none"]
    affordable.click()
    named = page.locator(".hand [aria-pressed=true]").first.evaluate(OUTLINE)
    left = page.locator(".hand [aria-pressed=false]")
    assert named is not None
    assert left.count() == 0 or left.first.evaluate(OUTLINE) is None


def test_at_200_percent_nothing_is_cut_and_all_can_be_reached(browsers: Browsers, waiting: Waiting) -> None:
    table, update, cookies = waiting
    page = seated(browsers, table, cookies, **ENLARGED)
    reach_everything(page)
    card = at_table.lord(page, at_table.payable(update)["lord"])
    at_table.bring_in_view(page, card)
    card.click()
    page.locator(f"{at_table.ANSWERS}[data-command=confirm]").wait_for()
    reach_everything(page)


@pytest.mark.parametrize("percent", [150, 200])
def test_large_text_on_a_desk_has_the_layout_of_a_small_screen(
    browsers: Browsers, waiting: Waiting, percent: int
) -> None:
    table, _update, cookies = waiting
    page = seated(browsers, table, cookies, viewport={"width": 1440, "height": 900})
    text = {"fontSizes": {"standard": 16 * percent // 100}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", text)
    at_table.open_at(page, table)
    reach_everything(page)
    lord = page.locator("#zone-court .card.lord").first
    at_table.bring_in_view(page, lord)
    assert at_table.box_of(lord)["width"] >= 100


def test_large_text_on_a_telephone_leaves_room_for_the_table(browsers: Browsers, waiting: Waiting) -> None:
    table, _update, cookies = waiting
    page = seated(browsers, table, cookies, viewport={"width": 390, "height": 844})
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    at_table.open_at(page, table)
    assert at_table.box_of(page.locator(".bar"))["height"] <= 150
    assert at_table.box_of(page.locator("#table"))["height"] >= 150
    for answer in page.locator(at_table.ANSWERS).all():
        at_table.bring_in_view(page, answer)
        answer.click(trial=True)


def test_large_text_on_the_smallest_telephone_keeps_question_answers_and_stocks_apart(
    browsers: Browsers, waiting: Waiting
) -> None:
    table, _update, cookies = waiting
    page = seated(browsers, table, cookies, locale="fr", viewport={"width": 320, "height": 640})
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    at_table.open_at(page, table)
    parts = [at_table.box_of(page.locator(part)) for part in ("#prompt", "#dock > .answers", ".own-things")]
    for upper, lower in pairwise(parts):
        assert upper["y"] + upper["height"] <= lower["y"]
    expect(page.locator("#dock > .below")).to_be_visible()
    for answer in page.locator(at_table.ANSWERS).all():
        answer.evaluate("(one) => one.scrollIntoView({block: 'center'})")
        answer.click(trial=True, timeout=3_000)
    page.locator("#dock").evaluate("(dock) => dock.scrollTo(0, dock.scrollHeight)")
    expect(page.locator("#dock > .below")).to_be_hidden()


def reach_everything(page: Page) -> None:
    """Everything that can be chosen can be brought to where it can be clicked; no text is cut."""
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    assert page.evaluate(CUT) == []
    tools = ".taking-back .tool:not([aria-disabled]), .tools .tool"
    targets = f"{at_table.LIT}, {at_table.ANSWERS}, #dock .proposal, .hand .card, {tools}"
    for target in page.locator(targets).all():
        at_table.bring_in_view(page, target)
        target.click(trial=True)
    table = at_table.box_of(page.locator("#table"))
    assert min(table["width"], table["height"]) >= 150, "the table is hidden behind the answers"


def test_axe_finds_nothing_in_the_paying_panel(browsers: Browsers, waiting: Waiting) -> None:
    table, update, cookies = waiting
    page = seated(browsers, table, cookies, color_scheme="light")
    at_table.lord(page, at_table.payable(update)["lord"]).click()
    expect(page.locator("#dock .paying")).to_be_visible()
    assert at_table.violations(page) == []
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert at_table.violations(page, at_table.COLOURS) == []
    page.locator(".hand [aria-pressed=true]").first.click()
    assert at_table.violations(page, at_table.COLOURS) == []
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert at_table.violations(page) == []


def test_axe_finds_nothing_while_a_tip_is_read(browsers: Browsers, waiting: Waiting) -> None:
    """A tip lies in a landmark, and above whatever it is about."""
    table, _update, cookies = waiting
    page = seated(browsers, table, cookies)
    for owner in ("#zone-court [data-tip]", "#dock .hand [data-tip]", "header .tools [data-tip]"):
        page.locator(owner).first.hover()
        expect(page.locator("#tip")).to_be_visible()
        assert at_table.violations(page) == []
        box = at_table.box_of(page.locator("#tip"))
        uppermost = (
            "([x, y]) => { const tip = document.getElementById('tip'); tip.style.pointerEvents = 'auto';"
            " return tip.contains(document.elementFromPoint(x, y)); }"
        )
        assert page.evaluate(uppermost, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
        page.mouse.move(0, 0)
        page.evaluate("document.getElementById('tip').style.pointerEvents = ''")


def test_axe_finds_nothing_on_the_hot_seat_cover(friend: BrowserContext) -> None:
    """Two people at one screen, whose hands are covered."""
    table = at_table.new_table(friend, ["me", "here"], 21)
    question = at_table.advance(friend, table, 1)["question"]
    while (question["player"], question["kind"]) != (1, "MAIN"):
        question = at_table.advance(friend, table, 1)["question"]
    page = friend.new_page()
    page.goto(f"/t/{table}")
    page.locator("#hot-seat-show").wait_for()
    for theme, rules in (("light", ()), ("dark", at_table.COLOURS)):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]  # one of these two
        assert at_table.violations(page, rules) == []


# ------------------------------------------------------------------ signs, where there is no mouse to hover


@pytest.fixture(scope="module")
def touched(browsers_of_file: Browsers) -> Page:
    """A table on a phone."""
    context = browsers_of_file(
        viewport={"width": 390, "height": 844}, reduced_motion="reduce", has_touch=True
    )
    page = context.new_page()
    at_table.open_at(page, at_table.new_table(context, ["me", "computer"], 3))
    return page


@pytest.mark.parametrize(
    ("sign", "said"),
    [
        (".threat i:nth-of-type(4)", "Threat 4: a monster gives"),
        (".threat", "a monster gives"),
        (".threat .pool", "Monster tokens left"),
        (".exploration .space:last-child", "gains 1 pearl"),
        (".others .score", "Score if the game ended now"),
        (".own-things .pearls", "Pearls"),
    ],
)
def test_a_tap_on_a_sign_says_what_it_means(touched: Page, sign: str, said: str) -> None:
    pane = touched.locator(sign).first.evaluate("(one) => one.closest('[data-pane]')?.dataset.pane ?? ''")
    if pane:
        touched.locator(f"[data-command=pane-{pane}]").tap()
    touched.locator(sign).first.tap()
    expect(touched.locator("#tip")).to_contain_text(said)
    touched.locator("#prompt").tap()
    expect(touched.locator("#tip")).to_be_hidden()

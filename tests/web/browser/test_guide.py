"""The guided first game in a browser: one click away, beside the table, never over it, easily ended."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from openabyss.client.guide import PAGES
from tests.web.browser.at_table import ANSWERS, asked_update, sit_down, violations

GUIDED = "#guide:not([hidden])"
# What is asked about and every answer, and whether the guide lies over any of it.
COVERED = """() => {
    const guide = document.getElementById('guide').getBoundingClientRect();
    const asked = [...document.querySelectorAll('#table [data-guided], #dock .answer, #prompt, .lit')];
    const seen = asked.filter((piece) => piece.checkVisibility());
    return seen.filter((piece) => {
        const table = piece.closest('#table')?.getBoundingClientRect();
        const { left, right, top, bottom } = piece.getBoundingClientRect();
        const low = Math.min(bottom, table?.bottom ?? bottom);
        return low > guide.top + 1 && top < guide.bottom - 1 && right > guide.left && left < guide.right;
    }).map((piece) => piece.outerHTML.slice(0, 120));
}"""
# Whether the end of what is said is out of sight.
CUT = """() => {
    const text = document.getElementById('guide-text');
    return text.scrollHeight > text.clientHeight + 1;
}"""


def begin(page: Page) -> None:
    page.goto("/")
    page.locator(".play-now [formaction='/learn']").click()
    page.locator(GUIDED).wait_for()


def to_last_page(page: Page) -> None:
    while page.locator("#guide-next").is_visible():
        page.locator("#guide-next").click()


def wait_until_asked(page: Page) -> None:
    """Read what the guide says while another decides, and go on."""
    waits = page.locator("body[data-waits] #guide-next")
    asked = page.locator(f"{ANSWERS}, [data-command=confirm]")
    waits.or_(asked.first).first.wait_for()
    while waits.count():
        waits.click()
    asked.first.wait_for()


def text(page: Page) -> str:
    return page.locator("#guide-text").inner_text()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_guide_leads_through_the_game_and_covers_nothing(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begin(page)
    said = set()
    for _step in range(40):
        page.locator(f"{ANSWERS}, [data-command=confirm]").first.wait_for()
        if page.locator(GUIDED).count() == 0:
            break
        said.add(text(page))
        assert not page.evaluate(CUT), text(page)
        assert page.evaluate(COVERED) == []
        expect(page.locator("#guide .primary:visible")).to_have_count(1)
        to_last_page(page)
        expect(page.locator("#guide .primary:visible")).to_have_count(1)
        assert page.evaluate(COVERED) == []
        follow(page)
    expect(page.locator(GUIDED)).to_have_count(0)
    assert len(said) > 8
    expect(page.locator(".seat.own [data-life^=location]")).to_have_count(1)
    page.locator(ANSWERS).first.wait_for()


def follow(page: Page) -> None:
    """Do what is suggested, and otherwise the first that can be done; wait until it has been done."""
    shown = page.locator("body").get_attribute("data-revision")
    suggested = page.locator("#dock .answer[data-guided]")
    (suggested if suggested.count() else page.locator(ANSWERS)).first.click()
    if page.locator("[data-command=confirm]").count():
        assert not page.evaluate(CUT), text(page)
        page.locator("body:not([data-pending]) [data-command=confirm]").click()
    page.locator(f"body:not([data-revision='{shown}'])").wait_for()
    wait_until_asked(page)


def test_what_is_explained_is_ringed_on_the_table(page: Page) -> None:
    begin(page)
    expect(page.locator("[data-guided]")).to_have_count(0)
    page.locator("#guide-next").click()
    expect(page.locator("#zone-court")).to_have_attribute("data-guided", "")
    to_last_page(page)
    expect(page.locator("#table [data-target='track:0']")).to_have_attribute("data-guided", "")
    expect(page.locator("#dock [data-action=buy]")).to_have_attribute("data-guided", "")
    expect(page.locator("#zone-court[data-guided], .answers[data-guided]")).to_have_count(0)
    page.locator("#guide-show").click()
    expect(page.locator("#dock [data-action=buy][data-shown]")).to_be_focused()
    page.locator("body:not(:has([data-shown]))").wait_for()


def test_the_card_that_is_to_be_left_is_not_ringed() -> None:
    (page,) = PAGES["weak-ally"]
    assert page.points == ["answers"]


def test_what_the_other_does_waits_until_the_reader_goes_on(page: Page) -> None:
    begin(page)
    page.locator(f"{ANSWERS}[data-action=buy]").click()
    expect(page.locator("#guide-text")).to_contain_text("is deciding now")
    table = page.url.rsplit("/", 1)[-1]
    shown = page.locator("body").get_attribute("data-revision")
    update = asked_update(page.context, table, 0)
    assert update["revision"] > int(shown or 0)
    page.locator("#zone-court h2").click()
    page.wait_for_timeout(1000)
    assert page.locator("body").get_attribute("data-revision") == shown
    page.locator("#guide-next").click()
    page.locator(f"body[data-revision='{update['revision']}']").wait_for()
    expect(page.locator("#guide-text")).to_contain_text("Your turn.")


def test_one_deed_of_another_is_told_without_steps_to_others(page: Page) -> None:
    begin(page)
    page.locator(f"{ANSWERS}[data-action=buy]").click()
    wait_until_asked(page)
    expect(page.locator("#recap .deed")).to_be_visible()
    expect(page.locator("#recap .place, #recap [data-command=recap-on]")).to_have_count(0)


def test_the_guide_by_keyboard_and_to_screen_readers(page: Page) -> None:
    begin(page)
    assert page.locator("#guide-text").get_attribute("aria-live") == "polite"
    page.keyboard.press("g")
    first = text(page)
    for place in (2, 3, 4):
        page.keyboard.press("Enter")
        expect(page.locator("#guide-place")).to_have_text(f"{place}/4")
    assert text(page) != first
    expect(page.locator("#guide-show")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#dock [data-action=buy]")).to_be_focused()
    page.locator(ANSWERS).first.wait_for()
    page.keyboard.press("Enter")
    page.locator("body[data-waits]").wait_for()
    page.keyboard.press("g")
    page.keyboard.press("Enter")
    expect(page.locator("#guide-text")).to_contain_text("Your turn.")


def test_the_guide_ends_in_all_windows_and_comes_back(page: Page, context: BrowserContext) -> None:
    begin(page)
    other = context.new_page()
    other.goto(page.url)
    other.locator(GUIDED).wait_for()
    page.locator("#guide-end").click()
    for window in (page, other):
        expect(window.locator("#guide")).to_be_hidden()
        expect(window.locator("[data-guided]")).to_have_count(0)
    page.reload()
    page.locator("#guide-again").click()
    expect(page.locator("#guide")).to_be_visible()
    expect(other.locator("#guide")).to_be_visible()


def test_a_reload_and_another_language_keep_the_place(page: Page) -> None:
    begin(page)
    page.locator("#guide-next").click()
    page.locator("#guide-next").click()
    before = text(page)
    page.reload()
    expect(page.locator("#guide-text")).to_have_text(before)
    page.goto(f"{page.url}?lang=de")
    page.locator(GUIDED).wait_for()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_who_does_something_else_is_followed(page: Page) -> None:
    begin(page)
    while page.locator("#dock [data-action=pass]").count():
        revision = page.locator("body").get_attribute("data-revision")
        page.locator(f"{ANSWERS}[data-action=pass]").click()
        page.locator(f"body:not([data-revision='{revision}'])").wait_for()
        wait_until_asked(page)
    expect(page.locator("#guide-text")).to_contain_text("Your turn.")
    page.locator(f"{ANSWERS}[data-action='stack:crab']").click()
    expect(page.locator("#zone-hand .ally")).to_have_count(4)
    expect(page.locator("#guide")).to_be_visible()


@pytest.mark.parametrize(("size", "language"), [((1440, 900), "en"), ((390, 844), "fr")])
def test_a_short_lesson_ends_with_its_last_word_and_leads_back(
    page: Page, size: tuple[int, int], language: str
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/?lang={language}")
    page.locator("#learn ~ * a[href='/learn']").click()
    page.locator("button[value=buying]").click()
    page.locator(GUIDED).wait_for()
    for _step in range(8):
        to_last_page(page)
        assert page.evaluate(COVERED) == []
        if page.locator("#guide-lessons").is_visible():
            break
        follow(page)
    assert violations(page) == []
    page.locator("#guide-lessons").click()
    expect(page.locator("h1")).to_be_visible()
    assert page.url.endswith("/learn")


def test_axe_finds_nothing_on_a_guided_table(page: Page) -> None:
    begin(page)
    to_last_page(page)
    assert violations(page) == []


def test_only_a_guided_table_loads_the_guide(page: Page) -> None:
    sit_down(page, ["me", "computer"], 1)
    assert page.locator("#guide, script[src*=guide]").count() == 0

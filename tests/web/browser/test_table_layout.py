"""How the room of a screen is shared: answers, the tableau at the bottom, telephones, the largest screens."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from openabyss import words
from openabyss.client.table_history import TableHistory
from tests.web.browser.at_table import new_table
from tests.web.browser.conftest import Browsers
from tests.web.browser.scenes import MOST_ANSWERS, THE_END, Projector, Update, last_histories, update_of
from tests.web.browser.test_table_fits import FULLEST, SETS, Size

SIZES = ((1440, 900), (1024, 768), (834, 1112), (390, 844))
PHONE = (390, 844)
TABLES = [
    (name, players)
    for name, sets in SETS.items()
    for players in ((2, 3, 4, 5) if "leviathan" in sets else (2, 3, 4))
]
# How many answers are not whole in view, and what the sign says of them.
OUT_OF_VIEW = """() => {
    const panel = document.querySelector('#dock > :is(.answers, .paying)');
    const { left, top, right, bottom } = panel.getBoundingClientRect();
    const answers = [...panel.querySelectorAll('.answer, .proposal')];
    const hidden = answers.filter((one) => {
        const box = one.getBoundingClientRect();
        return box.bottom > Math.min(bottom, innerHeight) + 3.5 || box.top < top - 1
            || box.right > Math.min(right, innerWidth) + 1 || box.left < left - 1;
    });
    const sign = document.querySelector('#dock .below');
    return [hidden.length, sign.checkVisibility() ? parseInt(sign.textContent.match(/[0-9]+/)[0], 10) : 0];
}"""
BOX = """(one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height];
}"""
Show = Callable[..., Page]


@pytest.fixture(scope="module")
def histories() -> dict[tuple[str, int], dict[str, TableHistory]]:
    return {(name, players): last_histories(players, **SETS[name]) for name, players in TABLES}


@pytest.fixture(scope="module")
def show(browsers_of_file: Browsers, histories: dict[tuple[str, int], dict[str, TableHistory]]) -> Show:
    """Shows a moment of a table at a size and in a language, on one page for each language."""
    opened: dict[str, Projector] = {}
    context = browsers_of_file(reduced_motion="reduce")
    table = new_table(context, ["me", "computer"], 1)

    def shown(size: Size, which: tuple[str, int], kind: str, language: str = "en", **changes: Any) -> Page:
        if language not in opened:
            opened[language] = Projector(context.new_page(), f"/t/{table}?lang={language}")
        projector = opened[language]
        projector.page.set_viewport_size({"width": size[0], "height": size[1]})
        with words.reading_in(language):
            moment: Update = update_of(histories[which][kind])
        projector.show(moment, **changes)
        projector.page.wait_for_function("(width) => innerWidth === width", arg=size[0])
        return projector.page

    return shown


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    "language",
    [pytest.param(one, marks=[] if one == "de" else [pytest.mark.soak]) for one in sorted(words.LANGUAGES)],
)
def test_every_answer_is_in_view_or_a_sign_says_how_many_are_not(
    show: Show, size: Size, language: str
) -> None:
    """On a desk the main choice is whole in view."""
    failed = []
    for which in TABLES:
        for kind in ("MAIN", MOST_ANSWERS, "PAY"):
            hidden, counted = show(size, which, kind, language).evaluate(OUT_OF_VIEW)
            if hidden != counted or (hidden and kind == "MAIN" and size == SIZES[0]):
                failed.append(f"{which} {kind}: {hidden} hidden, {counted} on the sign")
    assert failed == []


def test_the_sign_leads_to_the_other_answers(show: Show) -> None:
    page = show(PHONE, FULLEST, MOST_ANSWERS, "de")
    before = page.evaluate(OUT_OF_VIEW)[1]
    assert before > 0
    page.locator("#dock .below").click()
    page.wait_for_function(
        "(before) => parseInt(document.querySelector('#dock .below').textContent.slice(2), 10) < before",
        arg=before,
    )


def test_the_tabs_of_a_telephone_stay_and_the_dock_leaves_room_for_the_table(show: Show) -> None:
    tabs = []
    for which in (("base", 2), FULLEST):
        for kind in ("MAIN", "PAY", MOST_ANSWERS, THE_END):
            page = show(PHONE, which, kind, "de")
            tabs.append(page.locator("#panes").evaluate(BOX))
            dock = page.locator("#dock").evaluate(BOX)
            table = page.locator("#main").evaluate(BOX)
            assert dock[3] <= 0.4 * PHONE[1] + 1, (which, kind)
            assert table[1] <= 96, (which, kind)
    assert all(one == tabs[0] for one in tabs)


def test_on_a_telephone_the_lord_is_shown_for_whom_one_has_plotted(show: Show) -> None:
    page = show(PHONE, FULLEST, "MAIN")
    page.locator("[data-command=pane-depths]").click()
    lords = page.locator("#zone-court [data-life^=lord]")
    lord = int(str(lords.last.get_attribute("data-life")).split("-")[1])
    revealed = {"kind": "LORD_REVEALED", "player": 0, "amount": 5, "what": lord}
    show(PHONE, FULLEST, "MAIN", events=[revealed])
    page.locator("body[data-shows=court]").wait_for()
    _x, y, _width, height = lords.last.evaluate(BOX)
    table = page.locator("#table").evaluate(BOX)
    assert table[1] - 1 <= y <= y + height <= table[1] + table[3] + 1


def test_with_two_players_the_lords_of_the_court_are_large(show: Show) -> None:
    page = show((1440, 900), ("base", 2), "MAIN", "de")
    for box in page.locator("#zone-court .card.lord[data-life]").evaluate_all(f"(all) => all.map({BOX})"):
        assert box[2] >= 144
        assert box[3] >= 205
    styles = page.locator("#table :is(.space, .stack, .leviathan.free)").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).borderStyle)"
    )
    assert "dashed" not in styles


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_lords_of_opponents_are_wide_enough_for_their_names(show: Show, players: int) -> None:
    """As many as there is room for beside each other; of more than that each has its share."""
    page = show((1440, 900), ("both", players), "MAIN", "de")
    rows = page.locator(".others .held > .zone > .pieces:has(> .lord)").evaluate_all(
        f"(rows) => rows.map((row) => [...row.querySelectorAll(':scope > .lord')].map({BOX}))"
    )
    room = 1168 / (players - 1) - 16
    for row in rows:
        for box in row:
            assert box[2] >= min(72, room / len(row) - 6)
    names = page.locator(".others .held > .zone > .pieces > .lord .name")
    assert any(names.nth(place).is_visible() for place in range(names.count()))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_on_the_largest_screens_type_grows_and_opponents_are_around_the_court(
    show: Show, players: int
) -> None:
    page = show((2560, 1440), ("both", players), "MAIN")
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == 18
    assert page.locator(".mat").evaluate(BOX)[2] <= 2000
    assert min(box[3] for box in page.locator(".answer").evaluate_all(f"(all) => all.map({BOX})")) >= 44
    court = page.locator("#zone-court").evaluate(BOX)
    seats = page.locator(".others > .seat").evaluate_all(f"(all) => all.map({BOX})")
    if players > 2:
        assert all(x + width <= court[0] or x >= court[0] + court[2] for x, _y, width, _height in seats)
        assert len({x for x, *_rest in seats}) == 2


def test_the_own_board_the_hand_and_what_is_asked_are_one_tableau(show: Show) -> None:
    page = show((1440, 900), FULLEST, "MAIN")
    board, hand, answers = (
        page.locator(part).evaluate(BOX) for part in ("#own .held", "#zone-hand", "#dock > .answers")
    )
    assert board[1] + board[3] <= hand[1] + 2
    assert board[0] + board[2] <= answers[0]
    assert answers[1] < hand[1]


def test_each_step_of_the_threat_and_the_answer_that_fights_show_what_a_monster_gives(show: Show) -> None:
    page = show((1440, 900), ("base", 4), "EXPLORE_MONSTER")
    steps = page.locator(".threat > i").evaluate_all("(all) => all.map((step) => step.children.length)")
    assert steps == [1, 2, 1, 2, 3, 2]
    now, glider = page.locator(".threat > .now"), page.locator(".threat > .glider")
    page.wait_for_function("() => document.getAnimations().length === 0")
    there, mark = now.evaluate(BOX), glider.evaluate(BOX)
    assert all(abs(one - other) <= 2 for one, other in zip(there, mark, strict=True))
    expect(page.locator(".answer[data-action=fight] .brings > span")).to_have_count(
        now.locator("> span").count()
    )

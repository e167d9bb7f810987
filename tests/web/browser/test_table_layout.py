"""The whole table is in view, and how the room of a screen is shared: measured at many sizes and tables."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from openabyss import words
from openabyss.client.card_dictionary import card_dictionary
from tests.web.browser.at_table import box_of
from tests.web.browser.scenes import FULLEST, MOST_ANSWERS, TABLES, THE_END, Size, Stage, Update, changed

DESKS = ((1440, 900), (1366, 768))
OTHERS = ((1920, 1080), (1280, 720), (1024, 768), (834, 1112))
HANDHELD = ((720, 450), (844, 390), (390, 844))
# The own board and the hand, with what is asked beside both.
TABLEAU = 0.26
HARDEST = [FULLEST, ("both", 5), ("base", 2)]
# What fits the others fits these.
EASY = ((1440, 900), (1920, 1080), (1280, 720))
ASKED = ("MAIN", "OFFER", "MEET_MONSTER", "PAY", "FIGHT_TARGET", "CONTROL_SOURCE", "CONTROL_PICK", "LIBERATE")

# What share of the pieces is in view, the pieces that are not, and text that is too small or cut.
MEASURE = """() => {
    const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const cutBy = (box, other) => ({
        left: Math.max(box.left, other.left), top: Math.max(box.top, other.top),
        right: Math.min(box.right, other.right), bottom: Math.min(box.bottom, other.bottom),
    });
    const area = ({ left, top, right, bottom }) => Math.max(0, right - left) * Math.max(0, bottom - top);
    const inView = (one) => {
        const zone = one.closest('.seat, .zone').getBoundingClientRect();
        const part = one.closest('#table, #own').getBoundingClientRect();
        return area(cutBy(cutBy(one.getBoundingClientRect(), zone), part));
    };
    const share = (pieces) => {
        const whole = pieces.reduce((sum, one) => sum + area(one.getBoundingClientRect()), 0);
        return whole ? pieces.reduce((sum, one) => sum + inView(one), 0) / whole : 1;
    };
    const pieces = all(':is(#table, #own) :is(.card, .space, .seat > header)')
        .filter((one) => !one.closest('.locked'));
    const lost = (one) => inView(one) < 0.9 * area(one.getBoundingClientRect());
    const texts = all('body *').filter((one) =>
        [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
        && !one.closest('.hidden-visually, [aria-hidden=true] svg'));
    return {
        share: share(pieces),
        cut: pieces.filter(lost).map((one) => one.dataset.life ?? one.className),
        asked: share(all(':is(#table, #own) .card.lit')),
        dock: document.getElementById('dock').offsetHeight,
        small: texts.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 12)
            .map((one) => one.outerHTML.slice(0, 120)),
        thin: all('#dock .answer, #dock .tool, #panes .way, .bar .tool')
            .map((one) => one.getBoundingClientRect())
            .filter(({ width, height }) => width < 43.5 || height < 43.5).length,
    };
}"""


def measure(stage: Stage, size: Size, moment: Update) -> dict[str, Any]:
    """How much of a moment is in view on a screen of this size."""
    found: dict[str, Any] = stage.show(size, moment).evaluate(MEASURE)
    return found


def each_of(sizes: Sequence[Size]) -> list[Any]:
    """All sizes of the soak tests; the others are the hardest of them."""
    return [
        pytest.param(size, marks=[pytest.mark.soak] if size in EASY else [], id=f"{size[0]}x{size[1]}")
        for size in sizes
    ]


@pytest.mark.parametrize("size", each_of((*DESKS, *OTHERS)))
def test_the_whole_table_is_in_view_on_a_desk(stage: Stage, size: Size) -> None:
    """Prints the share of the pieces that are in view, and the pieces that are cut."""
    failed = []
    for which in TABLES if size in DESKS else HARDEST:
        found = measure(stage, size, stage.moment(which, "MAIN"))
        line = f"{which[0]} {which[1]}: {found['share']:.1%}, cut: {found['cut']}"
        print(line)
        if found["share"] < 0.99 or found["cut"] or found["small"]:
            failed.append(f"{line} {found['small'][:2]}")
        if size in DESKS and found["dock"] > size[1] * TABLEAU:
            failed.append(f"{line} dock {found['dock']}")
    assert failed == []


@pytest.mark.parametrize("size", each_of((*DESKS, *OTHERS, *HANDHELD)))
def test_what_is_asked_about_is_in_view_everywhere(stage: Stage, size: Size) -> None:
    """On a telephone the part of the table is shown in which it lies; the main choice is about all parts."""
    failed = []
    for kind in ASKED:
        found = measure(stage, size, stage.moment(FULLEST, kind))
        line = f"{kind}: {found['asked']:.1%}"
        print(line)
        if found["asked"] < 0.99 and (kind != "MAIN" or size not in HANDHELD):
            failed.append(line)
    assert failed == []


def test_on_a_telephone_fingers_and_eyes_have_room(stage: Stage) -> None:
    failed = []
    for size in HANDHELD:
        for kind in ("MAIN", "PAY", "FIGHT_TARGET", THE_END):
            found = measure(stage, size, stage.moment(FULLEST, kind))
            if found["thin"] or found["small"]:
                failed.append(f"{size} {kind}: {found['thin']} targets below 44 px, {found['small'][:2]}")
    assert failed == []


@pytest.mark.parametrize("size", [*HANDHELD, (320, 568)], ids=str)
def test_a_telephone_has_no_reason_to_enlarge_a_field(stage: Stage, size: Size) -> None:
    """Some do that with the whole page where type is smaller, and leave it so."""
    page = stage.show(size, stage.moment(FULLEST, "MAIN"))
    page.locator("[data-command=pane-log]").click()
    if not page.locator("#chat-text").is_visible():
        page.locator("[data-command=fold-chat]").click()
    page.locator("#chat-text").wait_for()
    sizes = "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    assert min(page.locator("input, select, textarea").evaluate_all(sizes)) >= 16
    form, side = box_of(page.locator("#chat-form")), box_of(page.locator("#side"))
    assert form["x"] >= 0
    assert form["x"] + form["width"] <= size[0]
    assert form["y"] + form["height"] <= side["y"] + side["height"] + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.locator("[data-command=pane-court]").click()


def test_the_log_of_a_tablet_is_opened_in_the_first_row(stage: Stage) -> None:
    """Also while the strip of what the others did has a row of its own below it."""
    page = stage.show((834, 1112), stage.moment(FULLEST, "MAIN"))
    middles = page.evaluate(
        """(shown) => shown.map((one) => {
            const { top, bottom } = document.querySelector(one).getBoundingClientRect();
            return (top + bottom) / 2;
        })""",
        [".brand", "[data-command=pane-log]", ".recap"],
    )
    assert middles[1] == pytest.approx(middles[0], abs=2)
    assert middles[2] > middles[0] + 30


FULL_HAND = ["J1", "C2", "C2", "C1", "H2", "H1", "S1", "Q4", "Q1"]
LONG_PROMPT = "Gestaltwandler: Mit welchen Karten bezahlst du?"
USUAL_PROMPT = "How do you pay for the Executioner? Tap your cards."


@pytest.mark.parametrize(
    ("size", "hand", "prompt"),
    [((834, 1112), None, LONG_PROMPT), *((size, FULL_HAND, USUAL_PROMPT) for size in DESKS)],
    ids=["on a tablet, where the question is long", *(f"on a desk of {size}, full hand" for size in DESKS)],
)
def test_a_payment_is_made_without_scrolling(
    stage: Stage, size: Size, hand: list[str] | None, prompt: str
) -> None:
    moment = stage.moment(FULLEST, "PAY")
    question = {**moment["question"], "prompt": prompt}
    held = {"hand": hand, "hand_size": len(hand)} if hand else {}
    page = stage.show(size, {**changed(moment, held), "question": question})
    room = "(one) => [one.scrollHeight, one.clientHeight]"
    wanted, there = page.locator("#dock > .paying").evaluate(room)
    assert wanted <= there


def test_on_a_tablet_names_are_whole_beside_their_marks(stage: Stage) -> None:
    moment = stage.moment(FULLEST, "MAIN")
    page = stage.show((834, 1112), changed(moment, ending_player=3))
    marks, names = (page.locator(f".others {which}") for which in (".mark", "h2"))
    marks.last.evaluate("(mark) => mark.replaceChildren('Zakończenie gry')")
    assert names.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0


def test_an_empty_hand_says_so_in_one_line(stage: Stage) -> None:
    moment = stage.moment(FULLEST, THE_END)
    page = stage.show((390, 844), changed(moment, {"hand": [], "hand_size": 0}))
    hand = page.locator(".hand .soft")
    assert hand.text_content() == "No cards in hand"
    assert hand.evaluate("(one) => one.offsetHeight < 2 * parseFloat(getComputedStyle(one).lineHeight)")


def test_no_line_of_the_log_ends_between_a_number_and_its_noun(stage: Stage) -> None:
    texts = [line["text"] for line in stage.moment(FULLEST, THE_END)["log"]]
    assert any("\N{NO-BREAK SPACE}" in text for text in texts)
    assert not [text for text in texts if re.search(r"\d [\w×]", text)]


SIZES = ((1440, 900), (1024, 768), (834, 1112), (390, 844))
PHONE = (390, 844)
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


@pytest.fixture
def show(stage: Stage) -> Show:
    """Shows a moment of a table at a size and in a language."""

    def shown(size: Size, which: tuple[str, int], kind: str, language: str = "en", **changes: Any) -> Page:
        return stage.show(size, stage.moment(which, kind, language), language, **changes)

    return shown


@pytest.mark.parametrize(
    ("language", "size", "tables"),
    [("de", size, "all" if size == SIZES[0] else "hardest") for size in SIZES]
    + [
        pytest.param(language, size, "all", marks=pytest.mark.soak)
        for language in sorted(words.LANGUAGES)
        for size in SIZES
        if (language, size) != ("de", SIZES[0])
    ],
    ids=str,
)
def test_every_answer_is_in_view_or_a_sign_says_how_many_are_not(
    show: Show, language: str, size: Size, tables: str
) -> None:
    """On a desk the main choice is whole in view."""
    failed = []
    for which in TABLES if tables == "all" else HARDEST:
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


def test_on_a_telephone_a_question_has_room_beside_all_its_tools(stage: Stage) -> None:
    undo = {"can_undo": True, "can_redo": False, "can_restart": True}
    page = stage.show(PHONE, {**stage.moment(("both", 5), "MAIN", "pl"), "undo": undo}, "pl")
    tools = page.locator("#dock .taking-back .tool:visible")
    assert tools.count() >= 4
    room = page.locator("#dock .asked").evaluate("(one) => one.clientWidth")
    left = min(box_of(tool)["x"] for tool in tools.all()) - box_of(page.locator("#dock .asked"))["x"]
    assert left >= 0.45 * room, "the question is as narrow as a column of a newspaper"


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


# In how many lines each part of the table is named.
LINES_OF_TABS = """(all) => all.map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
})"""


@pytest.mark.parametrize("language", ["de", "fr", "pl"])
def test_on_the_smallest_telephone_no_answer_covers_another_and_tabs_are_whole(
    show: Show, language: str
) -> None:
    page = show((320, 640), ("base", 2), "OFFER", language)
    buys, passes = (box_of(page.locator(f"#dock .answer{one}")) for one in (":not(.passes)", ".passes"))
    is_above = buys["y"] + buys["height"] <= passes["y"]
    assert is_above or buys["x"] + buys["width"] <= passes["x"]
    assert page.locator("#panes .way").evaluate_all(LINES_OF_TABS) == [1, 1, 1, 1]
    show((320, 640), ("base", 2), "PAY", language)
    assert page.evaluate(OUT_OF_VIEW)[0] <= 2, "whole payments may be out of view, the answers are not"


@pytest.mark.parametrize("size", [(568, 320), (640, 360), (667, 375)], ids=str)
def test_on_a_telephone_held_across_the_dock_has_the_whole_height(show: Show, size: Size) -> None:
    for language in ("fr", "it", "pl"):
        page = show(size, FULLEST, "PAY", language)
        _x, y, _width, height = page.locator("#dock").evaluate(BOX)
        assert y + height >= size[1] - 1
        assert box_of(page.locator("#dock .primary"))["y"] + 44 <= box_of(page.locator(".own-things"))["y"]
        assert page.locator("#panes .way").evaluate_all(LINES_OF_TABS) == [1, 1, 1, 1]
        assert page.locator("#panes").evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_a_long_name_covers_nothing_in_the_bar(stage: Stage) -> None:
    moment = stage.moment(FULLEST, "MAIN")
    people = [{**person, "name": "W" * 24} for person in moment["people"]]
    page = stage.show((320, 640), {**moment, "people": people})
    turn, tool = box_of(page.locator("#top .turn")), box_of(page.locator(".bar .tools"))
    assert turn["x"] + turn["width"] <= tool["x"]


@pytest.mark.parametrize("size", [(1440, 900), (834, 1112), (3840, 2160)], ids=str)
def test_a_long_name_of_ones_own_ends_before_the_sign_beside_it(stage: Stage, size: Size) -> None:
    moment = stage.moment(FULLEST, "MAIN")
    people = [{**person, "name": "W" * 24} for person in moment["people"]]
    page = stage.show(size, {**moment, "people": people})
    name, sign = box_of(page.locator("#own h2").first), box_of(page.locator("#own .closer"))
    assert name["x"] + name["width"] <= sign["x"]


def test_what_others_did_has_the_room_of_its_heading(show: Show) -> None:
    page = show((1280, 720), ("both", 5), "MAIN", "de")
    assert box_of(page.locator(".recap > .deed"))["width"] >= 150


@pytest.mark.parametrize("language", ["de", "pl"])
def test_on_a_telephone_those_are_named_who_may_end_the_game(stage: Stage, language: str) -> None:
    moment = changed(stage.moment(FULLEST, "MAIN", language), ending_player=None)
    page = stage.show(PHONE, {**moment, "one_lord_left": [1, 2]}, language)
    assert page.locator(".last-round").evaluate("(one) => one.scrollWidth <= one.clientWidth")


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


@pytest.mark.parametrize(
    ("size", "many", "language"),
    [((834, 1112), 4, "de"), ((2560, 1440), 4, "de"), *(((1440, 900), 7, each) for each in words.LANGUAGES)],
    ids=str,
)
def test_the_lords_of_an_opponent_have_whole_names(
    stage: Stage, size: Size, many: int, language: str
) -> None:
    """Below as many stocks as there are, and however long the names are that two lines can hold."""
    moment = stage.moment(FULLEST, "MAIN", language)
    mine, *others = moment["view"]["seats"]
    with words.reading_in(language):
        names = {int(number): card.name for number, card in card_dictionary().lords.items()}
    free = set(names).difference(moment["view"]["court"], (lord["id"] for lord in mine["lords"]))
    longest = sorted(free, key=lambda number: (-len(names[number]), number))
    lord = {"location": None, "disabled": False, "used": False}
    seats = [
        {
            **seat,
            "lords": [{**lord, "id": number} for number in longest[place::3][:many]],
            "nebulis": 2,
            "trophies": [1],
            "monster_token_count": 3,
        }
        for place, seat in enumerate(others)
    ]
    page = stage.show(size, changed(moment, seats=[mine, *seats]), language)
    cut = page.locator(".others .held > .zone > .pieces > .lord").evaluate_all(
        """(lords) => lords.map((lord) => {
            const name = lord.querySelector('.name');
            const words = document.createRange();
            words.selectNodeContents(name);
            const isWhole = words.getBoundingClientRect().bottom <= lord.getBoundingClientRect().bottom + 1
                && name.scrollWidth <= name.clientWidth;
            return name.checkVisibility() && isWhole ? '' : name.textContent;
        })"""
    )
    assert len(cut) == 3 * many
    assert set(cut) == {""}


@pytest.mark.parametrize("which", [("base", 4), ("both", 2), FULLEST], ids=str)
@pytest.mark.parametrize("size", [(1440, 900), (834, 1112)], ids=str)
def test_many_locations_keep_their_pictures(stage: Stage, size: Size, which: tuple[str, int]) -> None:
    moment = stage.moment(which, "MAIN")
    held = {one for seat in moment["view"]["seats"] for one in seat["locations"]}
    free = [one for one in range(1, 21) if one not in held]
    for many, ratio in ((8, 2.5), (12, 2.3)):
        page = stage.show(size, changed(moment, available_locations=free[:many], drawn_locations=[]))
        tiles = page.locator(".locations .card.location:not(.pile)").evaluate_all(f"(all) => all.map({BOX})")
        assert len(tiles) == many
        assert all(width / height <= ratio for _x, _y, width, height in tiles)


@pytest.mark.parametrize("which", [("base", 2), ("base", 4), FULLEST], ids=str)
def test_stacks_fill_the_hollow_of_the_council_when_nobody_has_a_lord(
    stage: Stage, which: tuple[str, int]
) -> None:
    moment = stage.moment(which, "MAIN")
    nothing: dict[str, list[Any]] = {"lords": [], "affiliated": [], "locations": []}
    seats = [{**seat, **nothing} for seat in moment["view"]["seats"]]
    page = stage.show((1440, 900), changed(moment, seats=seats))
    stacks = page.locator(".council .stack").evaluate_all(f"(all) => all.map({BOX})")
    high = max(y + height for _x, y, _width, height in stacks) - min(y for _x, y, *_size in stacks)
    assert high >= 0.7 * page.locator(".council > .pieces").evaluate(BOX)[3]


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


EXPLORED = ["J1", "C2", "H3", "S1", "Q4"]


@pytest.mark.parametrize("which", [("base", 3), FULLEST], ids=str)
@pytest.mark.parametrize("size", [(2208, 1104), (3440, 1440), (3840, 2160)], ids=str)
def test_what_is_explored_and_the_council_have_room_beside_each_other(
    stage: Stage, size: Size, which: tuple[str, int]
) -> None:
    page = stage.show(size, changed(stage.moment(which, "MAIN"), track=EXPLORED))
    cards = page.locator(".exploration > .pieces > *").evaluate_all(f"(all) => all.map({BOX})")
    stacks = page.locator(".council .stack").evaluate_all(f"(all) => all.map({BOX})")
    assert max(x + width for x, _y, width, _height in cards) < min(x for x, *_rest in stacks)
    assert min(box[2] for box in (*cards, *stacks)) >= 44
    # The cards of the court keep their form.
    lords = page.locator("#zone-court .card.lord").evaluate_all(f"(all) => all.map({BOX})")
    assert all(0.45 * height <= width <= height for _x, _y, width, height in lords)


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

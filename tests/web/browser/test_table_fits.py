"""The whole table is in view: measured at many sizes, for all numbers of players and choices of sets."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from tests.web.browser.at_table import new_table
from tests.web.browser.conftest import Browsers
from tests.web.browser.scenes import THE_END, Moments, Projector, Update, changed, last_moments

Size = tuple[int, int]

DESKS = ((1440, 900), (1366, 768))
OTHERS = ((1920, 1080), (1280, 720), (1024, 768), (834, 1112))
HANDHELD = ((720, 450), (844, 390), (390, 844))
# The own board and the hand, with what is asked beside both.
TABLEAU = 0.26
# What fits the others fits these.
EASY = ((1440, 900), (1920, 1080), (1280, 720))
SETS: dict[str, dict[str, bool]] = {
    "base": {},
    "Kraken": {"kraken": True},
    "Leviathan": {"leviathan": True},
    "both": {"kraken": True, "leviathan": True},
}
FULLEST = ("both", 4)
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


@dataclass(frozen=True, slots=True)
class Stage:
    """A page on which moments are shown, and what can be shown there: by sets and number of players."""

    projector: Projector
    moments: dict[tuple[str, int], Moments]

    def measure(self, size: Size, moment: Update) -> dict[str, Any]:
        """How much of a moment is in view on a screen of this size."""
        page = self.projector.page
        page.set_viewport_size({"width": size[0], "height": size[1]})
        self.projector.show(moment)
        page.wait_for_function("(width) => innerWidth === width", arg=size[0])
        found: dict[str, Any] = page.evaluate(MEASURE)
        return found


@pytest.fixture(scope="module")
def stage(browsers_of_file: Browsers) -> Stage:
    opened = browsers_of_file(reduced_motion="reduce")
    table = new_table(opened, ["me", "computer"], 1)
    moments = {
        (name, players): last_moments(players, **sets)
        for name, sets in SETS.items()
        for players in ((2, 3, 4, 5) if "leviathan" in sets else (2, 3, 4))
    }
    return Stage(Projector(opened.new_page(), f"/t/{table}"), moments)


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
    for which in stage.moments if size in DESKS else (FULLEST, ("both", 5), ("base", 2)):
        found = stage.measure(size, stage.moments[which]["MAIN"])
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
        found = stage.measure(size, stage.moments[FULLEST][kind])
        line = f"{kind}: {found['asked']:.1%}"
        print(line)
        if found["asked"] < 0.99 and (kind != "MAIN" or size not in HANDHELD):
            failed.append(line)
    assert failed == []


def test_on_a_telephone_fingers_and_eyes_have_room(stage: Stage) -> None:
    failed = []
    for size in HANDHELD:
        for kind in ("MAIN", "PAY", "FIGHT_TARGET", THE_END):
            found = stage.measure(size, stage.moments[FULLEST][kind])
            if found["thin"] or found["small"]:
                failed.append(f"{size} {kind}: {found['thin']} targets below 44 px, {found['small'][:2]}")
    assert failed == []


def test_the_log_of_a_tablet_is_opened_in_the_first_row(stage: Stage) -> None:
    """Also while the strip of what the others did has a row of its own below it."""
    stage.measure((834, 1112), stage.moments[FULLEST]["MAIN"])
    page = stage.projector.page
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
    moment = stage.moments[FULLEST]["PAY"]
    question = {**moment["question"], "prompt": prompt}
    held = {"hand": hand, "hand_size": len(hand)} if hand else {}
    stage.measure(size, {**changed(moment, held), "question": question})
    room = "(one) => [one.scrollHeight, one.clientHeight]"
    wanted, there = stage.projector.page.locator("#dock > .paying").evaluate(room)
    assert wanted <= there


def test_on_a_tablet_names_are_whole_beside_their_marks(stage: Stage) -> None:
    moment = stage.moments[FULLEST]["MAIN"]
    stage.measure((834, 1112), changed(moment, ending_player=3))
    marks, names = (stage.projector.page.locator(f".others {which}") for which in (".mark", "h2"))
    marks.last.evaluate("(mark) => mark.replaceChildren('Zakończenie gry')")
    assert names.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0


def test_an_empty_hand_says_so_in_one_line(stage: Stage) -> None:
    moment = stage.moments[FULLEST][THE_END]
    stage.measure((390, 844), changed(moment, {"hand": [], "hand_size": 0}))
    hand = stage.projector.page.locator(".hand .soft")
    assert hand.text_content() == "No cards in hand"
    assert hand.evaluate("(one) => one.offsetHeight < 2 * parseFloat(getComputedStyle(one).lineHeight)")


def test_no_line_of_the_log_ends_between_a_number_and_its_noun(stage: Stage) -> None:
    texts = [line["text"] for line in stage.moments[FULLEST][THE_END]["log"]]
    assert any("\N{NO-BREAK SPACE}" in text for text in texts)
    assert not [text for text in texts if re.search(r"\d \w", text)]

"""The table fits every screen, can be used by everybody, and is light to load."""

import gzip
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import openabyss.browser
from openabyss import words
from openabyss.client.card_dictionary import card_dictionary
from openabyss.rules.questions import QUESTION_NAMES
from openabyss.server.pages.static_files import BUNDLES, STATIC, bundle
from openabyss.words import LOCALE
from openabyss.words.cards.codes import LORD_IDS
from openabyss.words.cards.printed import LORDS, NONE
from tests.web.browser import at_table
from tests.web.browser.conftest import Browsers
from tests.web.browser.scenes import MOST_ANSWERS, SETS, Moments, Size, Stage, Update, changed

WIDTHS = ((360, 640), (390, 844), (412, 915), (768, 1024), (1280, 800), (1440, 900), (1920, 1080))
TABLE_SCRIPTS = Path(openabyss.browser.__file__).parent / "static" / "table"
TARGETS = f"{at_table.LIT}, {at_table.ANSWERS}"
DESK = (1440, 900)
FIRST_LOAD, FIRST_FILES, OWN_SCRIPTS = 250_000, 12, 45_000
# Words of a leviathan that lie under its chance.
COVERED_BY_ODDS = """() => [...document.querySelectorAll('.leviathan:has(.odds)')].flatMap((card) => {
    const pill = card.querySelector('.odds').getBoundingClientRect();
    const texts = [...card.querySelectorAll('.name, .attack')].filter((one) => one.checkVisibility());
    return texts.filter((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        return [...words.getClientRects()].some(({ left, top, right, bottom }) =>
            left < pill.right - 1 && right > pill.left + 1 && top < pill.bottom - 2 && bottom > pill.top + 2);
    }).map((one) => one.textContent);
})"""
# Points of locations that lie under locked lords.
COVERED_WORTHS = """() => [...document.querySelectorAll('.holding')].filter((one) => {
    const worth = one.querySelector('.worth')?.getBoundingClientRect();
    return worth && [...one.querySelectorAll('.locked .lord')].some((lord) => {
        const { left, top, right, bottom } = lord.getBoundingClientRect();
        return left < worth.right - 1 && right > worth.left + 1
            && top < worth.bottom - 1 && bottom > worth.top + 1;
    });
}).map((one) => one.textContent)"""


@pytest.fixture(scope="module")
def everything(browsers_of_file: Browsers) -> Page:
    """The page of a table of four with both expansions, in the middle of a game."""
    opened = browsers_of_file(reduced_motion="reduce")
    page = opened.new_page()
    table = at_table.new_table(
        opened, ["me", "computer", "computer", "computer"], 9, kraken=True, leviathan=True
    )
    at_table.advance(opened, table, 40)
    page.goto(f"/t/{table}")
    page.locator("body[data-revision] #zone-court").wait_for()
    return page


def test_what_is_said_about_ones_own_seat_is_as_wide_as_its_panel(everything: Page) -> None:
    page = everything
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    beyond = page.evaluate(
        """(text) => {
        const first = document.querySelector("#own .first");
        const mark = document.createElement("span");
        mark.className = "mark";
        mark.textContent = text;
        first.append(mark);
        const room = first.parentElement.getBoundingClientRect().right;
        const beyond = [first, mark].map((one) => one.getBoundingClientRect().right - room);
        mark.remove();
        return Math.max(...beyond);
    }""",
        "un ordinateur joue à sa place",
    )
    assert beyond <= 0.5


@pytest.mark.parametrize("size", [(360, 640), (375, 667), (390, 844)])
def test_of_a_long_hint_the_beginning_is_in_view_and_the_end_can_be_reached(
    everything: Page, size: Size
) -> None:
    page = everything
    page.set_viewport_size({"width": size[0], "height": size[1]})
    note = page.locator("#note")
    note.evaluate("(note, text) => { note.hidden = false; note.textContent = text; }", "Take the crab. " * 80)
    try:
        top, room, end = note.evaluate("""(note) => {
            const { top } = note.getBoundingClientRect();
            note.scrollTop = note.scrollHeight;
            return [top, note.scrollTop + note.clientHeight, note.scrollHeight];
        }""")
        assert top >= 0
        assert abs(end - room) <= 1
    finally:
        note.evaluate("(note) => { note.hidden = true; note.textContent = ''; }")


@pytest.mark.parametrize(("width", "height"), WIDTHS)
def test_nothing_scrolls_sideways(everything: Page, width: int, height: int) -> None:
    everything.set_viewport_size({"width": width, "height": height})
    everything.wait_for_function(
        "(width) => innerWidth === width && document.documentElement.scrollWidth <= width", arg=width
    )
    dock = at_table.box_of(everything.locator("#dock"))
    assert dock["y"] + dock["height"] <= height + 1
    assert everything.locator(".own-things .pearls").is_visible()


@pytest.mark.parametrize(("size", "sets"), [(DESK, "both"), *(((390, 844), sets) for sets in SETS)])
def test_every_legal_target_can_be_clicked(stage: Stage, size: Size, sets: str) -> None:
    for kind in ("MAIN", "PAY", MOST_ANSWERS):
        page = stage.show(size, stage.moment((sets, 3), kind))
        assert at_table.wait_for_turn(page)
        assert page.locator(TARGETS).count()
        assert at_table.out_of_reach(page, TARGETS) == []


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_axe_finds_nothing(everything: Page, size: tuple[int, int]) -> None:
    everything.set_viewport_size({"width": size[0], "height": size[1]})
    for theme, rules in (("light", ()), ("dark", at_table.COLOURS)):
        everything.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
        assert at_table.violations(everything, rules) == []
        everything.keyboard.press("?")
        assert at_table.violations(everything, rules) == []
        everything.keyboard.press("Escape")


def test_the_first_load_is_light_even_in_the_longest_language(browsers: Browsers) -> None:
    opened = browsers()
    cards = {code: opened.request.get(f"/api/cards.json?lang={code}").body() for code in words.LANGUAGES}
    longest = max(cards, key=lambda code: len(gzip.compress(cards[code])))
    page = opened.new_page()
    table = at_table.new_table(opened, ["me", "computer"], 3)
    network = opened.new_cdp_session(page)
    loaded: list[float] = []
    network.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    network.send("Network.enable")
    page.goto(f"/t/{table}?lang={longest}")
    page.locator("#zone-court .lord").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert sum(loaded) <= FIRST_LOAD
    assert len(loaded) <= FIRST_FILES


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_cards_have_opaque_faces_of_their_own(everything: Page, theme: str) -> None:
    everything.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
    faces = everything.evaluate(
        """() => [...document.querySelectorAll('.court .lord[data-life], .hand .ally, .stack:not(.empty),'
            + ' .seat .ally, .leviathan[data-life]')].map((card) => {
                const { backgroundColor, backgroundImage } = getComputedStyle(card);
                return `${backgroundColor} ${backgroundImage}`;
            })"""
    )
    assert len(faces) > 5
    assert not [face for face in faces if face == "rgba(0, 0, 0, 0) none"]


def test_everything_lies_in_hollows_of_one_seabed(everything: Page) -> None:
    """They have no outline: shade falls into them, and the ground is seen through their floor."""
    assert "seabed.svg" in everything.evaluate("getComputedStyle(document.body).backgroundImage")
    hollows = everything.locator(".mat > .zone, .others > .seat").evaluate_all(
        """(all) => all.map((one) => {
            const { borderStyle, boxShadow, backgroundColor } = getComputedStyle(one);
            return [borderStyle, boxShadow.includes('inset'), /\\/ 0\\.|rgba/.test(backgroundColor)];
        })"""
    )
    assert len(hollows) == 8
    assert all(hollow == ["none", True, True] for hollow in hollows), hollows


def test_the_ground_of_each_race_is_woven_differently(everything: Page) -> None:
    grounds = everything.locator(".stack").evaluate_all(
        "(stacks) => stacks.map((stack) => getComputedStyle(stack).getPropertyValue('--pattern'))"
    )
    assert len(set(grounds) - {""}) == 5


def with_title_font(page: Page, script: str, given: object = None) -> Any:
    """What a script measures: `drawn` writes a text in the title font, with another behind it.

    The file is loaded under another name: a page that got it late leaves its own aside (`font-display`).
    """
    return page.evaluate(
        f"""async (given) => {{
            const {{ href }} = document.querySelector('link[rel="preload"][as="font"]');
            document.fonts.add(await new FontFace('Measured', `url("${{href}}")`).load());
            const paper = document.createElement('canvas').getContext('2d');
            const drawn = (text, behind) => {{
                paper.font = `100px Measured, ${{behind}}`;
                return paper.measureText(text);
            }};
            {script}
        }}""",
        given,
    )


def test_the_title_font_has_every_letter_of_every_language(everything: Page) -> None:
    """A letter that it lacks is as wide as in the font that stands behind it."""
    catalogues = LOCALE.glob("*/LC_MESSAGES/openabyss.po")
    texts = "".join(
        line for path in catalogues for line in path.read_text(encoding="utf-8").splitlines()[20:]
    )
    letters = sorted({letter for letter in texts if unicodedata.name(letter, "").startswith("LATIN ")})
    assert {"ß", "ł", "ř", "ù"} <= set(letters)
    other = "return given.filter((one) => drawn(one, 'serif').width !== drawn(one, 'monospace').width);"
    assert with_title_font(everything, other, [*letters, "œ", "Œ"]) == []
    assert (STATIC / "fonts" / "title.woff2").stat().st_size <= 30_000
    assert "SIL OPEN FONT LICENSE" in (STATIC / "fonts" / "OFL.txt").read_text(encoding="utf-8")


def test_the_title_font_has_digits_that_stand_on_the_line(everything: Page) -> None:
    """All as high as each other, and of the font itself, whatever stands behind it."""
    digits = with_title_font(
        everything,
        """return ['serif', 'monospace'].map((behind) => [...'0123456789'].map((digit) => {
            const { width, actualBoundingBoxAscent, actualBoundingBoxDescent } = drawn(digit, behind);
            return [width, actualBoundingBoxAscent, actualBoundingBoxDescent];
        }));""",
    )
    assert digits[0] == digits[1]
    heights, depths = [high for _, high, _ in digits[0]], [deep for _, _, deep in digits[0]]
    assert max(heights) - min(heights) <= 5
    assert max(depths) <= 3


def test_the_title_font_parts_words_as_widely_as_other_fonts(everything: Page) -> None:
    widths = "return ['l i', 'l', 'i'].map((text) => drawn(text, 'serif').width);"
    words_apart, *letters = with_title_font(everything, widths)
    assert words_apart - sum(letters) >= 22


def test_own_scripts_are_small() -> None:
    assert len(gzip.compress(bundle(TABLE_SCRIPTS.parent, BUNDLES["bundles/table.js"]))) <= OWN_SCRIPTS


def test_scripts_know_no_question_and_no_action_by_name() -> None:
    """What an answer is about they are told by its target, and what a question is about by the view."""
    for script in TABLE_SCRIPTS.rglob("*.js"):
        source = script.read_text(encoding="utf-8")
        assert set(re.findall(r'"([A-Z_]+)"', source)) & set(QUESTION_NAMES) == set(), script.name
        verbs = re.findall(r'["`](recruit|pass|continue|done|buy|take)[:"]', source)
        assert verbs == [], script.name


def test_every_power_and_every_score_has_a_line_of_drawings_that_exist() -> None:
    cards = card_dictionary()
    lines = {int(number): lord.signs for number, lord in cards.lords.items() if lord.signs}
    assert set(lines) == {number for number in LORD_IDS if LORDS[number].timing != NONE}
    scores = [place.signs for place in cards.locations.values()]
    assert all(scores)
    sprite = (STATIC / "art" / "art.svg").read_text(encoding="utf-8")
    drawn = {sign for signs in (*lines.values(), *scores) for sign in signs if re.match("[a-z]", sign)}
    assert len(drawn) > 10
    assert all(f'id="{drawing}"' in sprite for drawing in drawn)


def test_every_text_of_the_scripts_is_translated() -> None:
    from openabyss.browser.page_words import TABLE_WORDS, table_words  # noqa: PLC0415

    scripts = [*TABLE_SCRIPTS.rglob("*.js"), *(STATIC / "orders").rglob("*.js")]
    source = "\n".join(script.read_text(encoding="utf-8") for script in scripts)
    used = set(re.findall(r"\bword\(\"([^\"]+)\"", source))
    assert used - set(table_words()) == set()
    built = ("key_", "theme_", "speed_", "size_", "level_", "style_", "place_")
    idle = {key for key in set(TABLE_WORDS) - used if not key.startswith(built) and f'"{key}"' not in source}
    assert idle == {"regent", "open"} & idle


@pytest.mark.parametrize("size", [(2560, 1440), (1440, 900), (834, 1112)], ids=str)
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_chance_of_a_fight_covers_no_words(
    stage: Stage, moments: Moments, size: Size, language: str
) -> None:
    """Where the attack has two lines, and whichever leviathans have come."""
    moment = next(one for one in moments.values() if one["fights"])
    fight = next(iter(moment["fights"].values()))
    zone = next(iter(moment["view"]["border"]))
    beast = moment["view"]["border"][zone]
    zones = list(card_dictionary().zones)
    numbers = [int(number) for number in card_dictionary().leviathans]
    for first in range(0, len(numbers), len(zones)):
        border = {zone: {**beast, "id": number} for zone, number in zip(zones, numbers[first:], strict=False)}
        fights = {zone: {**fight, "roll": 2, "percent": 83} for zone in border}
        page = stage.show(size, {**changed(moment, border=border), "fights": fights}, language)
        assert page.locator(".leviathan .odds").count() == len(border)
        assert page.evaluate(COVERED_BY_ODDS) == []


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (834, 1112), (390, 844)], ids=str)
def test_locked_lords_do_not_cover_what_a_location_is_worth(
    stage: Stage, moments: Moments, size: Size
) -> None:
    moment = next(one for one in moments.values() if all(seat["locations"] for seat in one["view"]["seats"]))
    seats = [
        {
            **seat,
            "lords": [
                {**lord, "location": seat["locations"][0] if place < 3 else None}
                for place, lord in enumerate(seat["lords"])
            ],
        }
        for seat in moment["view"]["seats"]
    ]
    page = stage.show(size, changed(moment, seats=seats))
    assert page.locator(".locked .lord").count() >= 3
    assert page.evaluate(COVERED_WORTHS) == []


@pytest.fixture
def court(moments: Moments) -> Update:
    """A moment at which 3 pearls are missing for the first lord of the court and a race for the second."""
    moment = moments["MAIN"]
    ordinary = moment["offers"][0]
    dear = {**ordinary, "affordable": False, "refusal": "too dear", "payments": []}
    offers = [{**ordinary, "lord": lord, "affordable": True} for lord in moment["view"]["court"]]
    for place, shortfall in enumerate((3, None)):
        offers[place] = {**dear, "lord": offers[place]["lord"], "shortfall": shortfall}
    return {**moment, "offers": offers}


def test_lords_that_cannot_be_paid_keep_their_colour_and_say_what_is_missing(
    stage: Stage, court: Update
) -> None:
    lords = stage.show(DESK, court).locator(".court .lord[data-life]")
    assert lords.nth(0).locator(".lacks").inner_text() == "−3"
    assert lords.nth(1).locator(".lacks .pip.any").is_visible()
    assert lords.nth(2).locator(".lacks").count() == 0
    shades = """(card) => [true, false].map((off) => {
        card.classList.toggle('off', off);
        return getComputedStyle(card).filter;
    })"""
    assert lords.nth(0).evaluate(shades)[0] == "brightness(0.88)"


def test_lords_that_can_be_paid_have_a_rim_of_gold_and_stand_out(stage: Stage, court: Update) -> None:
    rims = (
        stage.show(DESK, court)
        .locator(".court .lord[data-life]")
        .evaluate_all(
            """(lords) => lords.map((lord) => {
            const { translate, borderColor } = getComputedStyle(lord);
            return { shines: lord.matches('.lit, .affordable'), translate, borderColor };
        })"""
        )
    )
    shining = {(rim["translate"], rim["borderColor"]) for rim in rims if rim["shines"]}
    assert len(shining) == 1
    assert shining.pop()[0] == "0px -4px"
    assert all(rim["translate"] == "none" for rim in rims if not rim["shines"])


def showing_the_court(stage: Stage, size: Size, moment: Update) -> Page:
    """A moment on a screen of this size, of which a small one shows the court."""
    page = stage.show(size, moment)
    if page.locator("[data-command='pane-court']").is_visible():
        page.locator("[data-command='pane-court']").click()
    return page


@pytest.mark.parametrize("size", [(2560, 1440), (1440, 900), (834, 1112), (390, 844)], ids=str)
def test_a_lord_is_a_picture_from_edge_to_edge_above_an_opaque_plate(
    stage: Stage, court: Update, size: Size
) -> None:
    page = showing_the_court(stage, size, court)
    for lord in page.locator(".court .lord[data-life]").all():
        art, plate = (at_table.box_of(lord.locator(part).first) for part in (".art", ".about"))
        card = at_table.box_of(lord)
        assert abs(art["width"] - card["width"]) <= 3
        assert art["height"] >= 0.55 * card["height"]
        assert plate["y"] >= art["y"] + art["height"] - 1


@pytest.mark.parametrize("size", [(2560, 1440), (1440, 900), (834, 1112)], ids=str)
def test_numbers_stand_in_the_same_corners_of_every_card(stage: Stage, court: Update, size: Size) -> None:
    corners = (
        stage.show(size, court)
        .locator(".lord[data-life], .card.location")
        .evaluate_all(
            """(cards) => cards.flatMap((card) => {
            const whole = card.getBoundingClientRect();
            return [...card.querySelectorAll('.laurel, .keyed, .price b')]
                .filter((one) => one.checkVisibility() && !card.closest('.locked')).map((one) => {
                    const { left, right, top, bottom } = one.getBoundingClientRect();
                    const x = (left + right) / 2 > whole.left + whole.width / 2 ? 'right' : 'left';
                    const y = (top + bottom) / 2 > whole.top + whole.height / 2 ? 'bottom' : 'top';
                    return [one.className.split(' ')[0] || 'cost', `${y} ${x}`];
                });
        })"""
        )
    )
    found = {(kind, corner) for kind, corner in corners}
    assert {corner for kind, corner in found if kind == "laurel"} == {"top right"}
    assert {corner for kind, corner in found if kind == "keyed"} <= {"top left"}
    assert {corner for kind, corner in found if kind == "cost"} == {"bottom left"}


@pytest.mark.parametrize("size", [(2560, 1440), (1440, 900), (1024, 768), (834, 1112), (390, 844)], ids=str)
def test_locations_that_can_be_had_show_what_they_score_in_signs(
    stage: Stage, moments: Moments, size: Size
) -> None:
    moment = next(one for one in moments.values() if one["view"]["available_locations"])
    tiles = showing_the_court(stage, size, moment).locator(".locations .card.location")
    assert tiles.count()
    for line in tiles.locator(".line").all():
        assert line.is_visible()
        assert line.evaluate("(line) => line.scrollWidth <= line.clientWidth")


def test_locked_lords_hang_below_their_location_and_show_their_points(stage: Stage, moments: Moments) -> None:
    moment = next(one for one in moments.values() if one["view"]["seats"][0]["locations"])
    mine = moment["view"]["seats"][0]
    locked = [{**lord, "location": mine["locations"][0]} for lord in mine["lords"]]
    page = stage.show(DESK, changed(moment, {"lords": locked}))
    place = at_table.box_of(page.locator(".seat.own .holding .location").first)
    tabs = page.locator(".seat.own .locked .lord")
    assert tabs.count() == len(locked)
    for tab in tabs.all():
        assert at_table.box_of(tab)["y"] >= place["y"] + place["height"] - 1
        assert tab.locator(".laurel b").inner_text().isdigit()

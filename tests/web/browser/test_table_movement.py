"""What moves on the table: reveals, pearls, dice, attacks; and that nothing does where nothing shall."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.at_table import ANSWERS, box_of, server_view, sit_down
from tests.web.browser.conftest import Browsers, projector_on
from tests.web.browser.scenes import Moments, Projector, Update, changed

# Every animation that scripts begin, with what changes in it, and what lies over the page while something
# moves, by its drawing or else its kind.
WATCH = """() => {
    window.changed = new Set();
    window.ghosts = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        for (const { offset, easing, ...changed } of frames)
            for (const [name, value] of Object.entries(changed))
                window.changed.add(`${value}`.includes('rotateY') ? `${name}!` : name);
        return animate.call(this, frames, timing);
    };
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes)
                if (node instanceof Element && node.classList.contains('ghost'))
                    window.ghosts.push(
                        node.querySelector('use')?.getAttribute('href').split('#')[1] ?? node.className
                    );
    }).observe(document.body, { childList: true });
}"""

# What the page shows when things begin to move, the frames in which they begin and are put away, and how many
# of them do not reach their end.
WATCH_ENDS = """() => {
    window.begun = new Set();
    window.begins = new Set();
    window.ends = new Set();
    window.cut = 0;
    const { animate } = Element.prototype;
    const { play, cancel } = Animation.prototype;
    Element.prototype.animate = function (...described) {
        const made = animate.apply(this, described);
        queueMicrotask(() => { if (made.playState === 'running') window.begun.add('too early'); });
        return made;
    };
    Animation.prototype.play = function () {
        window.begun.add(document.body.dataset.revision);
        window.begins.add(document.timeline.currentTime);
        play.call(this);
    };
    Animation.prototype.cancel = function () {
        if (this.playState !== 'finished') window.cut += 1;
        window.ends.add(document.timeline.currentTime);
        cancel.call(this);
    };
}"""


# The parts of the page that each task changes: what watches is called at the end of a task.
WATCH_PARTS = """() => {
    window.tasks = [];
    const watch = new MutationObserver((changes) => {
        const elements = changes.map(({ target: one }) => one instanceof Element ? one : one.parentElement);
        window.tasks.push([...new Set(elements.map((one) => one.closest('#dock, #table').id))]);
    });
    const all = { childList: true, characterData: true, subtree: true };
    for (const id of ['dock', 'table']) watch.observe(document.getElementById(id), all);
}"""

# From the first frame: how many lords, zones and players are new in each, and where lords were first.
WATCH_FRAMES = """() => {
    window.frames = [];
    window.first = new Map();
    window.placeOf = (lord) => Math.round(lord.getBoundingClientRect().left);
    const kinds = ['.court .lord[data-life]', '.mat > .zone', '.seat'];
    let before = [0, 0, 0];
    const frame = () => {
        const found = kinds.map((kind) => [...document.querySelectorAll(kind)]);
        const counts = found.map((some) => some.length);
        for (const lord of found[0]) if (!first.has(lord)) first.set(lord, placeOf(lord));
        window.frames.push(counts.map((count, kind) => count - before[kind]));
        before = counts;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""


@pytest.fixture
def moment(moments: Moments) -> Update:
    return next(one for one in moments.values() if one["view"]["border"] and not one["over"])


@pytest.fixture
def moving(browsers: Browsers) -> Page:
    return browsers(viewport={"width": 1440, "height": 900}, reduced_motion="no-preference").new_page()


def events(moment: Update) -> list[dict[str, Any]]:
    """I am paid two pearls by a neighbour, roll a five, and am attacked."""
    return [
        {"kind": "PEARLS_PAID", "player": 1, "amount": 2, "what": 0, "other": 0},
        {"kind": "PEARLS_GAINED", "player": 0, "amount": 2, "what": 2, "other": 1},
        {"kind": "ROLLED", "player": 0, "amount": 5, "what": 1},
        {"kind": "ATTACKED", "player": 0, "amount": 1, "what": leviathan(moment)},
    ]


def leviathan(moment: Update) -> int:
    return int(next(iter(moment["view"]["border"].values()))["id"])


def test_pearls_fly_dice_tumble_and_leviathans_rear(moving: Page, moment: Update) -> None:
    projector = projector_on(moving)
    projector.show(moment)
    moving.evaluate(WATCH)
    projector.show(moment, events(moment))
    moving.wait_for_function("() => window.ghosts.length >= 4")
    assert sorted(moving.evaluate("window.ghosts")) == sorted(
        ["pearl", "pearl", "die-5", f"leviathan-{leviathan(moment)}"]
    )
    expect(moving.locator(".ghost")).to_have_count(0)
    expect(moving.locator(".rolled [href$='#die-5']")).to_be_visible()


def test_a_reveal_is_turned_over_and_only_transform_and_opacity_change(moving: Page, moment: Update) -> None:
    projector = projector_on(moving)
    projector.show(changed(moment, track=[]))
    moving.evaluate(WATCH)
    revealed = {"kind": "REVEALED", "player": 0, "amount": 0, "what": "J3"}
    projector.show(changed(moment, track=["J3"]), [revealed, *events(moment)])
    moving.wait_for_function("() => window.changed.has('transform!')")
    assert set(moving.evaluate("[...window.changed]")) <= {"transform", "transform!", "opacity"}


def test_all_that_a_change_moves_begins_and_is_put_away_together(moving: Page, moment: Update) -> None:
    projector = projector_on(moving)
    projector.show(changed(moment, track=[]))
    moving.evaluate(WATCH_ENDS)
    projector.show(changed(moment, track=["J3", "C2"]), events(moment))
    moving.wait_for_function("() => window.ends.size")
    assert moving.evaluate("[begins.size, ends.size, cut]") == [1, 1, 0]
    expect(moving.locator(".ghost")).to_have_count(0)
    moving.wait_for_function("() => document.getAnimations().length === 0")


def test_what_is_asked_and_the_table_are_drawn_in_tasks_of_their_own(moving: Page, moment: Update) -> None:
    projector = projector_on(moving)
    projector.show(changed(moment, track=[]))
    moving.evaluate(WATCH_PARTS)
    question = {**moment["question"], "prompt": "What now?"}
    projector.show({**changed(moment, track=["J3"]), "question": question})
    moving.wait_for_function("() => window.tasks.flat().includes('table')")
    assert moving.evaluate("window.tasks")[:2] == [["dock"], ["table"]]


def test_a_table_that_is_opened_is_laid_out_in_many_frames_and_no_lord_moves(page: Page) -> None:
    """A few lords or a player in each: a slow processor has no time for all of it in one."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.add_init_script(f"({WATCH_FRAMES})()")
    table = sit_down(page, ["me", *["computer"] * 3], 3, kraken=True, leviathan=True)
    frames = page.evaluate("frames")
    assert [max(counts) for counts in zip(*frames, strict=True)] == [2, 2, 1]
    lords, zones, players = (sum(counts) for counts in zip(*frames, strict=True))
    assert (lords, zones, players) == (len(server_view(page, table)["view"]["court"]), 5, 4)
    moved = page.evaluate(
        "() => [...first].filter(([lord, left]) => Math.abs(placeOf(lord) - left) > 1).length"
    )
    assert moved == 0


def test_what_moves_begins_when_the_change_is_drawn_and_is_at_its_end_before_the_next(
    moving: Page, moment: Update
) -> None:
    projector = projector_on(moving)
    projector.show(changed(moment, track=[]))
    moving.evaluate(WATCH_ENDS)
    for track in ["J3"], ["J3", "C2"]:
        projector.show(changed(moment, track=track), events(moment))
    first = projector.revision - 1
    moving.wait_for_function(f"() => window.begun.has('{first + 1}')")
    expect(moving.locator(".ghost")).to_have_count(0)
    assert moving.evaluate("[...window.begun]") == [f"{first}", f"{first + 1}"]
    assert moving.evaluate("window.cut") == 0


def test_an_attack_on_me_is_announced(moving: Page, moment: Update) -> None:
    projector = projector_on(moving)
    projector.show(moment)
    text = "Captain is attacked."
    links = [{"kind": "leviathan", "id": leviathan(moment), "name": "attacked"}]
    line = {"n": 1, "text": text, "links": links, "player": 0, "begins_turn": False, "part": "deed"}
    projector.show({**moment, "log": [line]}, events(moment))
    expect(moving.locator(".step")).to_contain_text(text)


def test_nothing_moves_where_nothing_shall_move(page: Page, projector: Projector, moment: Update) -> None:
    projector.show(moment)
    page.evaluate(WATCH)
    projector.show(moment, events(moment))
    expect(page.locator(".rolled [href$='#die-5']")).to_be_visible()
    assert page.evaluate("[window.ghosts.length, window.changed.size]") == [0, 0]


def test_what_computers_do_is_skipped_at_one_press_until_my_turn(moving: Page, moment: Update) -> None:
    projector = projector_on(moving)
    theirs = {**moment["question"], "player": 1, "mine": False, "actions": []}
    projector.show({**moment, "question": theirs})
    moving.evaluate(WATCH)
    moving.get_by_role("button", name="Skip to my turn").click()
    for _answer in range(2):
        projector.show({**moment, "question": theirs}, events(moment))
    expect(moving.locator(".hurry")).to_have_count(0)
    projector.show(moment, events(moment))
    expect(moving.locator(ANSWERS).first).to_be_visible()
    assert moving.evaluate("window.ghosts") == []
    projector.show({**moment, "question": theirs}, events(moment))
    moving.wait_for_function("() => window.ghosts.length >= 4")


def gained(moment: Update, points: int, **own: Any) -> Update:
    """The moment with that much more for me."""
    mine, *others = moment["preview"]
    return {**changed(moment, own), "preview": [{**mine, "score": mine["score"] + points}, *others]}


def recruited(moment: Update) -> tuple[Update, dict[str, Any]]:
    """I have recruited the first lord of the court, and what tells so."""
    lord, *court = moment["view"]["court"]
    mine = {"id": lord, "location": None, "disabled": False, "used": False}
    after = gained(moment, 5, lords=[*moment["view"]["seats"][0]["lords"], mine])
    event = {"kind": "LORD_RECRUITED", "player": 0, "amount": 8, "what": lord}
    return {**after, "view": {**after["view"], "court": court}}, event


def test_a_recruit_turns_and_flies_flares_and_its_points_count_up(moving: Page, moment: Update) -> None:
    projector = projector_on(moving)
    projector.show(moment)
    moving.evaluate(WATCH)
    after, event = recruited(moment)
    projector.show(after, [event])
    moving.wait_for_function("() => window.changed.has('transform!') && document.querySelector('.tally')")
    reel = moving.locator(".tally b").all_text_contents()
    assert [int(number) for number in reel] == list(range(int(reel[0]), int(reel[0]) + 6))
    lord = moving.locator(f".seat.own [data-life=lord-{event['what']}]")
    flare = moving.evaluate("() => document.querySelector('.flare').style.left")
    expect(moving.locator(".ghost")).to_have_count(0)
    assert "flare ghost" in moving.evaluate("window.ghosts")
    assert float(flare.removesuffix("px")) == pytest.approx(box_of(lord)["x"], abs=1)
    expect(moving.locator(".seat.own .score b")).to_have_text(reel[-1])


def test_three_keys_open_a_lock_and_the_location_unrolls(moving: Page, moment: Update) -> None:
    location, *left = moment["view"]["available_locations"]
    mine = moment["view"]["seats"][0]
    after = changed(moment, {"locations": [*mine["locations"], location]}, available_locations=left)
    projector = projector_on(moving)
    projector.show(moment)
    moving.evaluate(WATCH)
    event = {"kind": "LOCATION_CONTROLLED", "player": 0, "amount": 0, "what": location}
    projector.show(after, [event])
    moving.wait_for_function("() => window.ghosts.includes('lock-open')")
    assert sorted(moving.evaluate("window.ghosts")) == ["key", "key", "key", "lock", "lock-open"]
    moving.keyboard.press("Escape")
    expect(moving.locator(".ghost")).to_have_count(0, timeout=500)


def test_a_monster_dims_the_sea_for_a_moment(moving: Page, moment: Update) -> None:
    projector = projector_on(moving)
    projector.show(changed(moment, track=[]))
    moving.evaluate(WATCH)
    revealed = {"kind": "REVEALED", "player": 0, "amount": 0, "what": "M"}
    projector.show(changed(moment, track=["M"]), [revealed])
    moving.wait_for_function("() => window.ghosts.includes('gloom ghost')")
    expect(moving.locator(".ghost")).to_have_count(0)

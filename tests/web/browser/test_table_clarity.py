"""What players stumbled over: what is on the table holds at that table, and nothing comes as a surprise."""

from playwright.sync_api import Page, expect

from tests.web.browser.scenes import NAMES, Moments, Projector, changed


def test_the_threat_is_shown_only_where_it_counts(page: Page, projector: Projector, moments: Moments) -> None:
    moment = moments["MAIN"]
    projector.show(moment)
    expect(page.locator("#zone-exploration .pool")).to_be_visible()
    expect(page.locator(".threat, [data-tip*='a monster gives']")).to_have_count(0)
    projector.show({**moment, "config": {**moment["config"], "leviathan": False}})
    expect(page.locator(".threat > i")).to_have_count(6)


def test_lords_are_counted_at_each_seat_and_who_needs_one_more_is_warned_of(
    page: Page, projector: Projector, moments: Moments
) -> None:
    moment = changed(moments["MAIN"], ending_player=None)
    projector.show({**moment, "one_lord_left": [1]})
    for number, seat in enumerate(moment["view"]["seats"]):
        count = page.locator("#dock" if number == 0 else f"[data-seat='{number}']").get_by_text(
            f"{len(seat['lords'])}/7", exact=True
        )
        expect(count).to_be_visible()
    expect(page.locator("#top").get_by_role("status")).to_have_text(f"One lord to go: {NAMES[1]}")
    expect(page.locator("[data-seat='1'] .one-left")).to_have_count(1)
    expect(page.locator(".one-left")).to_have_count(1)
    projector.show({**moment, "one_lord_left": []})
    expect(page.locator("#top [role=status], .one-left")).to_have_count(0)


def test_on_a_telephone_the_answer_that_passes_keeps_its_place(
    page: Page, projector: Projector, moments: Moments
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    moment = moments["OFFER"]
    answers = {action["text"]: action for action in moment["question"]["actions"]}
    places = []
    for card in ("Squid 1", "Shellfish 3", "Kałamarnica 3 and more", "A name without room in one row"):
        actions = [answers["pass"], {**answers["buy"], "label": f"Buy for 2 pearls: {card}"}]
        projector.show({**moment, "question": {**moment["question"], "actions": actions}})
        buy, leave = (page.locator(f"#dock [data-action={text}]").bounding_box() for text in ("buy", "pass"))
        assert buy is not None
        assert leave is not None
        places.append(leave)
        assert buy["x"] + buy["width"] < leave["x"] or buy["y"] + buy["height"] < leave["y"]
    assert all(place == places[0] for place in places), places

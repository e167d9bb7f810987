"""What answers are worth: what a location scores for whom, what a lord costs, how many are drawn."""

from playwright.sync_api import Page, expect

from tests.web.browser.scenes import NAMES, Moments, Projector, changed


def test_a_location_says_what_it_scores_now_for_me_and_for_the_others(
    page: Page, projector: Projector, moments: Moments
) -> None:
    moment = moments["CONTROL_PICK"]
    projector.show(moment)
    actions = moment["question"]["actions"]
    assert actions
    for action in actions:
        number = action["target"]["location"]
        mine, *theirs = moment["worth"][str(number)]
        answer = page.locator(f"#dock [data-action='{action['text']}']")
        expect(answer.locator(".worths > .worth")).to_have_text(str(mine))
        expect(answer.locator(".worths > .soft")).to_contain_text(str(max(theirs)))
        said = ", ".join(f"{name} {points}" for name, points in zip(NAMES[1:], theirs, strict=False))
        expect(answer).to_contain_text(f"Worth {mine} now. To the others: {said}")


def test_how_many_locations_are_drawn_is_one_stepper(
    page: Page, projector: Projector, moments: Moments
) -> None:
    projector.show(moments["CONTROL_SOURCE"])
    drawn = page.locator("#dock .answer[data-action^='draw:']")
    expect(drawn).to_have_attribute("data-action", "draw:1")
    fewer = page.get_by_role("button", name="Fewer", exact=True)
    expect(fewer).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="More", exact=True).click()
    expect(drawn).to_have_attribute("data-action", "draw:2")
    expect(page.locator("#told")).to_contain_text("Draw 2 locations")
    for _press in range(4):
        page.keyboard.press("+")
    expect(drawn).to_have_attribute("data-action", "draw:4")
    page.keyboard.press("-")
    fewer.click()
    expect(drawn).to_have_attribute("data-action", "draw:2")


def test_a_lord_has_a_price_and_is_recruited_for_what_is_paid_as_the_log_will_say(
    page: Page, projector: Projector, moments: Moments
) -> None:
    moment = moments["MAIN"]
    offer = next(one for one in moment["offers"] if one["payments"])
    cheaper = {**offer, "cost": offer["cost"] - 1}
    projector.show({**moment, "offers": [cheaper if one is offer else one for one in moment["offers"]]})
    answer = page.locator(f"#dock .answer:has-text('for {offer['cost']}')").first
    expect(answer).to_contain_text("Recruit the")
    answer.click()
    name = page.locator("#dock .bill b").inner_text()
    payment = offer["payments"][0]
    paid = payment["value"] + payment["pearls"] + payment["nebulis"]
    assert paid > cheaper["cost"]
    expect(page.locator("#dock .bill .sum")).to_contain_text(f" {cheaper['cost']}")
    expect(page.locator("[data-command=confirm]")).to_have_text(f"Recruit the {name} for {paid}")


def test_double_die_and_pearl_boost_have_two_marks(
    page: Page, projector: Projector, moments: Moments
) -> None:
    hand = ["C1*", "J2*", "S3*", "Q4*", "H5"]
    projector.show(changed(moments["MAIN"], {"hand": hand, "hand_size": len(hand)}))
    marks = {
        code: page.locator(f".hand [data-tip='ally:{code}'] .boost use").evaluate_all(
            "(all) => all.map((use) => use.getAttribute('href').split('#')[1])"
        )
        for code in hand
    }
    boost, die = ["pearl-boost"], ["double-die"]
    assert marks == {"C1*": boost, "J2*": boost, "S3*": die, "Q4*": die, "H5": []}
    expect(page.locator(".hand")).not_to_contain_text("*")

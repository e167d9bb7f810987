"""What players stumbled over: all on the table says what it means and is worth, and the game is followed."""

import re

from playwright.sync_api import Page, expect

from tests.web.browser import at_table
from tests.web.browser.at_table import box_of
from tests.web.browser.conftest import Browsers
from tests.web.browser.scenes import NAMES, THE_END, Projector, changed


def test_the_threat_is_shown_only_where_it_counts(projector: Projector) -> None:
    page, moment = projector.page, projector.moments["MAIN"]
    projector.show(moment)
    expect(page.locator("#zone-exploration .pool")).to_be_visible()
    expect(page.locator(".threat, [data-tip*='a monster gives']")).to_have_count(0)
    projector.show({**moment, "config": {**moment["config"], "leviathan": False}})
    expect(page.locator(".threat > i")).to_have_count(6)


def test_lords_are_counted_at_each_seat_and_who_needs_one_more_is_warned_of(projector: Projector) -> None:
    page, moment = projector.page, changed(projector.moments["MAIN"], ending_player=None)
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


def test_while_something_else_is_asked_no_lord_looks_as_if_it_could_be_chosen(projector: Projector) -> None:
    page, moment = projector.page, projector.moments["OFFER"]
    ordinary = projector.moments["MAIN"]["offers"][0]
    offers = [{**ordinary, "lord": lord, "affordable": True} for lord in moment["view"]["court"]]
    shining = page.locator("#zone-court .card:is(.lit, .affordable)")
    projector.show({**moment, "offers": offers})
    expect(shining).to_have_count(0)
    waiting = {**moment["question"], "mine": False, "player": 1, "actions": []}
    projector.show({**moment, "offers": offers, "question": waiting})
    expect(shining).to_have_count(len(offers))


def test_only_cards_of_a_payment_under_way_are_marked_in_the_hand(projector: Projector) -> None:
    marked = projector.page.locator(".hand .card.chosen")
    main, payments = projector.moments["MAIN"], projector.moments["PAY"]["question"]["payments"]
    asked = {**main["view"]["question"], "about": {"lord": main["view"]["court"][0]}}
    for moment, possible, count in (("MAIN", payments, 1), ("MAIN", [], 0), (THE_END, payments, 0)):
        shown = changed(projector.moments[moment], own={"hand": ["H2", "S1"]}, payment=["H2"], question=asked)
        projector.show({**shown, "offers": [], "question": {**main["question"], "payments": possible}})
        expect(projector.page.locator(".hand .card")).to_have_count(2)
        expect(marked).to_have_count(count)


def test_answers_stand_in_the_order_in_which_their_cards_lie(projector: Projector) -> None:
    page, moment = projector.page, projector.moments["MAIN"]
    stack = next(one for one in moment["question"]["actions"] if one["text"].startswith("stack:"))
    court = moment["view"]["court"]
    assert court != sorted(court)
    hand = ["S1", "H2", "H5", "J3"]
    named = [{"zone": "court", "lord": lord} for lord in sorted(court)]
    named += [{"zone": "hand", "card": card} for card in hand]
    aimed = [{**stack, "text": f"{place}", "target": target} for place, target in enumerate(named)]
    asked = {**moment["question"], "actions": [stack, *aimed]}
    projector.show({**changed(moment, own={"hand": hand}), "question": asked})
    shown = page.locator("#dock .answer[data-action]").evaluate_all(
        "(all) => all.map((one) => one.dataset.action)"
    )
    lying = [{"zone": "court", "lord": lord} for lord in court]
    lying += [{"zone": "hand", "card": card} for card in ("J3", "H5", "H2", "S1")]
    assert shown == [stack["text"], *(f"{named.index(target)}" for target in lying)]


def test_on_a_telephone_the_answer_that_passes_keeps_its_place(projector: Projector) -> None:
    page, moment = projector.page, projector.moments["OFFER"]
    page.set_viewport_size({"width": 390, "height": 844})
    answers = {action["text"]: action for action in moment["question"]["actions"]}
    places = []
    for card in ("Squid 1", "Shellfish 3", "Kałamarnica 3 and more", "A name without room in one row"):
        actions = [answers["pass"], {**answers["buy"], "label": f"Buy for 2 pearls: {card}"}]
        projector.show({**moment, "question": {**moment["question"], "actions": actions}})
        buy, leave = (box_of(page.locator(f"#dock [data-action={text}]")) for text in ("buy", "pass"))
        places.append(leave)
        assert buy["x"] + buy["width"] < leave["x"] or buy["y"] + buy["height"] < leave["y"]
    assert all(place == places[0] for place in places), places


def test_on_a_telephone_the_count_of_answers_below_hides_nothing_of_the_one_that_passes(
    projector: Projector,
) -> None:
    page, moment = projector.page, projector.moments["OFFER"]
    page.set_viewport_size({"width": 390, "height": 844})
    leave = next(action for action in moment["question"]["actions"] if action["text"] == "pass")
    others = [
        {
            "text": f"discard:H{value}",
            "label": f"Discard Seahorse {value}",
            "target": {"zone": "hand", "card": f"H{value}"},
        }
        for value in range(1, 6)
    ] + [
        {
            "text": f"discard:C{value}",
            "label": f"Discard Crab {value}",
            "target": {"zone": "hand", "card": f"C{value}"},
        }
        for value in range(1, 6)
    ]
    projector.show({**moment, "question": {**moment["question"], "actions": [leave, *others]}})
    below, passes = box_of(page.locator("#dock > .below")), box_of(page.locator("#dock [data-action=pass]"))
    assert below["x"] + below["width"] <= passes["x"]


def test_a_location_says_what_it_scores_now_for_me_and_for_the_others(projector: Projector) -> None:
    page, moment = projector.page, projector.moments["CONTROL_PICK"]
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


def test_the_reasons_for_a_price_are_sentences_of_their_own(projector: Projector) -> None:
    page, moment = projector.page, projector.moments["MAIN"]
    offer = moment["offers"][0]
    why = ["Your Treasurer makes lords cheaper by 2.", "An opponent’s Recruiter makes lords dearer by 2."]
    projector.show({**moment, "offers": [{**offer, "why": why}]})
    at_table.lord(page, offer["lord"]).hover()
    expect(page.locator("#tip")).to_contain_text(f"({why[0]} {why[1]})")


def test_how_many_locations_are_drawn_is_one_stepper(projector: Projector) -> None:
    page = projector.page
    projector.show(projector.moments["CONTROL_SOURCE"])
    drawn = page.locator("#dock .answer[data-action^='draw:']")
    expect(drawn).to_have_attribute("data-action", "draw:1")
    fewer = page.get_by_role("button", name="Fewer", exact=True)
    expect(fewer).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="More", exact=True).click()
    expect(drawn).to_have_attribute("data-action", "draw:2")
    expect(page.locator("#announced")).to_contain_text("Draw 2 locations")
    for _press in range(4):
        page.keyboard.press("+")
    expect(drawn).to_have_attribute("data-action", "draw:4")
    page.keyboard.press("-")
    fewer.click()
    expect(drawn).to_have_attribute("data-action", "draw:2")


def test_a_lord_has_a_price_and_is_recruited_for_what_is_paid_as_the_log_will_say(
    projector: Projector,
) -> None:
    page, moment = projector.page, projector.moments["MAIN"]
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


def test_double_die_and_pearl_boost_have_two_marks(projector: Projector) -> None:
    page, hand = projector.page, ["C1*", "J2*", "S3*", "Q4*", "H5"]
    projector.show(changed(projector.moments["MAIN"], {"hand": hand, "hand_size": len(hand)}))
    marks = {
        code: page.locator(f".hand [data-tip='ally:{code}'] .boost use").evaluate_all(
            "(all) => all.map((use) => use.getAttribute('href').split('#')[1])"
        )
        for code in hand
    }
    boost, die = ["pearl-boost"], ["double-die"]
    assert marks == {"C1*": boost, "J2*": boost, "S3*": die, "Q4*": die, "H5": []}
    expect(page.locator(".hand")).not_to_contain_text("*")


def test_a_leviathan_has_a_name_and_the_odds_of_the_own_hand(page: Page) -> None:
    table = at_table.new_table(page.context, ["me", "computer"], 5, leviathan=True)
    at_table.advance(page.context, table, 25)
    page.goto(f"/t/{table}")
    update = at_table.server_view(page, table)
    assert update["fights"]
    for zone, fight in update["fights"].items():
        beast = update["view"]["border"][zone]
        card = page.locator(f"[data-life='leviathan-{beast['id']}']")
        expect(card.locator(".odds")).to_contain_text(f"{fight['percent']}%")
        expect(card.locator(".name")).to_be_visible()
        expect(card.locator(".power small .icon use")).to_have_attribute("href", re.compile("#monster$"))
        expect(card.locator(".hidden-visually").first).to_contain_text(fight["text"])


def test_sentences_about_a_card_end_with_one_full_stop(projector: Projector) -> None:
    worths = 0
    for kind in ("MAIN", "CONTROL_SOURCE", "CONTROL_PICK", "FIGHT_TARGET"):
        projector.show(projector.moments[kind])
        said = projector.page.locator("[data-card] > .hidden-visually").all_text_contents()
        worths += sum(". Worth" in text for text in said)
        assert not [text for text in said if ".." in text]
    assert worths


def test_what_the_others_did_since_my_last_turn_is_told_back_and_forth(page: Page) -> None:
    at_table.in_my_main_choice(page)
    recap = page.locator(".recap")
    expect(recap.locator(".place")).to_have_text(re.compile("^1/[2-9]"))
    page.locator("[data-command=recap-list]").click()
    told = recap.locator(".deeds li").all_inner_texts()
    assert len(told) == int(recap.locator(".place").inner_text().split("/")[1])
    assert not any("Captain" in sentence for sentence in told)
    for place, sentence in enumerate(told, 1):
        assert "".join(recap.locator("> .deed").inner_text().split()) == "".join(sentence.split())
        if place < len(told):
            page.locator("[data-command=recap-on]").click()
    expect(page.locator("[data-command=recap-on]")).to_have_attribute("aria-disabled", "true")
    page.locator("[data-command=recap-back]").click()
    expect(recap.locator(".place")).to_have_text(f"{len(told) - 1}/{len(told)}")
    page.locator("[data-command=recap-close]").click()
    expect(recap).to_have_count(0)


def test_the_log_tells_an_action_in_one_sentence_and_unfolds_its_details(page: Page) -> None:
    at_table.in_my_main_choice(page)
    lines = page.locator("#log-lines > li")
    recruited = lines.filter(has_text=re.compile("recruits the")).first
    assert "spends" not in recruited.inner_text()
    recruited.locator("summary").click()
    expect(recruited.locator("ol li").filter(has_text="spends").first).to_be_visible()


def test_a_deed_of_another_is_one_readable_step_that_can_be_skipped(browsers: Browsers) -> None:
    page = browsers(reduced_motion="no-preference").new_page()
    at_table.sit_down(page, ["me", "computer", "computer"], 5)
    page.locator(f"{at_table.ANSWERS}, .step").first.wait_for()
    while not page.locator(".step").count():
        if (answer := page.locator(at_table.ANSWERS)).count():
            answer.last.click()
            at_table.answer_dialog(page)
        page.locator(f"{at_table.ANSWERS}, .step").first.wait_for()
    expect(page.locator(".step")).to_contain_text(re.compile("Triton|Nerissa"))
    page.keyboard.press("Escape")
    expect(page.locator(".step")).to_have_count(0)


def test_an_answer_stands_out_only_where_there_is_no_other(page: Page) -> None:
    table, update = at_table.in_my_main_choice(page)
    expect(page.locator("#dock .answer.primary")).to_have_count(0)
    plain = next(action for action in update["question"]["actions"] if action["text"] == "explore")
    projector = Projector(page, f"/t/{table}")
    projector.show({**update, "question": {**update["question"], "actions": [plain]}})
    expect(page.locator("#dock .answer.primary")).to_have_count(1)


def on_a_telephone(projector: Projector) -> Page:
    """The main choice of a turn on a small screen."""
    projector.page.set_viewport_size({"width": 390, "height": 844})
    projector.show(projector.moments["MAIN"])
    return projector.page


def test_a_window_is_read_from_its_beginning_although_another_was_read_to_its_end(
    projector: Projector,
) -> None:
    page = on_a_telephone(projector)
    content = page.locator("#dialog .content")
    scrolled = "(one) => one.scrollTop"
    page.locator("[data-command=settings]").click()
    content.evaluate("(one) => one.scrollTo(0, 200)")
    page.locator("#dialog").get_by_role("button", name="fast").click()
    assert content.evaluate(scrolled) == 200
    page.keyboard.press("Escape")
    page.locator(".bar [data-command=help]").click()
    expect(page.locator("#dialog-title")).to_have_text("Help")
    assert content.evaluate(scrolled) == 0


def test_the_window_of_a_player_without_cards_says_so(projector: Projector) -> None:
    page, moment = projector.page, projector.moments["MAIN"]
    mine, first, *rest = moment["view"]["seats"]
    bare = {**first, "lords": [], "locations": [], "affiliated": []}
    projector.show({**moment, "view": {**moment["view"], "seats": [mine, bare, *rest]}})
    page.locator("[data-command=seat-1]").click()
    expect(page.locator("#dialog .content")).to_have_text("No lords yet.")


def test_on_a_telephone_the_list_of_deeds_does_not_cover_another_part_of_the_table(
    projector: Projector,
) -> None:
    page = on_a_telephone(projector)
    page.locator("[data-command=recap-list]").click()
    expect(page.locator("#recap .deeds")).to_be_visible()
    page.locator("[data-command=pane-players]").click()
    expect(page.locator("#recap .deeds")).to_have_count(0)


def test_on_a_telephone_another_part_of_the_table_is_in_place_of_the_results(projector: Projector) -> None:
    page = on_a_telephone(projector)
    projector.show(projector.moments[THE_END])
    expect(page.locator("#result .result")).to_be_visible()
    page.locator("[data-command=pane-players]").click()
    expect(page.locator("#result .result")).to_have_count(0)
    page.locator("[data-command=result-open]").click()
    expect(page.locator("#result .result")).to_be_visible()

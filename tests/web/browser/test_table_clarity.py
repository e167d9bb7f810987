"""What players stumbled over: what is on the table holds at that table, and nothing comes as a surprise."""

from playwright.sync_api import Page, expect

from tests.web.browser.scenes import Moments, Projector


def test_the_threat_is_shown_only_where_it_counts(page: Page, projector: Projector, moments: Moments) -> None:
    moment = moments["MAIN"]
    projector.show(moment)
    expect(page.locator("#zone-exploration .pool")).to_be_visible()
    expect(page.locator(".threat, [data-tip*='a monster gives']")).to_have_count(0)
    projector.show({**moment, "config": {**moment["config"], "leviathan": False}})
    expect(page.locator(".threat > i")).to_have_count(6)

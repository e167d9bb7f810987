"""What helps to follow the game at the table in the browser."""

from playwright.sync_api import Page, expect

from tests.web.browser.at_table import advance, new_table, server_view


def test_a_leviathan_has_a_name_and_the_odds_of_the_own_hand(page: Page) -> None:
    table = new_table(page.context, ["me", "computer"], 5, leviathan=True)
    advance(page.context, table, 25)
    page.goto(f"/t/{table}")
    update = server_view(page, table)
    assert update["fights"]
    for zone, fight in update["fights"].items():
        beast = update["view"]["border"][zone]
        card = page.locator(f"[data-life='leviathan-{beast['id']}']")
        expect(card.locator(".odds")).to_contain_text(f"{fight['percent']}%")
        expect(card.locator(".name")).to_be_visible()
        expect(card.locator(".hidden-visually").first).to_contain_text(fight["text"])

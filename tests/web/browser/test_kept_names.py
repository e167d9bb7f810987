"""A kept name in Chromium, whose authenticator is one in software, at both sizes."""

import re

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.web.browser.conftest import Browsers
from tests.web.browser.test_pages_in_chromium import check_looks
from tests.web.server.serving import Served

pytest.importorskip("webauthn")

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


def with_authenticator(page: Page) -> tuple[CDPSession, str]:
    """The page's tools, and the authenticator that it has from now on."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    added = tools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return tools, added["authenticatorId"]


def test_a_name_is_kept_and_opens_its_tables_on_a_telephone(browsers: Browsers, server: Served) -> None:
    address = server.address.replace("127.0.0.1", "localhost")  # An address has no passkeys.
    desk = browsers(viewport={"width": 1440, "height": 900}).new_page()
    phone = browsers(viewport={"width": 390, "height": 844}).new_page()
    tools, authenticator = with_authenticator(desk)
    desk.goto(address)
    desk.get_by_role("button", name="1 computer").click()
    desk.wait_for_url(re.compile(r"/t/\w+$"))
    table = desk.url.rpartition("/")[2]
    desk.goto(f"{address}/name")
    check_looks(desk)
    desk.fill("#name", "Captain")
    desk.get_by_role("button", name="Reserve it with a passkey").click()
    expect(desk.locator("#problem")).to_contain_text("others here already have this name")
    desk.fill("#name", "Wilhelmina")
    desk.get_by_role("button", name="Reserve it with a passkey").click()
    expect(desk.locator("#mine")).to_have_text("Wilhelmina")
    check_looks(desk)
    (credential,) = tools.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]
    theirs, other = with_authenticator(phone)
    theirs.send("WebAuthn.addCredential", {"authenticatorId": other, "credential": credential})
    phone.goto(f"{address}/name")
    check_looks(phone)
    tab = phone.context.new_page()
    tab.goto(address)
    tab.get_by_role("button", name="1 computer").click()
    tab.locator("body[data-revision]").wait_for()
    with tab.expect_websocket():  # Their seat there comes along.
        phone.get_by_role("button", name="Sign in with a passkey").click()
    expect(phone.locator("#mine")).to_have_text("Wilhelmina")
    check_looks(phone)
    tab.wait_for_timeout(500)
    expect(tab.locator("#gone")).to_be_hidden()
    tab.close()
    phone.goto(address)
    expect(phone.locator(f"a[href='/t/{table}']")).to_be_visible()
    phone.goto(f"{address}/name")
    phone.evaluate("localStorage.setItem('openabyss-notified', 'abcdefghij')")
    phone.get_by_role("button", name="Sign out here").click()
    expect(phone.locator("#keep")).to_be_visible()
    assert phone.evaluate("localStorage.getItem('openabyss-notified')") is None
    phone.get_by_role("button", name="Sign in with a passkey").click()
    expect(phone.locator("#mine")).to_have_text("Wilhelmina")
    phone.check("#sure")
    phone.get_by_role("button", name="Delete my name").click()
    expect(phone.locator("#keep")).to_be_visible()
    phone.goto(f"{address}/ratings")
    check_looks(phone)
    desk.reload()
    expect(desk.locator("#keep")).to_be_visible()


def test_why_there_is_no_second_passkey_is_said_in_the_language_of_the_page(
    browsers: Browsers, server: Served
) -> None:
    """Browsers say it in one of their own."""
    desk = browsers(locale="de").new_page()
    with_authenticator(desk)
    desk.goto(f"{server.address.replace('127.0.0.1', 'localhost')}/name")
    desk.fill("#name", "Octavia")
    desk.get_by_role("button", name="Mit einem Passkey reservieren").click()
    expect(desk.locator("#mine")).to_have_text("Octavia")
    again = desk.get_by_role("button", name="Noch einen Passkey hinzufügen")
    again.click()
    expect(desk.locator("#problem")).to_have_text(
        "Auf diesem Gerät gibt es schon einen Passkey für diesen Namen."
    )
    desk.route("**/name/add/options", lambda route: route.abort())
    again.click()
    expect(desk.locator("#problem")).to_contain_text("Der Server antwortet nicht.")

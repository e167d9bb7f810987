"""OpenAbyss as an app on a device: it can be installed, and what was read can be read without a network."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, BrowserContext, Page, expect

from art.__main__ import FOLDER
from openabyss.server.notices import push
from openabyss.server.notices.push import Shown
from openabyss.server.notices.webhooks import Outcome
from openabyss.server.pages import static_files
from openabyss.server.tables.analysis.replays import RANGE
from scripts.icons import ICONS, painted
from tests.web.browser.at_table import PATIENCE, let_computers_finish, new_table
from tests.web.browser.test_pages_in_chromium import check_looks
from tests.web.server.push_service import PushBrowser
from tests.web.server.serving import Served, serve, settings_for, wait_until

IS_READY = "() => navigator.serviceWorker.controller?.state === 'activated'"
KEPT = """async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = await Promise.all(caches_.map((cache) => cache.keys()));
  return kept.flat().map(({ url }) => new URL(url).pathname);
}"""
NAMES = "() => caches.keys()"
WORKER = "() => navigator.serviceWorker.controller.scriptURL"
NEW = "0123456789ab"


@pytest.fixture(scope="module")
def app(chromium: Browser, server: Any) -> Iterator[BrowserContext]:
    """The browser of somebody whom a worker serves."""
    opened = chromium.new_context(base_url=server.address, reduced_motion="reduce", service_workers="allow")
    opened.set_default_timeout(PATIENCE)
    page = opened.new_page()
    page.goto("/about")
    page.wait_for_function(IS_READY)
    page.close()
    yield opened
    opened.close()


@pytest.fixture
def reader(app: BrowserContext) -> Iterator[Page]:
    """A page of it; afterwards the network is there again."""
    page = app.new_page()
    yield page
    app.set_offline(False)
    page.close()


def kept(page: Page, *paths: str) -> None:
    """Wait until the browser keeps these."""
    wait_until(lambda: set(paths) <= set(page.evaluate(KEPT)))


# -------------------------------------------------------------------------------- installing it


def test_it_can_be_installed_in_the_readers_language(
    chromium: Browser, app: BrowserContext, reader: Page
) -> None:
    reader.goto("/?lang=de")
    reader.goto("/new")
    session = app.new_cdp_session(reader)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    session.detach()
    said = app.request.get(found["url"]).json()
    assert (said["lang"], said["display"], said["scope"]) == ("de", "standalone", "/")
    assert said["shortcuts"][0]["name"] == "Laufende Partien"
    for icon in said["icons"]:
        answer = app.request.get(icon["src"])
        assert (answer.status, answer.headers["content-type"]) == (200, icon["type"])
    reader.goto("/?lang=en")


def test_the_icons_are_what_the_drawings_say(chromium: Browser) -> None:
    for name, picture in painted(chromium.browser_type):
        shipped = Image.open(FOLDER / name).convert("RGBA")
        assert shipped.size == (ICONS[name][1],) * 2
        differs = ImageStat.Stat(ImageChops.difference(shipped, picture)).mean
        assert max(differs) < 2, f"run: python -m scripts.icons ({name})"


# ------------------------------------------------------------------------------ without a network


def test_without_a_network_a_page_says_so_and_the_rules_can_be_read(
    app: BrowserContext, reader: Page
) -> None:
    reader.goto("/rules")
    kept(reader, "/offline", "/rules", "/rules/kraken", "/rules/lords")
    app.set_offline(True)
    reader.goto("/rules/lords")
    expect(reader.locator(".card").first).to_be_visible()
    for without in ("/rules?q=squid", "/new"):
        reader.goto(without)
        expect(reader.locator("h1")).to_have_text("No connection")
    reader.get_by_role("link", name="Read the rules").click()
    reader.wait_for_url("**/rules")
    expect(reader.locator("h1")).not_to_have_text("No connection")
    reader.goto("/tables")
    app.set_offline(False)
    expect(reader.locator("h1")).to_have_text("Games in progress")


def test_a_replay_that_was_seen_is_kept_and_no_table_is(app: BrowserContext, reader: Page) -> None:
    table = new_table(app, ["me", "computer"], 4)
    reader.goto(f"/t/{table}")
    reader.locator("body[data-revision] #zone-court").wait_for()
    reader.goto(f"/t/{table}/replay")
    reader.locator("body[data-revision]").wait_for()
    reader.goto("/tables")
    assert not [path for path in reader.evaluate(KEPT) if table in path]
    let_computers_finish(table, app)
    reader.goto(f"/t/{table}/replay")
    reader.locator("body[data-revision]").wait_for()
    last = int(reader.locator("#replay-moment").get_attribute("max") or 0)
    kept(reader, f"/t/{table}/replay", "/api/cards.json")
    moments = f"/api/tables/{table}/replay"
    wait_until(lambda: reader.evaluate(KEPT).count(moments) > last // RANGE)
    app.set_offline(True)
    reader.goto("/")
    reader.locator("#replays a").click()
    reader.locator("body[data-revision]").wait_for()
    reader.locator("[data-step=last]").click()
    expect(reader.locator("#replay-moment")).to_have_js_property("value", str(last))
    expect(reader.locator("#replay-where")).to_contain_text(str(last))


def test_whoever_wants_nothing_kept_says_so(app: BrowserContext, reader: Page) -> None:
    reader.goto("/about")
    reader.get_by_label("Keep them here").uncheck()
    wait_until(lambda: reader.evaluate(NAMES) == [])
    reader.goto("/rules")
    reader.wait_for_load_state("load")
    assert reader.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    # Notices need a worker all the same.
    reader.evaluate("import(document.querySelector('[src$=\"begin.js\"]').src).then(({ begin }) => begin())")
    reader.wait_for_function(IS_READY)
    reader.goto("/rules/kraken")
    assert reader.evaluate(NAMES) == []
    reader.goto("/about")
    reader.get_by_label("Keep them here").check()
    wait_until(lambda: reader.evaluate(NAMES) != [])
    reader.evaluate("localStorage.setItem('openabyss-notified', 'abcdefghij')")
    reader.get_by_label("Keep them here").uncheck()
    reader.wait_for_function(f"() => ({IS_READY})() && ({WORKER})().endsWith('keeps=nothing')")
    wait_until(lambda: reader.evaluate(NAMES) == [])
    reader.evaluate("localStorage.removeItem('openabyss-notified')")
    reader.get_by_label("Keep them here").check()
    reader.wait_for_function(f"() => ({IS_READY})() && !({WORKER})().endsWith('keeps=nothing')")


def test_an_upgrade_replaces_what_was_kept(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve(settings_for(tmp_path)) as served:
        context = chromium.new_context(base_url=served.address, service_workers="allow")
        page = context.new_page()
        page.goto("/rules")
        page.wait_for_function(IS_READY)
        (before,) = page.evaluate(NAMES)
        monkeypatch.setattr(static_files, "static_hash", lambda: NEW)
        page.goto("/rules")
        assert f"/static/{NEW}/" in page.content()
        wait_until(lambda: page.evaluate(NAMES) == [before.replace(before.split()[1], NEW)])
        context.set_offline(True)
        page.goto("/new")
        assert f"/static/{NEW}/" in page.content()
        context.close()


# ------------------------------------------------------------------------------------- notices

# The service of a browser, which no test can reach; localStorage knows whether it is subscribed.
SERVICE = """
const keys = %s;
const subscription = {
  toJSON: () => ({ endpoint: "https://push.example/1", keys }),
  unsubscribe: async () => localStorage.removeItem("subscribed"),
};
const pushManager = {
  getSubscription: async () => (localStorage.getItem("subscribed") ? subscription : null),
  subscribe: async ({ applicationServerKey }) => {
    if (localStorage.getItem("refuses")) throw new DOMException("no", "NotAllowedError");
    localStorage.setItem("subscribed", applicationServerKey);
    return subscription;
  },
};
Object.defineProperty(ServiceWorkerRegistration.prototype, "pushManager", { value: pushManager });
"""
# A browser without windows shows no notices, whatever it is allowed.
NOTE_SHOWN = """() => {
  const value = async (title, { body, tag, data }) => (self.shown = { title, body, tag, url: data });
  Object.defineProperty(registration, "showNotification", { value });
}"""


def test_a_browser_is_notified_and_not_any_more(
    app: BrowserContext, reader: Page, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Shown] = []

    async def take(_address: str, _keys: str, shown: Shown, *_sender: Any) -> Outcome:
        sent.append(shown)
        return Outcome.SENT

    monkeypatch.setattr(push, "send", take)
    reader.add_init_script(SERVICE % json.dumps(PushBrowser().keys))
    reader.goto("/notices")
    button, badge = (
        reader.get_by_role("button", name="Notify me in this browser"),
        reader.locator("[data-this]"),
    )
    reader.evaluate("localStorage.setItem('refuses', 'all')")
    button.click()
    expect(reader.locator("#push-problem")).to_contain_text("blocks notifications from this site")
    check_looks(reader)
    reader.evaluate("localStorage.removeItem('refuses')")
    button.click()
    expect(badge).to_have_text("this browser")
    expect(button).to_be_hidden()
    check_looks(reader)
    key = push.public_key(server.app.state.settings.key)
    assert reader.evaluate("localStorage.getItem('subscribed')") == key
    deliver(app, reader, server, sent[0])
    reader.get_by_role("button", name="Remove").click()
    expect(button).to_be_visible()
    assert reader.evaluate("localStorage.getItem('subscribed')") is None


def deliver(app: BrowserContext, page: Page, server: Served, shown: Shown) -> None:
    """Give a notice to the browser's worker, as its service would, and wait until it shows it."""
    worker, tools, found = app.service_workers[-1], app.new_cdp_session(page), list[str]()
    worker.evaluate(NOTE_SHOWN)
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    wait_until(lambda: page.evaluate("true") and bool(found))
    said = asdict(shown)
    message = {"origin": server.address, "registrationId": found[-1], "data": json.dumps(said)}
    tools.send("ServiceWorker.deliverPushMessage", message)
    wait_until(lambda: worker.evaluate("self.shown ?? null") == said)
    tools.detach()

"""The cookie of a browser over HTTPS, and what becomes of those that browsers have already."""

from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import httpx

from openabyss.server.credentials import COOKIE, SECURE_COOKIE
from tests.web.server.serving import TWO_SEATS, Served, serve, settings_for


def over_https(folder: Path) -> Any:
    return serve(settings_for(folder, secure_cookies=True))


def given(answer: httpx.Response) -> SimpleCookie:
    cookies = SimpleCookie()
    for header in answer.headers.get_list("set-cookie"):
        cookies.load(header)
    return cookies


def asked(served: Served, path: str, cookie: str) -> httpx.Response:
    """An answer to a browser with just this cookie."""
    http = served.person().http
    return http.get(path, headers={"cookie": cookie})


def old_visitor(folder: Path) -> tuple[str, str]:
    """A table of a visitor from before the server spoke HTTPS, and the secret of the browser."""
    with serve(settings_for(folder)) as served:
        ann, table = served.seated("me", "here")
        return table, ann.http.cookies[COOKIE]


def test_over_https_nobody_else_can_set_the_cookie(tmp_path: Path) -> None:
    """A page on another name of the same domain could plant one, and hold the seats that it was given."""
    with over_https(tmp_path) as served:
        cookie = given(served.person().http.post("/api/tables", json=TWO_SEATS))[SECURE_COOKIE]
        assert (cookie["path"], cookie["domain"]) == ("/", "")
        assert cookie["secure"]
        assert cookie["httponly"]
        seats = asked(served, "/api/tables", f"{SECURE_COOKIE}={cookie.value}").json()["tables"]
    assert [table["seats"] for table in seats] == [[0, 1]]


def test_without_https_the_cookie_keeps_its_plain_name(served: Served) -> None:
    """Browsers take the other name only over HTTPS. Scripts and other sites cannot reach it there either."""
    cookies = given(served.person().http.post("/api/tables", json=TWO_SEATS))
    assert list(cookies) == [COOKIE]
    cookie = cookies[COOKIE]
    assert cookie["httponly"]
    assert (cookie["samesite"], cookie["path"], len(cookie.value) >= 43) == ("Lax", "/", True)


def test_who_looks_at_a_table_keeps_the_cookie_for_another_year(served: Served) -> None:
    ann, table = served.seated("me", "here")
    for page in (f"/t/{table}", f"/t/{table}/text"):
        cookie = given(ann.http.get(page))[COOKIE]
        assert (cookie.value, cookie["max-age"]) == (ann.http.cookies[COOKIE], str(365 * 24 * 60 * 60))
        assert "set-cookie" not in asked(served, page, f"{COOKIE}=planted").headers


def test_old_visitors_keep_their_seats_and_get_the_new_cookie(tmp_path: Path) -> None:
    table, secret = old_visitor(tmp_path)
    with over_https(tmp_path) as served:
        for path in (f"/api/tables/{table}", "/api/tables", f"/t/{table}"):
            answer = asked(served, path, f"{COOKIE}={secret}")
            assert answer.status_code == 200
            assert given(answer)[SECURE_COOKIE].value == secret
        again = asked(served, f"/api/tables/{table}", f"{COOKIE}={secret}; {SECURE_COOKIE}={secret}")
        assert again.status_code == 200
        assert "set-cookie" not in again.headers


def test_a_planted_cookie_does_not_count_beside_the_secure_one(tmp_path: Path) -> None:
    table, planted = old_visitor(tmp_path)
    with over_https(tmp_path) as served:
        own = given(served.person().http.post("/api/tables", json=TWO_SEATS))[SECURE_COOKIE].value
        answer = asked(served, f"/api/tables/{table}", f"{COOKIE}={planted}; {SECURE_COOKIE}={own}")
    assert answer.status_code == 403


def test_what_everybody_may_keep_carries_no_cookie(tmp_path: Path) -> None:
    """Else a cache between gave one browser's secret to others."""
    _table, secret = old_visitor(tmp_path)
    with over_https(tmp_path) as served:
        for path in ("/static/base.css", "/api/cards.json", "/about", "/rules"):
            answer = asked(served, path, f"{COOKIE}={secret}")
            if "public" in answer.headers.get("cache-control", ""):
                assert "set-cookie" not in answer.headers

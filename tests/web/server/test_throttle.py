"""Who asks for too much: cheap answers, and who counts as one. Static files count apart."""

from pathlib import Path

import pytest

from openabyss.server.limits import Places, visitor_of
from openabyss.server.pages.static_files import STATIC
from openabyss.server.settings import Limits
from tests.web.server.serving import TWO_SEATS, serve, serve_limited, settings_for

VISITORS = 10


def test_too_many_requests_get_a_constant_answer_and_the_connection_ends(tmp_path: Path) -> None:
    """A page was rendered for each, which took 94 % of a processor."""
    request = b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nAccept-Language: de\r\n\r\n"
    with serve_limited(tmp_path, requests=1, request_burst=1) as served:
        answers = [served.answer_to(request * 20) for _time in range(2)]
    refused = answers[-1].partition(b"\r\n\r\n")
    assert refused[0].startswith(b"HTTP/1.1 429")
    assert b"retry-after: 2" in refused[0]
    assert refused[2] == b"Too many requests; wait a little.\n"


def test_ten_fresh_visitors_behind_one_address_get_all_files_of_their_pages(tmp_path: Path) -> None:
    """The scripts of the third visitor were refused, whose page said "One moment…" for ever."""
    files = [path for path in sorted(STATIC.rglob("*.*")) if path.is_file()]
    addresses = [f"/static/{path.relative_to(STATIC).as_posix()}" for path in files]
    assert len(addresses) > 40
    with serve(settings_for(tmp_path, limits=Limits())) as served:
        statuses = set()
        for _visitor in range(VISITORS):
            http = served.person().http
            statuses |= {http.get(address).status_code for address in ("/", *addresses)}
    assert statuses == {200}


@pytest.mark.parametrize(
    ("limits", "path", "other"),
    [
        ({"files": 1, "file_burst": 5}, "/static/base.css", "/about"),
        ({"requests": 1, "request_burst": 5}, "/about", "/static/base.css"),
    ],
)
def test_static_files_and_other_requests_have_a_limit_each(
    tmp_path: Path, limits: dict[str, int], path: str, other: str
) -> None:
    with serve_limited(tmp_path, **limits) as served:
        http = served.person().http
        statuses = [http.get(path).status_code for _time in range(12)]
        assert http.get(other).status_code == 200
    assert (statuses[:5], statuses[-1]) == ([200] * 5, 429)


@pytest.mark.parametrize(
    ("address", "visitor"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("::FFFF:cb00:7107", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no address", "no address"),
        ("", ""),
    ],
)
def test_a_network_of_ipv6_counts_as_one_visitor(address: str, visitor: str) -> None:
    """It has 2**64 addresses, and whoever rents a machine gets at least one."""
    assert visitor_of(address) == visitor


def test_the_addresses_of_one_ipv6_network_share_every_limit(tmp_path: Path) -> None:
    with serve_limited(tmp_path, ("127.0.0.1",), requests=1, request_burst=3) as served:
        http = served.person().http

        def statuses(network: str) -> list[int]:
            addresses = [f"{network}::{number:x}" for number in range(1, 13)]
            return [http.get("/about", headers={"x-forwarded-for": one}).status_code for one in addresses]

        assert 429 in statuses("2001:db8:1:2")
        assert statuses("2001:db8:1:3")[0] == 200


def test_tables_of_one_ipv6_network_are_counted_together(tmp_path: Path) -> None:
    with serve_limited(tmp_path, ("127.0.0.1",), tables=3) as served:
        http = served.person().http
        codes = [
            http.post(
                "/api/tables", json=TWO_SEATS, headers={"x-forwarded-for": f"2001:db8::{n}"}
            ).status_code
            for n in range(1, 6)
        ]
    assert codes == [201] * 3 + [429] * 2


def test_rematches_are_new_tables_and_nobody_pays_for_that_of_somebody_else(tmp_path: Path) -> None:
    """Whoever ended each game at once could set up any number of tables."""
    with serve_limited(tmp_path, ("127.0.0.1",), tables=2) as served:
        ann, table = served.seated("me", "here")
        void = {"type": "propose", "id": "void", "seat": 0, "end": "void"}
        assert ann.http.post(f"/api/tables/{table}/commands", json=void).status_code == 200

        def ask(source: str) -> int:
            headers = {"Origin": served.address, "x-forwarded-for": source}
            return int(ann.http.post(f"/t/{table}/rematch", headers=headers).status_code)

        assert [ask(source) for source in ("203.0.113.1",) * 5] == [303] * 5
        with ann.at(ann.new_table("me", "here")) as sitting:
            assert sitting.ask(**void)["type"] == "ack"
            assert sitting.ask(type="rematch", id="again")["code"] == "too_many"


def test_an_address_sends_only_so_many_new_spectators(tmp_path: Path) -> None:
    """Each is stored, and read whenever the table is loaded."""
    with serve_limited(tmp_path, tables=3) as served:
        host, table = served.seated("me", "friend")
        link, headers = host.links(table)["spectators"], {"Origin": served.address}
        people = [served.person() for _person in range(5)]
        codes = [person.http.post(link, headers=headers).status_code for person in people]
        assert codes == [303] * 3 + [429] * 2
        assert people[0].http.post(link, headers=headers).status_code == 303


def filled(places: Places, visitors: int, times: int) -> dict[int, int]:
    """How many places each gets of visitors who take turns."""
    got = dict.fromkeys(range(visitors), 0)
    for _time in range(times):
        for visitor in got:
            got[visitor] += places.take(str(visitor))
    return got


@pytest.mark.parametrize("visitors", [1, 2, 8, 20, 100])
def test_whoever_takes_all_that_they_get_leaves_as_much_as_they_have(visitors: int) -> None:
    places = Places(120, 900)
    got = filled(places, visitors, 200)
    left = 900 - sum(got.values())
    assert left >= max(got.values()) - 2
    assert places.take("somebody new")


def test_nobody_gets_more_than_the_share_of_one(tmp_path: Path) -> None:
    assert filled(Places(120, 900), 2, 200) == {0: 120, 1: 120}


def test_many_behind_a_proxy_may_take_all() -> None:
    places = Places(2, 9)
    assert [places.take_for_many("proxy") for _time in range(10)] == [True] * 9 + [False]
    places.give_back("proxy")
    assert (places._held.total(), places.take("somebody")) == (8, True)

"""The JSON API does what its description says, whatever it is sent."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from openabyss.server.http.api import api_description
from tests.rules.printed import leviathan_table, printed_table
from tests.web.server.serving import Person, Served, serve, settings_for

DESCRIPTION = json.loads(api_description())
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
schema = schemathesis.openapi.from_dict(DESCRIPTION)


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Person, str]]:
    """Somebody at a server, with a table."""
    with serve(settings_for(Path(tmp_path_factory.mktemp("api")))) as served:
        person = served.person()
        yield person, person.new_table("me", "here")


@schema.parametrize()
@settings(
    max_examples=15,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_described(case: Any, ann: tuple[Person, str]) -> None:
    person, table = ann
    if "table" in (case.path_parameters or {}) and len(str(case.path_parameters["table"])) % 2:
        case.path_parameters["table"] = table
    case.call_and_validate(base_url=person.address, checks=CHECKS, headers={"Cookie": person.cookie})


def test_every_address_is_described(served: Served) -> None:
    paths = {getattr(route, "path", "") for route in served.app.routes}
    assert {path for path in paths if path.startswith(("/api", "/health", "/readyz"))} == set(
        DESCRIPTION["paths"]
    )


def test_the_description_is_served(ann: tuple[Person, str]) -> None:
    assert ann[0].http.get("/openapi.json").json() == DESCRIPTION


def test_the_dictionary_knows_every_card(ann: tuple[Person, str]) -> None:
    cards = ann[0].http.get("/api/cards.json").json()
    assert len(cards["lords"]) == len([*printed_table("lords"), *leviathan_table("lords")])
    assert len(cards["locations"]) == len(printed_table("locations"))
    assert len(cards["leviathans"]) == len(leviathan_table("leviathans"))
    assert all(lord["text"] and lord["name"] for lord in cards["lords"].values())
    assert all(place["text"] and place["formula"] for place in cards["locations"].values())


def test_programs_give_standing_orders_and_hear_of_no_others(served: Served) -> None:
    ann, bea, table = served.two_people()

    def order(person: Person, seat: int, **rest: Any) -> Any:
        message = {"type": "orders", "id": "o", "seat": seat, **rest}
        return person.http.post(f"/api/tables/{table}/orders", json=message)

    given = {"offers": [{"does": "decline", "race": "crab"}], "while_away": True}
    shown = order(ann, 0, orders=given).json()
    assert [one["order"] for one in shown["orders"]] == [{"does": "decline", "race": "crab"}]
    assert shown["while_away"]
    assert order(ann, 0).json() == shown
    assert order(bea, 1).json()["orders"] == []
    assert order(bea, 0).status_code == 403
    assert order(bea, 1, orders={"offers": [{"does": "buy"}]}).status_code == 422


def test_programs_propose_an_end_decline_and_agree(served: Served) -> None:
    ann, bea, table = served.two_people()

    def propose(person: Person, seat: int, id_: str, end: str | None) -> Any:
        return person.say(table, seat, "propose", id=id_, end=end)

    assert propose(bea, 0, "1", "void").json()["code"] == "forbidden"
    assert propose(ann, 0, "1", "draw").json()["code"] == "unreadable"
    first = propose(ann, 0, "1", "void").json()
    assert propose(ann, 0, "1", "void").json() == first  # Sent twice.
    assert ann.look(table)["proposal"]["asked"] == [1]
    propose(bea, 1, "1", None)
    assert "proposal" not in ann.look(table)
    propose(bea, 1, "2", "scored")
    assert not ann.look(table)["over"]
    propose(ann, 0, "2", "scored")
    assert ann.look(table)["over"]
    assert propose(ann, 0, "3", "void").json()["code"] == "illegal"


def test_programs_hand_a_seat_over_take_it_back_and_concede(served: Served) -> None:
    ann, bea, table = served.two_people("random")
    assert bea.say(table, 1, "seat", id="1", computer="random").status_code == 200
    assert bea.look(table)["people"][1]["level"] == "random"
    assert bea.say(table, 1, "seat", id="2", computer=None).status_code == 200
    assert ann.say(table, 1, "concede", id="1").json()["code"] == "forbidden"
    assert bea.say(table, 1, "concede", id="3").status_code == 200
    assert bea.look(table)["people"][1]["conceded"]
    assert bea.say(table, 1, "seat", id="4", computer=None).json()["code"] == "forbidden"
    message = {"type": "orders", "id": "5", "seat": 1, "orders": {"only_answers": True}}
    assert bea.http.post(f"/api/tables/{table}/orders", json=message).json()["code"] == "forbidden"
    for address, orders in ((f"/t/{table}/text", "Standing orders"), (f"/t/{table}", "data-orders")):
        assert [orders in person.http.get(address).text for person in (ann, bea)] == [True, False]

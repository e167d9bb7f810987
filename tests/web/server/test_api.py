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

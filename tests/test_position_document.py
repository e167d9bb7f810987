"""The document of positions tells of every key and phase; their JSON Schema allows what is written."""

import json
from pathlib import Path

import jsonschema_rs
import pytest

from openabyss.play.position.schema import FILE, PHASES, POSITION, SEAT, written
from tests.random_games import moments

DOCUMENT = (Path(__file__).parent.parent / "docs" / "positions.md").read_text()
SETS = [(kraken, leviathan) for kraken in (False, True) for leviathan in (False, True)]


def test_the_schema_is_the_one_of_the_reader() -> None:
    """If not: `make derived`."""
    assert FILE.read_text() == written()


@pytest.mark.parametrize(("kraken", "leviathan"), SETS)
def test_the_schema_allows_every_written_position(kraken: bool, leviathan: bool) -> None:
    validator = jsonschema_rs.validator_for(json.loads(FILE.read_text()))
    for game in moments(4, players=3, kraken=kraken, leviathan=leviathan):
        validator.validate(game.to_position())


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"players": 2, "cuort": []},
        {"players": 2, "phase": "question", "waiting": [{"question": "PAY", "player": 0, "lord": 99}]},
        {"players": 2, "phase": "question", "waiting": [{"question": "PAY", "player": 0}]},
        {"players": 2, "seats": [{"hand": ["Z9"]}]},
    ],
)
def test_the_schema_refuses_what_is_no_position(wrong: dict[str, object]) -> None:
    assert not jsonschema_rs.validator_for(json.loads(FILE.read_text())).is_valid(wrong)


@pytest.mark.parametrize("key", [*POSITION, *SEAT])
def test_the_document_tells_of_every_key(key: str) -> None:
    assert f"`{key}`" in DOCUMENT


@pytest.mark.parametrize("phase", PHASES)
def test_the_document_tells_of_every_phase(phase: str) -> None:
    assert f'`"{phase}"`' in DOCUMENT

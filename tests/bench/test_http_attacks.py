"""Attacks below the table: an honest visitor beside them hardly notices, and they leave no trace."""

import asyncio

import pytest

from bench.http_attacks import ATTACKS, measure

SECONDS = 10.0
MAX_BYTES = 20_000


@pytest.mark.soak
@pytest.mark.parametrize("attack", ATTACKS)
def test_honest_people_play_on_beside_an_attack(attack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENABYSS_INTERPRETED", "1")  # Nothing is compiled beside the measurement.
    found = asyncio.run(measure(attack, SECONDS))
    assert found.ping_p90_ms <= 50, found
    assert found.memory <= 1.5, found
    assert found.visits_failed == 0, found
    assert found.log_bytes < MAX_BYTES, found

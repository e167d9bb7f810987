"""What Prometheus reads of a server: on an address of its own, and nothing about anybody."""

import re
from pathlib import Path

import httpx
import pytest

from openabyss.errors import InvalidOption
from openabyss.server.http import upkeep
from openabyss.server.http.serve_command import listen
from openabyss.server.settings import settings_from
from tests.web.server.serving import serve, settings_for, wait_until
from tests.web.server.test_failing_database import locked


def free_port() -> int:
    with listen("127.0.0.1", 0) as listening:
        port: int = listening.getsockname()[1]
    return port


def read(port: int) -> dict[str, float]:
    """Every sample with its labels."""
    text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=60).text
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name.removeprefix("openabyss_"): float(value) for name, _space, value in lines}


def test_answers_tables_sockets_and_computers_are_counted(tmp_path: Path) -> None:
    port = free_port()
    with serve(settings_for(tmp_path, metrics=("127.0.0.1", port))) as served:
        ann, table = served.seated("me", "medium", seed=1)
        served.person().new_table("me", "friend")
        with ann.at(table) as sitting:
            sitting.until_asked()
            assert sitting.answer("nonsense")["type"] == "refused"
            assert sitting.answer_first()["type"] == "ack"
            sitting.until_asked()
            found = read(port)
            assert found["sockets"] == 1
        wait_until(lambda: read(port)["sockets"] == 0)
        assert found['answer_seconds_count{outcome="stored"}'] == 1
        assert found['answer_seconds_count{outcome="unreadable"}'] == 1
        assert {found['tables{state="open"}'], found['tables{state="person"}']} == {1}
        thoughts = found['computer_thinking_seconds_count{kind="at once"}']
        assert thoughts == found['computer_queue_seconds_count{kind="at once"}'] > 0
        assert found['computers_waiting{kind="searching"}'] == 0
        assert found["writer_commit_seconds_count"] == found["writer_batch_jobs_count"] > 2
        wait_until(lambda: read(port)["loop_lag_seconds_count"] > 0)


def test_labels_are_a_few_fixed_words(tmp_path: Path) -> None:
    port = free_port()
    with serve(settings_for(tmp_path, metrics=("127.0.0.1", port))) as served:
        for seed in range(3):
            ann, table = served.seated("me", "medium", "easy", seed=seed)
            ann.rename(table, 0, "Undine")
            ann.order(table, 0, 0, "undo")
        labels = {label for name in read(port) for label in re.findall(r'(\w+="[^"]*")', name)}
    words = {label for label in labels if not label.startswith("le=")}
    assert words <= {
        *(f'outcome="{word}"' for word in ("stored", "illegal", "forbidden", "stale", "unreadable")),
        *(f'state="{word}"' for word in upkeep.STATES),
        'kind="searching"',
        'kind="at once"',
    }


def test_what_the_database_does_not_do_is_counted(tmp_path: Path) -> None:
    port = free_port()
    with serve(settings_for(tmp_path, metrics=("127.0.0.1", port))) as served:
        ann, table = served.seated("me", "here", seed=1)
        with locked(tmp_path):
            action = ann.look(table)["question"]["actions"][0]["text"]
            assert ann.order(table, 0, 0, action=action).status_code == 503
        found = read(port)
        assert found['answer_seconds_count{outcome="unavailable"}'] == 1
        assert (
            sum(found.get(f'database_errors_total{{reason="{why}"}}', 0) for why in ("late", "failed")) == 1
        )


def test_a_server_plays_though_somebody_else_has_the_address(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with serve(settings_for(tmp_path, metrics=("127.0.0.1", port))) as served:
            served.seated("me", "here")


@pytest.mark.parametrize("text", ["9400", "localhost", ":9400", "localhost:0", "localhost:70000", "a b:1"])
def test_an_address_without_a_host_or_a_port_is_refused(home: Path, text: str) -> None:
    folder = {"OPENABYSS_DATA": str(home)}
    assert settings_from(folder).metrics is None
    assert settings_from({**folder, "OPENABYSS_METRICS": "[::1]:9400"}).metrics == ("::1", 9400)
    with pytest.raises(InvalidOption, match="OPENABYSS_METRICS"):
        settings_from({**folder, "OPENABYSS_METRICS": text})

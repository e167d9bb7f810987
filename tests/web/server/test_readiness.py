"""Whether a server lives, whether it should be sent requests, and how it leaves."""

import threading
from pathlib import Path

import httpx
import pytest

from openabyss.server.http import upkeep
from openabyss.server.http.serving import TableServer
from tests.web.server import serving
from tests.web.server.serving import SECONDS, change_stored, serve, settings_for, wait_until

PATIENCE = 600.0


def reason(http: httpx.Client) -> tuple[int, str]:
    """What keeps a server from its work."""
    answer = http.get("/readyz")
    return answer.status_code, answer.json()["reason"]


def test_a_process_lives_though_its_database_is_of_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "FRESH_SECONDS", 0.0)
    with serve(settings_for(tmp_path)) as served:
        http = served.person().http
        wait_until(lambda: reason(http) == (200, ""), PATIENCE)  # They may have to be compiled first.
        change_stored(tmp_path, "UPDATE alembic_version SET version_num = '9999'")
        assert reason(http) == (503, "migration")
        assert http.get("/health").status_code == 503
        assert http.get("/healthz").json() == {"status": "ok"}


def test_nobody_is_sent_to_a_server_that_loads_its_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = threading.Event()
    monkeypatch.setattr(upkeep, "play_a_move", loaded.wait)
    monkeypatch.setattr(upkeep, "CHECK_SECONDS", 0.5)
    with serve(settings_for(tmp_path)) as served:
        http = served.person().http
        assert reason(http) == (503, "rules")
        assert http.get("/health").status_code == 200
        loaded.set()
        assert reason(http) == (200, "")


def test_a_server_that_leaves_accepts_nobody_before_it_says_goodbye(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sockets that were told to come back found the same server again, which threw them out once more."""
    met: list[object] = []
    monkeypatch.setattr(serving, "PatientServer", lambda app: TableServer(app, "", lambda: None))
    with serve(settings_for(tmp_path)) as served, served.sitting("me", "here") as sitting:
        say_bye = served.app.state.hub.say_bye

        async def look_first() -> None:
            transport = httpx.ASGITransport(served.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as inside:
                answer = await inside.get("/readyz")
            met.append((answer.status_code, answer.json()["reason"]))
            with pytest.raises(OSError, match="refused"):
                served.connection()
            await say_bye()
            met.append("goodbye")

        monkeypatch.setattr(served.app.state.hub, "say_bye", look_first)
        served.server.should_exit = True
        assert sitting.until_closed() == 1012
        assert sitting.heard[-1] == {"type": "bye", "reason": "restart"}
        wait_until(lambda: len(met) == 2, SECONDS)
    assert met == [(503, "stopping"), "goodbye"]

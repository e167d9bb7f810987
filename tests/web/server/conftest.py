"""A server for every test that wants one, and databases of both kinds."""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from openabyss.server.settings import url_of_file
from openabyss.server.tables.live import table
from openabyss.server.tables.tables import Tables
from tests.web.server.postgres import PROGRAMS, Cluster, make_database, running_cluster
from tests.web.server.serving import VARIANTS, Served, Variant, serve, settings_for, tables_on


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which commands look for the data of a server."""
    monkeypatch.setenv("OPENABYSS_DATA", str(tmp_path))
    for name in ("DATABASE_URL", "OPENABYSS_PLAYERS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server with a database of its own, whose computers answer at once."""
    with serve(settings_for(tmp_path)) as running:
        yield running


@pytest.fixture
async def tables(database: str) -> AsyncIterator[Tables]:
    """The tables of a server without a network, on a database of either kind."""
    async with tables_on(settings_for(Path(), database_url=database)) as made:
        yield made


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time of tables in seconds, which stands still."""
    now = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr(table, "time", SimpleNamespace(monotonic=lambda: now.seconds))
    return now


@pytest.fixture(params=VARIANTS, ids=["base", "kraken", "leviathan", "both"])
def variant(request: pytest.FixtureRequest) -> Variant:
    """Each choice of expansions in turn."""
    found: Variant = request.param
    return found


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server that lives for this run of the tests."""
    if not PROGRAMS:
        pytest.skip("PostgreSQL is not installed here (Debian: postgresql)")
    with running_cluster() as made:
        yield made


@pytest.fixture
def postgres(cluster: Cluster) -> str:
    """Its address."""
    return cluster.address


@pytest.fixture
def postgres_database(postgres: str, tmp_path: Path) -> str:
    """The address of an empty database of PostgreSQL."""
    return make_database(postgres, f"t{os.getpid()}_{abs(hash(str(tmp_path)))}")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind."""
    if request.param == "sqlite":
        return url_of_file(tmp_path / "tables.sqlite3")
    found: str = request.getfixturevalue("postgres_database")
    return found

"""One server for all tests of the pages; each makes tables of its own."""

from collections.abc import Iterator

import pytest

from tests.web.pages.reading import Visitor
from tests.web.server.serving import Served, serve, settings_for


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serve(settings_for(tmp_path_factory.mktemp("site"))) as running:
        yield running


@pytest.fixture
def visitor(site: Served) -> Iterator[Visitor]:
    """A new browser."""
    here = Visitor(site.address)
    yield here
    here.leave()

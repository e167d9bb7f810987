"""The marks of tests of several cards at once, whose names therefore do not name them."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "lord(number): a sentence printed on this lord")
    config.addinivalue_line("markers", "location(number): a sentence printed on this location")

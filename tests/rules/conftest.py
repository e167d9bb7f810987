"""The marks with which a test says whose printed sentences it checks."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "lord(number): a sentence printed on this lord")
    config.addinivalue_line("markers", "location(number): a sentence printed on this location")
    config.addinivalue_line("markers", "loot(value): the reward of this loot")

"""The marks of tests of several cards at once, whose names therefore do not name them."""

import pytest

# What a situation shows is compared there: a difference is explained as in a test.
pytest.register_assert_rewrite("tests.rules.situation")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "lord(number): a sentence printed on this lord")
    config.addinivalue_line("markers", "location(number): a sentence printed on this location")

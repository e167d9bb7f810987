"""Packages that only some uses need, and the extra of `pip install "openabyss[extra]"` that brings each.

This is the one place that says what is missing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from openabyss.errors import MissingExtra
from openabyss.words import _


@contextmanager
def from_extra(extra: str) -> Iterator[None]:
    """What is imported in here comes with the extra. Raises MissingExtra instead of ModuleNotFoundError."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise _missing((error.name or extra).partition(".")[0], extra) from None


def check_extra(extra: str, package: str) -> None:
    """Raises MissingExtra where the package, which the extra brings, is not installed; imports nothing."""
    if find_spec(package) is None:
        raise _missing(package, extra)


def _missing(package: str, extra: str) -> MissingExtra:
    problem = _("{package} is not installed; install it with {command}")
    command = f'pip install "openabyss[{extra}]"'
    return MissingExtra(problem.format(package=package, command=command), name=package)

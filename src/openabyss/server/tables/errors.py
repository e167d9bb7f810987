"""What can be wrong with a request to a table."""

from openabyss.errors import OpenAbyssError
from openabyss.words import _


class Refusal(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """A command that had no effect; `code` is that of the protocol."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def stale() -> Refusal:
    """The refusal of a command that comes too late."""
    return Refusal("stale", _("Something has happened in the meantime. Look again, then decide."))


def too_many() -> Refusal:
    """The refusal of a request that came too often."""
    return Refusal("too_many", _("Too many requests in a short time; wait a moment."))


class UnknownTable(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """There is no table with this id."""


class NotAtTable(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """This browser neither sits at the table nor may it watch."""

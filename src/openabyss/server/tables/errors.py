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


def unreadable_form() -> Refusal:
    """The refusal of a form that a page of ours does not send."""
    return Refusal("unreadable", _("This form cannot be read. Please go back and send it again."))


def no_button() -> Refusal:
    """The refusal of a button that the page does not have."""
    return Refusal("unreadable", _("This page has no such button."))


def not_sure() -> Refusal:
    """The refusal of what cannot be taken back, without its tick."""
    return Refusal("unreadable", _("Tick the box if you are sure."))


class UnknownTable(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """There is no table with this id."""


class NotAtTable(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """This browser neither sits at the table nor may it watch."""


def has_conceded() -> Refusal:
    """The refusal of what only players do, for those who have conceded."""
    return Refusal("forbidden", _("Players who have conceded cannot play on."))

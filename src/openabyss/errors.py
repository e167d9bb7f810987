"""What can go wrong for the caller of the library: one root, and a class for each thing to mend."""

# ruff: noqa: N818  they are named for what they say, like the errors of other rules libraries


class OpenAbyssError(Exception):
    """The root of every error that OpenAbyss raises on purpose."""


class UnreadableAction(OpenAbyssError, ValueError):
    """The text or number is no action at all."""


class IllegalAction(OpenAbyssError, ValueError):
    """The action is readable, but the rules do not allow it here; the text says why and what is legal."""


class GameOver(OpenAbyssError):
    """The game has ended and asks nothing more."""


class NobodyAsked(OpenAbyssError):
    """Chance is asked, so there is no seat whose knowledge could be shown."""


class InvalidPosition(OpenAbyssError, ValueError):
    """The position cannot be built; the text begins with the path of the field: `seats[0].pearls: …`."""


class InvalidRecord(OpenAbyssError, ValueError):
    """The record of a game is damaged, foreign or does not replay; the text begins with the field."""


class InvalidOption(OpenAbyssError, ValueError):
    """The number of players, a set or an option of the game is not one that can be played."""


class MissingExtra(OpenAbyssError, ModuleNotFoundError):
    """A package is not installed that only this use needs; the text has the command that installs it."""


class InvalidArgument(OpenAbyssError, ValueError):
    """There is no such seat, or an array has another shape or type than is expected."""


class UnusableCache(OpenAbyssError, OSError):
    """Compiled rules cannot be kept in their folder; `OPENABYSS_CACHE` names another one."""

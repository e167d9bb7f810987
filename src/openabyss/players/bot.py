"""A player from outside: it answers legally and in time, or it has failed and the game is lost for it."""

import os
import time
from collections.abc import Iterable
from typing import Protocol

from openabyss.errors import IllegalAction, InvalidOption, OpenAbyssError, UnreadableAction
from openabyss.players.bot_lines import TooSlow
from openabyss.players.perspective import Perspective
from openabyss.table.questions import Action, Answer
from openabyss.words import _
from openabyss.words.arguments import instance_of
from openabyss.words.listing import titled

SECONDS = "OPENABYSS_BOT_SECONDS"
USUAL_SECONDS = 10.0
# Some clocks of the system cannot wait for more than a few weeks.
MOST_SECONDS = 86_400.0
# Nobody reads more of what a bot says when it fails.
MAX_SAID = 1000


# How a bot may fail: it erred or ended, took too long, or answered illegally.
FAILURES = ERROR, TIME, ILLEGAL = "error", "time", "illegal"


class BotFailed(OpenAbyssError):  # noqa: N818  named like the errors of the game
    """A bot has failed in one of the ways of FAILURES, which is `how`; the text says which bot, and why."""

    def __init__(self, text: str, how: str) -> None:
        super().__init__(text, how)
        self.how = how

    def __str__(self) -> str:
        return str(self.args[0])


class Answering(Protocol):
    """What a bot does, in this process or in another one."""

    reproducible: bool  # the same seed gives the same answers

    def answer(self, perspective: Perspective, seconds: float) -> Answer:
        """An answer within `seconds`. Whatever it raises is a failure of the bot."""

    def close(self) -> None:
        """The game is over for it."""


class Bot:
    """A player from outside, of one seat and one game; `close` ends what it has started. For every answer it
    has the seconds of OPENABYSS_BOT_SECONDS. It is `reproducible` if it says so."""

    def __init__(self, name: str, answering: Answering) -> None:
        self.name, self.reproducible = name, answering.reproducible
        self._answering, self._seconds = answering, seconds_for_an_answer()
        self._was_asked = False

    def choose(self, perspective: Perspective) -> Action:
        """Its answer, which is legal. Raises BotFailed, InvalidArgument."""
        instance_of("perspective", perspective, Perspective)
        if not self._was_asked:
            # What is compiled or loaded to observe takes none of the bot's time.
            perspective.observation()
            self._was_asked = True
        began = time.monotonic()
        try:
            answer = self._answering.answer(perspective, self._seconds)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            how = TIME if isinstance(error, TooSlow) else ERROR
            raise BotFailed(self._failure(error), how) from error
        if time.monotonic() - began > self._seconds:
            raise BotFailed(self._failure(TooSlow()), TIME)
        try:
            return perspective.read(answer)
        except (UnreadableAction, IllegalAction) as error:
            problem = _("{bot} answered {action!r}, which is not legal")
            raise BotFailed(problem.format(bot=self.name, action=in_words(answer)), ILLEGAL) from error

    def close(self) -> None:
        """The game is over for it."""
        self._answering.close()

    def _failure(self, error: BaseException) -> str:
        if isinstance(error, TooSlow):
            problem = _("{bot} did not answer within {seconds:g} seconds")
            return problem.format(bot=self.name, seconds=self._seconds)
        if isinstance(error, OpenAbyssError):
            return titled(self.name, str(error))
        return titled(self.name, titled(type(error).__name__, in_words(error)))


def in_words(said: object) -> str:
    """The beginning of what a bot answered or raised, as text; its type where that fails too."""
    try:
        return str(said)[:MAX_SAID]
    except Exception:
        return type(said).__name__


def seconds_for_an_answer() -> float:
    """What OPENABYSS_BOT_SECONDS says, or 10. Raises InvalidOption."""
    text = os.environ.get(SECONDS, "")
    if not text:
        return USUAL_SECONDS
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST_SECONDS:
        problem = _("{name}={text}: must be a number of seconds above 0, {most:.0f} at most")
        raise InvalidOption(problem.format(name=SECONDS, text=text, most=MOST_SECONDS))
    return seconds


def dismiss(players: Iterable[object]) -> None:
    """The game is over: end what the bots among the players have started."""
    for player in players:
        if isinstance(player, Bot):
            player.close()

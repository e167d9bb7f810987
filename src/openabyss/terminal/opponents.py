"""Who may sit at a table: people, and the computer opponents by name; where these think and hints are found.

They think in this process, or in another one if this one cannot. A game that has begun before the rules were
compiled stays in its process to its end, for an answer takes only milliseconds there. Only what searches is
done by a second process, as soon as that finds everything compiled.
"""

import re
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context
from typing import Any

from openabyss.client.offers import answers_explained
from openabyss.engine.mode import INTERPRETED
from openabyss.errors import InvalidOption
from openabyss.play.game import Game
from openabyss.players.bot import BotFailed, dismiss
from openabyss.players.compilation.background import Compiling, Preparation
from openabyss.players.kinds import KINDS, player_kinds, searches
from openabyss.players.perspective import Perspective
from openabyss.players.registry import Player, names_a_player, player
from openabyss.players.search.advice import advice
from openabyss.words import _, language, reading_in
from openabyss.words.levels import STYLED, level_name
from openabyss.words.listing import with_suggestion

HUMAN = "human"
# The rival of solo play, who sits only there.
REGENT = "regent"
# The default opponent, which also answers in place of searches that are not ready and of bots that have
# failed.
STAND_IN = "medium"
# A comma between opponents, but not between the settings of an opponent.
BETWEEN_OPPONENTS = r",(?!\s*\w+=)"


def seat_kinds() -> list[str]:
    """Everything that may sit at a table."""
    return [HUMAN, *(kind.name for kind in player_kinds() if kind.name != REGENT)]


def styled(kind: str, style: str) -> str:
    """One of the kinds with this style, if it is a level of computers, and one is chosen."""
    return f"{kind}{STYLED}{style}" if style and kind in KINDS and KINDS[kind].is_level else kind


def read_kinds(text: str) -> list[str]:
    """The kinds in a list such as "human,medium:pearl=90,random". Raises InvalidOption with a suggestion."""
    return [check_kind(kind.strip()) for kind in re.split(BETWEEN_OPPONENTS, text)]


def check_kind(kind: str) -> str:
    """The kind, if it may sit at a table, as bots may. Raises InvalidOption with a suggestion."""
    if kind == HUMAN:
        return kind
    if not names_a_player(kind):
        problem = _("there is no opponent {name!r}").format(name=kind)
        raise InvalidOption(with_suggestion(problem, kind, seat_kinds()))
    player(kind)
    return kind


class Opponents:
    """The computer opponents of one table by their seats, each made when it is first asked."""

    def __init__(self, seats: int, seed: int) -> None:
        self._seats, self.seed = seats, seed
        self._players: dict[int, Player] = {}

    def at(self, seat: int, kind: str) -> Player:
        """The player of this kind on a seat."""
        if seat not in self._players:
            self._players[seat] = player(kind, self.seed_at(seat))
        return self._players[seat]

    def seed_at(self, seat: int) -> int:
        """A seed of its own for each seat."""
        return self.seed * self._seats + seat

    def replace(self, seat: int, failure: BotFailed) -> list[str]:
        """Let a level play on for a bot that has failed; returns the message for people."""
        dismiss([self._players[seat]])
        self._players[seat] = player(STAND_IN, self.seed_at(seat))
        instead = _("The level “{level}” plays on in its place.").format(level=level_name(STAND_IN))
        return [str(failure), instead]

    def dismiss_all(self) -> None:
        """End the opponents, and the programs that bots have started."""
        dismiss(self._players.values())


HINT_SECONDS = 0.5
# Work that can be done in any thread, while the game goes on.
Answering = Callable[[], str]
Hinting = Callable[[], Sequence[str]]


class ThinkingHere:
    """This process thinks itself, so it is always ready."""

    waiting = ""

    def answering(self, opponent: Player, seed: int, game: Game) -> Answering:
        """Find an answer to the open question by what its seat may know now."""
        perspective = Perspective(game)
        return lambda: opponent.choose(perspective).text

    def hinting(self, game: Game, names: Sequence[str]) -> Hinting:
        """Find a hint on a copy of the game, which nobody changes."""
        copy = game.clone()
        return lambda: hint_lines(copy, names)

    def close(self) -> None:
        """Nothing to close."""


class ThinkingElsewhere:
    """Compiles in the background, and then has a process think for opponents that search."""

    def __init__(self, compile_in_background: Callable[[], Compiling] = Compiling) -> None:
        """Start compiling."""
        self._here = ThinkingHere()
        self._preparation = Preparation()
        self._searcher: ProcessPoolExecutor | None = None
        self._compiling = compile_in_background()
        threading.Thread(target=self._prepare, daemon=True).start()

    @property
    def waiting(self) -> str:
        """A sentence about the opponents that are not ready yet; "" if all are."""
        return "" if self._searcher is not None else self._preparation.text

    def answering(self, opponent: Player, seed: int, game: Game) -> Answering:
        """What finds the text of an answer to the open question, for an opponent with this seed."""
        if not searches(opponent.name):
            return self._here.answering(opponent, seed, game)
        instead = self._here.answering(player(STAND_IN, seed), seed, game)
        record = game.to_record()
        return lambda: self._found(instead, _answer, opponent.name, seed, record)

    def hinting(self, game: Game, names: Sequence[str]) -> Hinting:
        """What finds a hint for the seat that is asked."""
        answer = self._here.answering(player(STAND_IN, 0), 0, game)
        labels = {one.action: one.label for one in answers_explained(game, game.player, names)}
        record = game.to_record()

        def advice() -> Sequence[str]:
            return [
                _("The level “{level}” would choose: {move}").format(
                    level=level_name(STAND_IN), move=labels[answer()]
                )
            ]

        return lambda: self._found(advice, _hint, language(), record, list(names))

    def close(self) -> None:
        """Stop waiting for answers."""
        self._compiling.stop()
        if self._searcher is not None:
            self._searcher.shutdown(wait=False, cancel_futures=True)

    def _prepare(self) -> None:
        """In a thread: follow the compiling, then let another process load what has been compiled."""
        while (preparation := self._compiling.read()) is not None:
            self._preparation = preparation
        try:
            if not self._compiling.has_succeeded:
                raise ChildProcessError
            searcher = ProcessPoolExecutor(1, get_context("spawn"), initializer=_ignore_interrupts)
            searcher.submit(_load).result()
        except (BrokenProcessPool, OSError, RuntimeError):
            self._preparation = Preparation(has_failed=True)
            return
        self._searcher = searcher

    def _found(self, instead: Callable[[], Any], search: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a search in the other process, or of `instead` while there is none."""
        if self._searcher is None:
            return instead()
        try:
            return self._searcher.submit(search, *arguments).result()
        except (BrokenProcessPool, RuntimeError):
            self._searcher, self._preparation = None, Preparation(has_failed=True)
            return instead()


Thinking = ThinkingHere | ThinkingElsewhere


def _ignore_interrupts() -> None:
    """Control-C is for the process that shows the table."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _load() -> None:
    if not INTERPRETED:
        from openabyss.players.compilation.precompile import load_rules  # noqa: PLC0415  loads more than a game needs

        load_rules()


_opponent = cache(player)


def _answer(kind: str, seed: int, record: dict[str, Any]) -> str:
    return _opponent(kind, seed).choose(Perspective(Game.from_record(record))).text


def _hint(language_of_reader: str, record: dict[str, Any], names: Sequence[str]) -> list[str]:
    with reading_in(language_of_reader):
        return hint_lines(Game.from_record(record), names)


def hint_lines(game: Game, names: Sequence[str]) -> list[str]:
    """The advice of a search about the open question, in sentences; it takes half a second. Raises
    GameOver."""
    return advice(game, HINT_SECONDS, names).reasons

"""The bot protocol: what a program reads and writes, a JSON object in each line (docs/bots.md)."""

from collections.abc import Callable
from typing import Any

from msgspec import DecodeError, Struct, json

from openabyss.observation.layout import OBSERVATION_VERSION
from openabyss.players.bots.bot import NotLegal
from openabyss.players.bots.lines import Connection, NoAnswer, Program
from openabyss.players.perspective import Perspective
from openabyss.table.questions import Action
from openabyss.words import _

PROTOCOL = 1
MAX_SHOWN = 200


class Reply(Struct):
    """What a program answers: an action by its text or its number."""

    action: str | int


class PlayerOfAProgram:
    """A program that is asked in the bot protocol; `opens` starts it, or connects to it, when it is first
    asked, and is given the seconds that it may take."""

    reproducible = False

    def __init__(self, opens: Callable[[float], Program | Connection], seed: int) -> None:
        self._opens, self._seed = opens, seed
        self._channel: Program | Connection | None = None

    def answer(self, perspective: Perspective, seconds: float) -> Action:
        """What it answers. Raises NoAnswer, NotLegal, OSError, TimeoutError."""
        if self._channel is None:
            self._channel = self._opens(seconds)
            self._channel.lines.send(json.encode(about_game(perspective, self._seed, seconds)))
        self._channel.lines.send(json.encode(question_for(perspective)))
        return read_answer(self._channel.lines.receive(seconds), perspective)

    def close(self) -> None:
        """The game is over for it."""
        channel, self._channel = self._channel, None
        if channel is not None:
            channel.close()


def about_game(perspective: Perspective, seed: int, seconds: float) -> dict[str, Any]:
    """The first line: which game is played, and from which seat."""
    state = perspective.state
    return {
        "type": "game",
        "protocol": PROTOCOL,
        "observation_version": OBSERVATION_VERSION,
        "players": perspective.players,
        "seat": perspective.seat,
        "kraken": bool(state.kraken),
        "leviathan": bool(state.leviathan),
        "seed": seed,
        "seconds": seconds,
    }


def question_for(perspective: Perspective) -> dict[str, Any]:
    """A question, its legal answers, and all that the seat may know."""
    question, actions = perspective.question, perspective.legal_actions
    return {
        "type": "question",
        "kind": question.kind,
        "prompt": question.prompt,
        "actions": [action.text for action in actions],
        "ids": [action.id for action in actions],
        "view": perspective.view,
        "observation": perspective.observation().tolist(),
        "position": perspective.imagine(0).to_position(),
    }


def read_answer(line: bytes, perspective: Perspective) -> Action:
    """The legal action that a line names, by its text or its number. Raises NoAnswer, NotLegal."""
    try:
        said = json.decode(line, type=Reply)
    except DecodeError:
        shown = line[:MAX_SHOWN].decode(errors="replace").strip()
        problem = _('it wrote {line!r}; an answer is a line such as {{"action": "explore"}}')
        raise NoAnswer(problem.format(line=shown)) from None
    for action in perspective.legal_actions:
        if said.action in (action.text, action.id):
            return action
    shown = str(said.action)[:MAX_SHOWN]
    raise NotLegal(_("it answered {action!r}, which is not legal").format(action=shown))

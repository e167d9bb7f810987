"""A recorded game, moment by moment, as each seat saw it.

A *moment* is the table while it waits for somebody, numbered from 0; the last one is the end of the record. A
payment is one answer, so there is no moment between its cards, nor is there one where a seat without a choice
is not asked. The same record has the same moments everywhere, so that their numbers can be shared.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from openabyss.chance.dealer import AS_THE_SEED_SAYS
from openabyss.client.narration import Narration
from openabyss.client.protocol.from_server import Moments, TurnShown, Update
from openabyss.client.protocol.parts import LogLine
from openabyss.client.result import NOTHING, Settlement
from openabyss.client.table_history import TableHistory
from openabyss.client.update import LOG_LINES, UpdateCache, UpdateContext, config_of, update_for
from openabyss.play.game import Game
from openabyss.play.position.positions import write_position
from openabyss.play.position.records import lay_out
from openabyss.table.events import Event
from openabyss.table.payments import PAYING
from openabyss.table.questions import asked_at
from openabyss.words import _
from openabyss.words.questions.prompts import label

# In place of the level of a computer: nobody is asked, since the answers are recorded.
RECORDED = "recorded"


class Replay:
    """The moments of a game so far."""

    def __init__(self, game: Game, settled: Settlement = NOTHING) -> None:
        """`settled` is what the people at its table had settled in the end."""
        self.settled = settled
        self.is_over = game.is_over or bool(settled.ended)
        self.players, self.regent = game.players, config_of(game).regent
        self.config: dict[str, Any] = game.to_record()["config"]
        self._answers = game.history.answers
        # How many answers had been given at each moment.
        self._places: list[int] = []
        # How long the log was at each moment.
        self._lengths: list[int] = []
        self.turns: list[TurnShown] = []
        again = self._begin()
        for place in range(len(self._answers) + 1):
            if place == len(self._answers) or _is_moment(again):
                self._note(place, again)
            if place < len(self._answers):
                again.history.replay(again.state, self._answers[place])
        self._log = again.history.log

    def __len__(self) -> int:
        """How many moments there are."""
        return len(self._places)

    def _begin(self) -> Game:
        """The table before its first answer."""
        game = Game(*lay_out(self.config))
        game.history.poker_face = True
        return game

    def _note(self, place: int, game: Game) -> None:
        state = game.state
        if not self.turns or self.turns[-1].turn != state.turn:
            self.turns.append(TurnShown(int(state.turn), int(state.active), len(self._places)))
        self._places.append(place)
        self._lengths.append(game.history.log_length)

    @property
    def rounds(self) -> list[int]:
        """The moments at which rounds begin: at each the starting player begins a turn."""
        first = self.turns[0].player
        begun = [now.first for before, now in pairwise(self.turns) if now.player == first != before.player]
        return [0, *begun]

    def target(self, moment: int, step: str) -> int:
        """Where a step leads from a moment: first, last, or back and on by one answer, a turn or a round,
        such as "on" and "turn-back"."""
        last = len(self) - 1
        if step in ("first", "last"):
            return 0 if step == "first" else last
        if step in ("back", "on"):
            return min(last, max(0, moment + (1 if step == "on" else -1)))
        places = [turn.first for turn in self.turns] if step.startswith("turn") else self.rounds
        if step.endswith("back"):
            return max((place for place in places if place < moment), default=0)
        return min((place for place in places if place > moment), default=last)

    def events(self, moment: int) -> list[Event]:
        """All events between the previous moment and this one, hidden ones included."""
        return self._log[self._lengths[moment - 1] if moment else 0 : self._lengths[moment]]

    def moment_of(self, answers: int) -> int:
        """The moment of a game after `answers` answers, those of chance included."""
        return max(0, bisect_right(self._places, answers) - 1)

    def game_at(self, moment: int) -> Game:
        """The game at this moment."""
        game = self._begin()
        for number in self._answers[: self._places[moment]]:
            game.history.replay(game.state, number)
        return game

    def config_at(self, moment: int, seed: int) -> dict[str, Any]:
        """The `config` of a new game that continues from here; from the first moment it is the same game.

        From later moments on, face-down cards are shuffled again with the seed, since readers of the record
        know them.

        Raises GameOver.
        """
        game = self.game_at(moment)
        asked_at(game.state)
        is_same = moment == 0
        return {
            "position": game.to_position() if is_same else write_position(game.state, AS_THE_SEED_SAYS, seed)
        }

    def shown(self, wanted: range, seat: int | None, seats: list[int], context: UpdateContext) -> Moments:
        """The moments of a range that exist, as `seat` saw them (None: a spectator)."""
        history, cache = self._history(0), UpdateCache()
        names = tuple(person.name for person in context.people)
        log: list[LogLine] = []
        updates: list[Update] = []
        for moment in range(min(wanted.stop, len(self))):
            if moment == wanted.start:
                log = Narration(history.log, 0, []).lines(LOG_LINES, names, seat) if moment else []
            if moment > 0:
                begins, ends = self._places[moment - 1], self._places[moment]
                history.add_recorded(self._answers[begins:ends])
            self._settle(history, moment)
            if moment >= wanted.start:
                update = update_for(history, seat, context, moment - 1, cache)
                updates.append(self._with_answer(update, history, moment, seats, names))
        return Moments(len(self), wanted.start, seat, seats, self.turns, self.rounds, log, updates)

    def within(self, moment: int, seat: int | None, seats: list[int], context: UpdateContext) -> Moments:
        """The table between the previous moment and this one, as `seat` saw it: after each answer that adds
        lines to the log, those of chance and forced ones included."""
        before = max(0, moment - 1)
        history, cache = self._history(before), UpdateCache()
        names = tuple(person.name for person in context.people)
        log = Narration(history.log, 0, []).lines(LOG_LINES, names, seat) if before else []
        began = self._with_answer(update_for(history, seat, context), history, before, seats, names)
        updates, seen = list[Update](), 0
        numbers = self._answers[self._places[before] : self._places[moment]]
        for left, number in zip(reversed(range(len(numbers))), numbers, strict=True):
            history.add_recorded([number])
            if left == 0:
                self._settle(history, moment)
            update = update_for(history, seat, context, seen, cache)
            if left == 0:
                updates.append(self._with_answer(update, history, moment, seats, names))
            elif update.log:
                # What was asked is being carried out.
                updates.append(replace(update, question=began.question))
                seen = history.revision
        return Moments(len(self), moment, seat, seats, self.turns, self.rounds, log, updates)

    def _settle(self, history: TableHistory, moment: int) -> None:
        """What was settled at the table counts at the last moment."""
        if moment + 1 == len(self):
            history.close(self.settled)

    def _history(self, moment: int) -> TableHistory:
        return TableHistory(self.game_at(moment), [RECORDED] * self.players)

    def _with_answer(
        self, update: Update, history: TableHistory, moment: int, seats: list[int], names: Sequence[str]
    ) -> Update:
        """The update of a moment, which also says what was answered, if that seat may be looked from."""
        question = update.question
        if question is None or question.player not in seats or moment + 1 == len(self):
            return update
        return replace(update, question=replace(question, prompt=self._decided(history, moment, names)))

    def _decided(self, history: TableHistory, moment: int, names: Sequence[str]) -> str:
        """What was asked at a moment, and what was answered."""
        game = history.game.clone()
        question, labels = game.question, list[str]()
        for number in self._answers[self._places[moment] : self._places[moment + 1]]:
            if not game.history.waits_for_player(game.state) or (labels and not _is_paying(game)):
                break
            labels.append(label(game.question.kind, number, game.state, names))
            game.history.replay(game.state, number)
        return _("{name}: {question} → {answer}").format(
            name=names[question.player], question=question.prompt, answer=", ".join(labels)
        )


def _is_paying(game: Game) -> bool:
    return asked_at(game.state)[0] in PAYING


def _is_moment(game: Game) -> bool:
    """Whether a seat is asked, and not in the middle of a payment."""
    if not game.history.waits_for_player(game.state):
        return False
    return not _is_paying(game) or not game.state.payment.any()

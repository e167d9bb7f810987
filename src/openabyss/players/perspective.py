"""The game as the seat that is asked knows it: what a player is given to choose from, and all of it.

Nothing in it leads back to the game: it is made of what the seat has seen and remembers, so whatever a
player does with it, it cannot learn the next card or a face-down token.
"""

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.determinization import determinized
from openabyss.errors import NobodyAsked
from openabyss.play.game import Game
from openabyss.rules.actions import ACTIONS
from openabyss.rules.state import State, bytes_of, copy_of
from openabyss.table.events import Event
from openabyss.table.knowledge import table_known_to, unseen_by
from openabyss.table.payments import Payment, payments_at
from openabyss.table.questions import (
    CHANCE,
    Action,
    Answer,
    Question,
    actions_at,
    question_at,
    read_answer,
    refusal,
)
from openabyss.table.reading import Table, read_table
from openabyss.table.view import View, view, visible_events
from openabyss.words import _
from openabyss.words.arguments import Whole, instance_of, seed_of, whole_number


class Perspective:
    """What the seat that is asked knows of a game at this moment. `events` are those that the seat has seen
    since it decided last, its own decision included; what others saw in private is None in them."""

    def __init__(self, game: Game) -> None:
        """Later answers in the game do not change it. Raises GameOver, NobodyAsked."""
        self.seat = instance_of("game", game, Game).player
        if self.seat == CHANCE:
            raise NobodyAsked(_("chance is asked, and no seat"))
        self.events: list[Event] = visible_events(game.history.events_since(self.seat), self.seat)
        self._state = table_known_to(game.state, self.seat)
        self._unseen = unseen_by(game.state, self.seat)

    def __repr__(self) -> str:
        return f"<Perspective: player {self.seat} is asked {self.question.kind}>"

    @property
    def players(self) -> int:
        """How many play."""
        return int(self._state.players)

    @property
    def question(self) -> Question:
        """The question to the seat."""
        return question_at(self._state)

    @property
    def legal_actions(self) -> list[Action]:
        """Every legal answer."""
        return actions_at(self._state)

    def action(self, number: int) -> Action:
        """The legal answer with this number in the catalogue. Raises InvalidArgument, IllegalAction."""
        number = whole_number("action", number, 0, ACTIONS - 1)
        if self._state.mask[number] == 0:
            raise refusal(self._state, number)
        return Action(number, self.question)

    def read(self, answer: Answer) -> Action:
        """The legal answer that is meant, as `Game.apply` reads it: an Action, its number or its text. An
        Action of another moment means the same words here. Raises UnreadableAction, IllegalAction."""
        if isinstance(answer, Action) and answer in self.legal_actions:
            return self.action(answer.id)
        return self.action(read_answer(self._state, answer, bytes_of(self._state)))

    def payments(self, lord: int | str) -> list[Payment]:
        """Every payment with which the seat can recruit a lord of the court now, as `Game.payments`."""
        return payments_at(self._state, lord)

    @property
    def view(self) -> View:
        """The table as a person in this seat sees it; hands of others are not shown."""
        return view(self._state, self.seat)

    def observation(self, *, perfect_memory: bool = True) -> NDArray[np.int16]:
        """What the seat may know, as `Game.observation` has it: for networks. Raises InvalidArgument."""
        # Declaring its pieces takes long, and few need them.
        from openabyss.observation.layout import observe  # noqa: PLC0415

        # Which tokens are unseen is the same in every table that may be this one.
        return observe(self.determinized_state(0), self.seat, perfect_memory=perfect_memory)

    @property
    def state(self) -> State:
        """The record of the rules, a copy of it, as a perfect memory knows it: hands and stacks too, for all
        cards lay open.

        Of face-down monster tokens all with the same back show the same face; only their number is
        true. It does not hold the order of the decks.
        """
        return copy_of(self._state)

    @property
    def table(self) -> Table:
        """`state` in public words, as `Game.table`."""
        return read_table(self._state)

    def determinized_state(self, seed: Whole) -> State:
        """`state` with the face-down tokens sampled; the same seed samples the same. Raises
        InvalidArgument."""
        state = self.state
        # The tokens that the seat has not seen are all of these together, wherever they are.
        state.pool += self._unseen - unseen_by(state, self.seat)
        return determinized(state, self.seat, seed_of(seed))

    def imagine(self, seed: Whole) -> Game:
        """A whole game that may be this one, to try answers in; the seed deals all that is to come.
        Raises InvalidArgument."""
        return Game.from_state(self.determinized_state(seed), seed)

"""`Game`: the one object that everybody else uses. Python in, Python out."""

import copyreg
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from openabyss.chance.dealer import Dealer
from openabyss.chance.determinization import determinized
from openabyss.errors import (
    GameOver,
    IllegalAction,
    InvalidRecord,
    UnreadableAction,
)
from openabyss.play.history import History
from openabyss.play.position import records as notation
from openabyss.play.position.options import Options, chosen_options, config_of
from openabyss.play.position.positions import write_position
from openabyss.play.position.records import lay_out
from openabyss.rules.numbering import PAY_PRICE
from openabyss.rules.play import is_legal, resolve
from openabyss.rules.scoring import score
from openabyss.rules.state import NOBODY, STATE, State, bytes_of, copy_of, from_bytes
from openabyss.table.events import Event
from openabyss.table.hashing import differs, state_hash
from openabyss.table.payments import (
    PAYING,
    Payment,
    check_named,
    check_payment,
    check_same,
    forced_payment,
    kinds_of,
    next_answer,
    payments_at,
)
from openabyss.table.questions import (
    CHANCE,
    Action,
    Answer,
    Question,
    actions_at,
    asked_at,
    question_at,
    read_answer,
    read_text,
    refusal,
)
from openabyss.table.reading import Table, read_table
from openabyss.table.score_sheet import ScoreSheet, rank, score_sheet
from openabyss.words import _
from openabyss.words.arguments import Whole, seat_of, seed_of, state_of, truth, whole_number
from openabyss.words.questions.actions import NUMBER_OF_TEXT
from openabyss.words.questions.prompts import reason


def _as_bytes(state: State) -> tuple[Callable[[bytes], State], tuple[bytes]]:
    return from_bytes, (bytes_of(state),)


# NumPy cannot find the class of a single record by its name, which pickling a table needs.
copyreg.pickle(STATE.type, _as_bytes)  # type: ignore[arg-type]  # it has the fields of a State


class Game:
    """A game of Abyss, which always waits for one answer until it is over.

    `table` is what is on the table, in public words; `history` is what has been decided and what has
    happened; `state` is the record of the rules, to be read: what is written into it is not checked.
    `players` is their number.
    """

    def __init__(self, state: State, dealer: Dealer, config: dict[str, Any] | None) -> None:
        """Games are made by `Game.new`, `Game.from_position`, `Game.from_state` and `Game.from_record`.

        Without a `config` the game begins with the table as it is.
        """
        resolve(state)
        self.state, self.players = state, state.players
        self.history = History(dealer)
        self._config = config
        self._start = bytes_of(state) if config is None else b""

    # ------------------------------------------------------------------------- beginnings

    @classmethod
    def new(
        cls,
        players: int | np.integer[Any] = 2,
        seed: int | np.integer[Any] | None = 0,
        *,
        kraken: bool = False,
        leviathan: bool = False,
        options: Options | Mapping[str, object] | None = None,
        regent: int | np.integer[Any] | None = None,
        ask_forced: bool = False,
        ask_chance: bool = False,
    ) -> Self:
        """A new game, dealt by the seed; None draws one, which `seed` tells. Raises InvalidOption.

        With `ask_forced` it also asks where there is only one answer. With `ask_chance` nothing is dealt:
        the seat CHANCE is asked what is drawn, rolled or stolen, and `chance_outcomes` says how likely
        each answer is. So games with real cards are entered, and a search walks through what may come.

        `options` may also be given by name, as in records; those not named keep their defaults.
        `regent` is the level, 1 to 5, of the automatic rival of solo play (house rules). It has the
        second of two seats, and the player called `regent` answers for it.
        """
        config = config_of(
            players,
            secrets.randbits(48) if seed is None else seed,
            kraken=kraken,
            leviathan=leviathan,
            options=chosen_options(options),
            regent=regent,
        )
        return cls.from_config(config, ask_forced=ask_forced, ask_chance=ask_chance)

    @classmethod
    def from_position(
        cls, position: Mapping[str, Any], *, ask_forced: bool = False, ask_chance: bool = False
    ) -> Self:
        """A game in any situation, from the position format; asks as with `new`. Raises InvalidPosition."""
        return cls.from_config({"position": position}, ask_forced=ask_forced, ask_chance=ask_chance)

    @classmethod
    def from_state(cls, state: State, seed: Whole = 0) -> "Game":
        """A game that continues from a copy of this table; the seed deals what is to come.

        The open question stays open, even if there is only one answer to it. Raises
        InvalidArgument.
        """
        game = cls(copy_of(state_of(state)), Dealer(seed_of(seed)), None)
        if not game.is_over and game.player == NOBODY:
            game.history.go_on(game.state)
        return game

    @classmethod
    def from_config(
        cls,
        config: Mapping[str, Any],
        *,
        poker_face: bool = False,
        ask_forced: bool = False,
        ask_chance: bool = False,
    ) -> Self:
        """The game of a `config` before its first decision. Raises InvalidOption, InvalidPosition.

        With a poker face it asks for the only answer too where opponents cannot know that there is
        no other: a table that answers by itself would tell them. Otherwise it asks as `new` says.
        """
        game = cls(*lay_out(config))
        history = game.history
        history.poker_face = truth("poker_face", poker_face)
        history.ask_forced = truth("ask_forced", ask_forced)
        history.ask_chance = truth("ask_chance", ask_chance)
        history.go_on(game.state)
        return game

    @classmethod
    def from_record(
        cls, record: Mapping[str, Any], *, ask_forced: bool = False, ask_chance: bool = False
    ) -> Self:
        """Replay a record and check where it ends; asks as with `new`. Raises InvalidRecord.

        Decisions are answers to the questions that it asks then. A payment is undone answer by
        answer: a record does not say which answers were one.
        """
        recorded = notation.read_record(record)
        game = cls(*notation.lay_out_record(recorded))
        game.history.ask_forced = truth("ask_forced", ask_forced)
        game.history.ask_chance = truth("ask_chance", ask_chance)
        _replay(game, recorded)
        # Where chance or a forced answer was asked for, a record may end before it.
        reached = game.hash
        game.history.go_on(game.state)
        if recorded.hash and differs(recorded.hash, reached) and differs(recorded.hash, game.hash):
            raise InvalidRecord(
                _("hash: the replayed game ends in {found}, the record says {expected}").format(
                    found=game.hash, expected=recorded.hash
                )
            )
        return game

    @property
    def options(self) -> Options:
        """The options that this game is played with."""
        return Options.of(self.state)

    @property
    def seed(self) -> int:
        """What deals the cards and rolls the dice."""
        return self.history.dealer.seed

    # ------------------------------------------------------------------------- the question

    @property
    def is_over(self) -> bool:
        """Whether the game is over: nothing is asked any more, and the scores are final."""
        return self.state.depth == 0

    @property
    def question(self) -> Question:
        """The open question. Raises GameOver."""
        return question_at(self.state)

    @property
    def player(self) -> int:
        """The seat that is asked. Raises GameOver."""
        return asked_at(self.state)[1]

    @property
    def legal_actions(self) -> list[Action]:
        """Every legal answer to the open question, none when the game is over."""
        return actions_at(self.state)

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """Each answer with its probability if chance is asked; otherwise nothing."""
        if self.is_over or self.player != CHANCE:
            return []
        actions, weights = self.legal_actions, self.state.mask
        total = sum(int(weights[action.id]) for action in actions)
        return [(action, int(weights[action.id]) / total) for action in actions]

    def can(self, action: Answer) -> bool:
        """Whether this is a legal answer now."""
        try:
            number = read_answer(self.state, action, bytes_of(self.state))
        except (UnreadableAction, IllegalAction, GameOver):
            return False
        return not self.is_over and is_legal(self.state, number)

    def explain_illegal(self, action: Answer) -> str | None:
        """Why this is not a legal answer now; None if it is. Raises UnreadableAction, GameOver."""
        question = self.question
        try:
            number = read_answer(self.state, action, bytes_of(self.state))
        except IllegalAction as error:
            return str(error)
        if is_legal(self.state, number):
            return None
        return reason(self.state, question.player, question.kind, number)

    # --------------------------------------------------------------------------- answering

    def apply(self, action: Answer) -> list[Event]:
        """Give an answer; returns all events up to the next open question.

        Chance is answered by the dealer, and answers without a choice are given by themselves.
        Raises UnreadableAction, IllegalAction or GameOver, and changes nothing then.
        """
        state = self.state
        player, table = asked_at(state)[1], bytes_of(state)
        number = read_answer(state, action, table)
        if not self.history.decide(state, player, number, table):
            raise refusal(state, number)
        return [*self.history.events]

    @property
    def latest_events(self) -> list[Event]:
        """What has happened since the last decision, or since the beginning."""
        return [*self.history.events]

    def payments(self, lord: int | str) -> list[Payment]:
        """Every payment with which the asked player can recruit a lord of the court now.

        While a lord is being paid for, those that hold the cards named so far. Raises UnreadableAction,
        InvalidArgument.
        """
        return payments_at(self.state, lord)

    def pay(self, cards: Iterable[str] = (), nebulis: int = 0) -> list[Event]:
        """Play a whole payment, one move, when a lord is to be paid for.

        `cards` are all the cards of the payment, also those that have been named for it already.
        Where only the money is open (an ally bought, cards named already), `cards` may be left out.
        A payment that was the only one has been made with the recruiting already: it may be named
        nevertheless, and nothing more happens. Raises UnreadableAction, IllegalAction, GameOver,
        InvalidArgument.
        """
        state, kinds, nebulis = self.state, kinds_of(cards), whole_number("nebulis", nebulis)
        if (made := _payment_made(self)) is not None:
            check_same(made, kinds, nebulis)
            return []
        if asked_at(state)[0] == PAY_PRICE:
            check_named(state, kinds)
            return self.apply(f"number:{nebulis}")
        check_payment(state, kinds, nebulis)
        events, is_open = list[Event](), True
        player, first = self.player, self.history.decision_count
        while is_open and (number := next_answer(state, kinds, nebulis)) is not None:
            is_open = asked_at(state)[0] != PAY_PRICE
            joins = self.history.decision_count > first
            if not self.history.decide(state, player, number, bytes_of(state), joins=joins):
                raise refusal(state, number)
            events += self.history.events
        return events

    # ------------------------------------------------------------------------ undoing, copying

    @property
    def can_undo(self) -> bool:
        """Whether the last move can be undone: it revealed nothing, and was made by the player who undoes
        moves. With `ask_chance`, every answer that was given can be undone."""
        return self.history.can_undo

    def undo(self) -> None:
        """Undo the last move: a decision, or a whole payment. Raises IllegalAction when something was
        revealed since."""
        self.history.undo(self.state)

    def redo(self) -> list[Event]:
        """Make the last undone move again. Raises IllegalAction."""
        return self.history.redo(self.state)

    def decisions(self) -> Iterator[tuple["Game", Action]]:
        """The decisions that stand, in order: a copy of the game before each, and the answer given.

        A decision is an answer by a player who had a choice. With `ask_chance` the answers of chance are
        decisions too, and with `ask_forced` those without a choice. The copies are independent of this game
        and of each other.
        """
        played = self.clone()  # This game may go on meanwhile.
        answers = played.history.answers
        for place, decision in enumerate(played.history.decisions):
            before = played.at(place)
            yield before, Action(answers[decision.answers], before.question)

    def at(self, decision: Whole) -> Self:
        """A copy of the game before the decision of this number: 0 is the first of `decisions`, -1 the last,
        and their count is where the game is now. Raises InvalidArgument."""
        count = len(self.history.decisions)
        place = whole_number("decision", decision, -count, count)
        before = self.clone()
        before.history.forget_undone()
        if place < count:
            before.history.return_to(before.state, place % count)
        return before

    def __str__(self) -> str:
        """The table as text, as the seat that is asked sees it."""
        from openabyss.client.table_text import as_text  # noqa: PLC0415  few need it

        return as_text(self)

    def _repr_html_(self) -> str:
        """The table as a notebook shows it, as the seat that is asked sees it."""
        from openabyss.client.table_text import as_html  # noqa: PLC0415  few need it

        return as_html(self)

    def clone(self) -> Self:
        """An independent copy, with the history."""
        copy = object.__new__(type(self))
        if type(self) is not Game:  # Something may have been added to it.
            vars(copy).update(vars(self))
        copy.state, copy.players = copy_of(self.state), self.players
        copy.history = self.history.copy()
        copy._config, copy._start = self._config, self._start
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.clone()

    def __eq__(self, other: object) -> bool:
        """The same beginning, the same cards and the same answers."""
        if not isinstance(other, Game):
            return NotImplemented
        mine, others = ((game.seed, game.history.answers, game.hash) for game in (self, other))
        if mine != others:
            return False
        # Writing the beginning of an imagined game takes longer than all the rest.
        begin_alike = (self._config, self._start) == (other._config, other._start)
        return begin_alike or self.to_record() == other.to_record()

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        sets = [name for name in ("kraken", "leviathan") if getattr(self.state, name)]
        asked = "over" if self.is_over else f"{self.question.kind} asked of player {self.player}"
        counts = [f"turn {self.state.turn}", f"{self.history.answer_count} answers"]
        return f"<Game: {', '.join([f'{self.players} players', *sets, *counts, asked])}>"

    def sample_hidden(self, seat: Whole, seed: Whole) -> Self:
        """The same game as `seat` knows it, with everything hidden from it sampled.

        It asks as this one does, and asks the same now; where only a choice is asked for, it is one.
        Cards that another seat has named so far for a lord are hidden, but stay named.
        Raises InvalidArgument if there is no such seat.
        """
        seat, seed = seat_of(seat, self.players), seed_of(seed)
        mine = self.history
        fewest = 1 if self.is_over or mine.asks_for_only_answer(self.state) else 2
        sampled = type(self)(determinized(self.state, seat, seed, fewest), Dealer(seed), None)
        sampled.history.ask_like(mine)
        return sampled

    # ---------------------------------------------------------------- the table and the outcome

    @property
    def table(self) -> Table:
        """What is on the table now, hidden things included, such as `game.table.court`."""
        return read_table(self.state)

    def observation(
        self, seat: Whole, *, perfect_memory: bool = True, perfect_information: bool = False
    ) -> NDArray[np.int16]:
        """What the seat may know of the table, as an array of small numbers (docs/observation.md).

        A seat without a perfect memory knows of the hands of others and of stacks only how many cards they
        hold; one with perfect information also sees the monster tokens of the others, as nobody does at a
        real table. Raises InvalidArgument if there is no such seat.
        """
        # Declaring its pieces takes as long as everything else that is imported here, and few need them.
        from openabyss.observation.layout import observe  # noqa: PLC0415

        return observe(
            self.state, seat, perfect_memory=perfect_memory, perfect_information=perfect_information
        )

    @property
    def scores(self) -> list[int]:
        """The influence points of each seat if the game ended now."""
        return [int(score(self.state, player)) for player in range(self.players)]

    @property
    def ranking(self) -> list[list[int]]:
        """Groups of seats, best first; seats that share a place are in one group."""
        return rank(self.state)

    @property
    def leaders(self) -> list[int]:
        """The seats that would win if the game ended now: one, or several that would share the victory."""
        return self.ranking[0]

    @property
    def winners(self) -> list[int]:
        """The seats that have won, several where they share the victory; none until the game is over."""
        return self.leaders if self.is_over else []

    def score_sheet(self, seat: Whole) -> ScoreSheet:
        """The score of a seat, column by column. Raises InvalidArgument if there is no such seat."""
        return score_sheet(self.state, seat)

    # ------------------------------------------------------------------------ on paper

    @property
    def hash(self) -> str:
        """What distinguishes positions: the number of its definition, and 16 hex digits."""
        return state_hash(self.state)

    def to_record(self) -> dict[str, Any]:
        """The game as a record: its beginning, every answer, and the hash of its present position."""
        config = deepcopy(self._config)
        if config is None:
            start, dealer = from_bytes(self._start), self.history.dealer
            config = {"position": write_position(start, dealer.orders(start), dealer.seed)}
        return notation.write_record(config, self.history.answers, self.hash)

    def to_position(self) -> dict[str, Any]:
        """The table in the position format, even in the middle of a decision."""
        dealer = self.history.dealer
        return write_position(self.state, dealer.orders(self.state), dealer.seed)


def _payment_made(game: Game) -> tuple[list[int], int] | None:
    """The cards and nebulis of a payment that was made without a question after the last decision."""
    last = game.history.last_move
    if last is None or (not game.is_over and asked_at(game.state)[0] in PAYING):
        return None
    return forced_payment(last.table, game.history.answers_from(last))


def _replay(game: Game, recorded: notation.Record) -> None:
    """Raises InvalidRecord, which names the answer that is wrong."""
    give = _replay_answer if recorded.is_whole else _replay_decision
    for place, text in enumerate(recorded.answers):
        try:
            give(game, text)
        except (IllegalAction, UnreadableAction, GameOver) as error:
            raise recorded.wrong(place, str(error)) from error


def _replay_decision(game: Game, text: str) -> None:
    game.history.go_on(game.state)
    game.apply(text)


def _replay_answer(game: Game, text: str) -> None:
    number = NUMBER_OF_TEXT[text] if text in NUMBER_OF_TEXT else read_text(game.state, text)
    if not is_legal(game.state, number):
        raise IllegalAction(_("this is not legal there"))
    game.history.replay(game.state, number)

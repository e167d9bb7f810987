"""A game as tests read it and play on, and tables of sentences that it shows to be true."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pytest

from openabyss import Game
from openabyss.rules.actions import NUMBER, PASS, PLAYER, TOKEN, ZONE
from openabyss.rules.questions import FIRST_STEP, QUESTIONS, STEPS
from openabyss.rules.state import EMPTY, NOBODY
from openabyss.table import reading
from openabyss.words.questions.actions import text_of

A, B, C, D, E = range(5)

Row = tuple[str, int, int, int]

FIRST_SENTINEL_LORD = 106
FIRST_SANCTUARY = 103
LOWEST_LOOT = 3


class Situation(Game):
    """A game as tests read it and play on."""

    def play(self, *texts: str) -> "Situation":
        """Answer the open questions one after the other, for each player who is asked."""
        for text in texts:
            self.apply(text)
            self._check()
        return self

    def recruit(self, lord: int, *cards: str) -> "Situation":
        """Recruit, paying with exactly these cards and pearls for what is missing."""
        self.apply(f"recruit:{lord}")
        if self.question.kind == "PAY":
            self.pay(cards=list(cards))
        return self._check()

    def place_krakens(self, **stacks: str) -> "Situation":
        """Put each Kraken left on the track on the stack named for it (`K3="jellyfish"`)."""
        while self.question.kind == "PLACE_KRAKEN":
            self.play(f"stack:{stacks[str(self.question.about.card)]}")
        return self

    def take_tokens(self, base: int) -> "Situation":
        """Take this many of the tokens of a fight from the base pile."""
        assert self.asked == ("TAKE_TOKENS", A)
        return self.play(f"number:{base}")

    def shows(self, **facts: object) -> "Situation":
        """See these facts: of the game, of what is before A or of the table.

        `own_pearls` are A's of `pearls`, `hand_size` is how many cards are in `hand`,
        `every_hand` what each seat has there.
        """
        return self._see(facts, self, self.mine, self.table)

    def before(self, player: int, **facts: object) -> "Situation":
        """See these facts before a player."""
        return self._see(facts, self.seats[player])

    def has(self, **things: object) -> "Situation":
        """See each of these among others, in what the fact of its name holds."""
        places = (self, self.mine, self.table)
        assert [name for name, thing in things.items() if thing not in list(self._seen(name, places))] == []
        return self

    def lord(self, number: int, player: int = A, **facts: object) -> "Situation":
        """See this lord before a player, and these facts of it."""
        return self._see(facts, self.lords(player)[number])

    def sheet(self, player: int = A, **facts: object) -> "Situation":
        """See these facts on a score sheet."""
        return self._see(facts, self.score_sheet(player))

    def stacks(self, **stacks: list[str]) -> "Situation":
        """See these stacks of the council, among others."""
        assert {race: self.table.council[race] for race in stacks} == stacks
        return self

    def zone(self, zone: int, beast: tuple[int, int]) -> "Situation":
        """See this leviathan on a zone, and how many levels it has lost."""
        assert self.border[zone] == beast
        return self

    def offers(self, *texts: str) -> "Situation":
        """See these answers among others."""
        assert [text for text in texts if not self.can(text)] == []
        return self

    def refuses(self, *texts: str) -> "Situation":
        """See none of these answers."""
        assert [text for text in texts if self.can(text)] == []
        return self

    def prices_are(self, lord: int, pearls: list[int]) -> "Situation":
        """See what is asked in pearls by each payment for a lord."""
        assert self.prices(lord) == pearls
        return self

    def card_sets_are(self, lord: int, cards: list[list[str]]) -> "Situation":
        """See the cards of each payment for a lord."""
        assert self.card_sets(lord) == cards
        return self

    def loot_is(self, location: int, values: list[int]) -> "Situation":
        """See this loot on a sanctuary."""
        assert self.loot(location) == values
        return self

    @property
    def reported(self) -> list[Row]:
        """What has happened since the last decision, in the numbers of the rules."""
        return [event.row[:4] for event in self.latest_events]

    def reports(self, *rows: Row) -> "Situation":
        """See exactly this reported since the last decision."""
        assert self.reported == list(rows)
        return self

    def reports_first(self, *rows: Row) -> "Situation":
        """See this reported before anything else."""
        assert self.reported[: len(rows)] == list(rows)
        return self

    def reports_last(self, *rows: Row) -> "Situation":
        """See this reported after everything else."""
        assert self.reported[-len(rows) :] == list(rows)
        return self

    def _see(self, facts: Mapping[str, object], *places: object) -> "Situation":
        assert {name: self._seen(name, places) for name in facts} == facts
        return self

    def _seen(self, name: str, places: Iterable[object]) -> Any:
        if name.startswith("own_"):
            return getattr(self, name.removeprefix("own_"))[A]
        if name.startswith("every_"):
            return [getattr(each, name.removeprefix("every_")) for each in self.seats]
        for place in places:
            if hasattr(place, name):
                return getattr(place, name)
        collection = name.removesuffix("_size")
        return next(len(getattr(place, collection)) for place in places if hasattr(place, collection))

    @property
    def cause(self) -> int:
        """What has brought about the end."""
        return int(self.state.end_cause)

    @property
    def token_count(self) -> int:
        """How many monster tokens A holds."""
        return len(self.mine.monster_tokens)

    @property
    def lord_numbers(self) -> set[int]:
        """The lords before A."""
        return set(self.lords(A))

    def _check(self) -> "Situation":
        """Every answer is offered once, and what waits without being about anything says so with a 0."""
        state = self.state
        assert state.offered == len(self.legal_actions)
        for what, _player, detail in state.stack[: state.depth].tolist():
            kind = STEPS[what - FIRST_STEP] if what >= FIRST_STEP else QUESTIONS[what]
            assert detail == 0 or kind.topics, f"{kind.name} is about {detail}"
        return self

    def _given(self, first: int, end: int) -> list[int]:
        """Every answer so far from a stretch of the catalogue, also of chance, and those that were the only
        ones: counted from the first of the stretch."""
        return [answer - first for answer in self.history.answers if first <= answer < end]

    @property
    def numbers_given(self) -> list[int]:
        """The numbers that have been answered, those of dice too."""
        return self._given(NUMBER, TOKEN)

    @property
    def players_given(self) -> list[int]:
        """The players that have been pointed at."""
        return self._given(PLAYER, ZONE)

    @property
    def times_passed(self) -> int:
        """How often nothing more was wanted."""
        return len(self._given(PASS, PASS + 1))

    @property
    def asked(self) -> tuple[str, int]:
        """The open question and the seat that has to answer it."""
        return self.question.kind, self.question.player

    @property
    def answers(self) -> set[str]:
        """The legal answers to the open question."""
        return {action.text for action in self.legal_actions}

    @property
    def kinds(self) -> list[str]:
        """The names of the latest events, in order."""
        return [event.kind for event in self.latest_events]

    @property
    def moves_of_the_figure(self) -> list[int | None]:
        """Who has just received the figure, in order; None where it went back beside the board."""
        return [event.player for event in self.latest_events if event.kind == "FIGURE_MOVED"]

    @property
    def seats(self) -> list[reading.Seat]:
        """What is before each player."""
        return self.table.seats

    @property
    def mine(self) -> reading.Seat:
        """What is before A."""
        return self.seats[A]

    @property
    def pearls(self) -> list[int]:
        return [each.pearls for each in self.seats]

    @property
    def nebulis(self) -> list[int]:
        return [each.nebulis for each in self.seats]

    @property
    def wounds(self) -> list[int]:
        return [int(count) for count in self.state.wounds[: self.players]]

    @property
    def trophies(self) -> list[list[int]]:
        """The leviathans that each player has slain."""
        return [each.trophies for each in self.seats]

    def tokens_held(self, player: int = A) -> int:
        """How many monster tokens a player holds."""
        return len(self.seats[player].monster_tokens)

    def lords(self, player: int) -> dict[int, reading.SeatLord]:
        """The lords before a player, by their numbers."""
        return {lord.id: lord for lord in self.seats[player].lords}

    def prices(self, lord: int) -> list[int]:
        """The pearls asked by each payment with which the lord can be had, rising."""
        return sorted(payment.pearls for payment in self.payments(lord))

    def card_sets(self, lord: int) -> list[list[str]]:
        """The cards of each payment with which the lord can be had."""
        return sorted(sorted(payment.cards) for payment in self.payments(lord))

    @property
    def figure(self) -> int | None:
        """Who holds the Kraken figure."""
        holder = int(self.state.kraken_holder)
        return None if holder == NOBODY else holder

    @property
    def guarded(self) -> dict[int, str | None]:
        """What the token of each sentinel lord guards, as the answer that points at it, or None."""
        state = self.state
        owners, targets = state.sentinel_owner.tolist(), state.sentinel_target.tolist()
        return {
            FIRST_SENTINEL_LORD + place: None if target == EMPTY else text_of("PLACE_SENTINEL", target, state)
            for place, (owner, target) in enumerate(zip(owners, targets, strict=True))
            if owner != NOBODY
        }

    @property
    def border(self) -> dict[int, tuple[int, int]]:
        """The border by zone: which leviathan is there, and how many levels it has lost."""
        return {zone: (beast.id, beast.levels_lost) for zone, beast in self.table.border.items()}

    def loot(self, location: int) -> list[int]:
        """The values of the loot on a sanctuary, before a player or not."""
        row = self.state.loot[location - FIRST_SANCTUARY].tolist()
        return [LOWEST_LOOT + place for place, cards in enumerate(row) for _ in range(cards)]


def sentences(names: str, /, **rows: object) -> pytest.MarkDecorator:
    """A table of sentences that one test shows to be true: `names` of its arguments, and their values by
    sentence."""
    return pytest.mark.parametrize(names, list(rows.values()), ids=list(rows))


def shown(**situations: Callable[[], Situation]) -> Callable[[Callable[[], Situation]], None]:
    """A test of sentences: each situation shows the one that is its name."""

    @pytest.mark.parametrize("situation", situations.values(), ids=situations)
    def test(situation: Callable[[], Situation]) -> None:
        situation()

    return test


def shown_by_each(**rows: tuple[Sequence[Any], Callable[..., Situation]]) -> Callable[[str, int], None]:
    """A test of sentences with several cases: the situation of each case shows the sentence.

    A case is what the situation takes; a tuple, all that it takes.
    """
    cases = [(name, case) for name, (values, _situation) in rows.items() for case in range(len(values))]

    @pytest.mark.parametrize(("sentence", "case"), cases)
    def test(sentence: str, case: int) -> None:
        values, situation = rows[sentence]
        given = values[case]
        situation(*given) if isinstance(given, tuple) else situation(given)

    return test

"""The review of a game: the win probabilities over time, the costliest decisions and why, what was luck; and
which versions of the program can read it."""

import zlib
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from statistics import mean, stdev

from msgspec import Struct
from msgspec.structs import replace

from openabyss.client.result import NOTHING, SCORED, VOID, Settlement
from openabyss.play.game import Game
from openabyss.players.bot import dismiss
from openabyss.players.perspective import Perspective
from openabyss.players.registry import Player, player
from openabyss.players.search.contrast import Contrast, contrast
from openabyss.players.search.parameters import SearchSettings
from openabyss.players.search.searching import Searcher, with_only
from openabyss.rules.events import EVENT_NAMES
from openabyss.version import VERSION
from openabyss.words import _
from openabyss.words.questions.actions import RECORDED_TEXTS

# On how many imagined tables two answers are compared.
WORLDS = 6
# An answer with a smaller share of the visits is searched again on its own.
MIN_SHARE = 0.25
Z_95 = 1.96

# Raised when the same game is judged in another way: reviews that were kept are then made again.
METHOD = 3

# For each mistake to report, this many decisions that look costly at first sight are judged again.
CLOSE_LOOKS = 2
Chances = tuple[float, ...]


class Decision(Struct, frozen=True):
    """One decision of a game, that with the number `place` of `Game.decisions`; answers by number.

    `chances` are the win probabilities of all seats if the best answer is given, `after` those after the one
    that was.
    """

    place: int
    turn: int
    seat: int
    played: int
    best: int
    chances: Chances
    after: Chances

    @property
    def loss(self) -> float:
        """By how much the answer seems worse than the best one, at first sight."""
        return self.chances[self.seat] - self.after[self.seat]


class Difference(Struct, frozen=True):
    """By how much the first of two answers is better for the seat that is asked (win probability).

    `margin` is half the width of the interval (95 %); `first` and `second` are what they are worth.
    """

    first: float
    second: float
    margin: float

    @property
    def gain(self) -> float:
        """By how much the first is better; below 0 where it is worse."""
        return self.first - self.second


class Judge:
    """Judges by searching every position, as the expert plays, by what the seat that is asked may know. The
    best answer is that of the search, or of the player that `spec` asks for, who is called for every seat."""

    def __init__(self, settings: SearchSettings, spec: str | None = None, seed: int = 0) -> None:
        """Raises what `registry.player` raises, and WrongWeights."""
        self._searcher, self._spec, self._seed = Searcher(settings), spec, seed
        self._players: dict[int, Player] = {}
        if spec is not None:
            player(spec)

    def judge(self, game: Game, answer: int, seed: int) -> Decision:
        """The open decision, to which `answer` has been given. Raises BotFailed."""
        done = self._searcher.think(game.state, seed)
        found = {
            candidate.action: candidate.chances
            for candidate in self._searcher.candidates()
            if candidate.visits >= MIN_SHARE * done
        }
        best = self._searcher.candidates()[0].action
        if self._spec is not None:
            best = self._player_of(self._spec, game.player).choose(Perspective(game)).id
        for one in {best, answer} - found.keys():
            self._searcher.think(with_only(game.state, one), seed)
            found[one] = self._searcher.chances
        place, turn = len(game.history.decisions), game.table.turn
        return Decision(place, turn, game.player, answer, best, found[best], found[answer])

    def compare(self, game: Game, first: int, second: int, seed: int) -> Difference:
        """Give each of two legal answers on the same imagined tables, and search the positions that follow.
        So an answer that only seemed best by luck in one search is found out.
        """
        seat = game.player
        values = [
            [self._value_after(game, answer, seat, seed + world) for answer in (first, second)]
            for world in range(WORLDS)
        ]
        firsts, seconds = zip(*values, strict=True)
        gains = [one - other for one, other in values]
        return Difference(mean(firsts), mean(seconds), Z_95 * stdev(gains) / WORLDS**0.5)

    def contrast(self, game: Game, first: int, second: int, seed: int) -> Contrast:
        """How the game might go on after each of two legal answers."""
        return contrast(game, first, second, self._searcher, seed)

    def close(self) -> None:
        """End the player that answered for every seat."""
        dismiss(self._players.values())

    def _value_after(self, game: Game, answer: int, seat: int, seed: int) -> float:
        """The win probability of a seat after an answer, on one of the tables that it may be at."""
        imagined = game.sample_hidden(seat, seed)
        imagined.apply(answer)
        outcome = _outcome(imagined)
        if outcome is not None:
            return outcome[seat]
        self._searcher.think(imagined.state, seed)
        return self._searcher.chances[seat]

    def _player_of(self, spec: str, seat: int) -> Player:
        if seat not in self._players:
            self._players[seat] = player(spec, self._seed + seat)
        return self._players[seat]


class Mistake(Struct, frozen=True):
    """A decision that cost something: by how much another answer would have been better, and why."""

    place: int
    difference: Difference
    contrast: Contrast


class Account(Struct, frozen=True):
    """Where the win probability of a seat came from, from its first decision to the end: the sum of them all.

    `draws` is what cards and dice were worth that came in between, `decisions` what the own answers have
    cost, `others` what those of the others have brought; to concede, or to agree on an end, is a decision,
    too. `rest` has changed where nothing was drawn: the judge saw the same position in another way.
    """

    begin: float
    draws: float
    decisions: float
    others: float
    rest: float
    end: float


class Review(Struct, frozen=True):
    """A whole game; `outcome` is the share of the victory of each seat, None if nobody has won."""

    decisions: tuple[Decision, ...]
    mistakes: tuple[Mistake, ...]
    accounts: tuple[Account, ...]
    outcome: Chances | None


def review(
    game: Game,
    judge: Judge,
    *,
    worst: int,
    seed: int = 0,
    settled: Settlement = NOTHING,
    show: Callable[[str], None] = lambda progress: None,
) -> Review:
    """Judge every decision of a game, and a second time those that look costly; the `worst` are reported.

    `settled` is how its people have ended it; `show` receives the progress in words.
    """
    places = places_judged(game)
    decisions = []
    for number, place in enumerate(places, start=1):
        show(_("Decision {number} of {all}").format(number=number, all=len(places)))
        decisions.append(look(game, place, judge, seed))
    mistakes, suspects = [], suspicious(decisions, worst)
    for number, decision in enumerate(suspects, start=1):
        show(_("Closer look {number} of {all}").format(number=number, all=len(suspects)))
        mistakes.append(look_closer(game, decision, judge, seed))
    return conclude(game, decisions, mistakes, worst, settled)


def places_judged(game: Game) -> list[int]:
    """The numbers of the decisions that are judged. The Regent of solo play decides nothing: its answers
    follow from rules."""
    regent = game.table.regent
    return [place for place, made in enumerate(game.history.decisions) if made.player != regent]


def look(game: Game, place: int, judge: Judge, seed: int = 0) -> Decision:
    """Judge the decision with this number at first sight."""
    played = game.history.answers[game.history.decisions[place].answers]
    return judge.judge(game.at(place), played, seed + place)


def suspicious(decisions: Sequence[Decision], worst: int) -> list[Decision]:
    """Those that look costly, the costliest first."""
    doubtful = [decision for decision in decisions if decision.best != decision.played]
    return sorted(doubtful, key=lambda decision: -decision.loss)[: CLOSE_LOOKS * worst]


def look_closer(game: Game, decision: Decision, judge: Judge, seed: int = 0) -> Mistake:
    """Judge a decision that looks costly a second time, on imagined tables of its own."""
    before, answers = game.at(decision.place), (decision.best, decision.played)
    difference = judge.compare(before, *answers, seed + decision.place)
    return Mistake(decision.place, difference, judge.contrast(before, *answers, seed + decision.place))


def conclude(
    game: Game, decisions: Sequence[Decision], looks: Sequence[Mistake], worst: int, settled: Settlement
) -> Review:
    """The whole review; of the decisions that were judged twice, it reports the `worst` that have certainly
    cost something."""
    costly = [mistake for mistake in looks if mistake.difference.gain > mistake.difference.margin]
    costly.sort(key=lambda mistake: -mistake.difference.gain)
    made = accounts(game, decisions, settled)
    return Review(tuple(decisions), tuple(costly[:worst]), made, _outcome(game, settled))


def accounts(game: Game, decisions: Sequence[Decision], settled: Settlement) -> tuple[Account, ...]:
    """Luck and skill, separated, for every seat."""
    if not decisions:
        return ()
    drawn = _what_draws_followed(game, decisions)
    ends = [later.chances for _earlier, later in pairwise(decisions)]
    ends.append(_outcome(game) or decisions[-1].after)
    made = [_account(seat, decisions, ends, drawn) for seat in range(game.players)]
    if (outcome := _outcome(game, settled)) is None:
        return tuple(made)
    return tuple(_settled(account, outcome, seat, settled) for seat, account in enumerate(made))


def _settled(account: Account, outcome: Chances, seat: int, settled: Settlement) -> Account:
    """What changes because somebody has conceded, or all have agreed on an end."""
    change = outcome[seat] - account.end
    if seat in settled.conceded or settled.ended == SCORED:
        return replace(account, decisions=account.decisions + change, end=outcome[seat])
    return replace(account, others=account.others + change, end=outcome[seat])


def _account(
    seat: int, decisions: Sequence[Decision], ends: Sequence[Chances], drawn: Sequence[bool]
) -> Account:
    draws = own = others = rest = 0.0
    for decision, end, has_drawn in zip(decisions, ends, drawn, strict=True):
        change = decision.after[seat] - decision.chances[seat]
        own, others = (own + change, others) if decision.seat == seat else (own, others + change)
        change = end[seat] - decision.after[seat]
        draws, rest = (draws + change, rest) if has_drawn else (draws, rest + change)
    return Account(decisions[0].chances[seat], draws, own, others, rest, ends[-1][seat])


def _what_draws_followed(game: Game, decisions: Sequence[Decision]) -> list[bool]:
    """Whether something was revealed after each of the decisions and before the next of them."""
    made = game.history.decisions
    ends = [*(decision.place for decision in decisions[1:]), len(made)]
    return [
        not all(one.can_be_undone for one in made[decision.place : end])
        for decision, end in zip(decisions, ends, strict=True)
    ]


def _outcome(game: Game, settled: Settlement = NOTHING) -> Chances | None:
    if settled.ended == VOID or not (game.is_over or settled.ended):
        return None
    places = settled.places(game.ranking)
    return tuple((place == 1) / places.count(1) for place in places)


@cache
def edition() -> str:
    """The version that judged, and a hash of how it does and of what the numbers of a review mean."""
    meaning = zlib.crc32(repr((METHOD, RECORDED_TEXTS, EVENT_NAMES)).encode())
    return f"{VERSION} {meaning:08x}"

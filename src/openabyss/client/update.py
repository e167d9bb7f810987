"""The table as one seat sees it: the `update` of the protocol, written once for all recipients of the same.

Built from `view`, the words, and questions that the rules answer about the cards of the seat itself, so what
is hidden from a seat cannot get into what it is shown.

Names in a compressed update are written in letters that nothing else in it is written in. Somebody who can
choose a name, and see how long the updates of somebody else are, could otherwise guess cards with it: a name
that is alike is sent in fewer bytes. So an update is made with one letter for each name, which no name may
contain, and that letter is then replaced by the name in escapes of JSON.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any

from msgspec import UNSET, Struct, UnsetType, json
from msgspec.structs import replace

from openabyss.client.narration import Narration
from openabyss.client.offers import offers_to, what_offers_depend_on
from openabyss.client.protocol.from_server import Update
from openabyss.client.protocol.parts import (
    Config,
    Offer,
    Person,
    ProposalShown,
    QuestionShown,
    UndoShown,
)
from openabyss.client.question import fights_of, question_shown
from openabyss.client.result import VOID, Settlement, previews_of, result_of, worth_shown, worths_of
from openabyss.client.table_history import News, TableHistory
from openabyss.play.game import Game
from openabyss.play.position.options import Options
from openabyss.rules.ending import LORDS_TO_END
from openabyss.rules.numbering import OFFER
from openabyss.rules.questions import QUESTION_NAMES
from openabyss.table.view import View, public_view, seen_from
from openabyss.words import _, language
from openabyss.words.listing import isolated

# Makes the update for somebody, given the people, the addresses, the seed and the news.
MakeUpdate = Callable[..., Update]

LOG_LINES = 200
# Somebody who has missed more lines of the log than this is treated as a newcomer.
MAX_MISSED = 200
# Enough for the seats, languages and names of a table; beyond it everything is computed again.
MAX_READERS = 50


class UpdateContext(Struct, frozen=True):
    """The parts of an update besides the game itself: the people, the commitment to the seed, addresses.

    is_seed_open: the seed is shown from the beginning, not only after the game.
    deciders: the seats that have to agree if the game is to end before its end.
    """

    people: Sequence[Person]
    commitment: str
    seed: str | None = None
    salt: str | None = None
    is_seed_open: bool = False
    results_url: str | None = None
    record_url: str | None = None
    rematch_url: str | None = None
    deciders: Sequence[int] = ()


class Snapshot:
    """A history at one revision, read once for all viewers."""

    def __init__(self, history: TableHistory) -> None:
        self.history, self.revision = history, history.revision
        self.table = history.game.table
        self.public = public_view(self.table, is_ended=history.is_over)
        state = history.game.state
        worths = worths_of(state)
        self.worth = worth_shown(state, worths)
        self.previews = [previews_of(state, seat, row) for seat, row in enumerate(worths)]
        self.updates: dict[tuple[int | None, str, tuple[str, ...]], MakeUpdate] = {}
        self._news: tuple[int, News, Narration] | None = None

    def news(self, have: int) -> tuple[News, Narration]:
        """The news since the revision `have`, kept since most viewers have seen the same one."""
        if self._news is None or self._news[0] != have:
            news = self.history.news(have)
            if len(news.log) - news.log_from > MAX_MISSED:
                news = self.history.news(-1)
            self._news = (have, news, Narration(news.log, news.log_from, news.events))
        return self._news[1:]

    def is_still(self, history: TableHistory) -> bool:
        """Whether no entry has been added since."""
        return self.history is history and self.revision == history.revision


class UpdateCache:
    """Parts of updates that are computed once for all viewers of a table, until it changes."""

    def __init__(self) -> None:
        self._snapshot: Snapshot | None = None
        self._config: Config | None = None
        self._offers: dict[tuple[int, str], tuple[tuple[Any, ...], list[Offer]]] = {}

    def for_seat(self, history: TableHistory, seat: int | None, names: Sequence[str]) -> MakeUpdate:
        """What makes updates for all viewers from `seat` in the reader's language."""
        snapshot, reader = self.snapshot_of(history), (seat, language(), tuple(names))
        if reader not in snapshot.updates:
            snapshot.updates[reader] = self._seen_from(snapshot, seat, names)
        return snapshot.updates[reader]

    def snapshot_of(self, history: TableHistory) -> Snapshot:
        """The snapshot of the present revision."""
        snapshot = self._snapshot
        if snapshot is None or not snapshot.is_still(history) or len(snapshot.updates) >= MAX_READERS:
            self._snapshot = snapshot = Snapshot(history)
        return snapshot

    def _seen_from(self, snapshot: Snapshot, seat: int | None, names: Sequence[str]) -> MakeUpdate:
        history, game, over = snapshot.history, snapshot.history.game, snapshot.history.is_over
        if self._config is None:
            self._config = config_of(game)
        seen = seen_from(snapshot.table, snapshot.public, seat)
        offers = [] if seat is None or over else self._offers_to(game, seat)
        # A computer that plays a person's seat is asked instead.
        asked = None if seat is None or history.levels[seat] else seat
        return partial(
            Update,
            revision=history.revision,
            hash=hash_of(seen),
            config=self._config,
            view=seen,
            question=None if over else question_shown(game, asked, names, offers),
            offers=offers,
            worth=snapshot.worth,
            fights={} if seat is None or over else fights_of(game.state, seat),
            one_lord_left=[] if over else with_one_lord_left(seen),
            preview=[known if over or known.seat == seat else others for known, others in snapshot.previews],
            undo=UndoShown(history.can_undo(seat), history.can_redo(seat), history.can_restart(seat)),
            turn_of=seen.active,
            over=over,
            result=result_of(game, names, history.settlement) if over else None,
        )

    def _offers_to(self, game: Game, seat: int) -> list[Offer]:
        """The offers to the seat, kept since they seldom change between answers."""
        reader, key = (seat, language()), what_offers_depend_on(game.state, seat)
        if self._offers.get(reader, ((), []))[0] != key:
            self._offers[reader] = (key, offers_to(game, seat))
        return self._offers[reader][1]


def update_for(
    history: TableHistory,
    seat: int | None,
    context: UpdateContext,
    have: int = -1,
    cache: UpdateCache | None = None,
    *,
    is_log_whole: bool = False,
) -> Update:
    """The table as `seat` sees it (None: a spectator), for somebody who has seen the revision `have`. It has
    all the log if `is_log_whole`: the names in what was sent before may be old."""
    names, cache = tuple(isolated(person.name) for person in context.people), cache or UpdateCache()
    made = cache.for_seat(history, seat, names)
    snapshot = cache.snapshot_of(history)
    news, narration = snapshot.news(have)
    log_news, log = snapshot.news(-1) if is_log_whole else (news, narration)
    over, hot_seat = history.is_over, _hot_seat(context.people, history.asked)
    return made(
        people=list(context.people),
        undone=news.undone,
        events=narration.events(seat),
        log_from=log_news.log_from,
        log=log.lines(LOG_LINES, names, seat),
        results_url=context.results_url if over else None,
        rematch_url=context.rematch_url if over else None,
        record_url=context.record_url if over else None,
        commitment=context.commitment,
        seed=context.seed if over or context.is_seed_open else None,
        salt=context.salt if over else None,
        hot_seat=hot_seat,
        hot_question=_hot_question(history.game, seat, hot_seat, names),
        proposal=proposal_of(history.settlement, context.deciders, names) or UNSET,
    )


def proposal_of(settled: Settlement, deciders: Sequence[int], names: Sequence[str]) -> ProposalShown | None:
    """The end that somebody proposes, if one is proposed."""
    if not settled.proposed:
        return None
    end: Any = settled.proposed
    text = _("{name} proposes to end the game with the current score.")
    if end == VOID:
        text = _("{name} proposes to declare the game void.")
    asked = [seat for seat in deciders if seat not in settled.agreed]
    return ProposalShown(end, text.format(name=names[settled.agreed[0]]), [*settled.agreed], asked)


def _hot_seat(people: Sequence[Person], asked: int | None) -> int | UnsetType:
    """The seat that is asked, if it belongs to one of several people who share the browser."""
    here = [person.seat for person in people if person.local]
    if asked is None or asked not in here or len(here) < 2 or people[asked].level is not None:
        return UNSET
    return asked


def _hot_question(
    game: Game, seat: int | None, hot_seat: int | UnsetType, names: Sequence[str]
) -> QuestionShown | UnsetType:
    """The question to another person at the same browser, if it is whether to buy an ally: prices and pearls
    are public, so nobody needs to be alone with the screen."""
    if hot_seat is UNSET or seat is None or seat == hot_seat or game.question.kind != QUESTION_NAMES[OFFER]:
        return UNSET
    return question_shown(game, hot_seat, names, [])


def hash_of(seen: View) -> str:
    """16 hex digits of a view as compact JSON, its keys in the order in which they are sent."""
    return blake2b(json.encode(seen), digest_size=8).hexdigest()


def config_of(game: Game) -> Config:
    """The variant that is played; it never changes."""
    table = game.table
    regent = None if table.regent is None else table.regent_level
    return Config(table.players, table.kraken, table.leviathan, regent, Options.of(game.state).to_dict())


def with_one_lord_left(seen: View) -> list[int]:
    """The seats whose next lord is the seventh; none once the end has been triggered."""
    if seen.is_over or seen.ending_player is not None:
        return []
    return [seat for seat, held in enumerate(seen.seats) if len(held.lords) == LORDS_TO_END - 1]


Moment = tuple[Any, ...]
Reader = tuple[Any, ...]

# Five seats and spectators, each with the last update or none before; more are rare.
MAX_WRITTEN = 12


class WrittenUpdates:
    """The written updates of a table at one moment, by their readers."""

    def __init__(self) -> None:
        self._moment: Moment = ()
        self._written: dict[Reader, bytes] = {}

    def get(self, moment: Moment, reader: Reader, write: Callable[[], bytes]) -> bytes:
        """The update for a reader; `write` makes it unless it has been made for another reader of the
        same."""
        if moment != self._moment or len(self._written) >= MAX_WRITTEN:
            self.forget()
            self._moment = moment
        if reader not in self._written:
            self._written[reader] = write()
        return self._written[reader]

    def forget(self) -> None:
        """Forget all updates, since nobody looks any more."""
        self._moment = ()
        self._written = {}


# Letters of the private use area, which names cannot contain.
FIRST = 0xE000
_LEADING, _SECOND, LAST = chr(FIRST).encode()
LEADING = bytes([_LEADING])


def stand_ins(count: int) -> list[str]:
    """The letters that replace the names of this many seats."""
    return [chr(FIRST + seat) for seat in range(count)]


def nameless(people: Sequence[Person]) -> list[Person]:
    """The same people, with letters in place of their names."""
    letters = stand_ins(len(people))
    return [replace(person, name=letter) for person, letter in zip(people, letters, strict=True)]


def with_names(message: bytes, names: Sequence[str]) -> bytes:
    """A message as JSON, its stand-ins replaced by the names, which are isolated inside texts.

    In one go, since messages are long: in UTF-8 the last of three bytes says which stand-in it is. One byte
    is found in half the time of two, and only private letters begin with this one.
    """
    written, inside = [escaped(name) for name in names], [escaped(isolated(name)) for name in names]
    first, *others = message.split(LEADING)
    if written == inside:
        return first + b"".join([written[other[1] - LAST] + other[2:] for other in others])
    # Where there is nothing else between the quotes, it is no text but a name.
    return first + b"".join(
        (written if before.endswith(b'"') and other[2:3] == b'"' else inside)[other[1] - LAST] + other[2:]
        for before, other in zip([first, *others], others, strict=False)
    )


@lru_cache(maxsize=1000)
def escaped(text: str) -> bytes:
    r"""A text as JSON may write it: "Ann" is `\u0041\u006E\u006E`."""
    units = memoryview(text.encode("utf-16-be")).cast("B").hex(" ", 2).upper().split()
    return "".join(f"\\u{unit}" for unit in units).encode()

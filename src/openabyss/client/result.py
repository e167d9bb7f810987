"""How a game ends: what the people at a table settle among themselves, and the scores of every seat.

People settle who has conceded, which end is proposed, and who wants a computer to play for somebody who is
away. It is about the table, and the game knows nothing of it: where it was ended, its last question stays
open in its record, and nobody is asked any more.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

import numpy as np

from openabyss.client.protocol.from_server import ScoreRow, ScoresShown
from openabyss.client.protocol.parts import Preview, ResultRow, ResultShown
from openabyss.errors import InvalidRecord
from openabyss.play.game import Game
from openabyss.rules.cards.allies import KINDS_OF_RACE, VALUE_OF
from openabyss.rules.cards.printed import LOCATIONS
from openabyss.rules.scoring import note_worths, score, tokens_influence
from openabyss.rules.state import AVAILABLE, DRAWN, State
from openabyss.table import score_sheet
from openabyss.words import _, ngettext
from openabyss.words.cards.codes import KIND_CODES, LOCATION_IDS
from openabyss.words.listing import all_of
from openabyss.words.questions.wording import seat_name

# How a game has ended that did not end by its rules: all but one have conceded; or all agreed that it ends
# as it is scored at that moment, or that it is void.
CONCEDED, SCORED, VOID = "conceded", "scored", "void"
# What can be proposed.
PROPOSABLE = (SCORED, VOID)
# Between the end that is proposed and the seats that have to agree.
ASKS = ":"


@dataclass(frozen=True, slots=True)
class Settlement:
    """conceded: the seats that have, in this order. ended: how the table has ended the game, or "".
    proposed: the end that is proposed, and the seats that agree, of which the first has proposed it. votes:
    by seats of people who are away, who wants a computer to play there."""

    conceded: tuple[int, ...] = ()
    ended: str = ""
    proposed: str = ""
    agreed: tuple[int, ...] = ()
    votes: tuple[tuple[int, int], ...] = ()

    def conceding(self, seat: int, *, ends: bool) -> "Settlement":
        """The seat concedes; it ends the game where nobody is left to play it on."""
        conceded = (*self.conceded, seat)
        if ends:
            return Settlement(conceded, CONCEDED)
        agreed = tuple(other for other in self.agreed if other != seat)
        return replace(
            self, conceded=conceded, agreed=agreed, proposed=self.proposed if agreed else "", votes=()
        )

    def proposing(self, seat: int, end: str, asked: Iterable[int]) -> "Settlement":
        """The seat proposes an end or agrees to it; it comes when all who are asked have agreed."""
        agreed = (*(self.agreed if end == self.proposed else ()), seat)
        if set(asked) <= set(agreed):
            return Settlement(self.conceded, end)
        return replace(self, proposed=end, agreed=tuple(dict.fromkeys(agreed)))

    def declining(self) -> "Settlement":
        """Somebody does not agree, or takes back what they have proposed."""
        return replace(self, proposed="", agreed=())

    def voting(self, voter: int, seat: int) -> "Settlement":
        """The voter wants a computer to play on this seat."""
        return replace(self, votes=tuple(dict.fromkeys((*self.votes, (seat, voter)))))

    def returned(self, seat: int) -> "Settlement":
        """Somebody who was away is there again, or replaced: the votes are taken back."""
        return replace(self, votes=tuple(vote for vote in self.votes if vote[0] != seat))

    def votes_for(self, seat: int) -> list[int]:
        """The seats that want a computer to play on this one."""
        return [voter for voted, voter in self.votes if voted == seat]

    def places(self, ranking: Sequence[Sequence[int]]) -> list[int]:
        """The place of each seat from 1, given the groups of those who are level by the rules; 0 for all
        where the game counts for nobody. Who has conceded is behind all others, the first to do so last."""
        count = sum(map(len, ranking))
        if self.ended == VOID:
            return [0] * count
        others = [[seat for seat in group if seat not in self.conceded] for group in ranking]
        groups = [*filter(None, others), *([seat] for seat in reversed(self.conceded))]
        ahead = [sum(len(group) for group in groups[:number]) for number in range(len(groups))]
        by_seat = {seat: before + 1 for group, before in zip(groups, ahead, strict=True) for seat in group}
        return [by_seat[seat] for seat in range(count)]

    def to_record(self) -> dict[str, Any]:
        """What a record says of it beside the game; nothing where nothing was settled."""
        if not (self.conceded or self.ended):
            return {}
        return {"settlement": {"conceded": [*self.conceded], "ended": self.ended}}


NOTHING = Settlement()


def settlement_of(record: Mapping[str, Any], players: int) -> Settlement:
    """What a record that plays says of it. Raises InvalidRecord."""
    said = record.get("settlement")
    if said is None:
        return NOTHING
    conceded, ended = said.get("conceded", []), said.get("ended", "")
    is_known = bool(conceded) or ended != CONCEDED
    if not is_known or len({*conceded}) < len(conceded) or not {*conceded} < {*range(players)}:
        raise InvalidRecord(
            _("settlement: nobody can have settled this at a table of {count}").format(count=players)
        )
    return Settlement(tuple(conceded), ended)


def write_proposal(end: str, asked: Iterable[int]) -> str:
    """As entries store it: "scored:0,2"."""
    return f"{end}{ASKS}{','.join(map(str, asked))}"


def read_proposal(text: str) -> tuple[str, list[int]] | None:
    """The end, and who has to agree; None for what is none."""
    end, _colon, asked = text.partition(ASKS)
    seats = asked.split(",")
    if end not in PROPOSABLE or not all(seat.isascii() and seat.isdecimal() for seat in seats):
        return None
    return end, [int(seat) for seat in seats]


def majority(voters: int) -> int:
    """How many of these voters are more than half of them."""
    return voters // 2 + 1


# The rows after those that are counted: the total, and the pearls that break ties.
NOT_COUNTED = 2


def result_of(game: Game, names: Sequence[str], settled: Settlement = NOTHING) -> ResultShown:
    """The result of a game that is over, or was ended at its table; seats without a name are called by their
    number."""
    named = [seat_name(seat, names) for seat in range(game.players)]
    counted = [
        (title, [int(cell) for cell in cells])
        for title, cells in score_sheet.score_rows(game.state, None, is_open=True)[:-NOT_COUNTED]
    ]
    sums = accumulate((points for _title, points in counted), _added)
    rows = [ResultRow(title, points, so_far) for (title, points), so_far in zip(counted, sums, strict=True)]
    placed = settled.places(game.ranking)
    won = outcome_in_words(game, named, settled)
    is_by_count = settled.ended != VOID and not settled.conceded
    return ResultShown(
        outcome=won,
        ending=ending_in_words(game, named, settled),
        tie=score_sheet.tie_in_words(game.state, named) if is_by_count else "",
        places=placed,
        rows=rows,
        summary="\n".join([won, *_standings(placed, names, rows[-1].sums), "OpenAbyss"]),
    )


def outcome_in_words(game: Game, names: Sequence[str], settled: Settlement) -> str:
    """Who has won, in one sentence."""
    if settled.ended == VOID:
        return _("The game is void: it counts for nobody.")
    winners = [seat for seat, place in enumerate(settled.places(game.ranking)) if place == 1]
    if settled.ended == CONCEDED and len(settled.conceded) == game.players - 1:
        return _("{name} wins, since the others have conceded.").format(name=names[winners[0]])
    return score_sheet.outcome(game.state, names, winners)


def ending_in_words(game: Game, names: Sequence[str], settled: Settlement) -> str:
    """Why the game has ended, and who has conceded before."""
    sentences = [score_sheet.ending_in_words(game.state)]
    if settled.ended in (SCORED, VOID):
        sentences = [_("All players have agreed to end it here.")]
    if settled.conceded:
        text = ngettext("{names} has conceded.", "{names} have conceded.", len(settled.conceded))
        sentences.append(text.format(names=all_of([names[seat] for seat in settled.conceded])))
    return " ".join(filter(None, sentences))


def _standings(placed: Sequence[int], names: Sequence[str], scores: Sequence[int]) -> list[str]:
    """A line for each seat, the winner first."""
    lines = sorted(zip(placed, names, scores, strict=True))
    return [
        f"{f'{place}. ' if place else ''}{name} {str(score).replace('-', '−')}"
        for place, name, score in lines
    ]


def _added(one: list[int], other: list[int]) -> list[int]:
    return [first + second for first, second in zip(one, other, strict=True)]


def scores_of(
    game: Game, seat: int | None, names: Sequence[str], request: str = "", settled: Settlement = NOTHING
) -> ScoresShown:
    """The score of every seat by kind, as `seat` may know it (None: a spectator)."""
    is_over = game.is_over or bool(settled.ended)
    rows = score_sheet.score_rows(game.state, seat, is_open=is_over)
    return ScoresShown(
        id=request,
        title=score_sheet.preview_title(is_over=is_over),
        rows=[ScoreRow(title, cells) for title, cells in rows],
        closing=closing_words(game, names, settled) if is_over else "",
    )


def closing_words(game: Game, names: Sequence[str], settled: Settlement = NOTHING) -> str:
    """Why the game has ended, and who has won."""
    ending, outcome = ending_in_words(game, names, settled), outcome_in_words(game, names, settled)
    return f"{ending} {outcome}".strip()


_IDS = [*map(str, LOCATION_IDS)]
_KINDS: list[list[int]] = KINDS_OF_RACE.tolist()
_VALUES: list[int] = VALUE_OF.tolist()


def worths_of(state: State) -> list[list[int]]:
    """What each location would give each seat now, by the numbers of the rules."""
    worths = np.zeros((state.players, LOCATIONS), np.int16)
    for seat, row in enumerate(worths):
        note_worths(state, seat, row)
    return [row.tolist() for row in worths]


def worth_shown(state: State, worths: Sequence[Sequence[int]]) -> dict[str, list[int]]:
    """What each location that may still be taken would give the seats now, by id."""
    tiles = [tile for tile, place in enumerate(state.location_place.tolist()) if place in (AVAILABLE, DRAWN)]
    return {_IDS[tile]: [row[tile] for row in worths] for tile in tiles}


def previews_of(state: State, seat: int, worths: Sequence[int]) -> tuple[Preview, Preview]:
    """A score if the game ended now: as those read it who know the monster tokens of the seat, and others."""
    total, places = int(score(state, seat)), state.location_place.tolist()
    known = total - int(tokens_influence(state, seat))
    locations = {_IDS[tile]: worths[tile] for tile, place in enumerate(places) if place == seat}
    affiliated = state.affiliated[seat].tolist()
    by_race = ([kind for kind in kinds if affiliated[kind]] for kinds in _KINDS)
    counting = [KIND_CODES[max(held, key=_VALUES.__getitem__)] for held in by_race if held]
    of_others = None if any(state.monster_tokens[seat].tolist()) else known
    return Preview(seat, total, total, locations, counting), Preview(
        seat, of_others, known, locations, counting
    )

"""What the people at a table have settled among themselves: who has conceded, which end is proposed, and who
wants a computer to play for somebody who is away. It is about the table, and the game knows nothing of it:
where it was ended, its last question stays open in its record, and nobody is asked any more."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from openabyss.errors import InvalidRecord
from openabyss.words import _

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

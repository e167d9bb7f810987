"""Why an answer is better than another, in words: the same for hints, reviews and puzzles."""

from collections.abc import Sequence

from openabyss.players.search.contrast import (
    CONTINUATIONS,
    HAND,
    INFLUENCE_POINTS,
    KEYS,
    PEARLS,
    TOKENS,
    Deed,
    Reason,
    Stock,
)
from openabyss.rules.events import EVENT_NAMES
from openabyss.rules.state import NOBODY
from openabyss.words import N_, _
from openabyss.words.cards.codes import races_named
from openabyss.words.log import EventRow, sentence
from openabyss.words.numbers import Number

_STOCKS_IN_WORDS = {
    INFLUENCE_POINTS: N_("{name} then has {first} influence on average; after the other answer, {second}."),
    PEARLS: N_("{name} then has {first} pearls on average; after the other answer, {second}."),
    KEYS: N_("{name} then has {first} keys on average; after the other answer, {second}."),
    TOKENS: N_("{name} then has {first} monster tokens on average; after the other answer, {second}."),
    HAND: N_("{name} then has {first} × {races} in hand on average; after the other answer, {second}."),
}


def reasons_in_words(found: Sequence[Reason], names: Sequence[str], viewer: int | None) -> list[str]:
    """Why the first answer of a contrast is better than the second, in a few sentences for the seat `viewer`,
    or for everybody. They also say what speaks against it, and where that is no explanation."""
    sentences = [reason_in_words(reason, names, viewer) for reason in found]
    if not sentences:
        return [_("Nothing stands out in the next turns: the difference comes later, or over many games.")]
    if sum(reason.value for reason in found) <= 0:  # The value of the first is only a number.
        sentences.append(_("What makes up for it comes later, or over many games."))
    return sentences


def reason_in_words(reason: Reason, names: Sequence[str], viewer: int | None) -> str:
    """What happens more often, or who has more, after one of the answers."""
    return _deed(reason, names, viewer) if isinstance(reason, Deed) else _stock(reason, names)


def _deed(reason: Deed, names: Sequence[str], viewer: int | None) -> str:
    kind, player, amount, what, seen_by = reason.row
    row = EventRow(EVENT_NAMES[kind], player, amount, what, None if seen_by == NOBODY else seen_by)
    text = _("{deed} That happens in {first} of {all} continuations; after the other answer, in {second}.")
    return text.format(
        deed=sentence(row, names, viewer), first=reason.first, second=reason.second, all=CONTINUATIONS
    )


def _stock(reason: Stock, names: Sequence[str]) -> str:
    return _(_STOCKS_IN_WORDS[reason.stock]).format(
        name=names[reason.seat],
        races=races_named(reason.race),
        first=f"{Number(reason.first):.1f}",
        second=f"{Number(reason.second):.1f}",
    )

"""What the open question is about, in the words of the rulebook: ids of cards, codes, seats, amounts."""

from typing import Any

from msgspec import Struct, json

from openabyss.rules.questions import QUESTIONS, Topic, open_question, unpack
from openabyss.rules.state import EMPTY, State
from openabyss.table.facts import FACTS
from openabyss.words.cards.codes import code_of_kind


class About(Struct, frozen=True, kw_only=True, omit_defaults=True, repr_omit_defaults=True):
    """What a question is about; None where it is not about such a thing.

    lord: the id of the lord to be paid for or welcomed, or whose power asks.
    location: the id of the location that is being controlled, searched or given away.
    leviathan: the id of the leviathan that attacks or is fought.
    card: the code of the card on the track that is offered or met. space: where it lies, 1 to 5.
    race: the race of the stack already taken, or that was named.
    price, receiver: how much is to be paid, and the seat that gets it; None is the supply.
    opponent: the seat whose lord or token is chosen.
    challengers: seats that may take the figure of the Kraken. receivers: those chosen for a nebulis so far.
    level: of the reward. limit: how many allies may be kept. allies: how many are still to be lost.
    nebulis: what the allies lost so far bring. tokens: how many are to be drawn.
    """

    lord: int | None = None
    location: int | None = None
    leviathan: int | None = None
    card: str | None = None
    space: int | None = None
    race: str | None = None
    price: int | None = None
    receiver: int | None = None
    opponent: int | None = None
    challengers: tuple[int, ...] | None = None
    receivers: tuple[int, ...] | None = None
    level: int | None = None
    limit: int | None = None
    allies: int | None = None
    nebulis: int | None = None
    tokens: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """What it is about, without what it is not about, ready for JSON."""
        written: dict[str, Any] = json.decode(json.encode(self))
        return written


# What only positions tell of a question: for whom chance draws, from which pile, how dice are counted.
UNTOLD = ("player", "pile", "dice")


def about_of(state: State) -> About:
    """What the open question of a table is about."""
    what, _player, detail = open_question(state)
    topics = QUESTIONS[what].topics
    facts = [(FACTS[topic], part) for topic, part in zip(topics, unpack(topics, detail), strict=True)]
    told: dict[str, Any] = {fact.name: fact.public(part) for fact, part in facts if fact.name not in UNTOLD}
    if Topic.TRACK_SPACE in topics and state.track[detail] != EMPTY:
        told["card"] = code_of_kind(int(state.track[detail]))
    return About(**told)

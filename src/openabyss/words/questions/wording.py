"""How a question is worded: what it asks, what its answers say, and why one of them is not allowed.

Every question has one Wording, in the chapter of the rules that asks it: `wordings/lords.md` holds its texts,
and `lords.py` the functions that write those which depend on the table.
"""

import re
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from openabyss.rules.cards.smugglers import keeps_pearls_back
from openabyss.rules.chapters import means_of, sum_hand
from openabyss.rules.questions import QUESTIONS, Topic, unpack
from openabyss.rules.state import DEPTH_PLACE, EMPTY, FRAME, STACK_PLACE, State, copy_of, numbers_of
from openabyss.words import _
from openabyss.words.cards.codes import (
    cards,
    kind_name,
    money,
    pearls,
    race_name,
    race_of_stack,
    token_effect,
    token_name,
)
from openabyss.words.cards.leviathans import leviathan_on, name_of_leviathan, zone_name
from openabyss.words.cards.printed import name_of_location, name_of_lord, name_of_sentinel
from openabyss.words.markdown import flat, sections


@dataclass(eq=False)
class Asked:
    """A question as it is asked: at this table, of this player; `names` are the seats'.

    what, detail: its number, and what it is about in one number.
    """

    state: State
    player: int
    what: int
    detail: int
    names: Sequence[str] = ()

    @cached_property
    def about(self) -> Mapping[Topic, int]:
        """What it is declared to be about."""
        topics = QUESTIONS[self.what].topics
        return dict(zip(topics, unpack(topics, self.detail), strict=True))

    @cached_property
    def with_hand_summed(self) -> State:
        """A copy of the table with the notes of `sum_hand` for the player, made once for all lords."""
        scratch = copy_of(self.state)
        sum_hand(scratch, self.player)
        return scratch


# The words for the {places} of a text.
Places = dict[str, str]
# What writes a text, given the number of the thing that is pointed at; a question; words for further places.
TextWriter = Callable[[Asked, int], str | None]
PromptWriter = Callable[[Asked], str]
PlacesWriter = Callable[[Asked], Places]
# A text with {places}, or what writes it.
Text = str | TextWriter


@dataclass(frozen=True, slots=True)
class Answer:
    """Answers of one sort: "yes", "pass", "plot", or a word of `actions.POINTERS`, such as "lord".

    Without a `label` the name of the thing is enough. Yes and no have the places of the question, things
    those of their sort. `short` is enough where one sees what is pointed at. `typed` is the word in typed
    actions where it is not the sort. `why_not` says why a thing is not a legal answer, nothing where it sees
    nothing wrong. `means` is what comes of the answer: what it costs and brings.
    """

    sort: str
    label: Text = ""
    short: Text = ""
    typed: str | None = None
    why_not: Text = ""
    means: Text = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """All that a question says. `prompt` is a text with {places}, or writes itself; `answers` are by sort.

    What the question is about has its place by itself; `places` are those beyond. Where a question
    `respects_sentinels`, those of others keep what they guard.
    """

    prompt: str | PromptWriter
    answers: dict[str, Answer]
    places: PlacesWriter
    respects_sentinels: bool


# ------------------------------------------------------------------------- wordings as they are written

FOLDER = Path(__file__).parent / "wordings"
ANSWER = re.compile(r"\*\*(?P<sort>\w+)\*\*(?: \((?P<typed>\w+)\))?(?:: (?P<label>.+))?")
NAME = re.compile(r"`(\w+)`")
RESPECTS_SENTINELS = "sentinels"


class Section(NamedTuple):
    """What a file says of a question; `codes` are the names beside that of the question."""

    question: str
    codes: list[str]
    prompt: str
    answers: list[Answer]

    def texts(self) -> Iterator[str]:
        """All that is to be translated: texts that have words of their own."""
        parts = ((one.label, one.short, one.why_not, one.means) for one in self.answers)
        for text in (self.prompt, *(str(part) for answer in parts for part in answer)):
            if NAME.fullmatch(text) is None and re.sub(r"{\w+}", "", text):
                yield text


def sections_of(text: str, written: Callable[[str], Text] = str) -> Iterator[Section]:
    """The sections of a file, the texts of answers as `written`."""
    for heading, (prompt, *answers) in sections(text):
        question, *codes = heading.replace("`", "").split()
        yield Section(question, codes, flat(prompt), [_answer(one, written) for one in answers])


def _answer(block: str, written: Callable[[str], Text]) -> Answer:
    first, *others = map(flat, block.split("\n- "))
    found = ANSWER.fullmatch(first)
    if found is None:
        raise ValueError(f"{first!r} is no answer")
    pairs = (one.partition(": ") for one in others)
    parts = {title.replace(" ", "_"): written(text) for title, _colon, text in pairs}
    return Answer(found["sort"], written(found["label"] or ""), typed=found["typed"], **parts)


def wordings_in(file: str, *modules: dict[str, Any]) -> dict[str, Wording]:
    """The wordings in a file of the folder, by the names of their questions.

    Below the name of a question is what it asks, then each sort of answer: the word that is typed for it, in
    brackets, its label, and in a list `short`, `why not` and `means`, as in `Answer`. A name in `backticks`
    is that of the function which writes the text, in one of the modules, which are given as `globals()` or
    `vars(phrases)`. Beside the name of the question is that of one for further places, a PlacesWriter, and
    `sentinels`, where they are respected.
    """
    functions = ChainMap(*modules)

    def written(text: str) -> Any:
        name = NAME.fullmatch(text)
        return text if name is None else functions[name[1]]

    found = {}
    for question, codes, prompt, answers in sections_of((FOLDER / file).read_text("utf-8"), written):
        further = [functions[code] for code in codes if code != RESPECTS_SENTINELS]
        found[question] = Wording(
            written(prompt),
            {answer.sort: answer for answer in answers},
            places=further[0] if further else lambda _asked: {},
            respects_sentinels=RESPECTS_SENTINELS in codes,
        )
    return found


# ------------------------------------------------------------------------------------ the open question


def asked_of(state: State, player: int | None = None, names: Sequence[str] = ()) -> Asked:
    """The open question, to the player who is asked or as if it were to `player`."""
    what, asked, detail = asked_in(numbers_of(state))
    return Asked(state, asked if player is None else player, what, detail, names)


def asked_in(numbers: memoryview) -> list[int]:
    """What is asked at a table, of whom, and about what, by its numbers: in a fraction of the time that a
    compiled rule takes to answer Python."""
    end = STACK_PLACE + FRAME * numbers[DEPTH_PLACE]
    return numbers[end - FRAME : end].tolist()


def places_of_question(wording: Wording, asked: Asked) -> Places:
    """What a question is about, in words, and what else it says."""
    return wording.places(asked) | topic_placeholders(asked)


def places_of_thing(sort: str, thing: int, asked: Asked) -> Places:
    """What an answer of a sort points at, in words: its name first; nothing for yes and no."""
    return THINGS[sort](asked, thing) if sort in THINGS else {}


def topic_placeholders(asked: Asked) -> Places:
    """What a question is about, for the places of a text."""
    places: Places = {}
    for topic, number in asked.about.items():
        if topic in TOPICS:
            places |= TOPICS[topic](asked, number)
    return places


def seat_name(seat: int, names: Sequence[str]) -> str:
    """The name of a seat; seats without a name are called by their number."""
    return names[seat] if seat < len(names) else _("player {seat}").format(seat=seat + 1)


# --------------------------------------- what a question is about and an answer points at, in words


def price_in_words(asked: Asked, price: int) -> str:
    """A price as the player asked pays it: "3 pearls", "2 pearls and 1 nebulis", or "3 (pearls or nebulis)"
    where that is for the player to say."""
    state, player = asked.state, asked.player
    owned = int(state.pearls[player])
    needed, allowed = max(0, price - owned), min(price, int(means_of(state, player)) - owned)
    if needed < allowed and keeps_pearls_back(state, player):
        return _("{price} (pearls or nebulis)").format(price=price)
    return money(price - needed, needed) if needed <= allowed else pearls(price)


def _space_of_track(asked: Asked, space: int) -> Places:
    """What is on a space of the track, and what it costs."""
    return {
        "card": kind_name(int(asked.state.track[space])),
        "space": str(space + 1),
        "price": price_in_words(asked, int(asked.state.price)),
        "threat": str(asked.state.threat),
    }


TOPICS: dict[Topic, Callable[[Asked, int], Places]] = {
    Topic.LORD: lambda asked, lord: {"lord": name_of_lord(lord)},
    Topic.SENTINEL: lambda asked, token: {"lord": name_of_sentinel(token)},
    Topic.LOCATION: lambda asked, location: {"location": name_of_location(location)},
    Topic.RACE: lambda asked, race: {"race": race_name(race, count=2)},
    Topic.OPPONENT: lambda asked, seat: {"player": seat_name(seat, asked.names)},
    Topic.TRACK_SPACE: _space_of_track,
    Topic.LIMIT: lambda asked, limit: {"cards": cards(limit)},
    Topic.PRICE: lambda asked, price: {"price": price_in_words(asked, price)},
}


def _stack(asked: Asked, race: int) -> Places:
    count = int(asked.state.council[race].sum())
    return {"race": race_of_stack(race), "cards": cards(count), "count": str(count)}


def _zone(asked: Asked, zone: int) -> Places:
    leviathan = int(asked.state.border[zone])
    return {
        "leviathan": leviathan_on(asked.state, zone),
        "zone": zone_name(zone),
        "name": zone_name(zone) if leviathan == EMPTY else name_of_leviathan(leviathan),
    }


# The places of a label by the sort of thing; the first alone is the name of the thing.
THINGS: dict[str, Callable[[Asked, int], Places]] = {
    "number": lambda asked, number: {"value": str(number), "pearls": pearls(number)},
    "stack": _stack,
    "token": lambda asked, token: {"token": token_name(token), "effect": token_effect(token)},
    "player": lambda asked, seat: {"player": seat_name(seat, asked.names)},
    "zone": _zone,
    "card": lambda asked, kind: {"card": kind_name(kind)},
    "location": lambda asked, location: {"location": name_of_location(location)},
    "lord": lambda asked, lord: {"lord": name_of_lord(lord)},
}

"""How a question is worded: what it asks, what its answers say, and why one of them is not allowed.

Every question has one Wording, in the chapter of the rules that asks it (`turn`, `exploring`, `lords`, …).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from openabyss.rules.questions import QUESTIONS, Topic, open_question, unpack
from openabyss.rules.state import State
from openabyss.words import _
from openabyss.words.cards.codes import cards, kind_name, pearls, race_name, token_name
from openabyss.words.cards.leviathans import leviathan_on, zone_name
from openabyss.words.cards.locations import name_of_location
from openabyss.words.cards.lords import name_of_lord, name_of_sentinel


class Asked(NamedTuple):
    """A question as it is asked: at this table, of this player; `names` are the seats'.

    `about` holds what it is declared to be about, and `detail` the same in one number.
    """

    state: State
    player: int
    detail: int
    about: Mapping[Topic, int]
    names: Sequence[str] = ()


# The words for the {places} of a text.
Places = dict[str, str]


def _no_more(_asked: Asked) -> Places:
    return {}


@dataclass(frozen=True, slots=True)
class Answer:
    """Answers of one sort, such as the lords: what people read on them, and how they type them.

    A `label` is a text with {places}, or writes itself given the number of the thing that is pointed at;
    without one the name of the thing is enough. Yes and no have the places of the question, things those
    of their sort. `short` is enough where one sees what is pointed at. `typed` is the word in typed actions
    where it is not that of the sort. `why_not` says why a thing is not a legal answer; if it writes itself,
    it is None where it sees nothing wrong. `means` is what comes of the answer: what it costs and brings.
    """

    label: str | Callable[[Asked, int], str] = ""
    short: str | Callable[[Asked, int], str] = ""
    typed: str | None = None
    why_not: str | Callable[[Asked, int], str | None] = ""
    means: str | Callable[[Asked, int], str] = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """All that a question says. `prompt` is a text with {places}, or writes itself.

    `answers` are by sort: "yes", "pass", "plot" and the words of `actions.POINTERS`. What the question is
    about has its place by itself; `places` are those beyond. `minds_sentinels`: the sentinels of others
    keep what they guard.
    """

    prompt: str | Callable[[Asked], str]
    answers: Mapping[str, Answer]
    places: Callable[[Asked], Places] = _no_more
    minds_sentinels: bool = False


def asked_of(state: State, player: int | None = None, names: Sequence[str] = ()) -> Asked:
    """The open question, to the player who is asked or as if it were to `player`."""
    what, asked, detail = open_question(state)
    topics = QUESTIONS[what].topics
    about = dict(zip(topics, unpack(topics, detail), strict=True))
    return Asked(state, asked if player is None else player, detail, about, names)


def prompt_in(wording: Wording, asked: Asked) -> str:
    """The question as a whole sentence."""
    if callable(wording.prompt):
        return wording.prompt(asked)
    return _(wording.prompt).format(**_of_question(wording, asked))


def label_in(wording: Wording, sort: str, thing: int, asked: Asked) -> str:
    """What a person reads on the answer of this sort that points at `thing`."""
    label = wording.answers[sort].label
    if callable(label):
        return label(asked, thing)
    if not label:
        return next(iter(THINGS[sort](asked, thing).values()))
    return _(label).format(**_places(wording, sort, thing, asked))


def short_label_in(wording: Wording, sort: str, thing: int, asked: Asked) -> str:
    """What is enough on the answer where one sees `thing`; empty where the label is short already."""
    short = wording.answers[sort].short
    if callable(short):
        return short(asked, thing)
    return _(short).format(**_places(wording, sort, thing, asked)) if short else ""


def meaning_in(wording: Wording, sort: str, thing: int, asked: Asked) -> str:
    """What comes of the answer of this sort that points at `thing`."""
    means = wording.answers[sort].means
    if callable(means):
        return means(asked, thing)
    return _(means).format(**_of_question(wording, asked) | _places(wording, sort, thing, asked))


def why_not_in(wording: Wording, sort: str, thing: int, asked: Asked) -> str | None:
    """Why `thing` is not a legal answer; None if nothing is known against it."""
    why_not = wording.answers[sort].why_not
    if callable(why_not):
        return why_not(asked, thing)
    return _(why_not).format(**_places(wording, sort, thing, asked)) if why_not else None


def _places(wording: Wording, sort: str, thing: int, asked: Asked) -> Places:
    return THINGS[sort](asked, thing) if sort in THINGS else _of_question(wording, asked)


def _of_question(wording: Wording, asked: Asked) -> Places:
    return wording.places(asked) | matter_in_words(asked)


def matter_in_words(asked: Asked) -> Places:
    """What a question is about, for the places of a text."""
    places: Places = {}
    for topic, number in asked.about.items():
        if topic in TOPICS:
            places |= TOPICS[topic](asked, number)
    return places


def seat_name(seat: int, names: Sequence[str]) -> str:
    """The name of a seat; seats without a name are called by their number."""
    return names[seat] if seat < len(names) else _("player {seat}").format(seat=seat)


# --------------------------------------- what a question is about and an answer points at, in words


def _space_of_track(asked: Asked, space: int) -> Places:
    """What lies on a space of the track, and what it costs."""
    return {
        "card": kind_name(int(asked.state.track[space])),
        "space": str(space + 1),
        "price": pearls(asked.state.price),
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
    Topic.PRICE: lambda asked, price: {"price": pearls(price)},
}


def _stack(asked: Asked, race: int) -> Places:
    count = int(asked.state.council[race].sum())
    return {"race": race_name(race), "cards": cards(count), "count": str(count)}


# The places of a label by the sort of thing; the first alone is the name of the thing.
THINGS: dict[str, Callable[[Asked, int], Places]] = {
    "stack": _stack,
    "token": lambda asked, token: {"token": token_name(token)},
    "player": lambda asked, seat: {"player": seat_name(seat, asked.names)},
    "zone": lambda asked, zone: {"leviathan": leviathan_on(asked.state, zone), "zone": zone_name(zone)},
    "card": lambda asked, kind: {"card": kind_name(kind)},
    "location": lambda asked, location: {"location": name_of_location(location)},
    "lord": lambda asked, lord: {"lord": name_of_lord(lord)},
}

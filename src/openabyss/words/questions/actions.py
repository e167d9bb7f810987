"""The typed form of every answer: `explore`, `recruit:12`, `card:J3`, `stack:crab`.

People type it, tools print it, records store it. `text_of` writes one form for each answer;
`read_action` also reads other spellings: names for ids, any case, blanks, `recruit slaver`.
"""

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from openabyss.rules.actions import (
    ACTIONS,
    KIND,
    LOCATION,
    LORD,
    NUMBER,
    NUMBERS,
    PASS,
    PLAYER,
    PLOT,
    RACE,
    TOKEN,
    YES,
    ZONE,
)
from openabyss.rules.cards.allies import KINDS, RACES
from openabyss.rules.cards.farmers import COWARD
from openabyss.rules.cards.printed import LOCATION_ID, LOCATIONS, LORD_ID, LORDS
from openabyss.rules.questions import QUESTION_NAMES, TURN_POWERS_ALLOWED
from openabyss.rules.sizes import SEATS, TOKENS, ZONES
from openabyss.rules.state import COURT, State
from openabyss.words import _
from openabyss.words.cards import codes as cards
from openabyss.words.cards.locations import location_id_from_slug, nearest_location
from openabyss.words.cards.lords import LORDS as LORD_WORDS
from openabyss.words.cards.lords import TURN, lord_id_from_slug, nearest_lord

# What YES, PASS and numbers are called under some questions; everywhere else they keep their name.
YES_WORDS = {
    "MAIN": "explore",
    "OFFER": "buy",
    "EXPLORE_ALLY": "take",
    "EXPLORE_MONSTER": "fight",
    "SANCTUARY": "search",
    "MEET_MONSTER": "fight",
    "FIGHT_AGAIN": "fight",
    "SORCERY": "fight",
}
PASS_WORDS = {
    "EXPLORE_ALLY": "continue",
    "EXPLORE_MONSTER": "continue",
    "PAY": "done",
    "CONTROL_KEYS": "done",
    "END_POWERS": "done",
    "SANCTUARY": "stop",
    "MEET_MONSTER": "continue",
    "FIGHT_AGAIN": "stop",
    "OBEY_MARTIAL_LAW": "done",
    "TOKEN_WINDOW": "done",
}
NUMBER_WORDS = {"CONTROL_SOURCE": "draw", "REWARD": "reward"}

_LORD_BY_ID = {int(number): lord for lord, number in enumerate(LORD_ID)}
_LOCATION_BY_ID = {int(number): location for location, number in enumerate(LOCATION_ID)}
TURN_LORDS = {_LORD_BY_ID[number] for number, lord in LORD_WORDS.items() if lord.timing == TURN}


class Unreadable(ValueError):  # noqa: N818  named like the errors of the game
    """A text that is no action. `suggestion` is an action text that may have been meant, or None."""

    def __init__(self, text: str, reason: str, suggestion: str | None = None) -> None:
        self.text, self.reason, self.suggestion = text, reason, suggestion
        message = _("Cannot read the action {text!r}: {reason}.").format(text=text, reason=reason)
        if suggestion is not None:
            message += " " + _("Did you mean {suggestion!r}?").format(suggestion=suggestion)
        super().__init__(message)


# ------------------------------------------------------------- what an action points at, as text


def _number_below(limit: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or int(text) >= limit:
            raise ValueError(_("{text!r} is no number from 0 to {last}").format(text=text, last=limit - 1))
        return int(text)

    return read


def _write_zone(zone: int) -> str:
    return str(zone + 1)


def _read_zone(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= ZONES:
        raise ValueError(_("{text!r} is no zone from 1 to {last}").format(text=text, last=ZONES))
    return int(text) - 1


def _write_token(token: int) -> str:
    return str(cards.code_of_token(token))


def _write_lord(lord: int) -> str:
    return str(LORD_ID[lord])


def _read_lord(text: str) -> int:
    number = int(text) if text.isdecimal() else lord_id_from_slug(text)
    if number not in _LORD_BY_ID:
        raise Unreadable(text, _("there is no lord {text!r}").format(text=text), nearest_lord(text))
    return _LORD_BY_ID[number]


def _write_location(location: int) -> str:
    return str(LOCATION_ID[location])


def _read_location(text: str) -> int:
    number = int(text) if text.isdecimal() else location_id_from_slug(text)
    if number not in _LOCATION_BY_ID:
        reason = _("there is no location {text!r}").format(text=text)
        raise Unreadable(text, reason, nearest_location(text))
    return _LOCATION_BY_ID[number]


class Pointer(NamedTuple):
    """A stretch of the catalogue: the actions from `first` on point at things of one sort."""

    word: str
    first: int
    size: int
    write: Callable[[int], str]
    read: Callable[[str], int]


POINTERS = (
    Pointer("number", NUMBER, NUMBERS, str, _number_below(NUMBERS)),
    Pointer("stack", RACE, RACES, cards.RACE_CODES.__getitem__, cards.race_of_code),
    Pointer("token", TOKEN, TOKENS, _write_token, cards.token_of_code),
    Pointer("player", PLAYER, SEATS, str, _number_below(SEATS)),
    Pointer("zone", ZONE, ZONES, _write_zone, _read_zone),
    Pointer("card", KIND, KINDS, cards.code_of_kind, cards.kind_of_code),
    Pointer("location", LOCATION, LOCATIONS, _write_location, _read_location),
    Pointer("lord", LORD, LORDS, _write_lord, _read_lord),
)
_POINTER_BY_WORD = {pointer.word: pointer for pointer in POINTERS}
_POINTER_BY_WORD.update(dict.fromkeys(NUMBER_WORDS.values(), _POINTER_BY_WORD["number"]))
_POINTER_BY_WORD.update(dict.fromkeys(("recruit", "use"), _POINTER_BY_WORD["lord"]))

# Words that stand alone, and those that are understood under every question.
_PLAIN = {"plot": PLOT, "yes": YES, "pass": PASS}
_PLAIN.update(dict.fromkeys(YES_WORDS.values(), YES))
_PLAIN.update(dict.fromkeys(PASS_WORDS.values(), PASS))
_UNDERSTOOD_EVERYWHERE = {"plot", "yes", "pass", *(pointer.word for pointer in POINTERS)}


def pointer_of(action: int) -> Pointer | None:
    """What sort of thing an action points at; None for PASS, YES and PLOT."""
    for pointer in POINTERS:
        if pointer.first <= action < pointer.first + pointer.size:
            return pointer
    return None


# ---------------------------------------------------------------------------------- writing


def text_of(question_name: str, action: int, state: State) -> str:
    """The typed form of an action under a question, as in `recruit:12`."""
    return _written(word_of(question_name, action, state), action)


def text_on_any_table(question_name: str, action: int) -> str | None:
    """`text_of` in a fraction of the time; None for lords where it depends on where they are."""
    return _texts_on_any_table(question_name)[action]


@cache
def _texts_on_any_table(question_name: str) -> tuple[str | None, ...]:
    """The text of every action; None for lords where it depends on where they are."""
    texts: list[str | None] = [
        _written(_word_on_any_table(question_name, action), action) for action in range(ACTIONS)
    ]
    if question_name == "MAIN" or _allows_turn_powers(question_name):
        texts[LORD : LORD + LORDS] = [None] * LORDS
    return tuple(texts)


@cache
def _written(word: str, action: int) -> str:
    pointer = pointer_of(action)
    return word if pointer is None else f"{word}:{pointer.write(action - pointer.first)}"


def word_of(question_name: str, action: int, state: State) -> str:
    """What the action is called under this question: `recruit`, `card`, `continue`."""
    if LORD <= action < LORD + LORDS:
        return _word_for_lord(question_name, action - LORD, state)
    return _word_on_any_table(question_name, action)


@cache
def _word_on_any_table(question_name: str, action: int) -> str:
    """What an action that points at no lord is called under this question."""
    if action == PASS:
        return PASS_WORDS.get(question_name, "pass")
    if action == YES:
        return YES_WORDS.get(question_name, "yes")
    if action == PLOT:
        return "plot"
    pointer = pointer_of(action)
    if pointer is None:
        raise ValueError(f"no action has the number {action}")
    if pointer.word == "number":
        return NUMBER_WORDS.get(question_name, "number")
    return pointer.word


def _word_for_lord(question_name: str, lord: int, state: State) -> str:
    if question_name == "MAIN":
        return "recruit" if state.lord_place[lord] == COURT else "use"
    if question_name == "MEET_MONSTER" and lord == COWARD:
        return "use"
    return "use" if _allows_turn_powers(question_name) and is_own_turn_lord(state, lord) else "lord"


@cache
def _allows_turn_powers(question_name: str) -> bool:
    return bool(TURN_POWERS_ALLOWED[QUESTION_NAMES.index(question_name)])


def is_own_turn_lord(state: State, lord: int) -> bool:
    """Whether the lord has a turn power and lies before the player who is asked."""
    asked = state.stack[state.depth - 1, 1]
    return bool(lord in TURN_LORDS and state.lord_place[lord] == asked)


# ---------------------------------------------------------------------------------- reading


def read_action(question_name: str, text: str, state: State) -> int:
    """The catalogue number that a text means under the open question. Unreadable if it means none.

    The action need not be legal, but a word never stands for a legal action that it does not
    name: `use:12` does not recruit.
    """
    word, thing = _split(text)
    action = _plain(text, word, thing) if word in _PLAIN else _pointing(text, word, thing)
    proper = word_of(question_name, action, state)
    if word != proper and word not in _UNDERSTOOD_EVERYWHERE and state.mask[action]:
        reason = _("{word!r} is no answer here").format(word=word)
        raise Unreadable(text, reason, text_of(question_name, action, state))
    return action


def _split(text: str) -> tuple[str, str]:
    """The word and the thing: both "recruit:12" and "Recruit the slaver" have two parts."""
    separator = ":" if ":" in text else None
    parts = [part.strip() for part in text.strip().split(separator, 1)]
    word = parts[0].lower() if parts else ""
    return word, parts[1] if len(parts) > 1 else ""


def _plain(text: str, word: str, thing: str) -> int:
    if thing:
        raise Unreadable(text, _("{word!r} stands alone").format(word=word), word)
    return _PLAIN[word]


def _pointing(text: str, word: str, thing: str) -> int:
    pointer = _POINTER_BY_WORD.get(word)
    if pointer is None:
        known = get_close_matches(word, [*_PLAIN, *_POINTER_BY_WORD], n=1)
        nearest = ":".join(filter(None, [known[0], thing])) if known else None
        raise Unreadable(text, _("there is no action {word!r}").format(word=word), nearest)
    if not thing:
        example = f"{word}:{pointer.write(0)}"
        raise Unreadable(text, _("{word!r} needs an aim, as in {example}").format(word=word, example=example))
    try:
        return pointer.first + pointer.read(thing)
    except Unreadable as error:
        nearest = f"{word}:{error.suggestion}" if error.suggestion else None
        raise Unreadable(text, error.reason, nearest) from None
    except ValueError as error:
        raise Unreadable(text, str(error)) from None

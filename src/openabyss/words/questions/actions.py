"""The typed form of every answer: `explore`, `recruit:12`, `card:J3`, `stack:crab`.

People type it, tools print it, records store it. `text_of` writes one form for each answer;
`read_action` also reads other spellings: names for ids, any case, blanks, `recruit slaver`.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from openabyss.errors import UnreadableAction
from openabyss.rules import actions as catalogue
from openabyss.rules.cards.allies import KINDS, RACES
from openabyss.rules.questions import QUESTION_NAMES, TOKENS_ALLOWED, TURN_POWERS_ALLOWED
from openabyss.rules.sizes import SEATS, TOKENS, ZONES
from openabyss.rules.state import COURT, State, numbers_of
from openabyss.words import N_, _
from openabyss.words.cards import codes as cards
from openabyss.words.cards.codes import LOCATION_IDS, LORD_IDS
from openabyss.words.cards.printed import LOCATION_NAMES, LORD_NAMES, TURN, TypedNames
from openabyss.words.cards.printed import LORDS as LORD_WORDS
from openabyss.words.listing import nearest
from openabyss.words.questions import WORDINGS
from openabyss.words.questions.wording import asked_in

TURN_LORDS = {LORD_IDS.index(number) for number, lord in LORD_WORDS.items() if lord.timing == TURN}


def _unreadable(text: str, reason: str, suggestion: str | None = None) -> UnreadableAction:
    """A text that is not an action. `suggestion` is an action text that may have been meant, or None."""
    message = _("Cannot read the action {text!r}: {reason}.").format(text=text, reason=reason)
    if suggestion is not None:
        message += " " + _("Did you mean {suggestion!r}?").format(suggestion=suggestion)
    return UnreadableAction(message)


# ------------------------------------------------------------- what an action points at, as text


def _number_below(limit: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or int(text) >= limit:
            raise ValueError(_("{text!r} is not a number from 0 to {last}").format(text=text, last=limit - 1))
        return int(text)

    return read


def _read_zone(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= ZONES:
        raise ValueError(_("{text!r} is not a zone from 1 to {last}").format(text=text, last=ZONES))
    return int(text) - 1


class Pointer(NamedTuple):
    """A slice of the catalogue: the actions from `first` on point at things of one sort.

    `nearest` is what a misspelt thing may mean.
    """

    word: str
    first: int
    size: int
    write: Callable[[int], str]
    read: Callable[[str], int]
    nearest: Callable[[str], str | None] = lambda _text: None


def _cards(word: str, first: int, ids: Sequence[int], names: TypedNames, unknown: str) -> Pointer:
    """Lords or locations, by their ids or names; `unknown` is what is said of any other."""

    def read(text: str) -> int:
        number = int(text) if text.isdecimal() else names.id_of(text)
        if number not in ids:
            raise ValueError(_(unknown).format(text=text))
        return ids.index(number)

    return Pointer(word, first, len(ids), lambda card: str(ids[card]), read, names.nearest)


POINTERS = (
    Pointer("number", catalogue.NUMBER, catalogue.NUMBERS, str, _number_below(catalogue.NUMBERS)),
    Pointer("stack", catalogue.RACE, RACES, cards.RACE_CODES.__getitem__, cards.race_of_code),
    Pointer(
        "token", catalogue.TOKEN, TOKENS, lambda token: str(cards.TOKEN_CODES[token]), cards.token_of_code
    ),
    Pointer("player", catalogue.PLAYER, SEATS, str, _number_below(SEATS)),
    Pointer("zone", catalogue.ZONE, ZONES, lambda zone: str(zone + 1), _read_zone),
    Pointer("card", catalogue.KIND, KINDS, cards.KIND_CODES.__getitem__, cards.kind_of_code),
    _cards("location", catalogue.LOCATION, LOCATION_IDS, LOCATION_NAMES, N_("there is no location {text!r}")),
    _cards("lord", catalogue.LORD, LORD_IDS, LORD_NAMES, N_("there is no lord {text!r}")),
)
_POINTERS = {pointer.word: pointer for pointer in POINTERS}
# The answers that point at nothing.
_PLAIN = {"pass": catalogue.PASS, "yes": catalogue.YES, "plot": catalogue.PLOT}
# What sort of answer a word means: sorts go by their own name everywhere, and some questions have a word
# of their own for one.
_SORTS = {sort: sort for sort in (*_PLAIN, *_POINTERS)}
_SORT_OF_WORD = _SORTS | {
    answer.typed: sort
    for wording in WORDINGS.values()
    for sort, answer in wording.answers.items()
    if answer.typed is not None
}
# A lord whose power is used is neither recruited nor chosen.
RECRUIT, USE = "recruit", "use"


_SORTS_AND_THINGS = {action: (sort, 0) for sort, action in _PLAIN.items()} | {
    pointer.first + thing: (pointer.word, thing) for pointer in POINTERS for thing in range(pointer.size)
}


def sort_and_thing(action: int) -> tuple[str, int]:
    """Which sort of answer an action is, "pass" or "lord", and the number of the thing that it points at."""
    return _SORTS_AND_THINGS[action]


# ---------------------------------------------------------------------------------- writing


def text_of(question_name: str, action: int, state: State) -> str:
    """The typed form of an action under a question, as in `recruit:12`."""
    return _written(word_of(question_name, action, state), action)


@cache
def text_on_any_table(question_name: str, action: int) -> str | None:
    """`text_of` in a fraction of the time; None for lords where it depends on where they are."""
    sort, _thing = sort_and_thing(action)
    if sort == "lord" and (is_recruiting(question_name) or allows_turn_powers(question_name)):
        return None
    return _written(typed_word(question_name, sort), action)


@cache
def _written(word: str, action: int) -> str:
    sort, thing = sort_and_thing(action)
    return word if sort in _PLAIN else f"{word}:{_POINTERS[sort].write(thing)}"


# The text of each answer by its number, and back: the same under every question, as records store it.
RECORDED_TEXTS = tuple(_written(sort_and_thing(action)[0], action) for action in range(catalogue.ACTIONS))
NUMBER_OF_TEXT = {text: action for action, text in enumerate(RECORDED_TEXTS)}


def word_of(question_name: str, action: int, state: State) -> str:
    """What the action is called under this question: `recruit`, `card`, `continue`."""
    if is_use_of_lord(question_name, action, state):
        return USE
    return typed_word(question_name, sort_and_thing(action)[0])


@cache
def typed_word(question_name: str, sort: str) -> str:
    """The word under this question for answers of a sort."""
    answer = WORDINGS[question_name].answers.get(sort)
    return sort if answer is None or answer.typed is None else answer.typed


def points_at_nothing(action: int) -> bool:
    """Whether an action is a plain answer, such as passing or exploring."""
    return sort_and_thing(action)[0] in _PLAIN


def has_own_word(question_name: str, action: int) -> bool:
    """Whether the question has a word of its own for an answer that points at nothing."""
    sort, _thing = sort_and_thing(action)
    return typed_word(question_name, sort) != sort


def is_use_of_lord(question_name: str, action: int, state: State) -> bool:
    """Whether an answer uses the power of a lord, rather than recruiting or choosing that lord."""
    sort, lord = sort_and_thing(action)
    if sort != "lord":
        return False
    if is_recruiting(question_name):
        return bool(state.lord_place[lord] != COURT)
    return allows_turn_powers(question_name) and _is_own_turn_lord(state, lord)


def _is_own_turn_lord(state: State, lord: int) -> bool:
    """Whether the lord has a turn power and belongs to the player who is asked."""
    asked = asked_in(numbers_of(state))[1]
    return bool(lord in TURN_LORDS and state.lord_place[lord] == asked)


def is_recruiting(question_name: str) -> bool:
    """Whether to name a lord of the court is to recruit it."""
    return typed_word(question_name, "lord") == RECRUIT


@cache
def allows_turn_powers(question_name: str) -> bool:
    """Whether turn powers may be used before the question is answered."""
    return bool(TURN_POWERS_ALLOWED[QUESTION_NAMES.index(question_name)])


def is_token_used(question_name: str, action: int) -> bool:
    """Whether an answer uses a monster token before the question is answered."""
    sort, _token = sort_and_thing(action)
    return sort == "token" and _allows_tokens(question_name)


@cache
def _allows_tokens(question_name: str) -> bool:
    return bool(TOKENS_ALLOWED[QUESTION_NAMES.index(question_name)])


# ---------------------------------------------------------------------------------- reading


def read_action(question_name: str, text: str, state: State) -> int:
    """The catalogue number that a text means under the open question. Raises UnreadableAction.

    The action need not be legal, but a word never means a legal action that it does not
    name: `use:12` does not recruit.
    """
    word, thing = _split(text)
    is_plain = _SORT_OF_WORD.get(word) in _PLAIN
    action = _plain(text, word, thing) if is_plain else _pointing(text, word, thing)
    proper = word_of(question_name, action, state)
    if word != proper and word not in _SORTS and state.mask[action]:
        reason = _("{word!r} is not an answer here").format(word=word)
        raise _unreadable(text, reason, text_of(question_name, action, state))
    return action


def _split(text: str) -> tuple[str, str]:
    """The word and the thing: both "recruit:12" and "Recruit the slaver" have two parts."""
    separator = ":" if ":" in text else None
    parts = [part.strip() for part in text.strip().split(separator, 1)]
    word = parts[0].lower() if parts else ""
    return word, parts[1] if len(parts) > 1 else ""


def _plain(text: str, word: str, thing: str) -> int:
    if thing:
        raise _unreadable(text, _("{word!r} takes nothing after it").format(word=word), word)
    return _PLAIN[_SORT_OF_WORD[word]]


def _pointing(text: str, word: str, thing: str) -> int:
    if word not in _SORT_OF_WORD:
        reason = _("there is no action {word!r}").format(word=word)
        raise _unreadable(text, reason, _meant(nearest(word, _SORT_OF_WORD), thing))
    pointer = _POINTERS[_SORT_OF_WORD[word]]
    if not thing:
        example = f"{word}:{pointer.write(0)}"
        raise _unreadable(
            text, _("{word!r} needs a target, as in {example}").format(word=word, example=example)
        )
    try:
        return pointer.first + pointer.read(thing)
    except ValueError as error:
        raise _unreadable(text, str(error), _meant(word, thing)) from None


def _meant(word: str | None, thing: str) -> str | None:
    """What a word with a thing that may be misspelt would be; None if there is no such thing."""
    if word is None or not thing or _SORT_OF_WORD[word] in _PLAIN:
        return word
    pointer = _POINTERS[_SORT_OF_WORD[word]]
    try:
        pointer.read(thing)
    except ValueError:
        thing = pointer.nearest(thing) or ""
    return f"{word}:{thing}" if thing else None

"""What the open question asks, and what a person reads on each of its answers."""

from collections.abc import Sequence

from openabyss.rules.state import State
from openabyss.words import _
from openabyss.words.questions import WORDINGS
from openabyss.words.questions.actions import is_token_used, is_use_of_lord, sort_and_thing
from openabyss.words.questions.powers import power_of_lord, power_of_token, use_of_lord, use_of_token
from openabyss.words.questions.wording import (
    asked_of,
    label_in,
    meaning_in,
    prompt_in,
    seat_name,
    short_label_in,
)


def prompt(question_name: str, state: State, seat_names: Sequence[str] = ()) -> str:
    """The open question as a sentence to the player who is asked."""
    return prompt_in(WORDINGS[question_name], asked_of(state, names=seat_names))


def waiting_for(seat: int, seat_names: Sequence[str]) -> str:
    """What everybody else reads while a seat is asked."""
    return _("{player} is thinking …").format(player=seat_name(seat, seat_names))


def label(question_name: str, action: int, state: State, seat_names: Sequence[str] = ()) -> str:
    """What a person reads on a legal answer: "Recruit the Slaver for 8", "Leave it and keep exploring"."""
    asked = asked_of(state, names=seat_names)
    sort, thing = sort_and_thing(action)
    if is_use_of_lord(question_name, action, state):
        return use_of_lord(asked, thing)
    if is_token_used(question_name, action):
        return use_of_token(asked, thing)
    return label_in(WORDINGS[question_name], sort, thing, asked)


def short_label(question_name: str, action: int, state: State) -> str:
    """What is enough on a legal answer where one sees what it points at; empty where the label is short."""
    if is_use_of_lord(question_name, action, state) or is_token_used(question_name, action):
        return ""
    sort, thing = sort_and_thing(action)
    return short_label_in(WORDINGS[question_name], sort, thing, asked_of(state))


def meaning(question_name: str, action: int, state: State, seat_names: Sequence[str] = ()) -> str:
    """What comes of a legal answer, in a sentence or two: what it costs, and what it brings."""
    asked = asked_of(state, names=seat_names)
    sort, thing = sort_and_thing(action)
    if is_use_of_lord(question_name, action, state):
        return power_of_lord(asked, thing)
    if is_token_used(question_name, action):
        return power_of_token(asked, thing)
    return meaning_in(WORDINGS[question_name], sort, thing, asked)


def meaning_of_whole_payment() -> str:
    """What comes of paying for a lord in one answer."""
    return _(
        "These cards are spent. The weakest of the allies stays with you for good, the others are discarded."
    )

"""The open question in words: what it asks, what is read on its answers, and why others are not allowed."""

from collections.abc import Sequence

from openabyss.rules.chapters import is_guarded_from
from openabyss.rules.state import State
from openabyss.words import _
from openabyss.words.listing import filled
from openabyss.words.questions import WORDINGS
from openabyss.words.questions.actions import (
    TURN_LORDS,
    allows_turn_powers,
    is_recruiting,
    is_token_used,
    is_use_of_lord,
    sort_and_thing,
)
from openabyss.words.questions.phrases import USE_OF_LORD, USE_OF_TOKEN
from openabyss.words.questions.wording import (
    THINGS,
    Answer,
    Asked,
    Text,
    asked_of,
    places_of_question,
    places_of_thing,
    seat_name,
)


def prompt(question_name: str, state: State, seat_names: Sequence[str] = ()) -> str:
    """The open question as a sentence to the player who is asked."""
    wording, asked = WORDINGS[question_name], asked_of(state, names=seat_names)
    if not isinstance(wording.prompt, str):
        return wording.prompt(asked)
    return filled(_(wording.prompt), **places_of_question(wording, asked))


def waiting_for(seat: int, seat_names: Sequence[str]) -> str:
    """What everybody else reads while a seat is asked."""
    return _("{player} is thinking …").format(player=seat_name(seat, seat_names))


def label(question_name: str, action: int, state: State, seat_names: Sequence[str] = ()) -> str:
    """What a person reads on a legal answer: "Recruit the Slaver for 8", "Leave it and keep exploring"."""
    answer, thing = _answer_of(question_name, action, state)
    asked = asked_of(state, names=seat_names)
    if not answer.label:
        return next(iter(places_of_thing(answer.sort, thing, asked).values()))
    return _in_words(answer.label, question_name, answer.sort, thing, asked)


def short_label(question_name: str, action: int, state: State) -> str:
    """A label that suffices where one sees what the answer points at; empty if the label itself is short."""
    answer, thing = _answer_of(question_name, action, state)
    return _in_words(answer.short, question_name, answer.sort, thing, asked_of(state))


def meaning(question_name: str, action: int, state: State, seat_names: Sequence[str] = ()) -> str:
    """What comes of a legal answer, in a sentence or two: what it costs, and what it brings."""
    answer, thing = _answer_of(question_name, action, state)
    asked = asked_of(state, names=seat_names)
    return _in_words(answer.means, question_name, answer.sort, thing, asked, with_matter=True)


def meaning_of_whole_payment() -> str:
    """What comes of paying for a lord in one answer."""
    return _(
        "These cards are spent. One of the allies, usually the weakest, stays with you for good; the others "
        "are discarded."
    )


def reason(state: State, player: int, question_name: str, action: int) -> str:
    """Why `action` is not a legal answer of `player` to the question, in a sentence."""
    return refusal_of(asked_of(state, player), question_name, action)


def refusal_of(asked: Asked, question_name: str, action: int) -> str:
    """The refusal for the player of any question."""
    return why_not(asked, question_name, action) or _("That is not an answer to this question.")


def why_not(asked: Asked, question_name: str, action: int) -> str | None:
    """The reason why it is not legal; None if the question is not about such things at all."""
    wording, state, player = WORDINGS[question_name], asked.state, asked.player
    sort, thing = sort_and_thing(action)
    answer = wording.answers.get(sort)
    if sort == "lord" and _is_about_a_power(state, player, question_name, thing):
        answer = USE_OF_LORD
    elif is_token_used(question_name, action) and state.leviathan:
        answer = USE_OF_TOKEN
    elif wording.respects_sentinels and is_guarded_from(state, player, action):
        return _("Another player’s sentinel guards this.")
    return None if answer is None else _in_words(answer.why_not, question_name, sort, thing, asked) or None


def _is_about_a_power(state: State, player: int, question_name: str, lord: int) -> bool:
    """A turn lord where turn powers may be used; lords of the court are recruited instead."""
    if not allows_turn_powers(question_name):
        return False
    return lord in TURN_LORDS and (not is_recruiting(question_name) or state.lord_place[lord] == player)


def _answer_of(question_name: str, action: int, state: State) -> tuple[Answer, int]:
    """The words for a legal answer, and the number of the thing that it points at."""
    sort, thing = sort_and_thing(action)
    if is_use_of_lord(question_name, action, state):
        return USE_OF_LORD, thing
    if is_token_used(question_name, action):
        return USE_OF_TOKEN, thing
    return WORDINGS[question_name].answers[sort], thing


def _in_words(
    text: Text, question_name: str, sort: str, thing: int, asked: Asked, with_matter: bool = False
) -> str:
    """A text of an answer of this sort that points at `thing`; empty where it has nothing to say.

    Its places are those of the thing, and `with_matter` also those of what the question is about.
    """
    if not isinstance(text, str):
        return text(asked, thing) or ""
    if not text:
        return ""
    wording = WORDINGS[question_name]
    places = {} if sort in THINGS and not with_matter else places_of_question(wording, asked)
    return filled(_(text), **places | places_of_thing(sort, thing, asked))

"""What on the table an action points at, for screens that let people click on it."""

from openabyss.client.protocol.messages import Target
from openabyss.rules.actions import KIND, LOCATION, LORD, NUMBER, PLAYER, PLOT, RACE, TOKEN, YES, ZONE
from openabyss.rules.base.controlling import CONTROL_SOURCE
from openabyss.rules.questions import QUESTIONS, Cards, QuestionSpec, Topic, open_question
from openabyss.rules.state import AVAILABLE, COURT, DECK, DRAWN, GONE, State
from openabyss.rules.turn import MAIN
from openabyss.words.cards.codes import RACE_CODES, code_of_kind, code_of_token
from openabyss.words.cards.ids import LOCATION_IDS, LORD_IDS
from openabyss.words.questions.actions import pointer_of

LORD_ZONES = {COURT: "court", DECK: "lord_deck", GONE: "lord_discard"}
LOCATION_ZONES = {AVAILABLE: "locations", DRAWN: "drawn", DECK: "location_deck"}
CARD_ZONES = {
    Cards.HAND: "hand",
    Cards.DISCARD: "discard",
    Cards.AFFILIATED: "affiliated",
    Cards.PAYMENT: "payment",
}


def target_of(action: int, state: State) -> Target | None:
    """Where to click for an answer to the open question; None for one that is no thing, such as passing."""
    what, player, detail = open_question(state)
    question = QUESTIONS[what]
    if action == PLOT:
        return Target("lord_deck")
    if action == YES:
        return _target_of_yes(question, detail)
    pointer = pointer_of(action)
    return None if pointer is None else _target_of_thing(question, pointer.word, player, action, state)


def _target_of_yes(question: QuestionSpec, detail: int) -> Target | None:
    if question.number == MAIN:
        return Target("exploration_deck")
    return Target("track", space=detail) if question.about is Topic.TRACK_SPACE else None


def _target_of_thing(question: QuestionSpec, word: str, player: int, action: int, state: State) -> Target:
    if word == "lord":
        return _target_of_lord(action - LORD, state)
    if word == "location":
        return _target_of_location(action - LOCATION, state)
    if word == "stack":
        return Target("council", race=RACE_CODES[action - RACE])
    if word == "card":
        zone = CARD_ZONES[question.asks_for or Cards.HAND]
        return Target(zone, card=code_of_kind(action - KIND), player=player)
    if word == "zone":
        return Target("border", border=action - ZONE + 1)
    if word == "token":
        return Target("tokens", token=code_of_token(action - TOKEN), player=player)
    if word == "player":
        return Target("player", player=action - PLAYER)
    zone = "location_deck" if question.number == CONTROL_SOURCE else "number"
    return Target(zone, number=action - NUMBER)


def _target_of_lord(lord: int, state: State) -> Target:
    place, number = int(state.lord_place[lord]), LORD_IDS[lord]
    if place >= 0:
        return Target("seat", lord=number, player=place)
    return Target(LORD_ZONES.get(place, "lord_deck"), lord=number)


def _target_of_location(location: int, state: State) -> Target:
    place, number = int(state.location_place[location]), LOCATION_IDS[location]
    if place >= 0:
        return Target("seat", location=number, player=place)
    return Target(LOCATION_ZONES.get(place, "location_deck"), location=number)

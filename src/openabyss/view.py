"""What one seat may know (rules 3): the allow-list from which every screen, bot and log is built.

Allowed facts are copied; nothing is ever taken out of a full picture, so what is not named here
cannot be seen.
"""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import numpy as np

from openabyss.game import Event
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.court import lords_in_deck
from openabyss.rules.hands import cards_in, hand_size
from openabyss.rules.scoring import score
from openabyss.rules.stocks import tokens_held, tokens_in_pool
from openabyss.rules.table import AVAILABLE, DECK, DRAWN, EMPTY, GONE, NOBODY, QUESTION_NAMES, State
from openabyss.seat import codes, ids_at, seat_of
from openabyss.words.cards import RACE_CODES, code_of_kind

HIDDEN = -1


def view(state: State, seat: int | None) -> dict[str, Any]:
    """The table as `seat` knows it, ready for JSON; None is a spectator, who knows what all know.

    Cards and ids are written as in positions. A hand or monster tokens that the seat may not look
    at are None, with only their number beside them. Tokens and scores are open when the game is over.
    """
    return {
        "seat": seat,
        "players": int(state.players),
        "is_over": _is_over(state),
        "turn": int(state.turn),
        "active": int(state.active),
        "extra_turns": int(state.extra_turns),
        "ending_player": None if state.ending_player == NOBODY else int(state.ending_player),
        "threat": int(state.threat),
        "price": int(state.price),
        "seats": [_seat(state, player, seat) for player in range(int(state.players))],
        **_cards_on_the_table(state),
        "payment": _payment(state, seat),
        "question": _question(state, seat),
        "scores": _scores(state),
    }


def visible_events(events: Iterable[Event], seat: int | None) -> list[Event]:
    """The events as `seat` saw them: of what another seat saw in private, only that it happened."""
    return [event if _was_seen(event, seat) else event._replace(what=HIDDEN) for event in events]


def _was_seen(event: Event, seat: int | None) -> bool:
    """A stolen token is known to the thief and to the one who was robbed (R-13), whom `amount` names."""
    is_robbed = event.kind == "TOKEN_STOLEN" and seat == event.amount
    return event.seen_by in (None, seat) or is_robbed


def _is_over(state: State) -> bool:
    return bool(state.depth == 0)


def _seat(state: State, player: int, seat: int | None) -> dict[str, Any]:
    """What lies before a player, and what that player alone may look at."""
    whole = seat_of(state, player)
    is_own = player == seat
    return {
        "pearls": whole.pearls,
        "key_tokens": whole.key_tokens,
        "keys": whole.keys,
        "bought": whole.bought,
        "affiliated": whole.affiliated,
        "lords": [asdict(lord) for lord in whole.lords],
        "locations": whole.locations,
        "hand_size": int(hand_size(state, player)),
        "hand": whole.hand if is_own else None,
        "monster_token_count": int(tokens_held(state, player)),
        "monster_tokens": whole.monster_tokens if is_own or _is_over(state) else None,
    }


def _cards_on_the_table(state: State) -> dict[str, Any]:
    """What lies face up, and how many cards lie face down."""
    lord_place, location_place = state.lord_place.tolist(), state.location_place.tolist()
    return {
        "track": [code_of_kind(kind) for kind in state.track.tolist() if kind != EMPTY],
        "exploration_deck_size": int(cards_in(state.deck)),
        "exploration_discard_size": int(cards_in(state.discard)),
        "council_sizes": {race: int(cards_in(state.council[row])) for row, race in enumerate(RACE_CODES)},
        "court": [int(LORD_ID[lord]) for lord in state.court.tolist() if lord != EMPTY],
        "lord_deck_size": int(lords_in_deck(state)),
        "lord_discard": ids_at(LORD_ID.tolist(), lord_place, GONE),
        "available_locations": ids_at(LOCATION_ID.tolist(), location_place, AVAILABLE),
        "drawn_locations": ids_at(LOCATION_ID.tolist(), location_place, DRAWN),
        "location_deck_size": location_place.count(DECK),
        "monster_pool_size": int(tokens_in_pool(state)),
    }


def _payment(state: State, seat: int | None) -> list[str]:
    """The cards that the seat itself has named so far for a lord."""
    return codes(state.payment.tolist()) if seat is not None and seat == _asked(state) else []


def _asked(state: State) -> int | None:
    """Who has to answer the open question; None when it is chance, or the game is over."""
    asked = NOBODY if _is_over(state) else int(state.stack[state.depth - 1, 1])
    return None if asked == NOBODY else asked


def _question(state: State, seat: int | None) -> dict[str, Any] | None:
    """Who is asked what; the one who is asked also sees what it is about, and the legal actions."""
    if _is_over(state):
        return None
    what, _player, detail = state.stack[state.depth - 1].tolist()
    asked = _asked(state)
    question = {"kind": QUESTION_NAMES[what], "player": asked}
    if asked is None or asked != seat:
        return question
    return {**question, "detail": detail, "legal": np.flatnonzero(state.mask).tolist()}


def _scores(state: State) -> list[int] | None:
    """Influence points, which are counted at the end only: tokens are secret before."""
    if not _is_over(state):
        return None
    return [int(score(state, player)) for player in range(int(state.players))]

"""What one seat may know (rules 3): the allow-list from which every screen, bot and log is built.

Allowed facts are copied; nothing is ever taken out of a full picture, so what is not named here
cannot be seen.
"""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import numpy as np

from openabyss.border import border_of
from openabyss.game import Event, Game
from openabyss.rules.cards.printed import LOCATION_ID, LORD_ID
from openabyss.rules.cards.soldiers import tokens_with_back
from openabyss.rules.court import lords_in_deck
from openabyss.rules.hands import cards_in, hand_size
from openabyss.rules.scoring import score
from openabyss.rules.stocks import base_tokens_left, leviathan_tokens_left, tokens_held
from openabyss.rules.table import (
    AVAILABLE,
    DECK,
    DRAWN,
    EMPTY,
    GONE,
    LEVIATHAN_BACK,
    NOBODY,
    QUESTION_NAMES,
    State,
)
from openabyss.seat import LEVIATHAN_IDS, codes, ids_at, loot_on, seat_of
from openabyss.sentinels import sentinels_of
from openabyss.words.cards import RACE_CODES, code_of_kind

HIDDEN = -1


def view(table: Game | State, seat: int | None) -> dict[str, Any]:
    """The game, or its table, as `seat` knows it, ready for JSON; None is a spectator.

    Cards and ids are written as in positions. A hand or monster tokens that the seat may not look
    at are None, with only their number beside them. Tokens and scores are open when the game is over.
    """
    state = table.state if isinstance(table, Game) else table
    return {
        "seat": seat,
        "players": int(state.players),
        "is_over": _is_over(state),
        "turn": int(state.turn),
        "active": int(state.active),
        "extra_turns": int(state.extra_turns),
        "ending_player": _seat_or_none(int(state.ending_player)),
        "threat": int(state.threat),
        "price": int(state.price),
        "seats": [_seat(state, player, seat) for player in range(int(state.players))],
        **_cards_on_the_table(state),
        **_kraken(state),
        **_leviathan(state),
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
    """What lies before a player, and what that player alone may look at; `regent` is the level of the
    Regent, who has rules of its own (house rules), and None on every other seat."""
    whole = seat_of(state, player)
    is_own = player == seat
    return {
        "regent": int(state.regent_level) if player == state.regent else None,
        "pearls": whole.pearls,
        "key_tokens": whole.key_tokens,
        "keys": whole.keys,
        "bought": whole.bought,
        "affiliated": whole.affiliated,
        "lords": [asdict(lord) for lord in whole.lords],
        "locations": whole.locations,
        "loot": _in_json(whole.loot),
        "nebulis": whole.nebulis,
        "wounds": whole.wounds,
        "trophies": whole.trophies,
        "hand_size": int(hand_size(state, player)),
        "hand": whole.hand if is_own else None,
        "monster_token_count": int(tokens_held(state, player)),
        "leviathan_token_count": int(tokens_with_back(state, player, LEVIATHAN_BACK)),
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
        "monster_pool_size": int(base_tokens_left(state)),
    }


def _kraken(state: State) -> dict[str, Any]:
    """The figure, the sentinels and the loot, all of which lie open (rules 9.3)."""
    return {
        "kraken_figure": _seat_or_none(int(state.kraken_holder)),
        "sentinels": [asdict(sentinel) for sentinel in sentinels_of(state)],
        "available_loot": _in_json(loot_on(state, AVAILABLE)),
        "loot_deck_size": int(state.loot_deck.sum()),
    }


def _leviathan(state: State) -> dict[str, Any]:
    """The border and what has left it, and how much of the deck and the pile is left (Leviathan 4.2)."""
    places = state.leviathan_place.tolist()
    return {
        "border": {str(zone): asdict(beast) for zone, beast in border_of(state).items()},
        "drawn_leviathans": ids_at(LEVIATHAN_IDS, places, DRAWN),
        "leviathans_out": ids_at(LEVIATHAN_IDS, places, GONE),
        "leviathan_deck_size": places.count(DECK),
        "leviathan_pool_size": int(leviathan_tokens_left(state)),
        "scourge": _seat_or_none(int(state.scourge_holder)),
    }


def _seat_or_none(player: int) -> int | None:
    return None if player == NOBODY else player


def _in_json(by_number: dict[int, Any]) -> dict[str, Any]:
    """Keys as JSON writes them."""
    return {str(number): value for number, value in by_number.items()}


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

"""What one seat may know (rules 3): the allow-list from which every screen, bot and log is built.

Allowed facts are copied; nothing is ever taken out of a full picture, so what is not named here
cannot be seen.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from openabyss.game import Game
from openabyss.rules.base.court import lords_in_deck
from openabyss.rules.ending import FIRST_ROUND_TOLD, empty_round
from openabyss.rules.holdings.hands import cards_in
from openabyss.rules.holdings.stocks import base_tokens_left, leviathan_tokens_left
from openabyss.rules.questions import QUESTION_NAMES
from openabyss.rules.scoring import score
from openabyss.rules.state import AVAILABLE, BASE_TOKENS, DECK, DRAWN, EMPTY, GONE, NOBODY, State
from openabyss.table.about import about_of
from openabyss.table.border import Beast, border_of
from openabyss.table.events import Event
from openabyss.table.seat import (
    LEVIATHAN_IDS,
    LOCATION_IDS,
    LORD_IDS,
    SeatLord,
    codes,
    hand_of,
    ids_at,
    loot_on,
    seat_of,
    tokens_of,
)
from openabyss.table.sentinels import Sentinel, sentinels_of
from openabyss.words.cards.codes import RACE_CODES, code_of_kind


def view(table: Game | State, seat: int | None) -> dict[str, Any]:
    """The game, or its table, as `seat` knows it, ready for JSON; None is a spectator.

    Cards and ids are written as in positions. A hand or monster tokens that the seat may not look
    at are None, with only their number beside them. Tokens and scores are open when the game is over.
    `empty_sea` warns of the end that comes when nobody finds an ally any more (R-38).
    """
    state = table.state if isinstance(table, Game) else table
    return seen_from(state, public_view(state), seat)


def public_view(state: State) -> dict[str, Any]:
    """What all know, which is what a spectator sees. Whoever has many viewers reads it once for them."""
    return {
        "seat": None,
        "players": int(state.players),
        "is_over": _is_over(state),
        "turn": int(state.turn),
        "active": int(state.active),
        "extra_turns": int(state.extra_turns),
        "ending_player": _seat_or_none(int(state.ending_player)),
        "empty_sea": empty_sea(state),
        "threat": int(state.threat),
        "price": int(state.price),
        "seats": [_seat(state, player) for player in range(int(state.players))],
        **_cards_on_the_table(state),
        **_kraken(state),
        **_leviathan(state),
        "payment": [],
        "question": _question(state),
        "scores": _scores(state),
    }


def seen_from(state: State, public: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """The public view of this table, and in the places kept for it what `seat` alone may know.

    `public` stays as it is; what all know is shared with it, so neither may be changed.
    """
    if seat is None:
        return public
    seats = list(public["seats"])
    seats[seat] = {**seats[seat], **_own(state, seat)}
    seen = {**public, "seat": seat, "seats": seats}
    if seat == _asked(state):
        seen["payment"] = codes(state.payment.tolist())
        seen["question"] = {**public["question"], **_asked_about(state)}
    return seen


def empty_sea(state: State) -> int | None:
    """The number of the round that goes on, if it is at least the fifth in a row in which nobody has found
    an ally or done anything but explore; else, and before a last round and after the end, None."""
    number = int(empty_round(state))
    is_told = number >= FIRST_ROUND_TOLD and state.ending_player == NOBODY and not _is_over(state)
    return number if is_told else None


def visible_events(events: Iterable[Event], seat: int | None) -> list[Event]:
    """The events as `seat` saw them: of what another seat saw in private, only that it happened."""
    return [event if _was_seen(event, seat) else event.hidden() for event in events]


def _was_seen(event: Event, seat: int | None) -> bool:
    """A stolen token is known to the thief and to the one who was robbed (R-13), whom `amount` names."""
    is_robbed = event.kind == "TOKEN_STOLEN" and seat == event.opponent
    return event.seen_by in (None, seat) or is_robbed


def _is_over(state: State) -> bool:
    return bool(state.depth == 0)


def _seat(state: State, player: int) -> dict[str, Any]:
    """What lies before a player; `regent` is the level of the Regent, who has rules of its own (house
    rules), and None on every other seat."""
    whole = seat_of(state, player)
    tokens = state.monster_tokens[player].tolist()
    return {
        "regent": int(state.regent_level) if player == state.regent else None,
        "pearls": whole.pearls,
        "key_tokens": whole.key_tokens,
        "keys": whole.keys,
        "bought": whole.bought,
        "affiliated": whole.affiliated,
        "lords": [_in_places(lord) for lord in whole.lords],
        "locations": whole.locations,
        "loot": _in_json(whole.loot),
        "nebulis": whole.nebulis,
        "wounds": whole.wounds,
        "trophies": whole.trophies,
        "hand_size": len(whole.hand),
        "hand": None,
        "monster_token_count": sum(tokens),
        "leviathan_token_count": sum(tokens[BASE_TOKENS:]),
        "monster_tokens": whole.monster_tokens if _is_over(state) else None,
    }


def _own(state: State, seat: int) -> dict[str, Any]:
    """What lies before a player and that player alone may look at."""
    return {"hand": hand_of(state, seat), "monster_tokens": tokens_of(state, seat)}


def _in_places(piece: SeatLord | Sentinel | Beast) -> dict[str, Any]:
    """A lord, sentinel or leviathan as an object of JSON."""
    return {name: getattr(piece, name) for name in piece.__slots__}


def _cards_on_the_table(state: State) -> dict[str, Any]:
    """What lies face up, and how many cards lie face down."""
    lord_place, location_place = state.lord_place.tolist(), state.location_place.tolist()
    return {
        "track": [code_of_kind(kind) for kind in state.track.tolist() if kind != EMPTY],
        "exploration_deck_size": int(cards_in(state.deck)),
        "exploration_discard_size": int(cards_in(state.discard)),
        "council_sizes": {race: int(cards_in(state.council[row])) for row, race in enumerate(RACE_CODES)},
        "court": [LORD_IDS[lord] for lord in state.court.tolist() if lord != EMPTY],
        "lord_deck_size": int(lords_in_deck(state)),
        "lord_discard": ids_at(LORD_IDS, lord_place, GONE),
        "available_locations": ids_at(LOCATION_IDS, location_place, AVAILABLE),
        "drawn_locations": ids_at(LOCATION_IDS, location_place, DRAWN),
        "location_deck_size": location_place.count(DECK),
        "monster_pool_size": int(base_tokens_left(state)),
    }


def _kraken(state: State) -> dict[str, Any]:
    """The figure, the sentinels and the loot, all of which lie open (rules 9.3)."""
    return {
        "kraken_figure": _seat_or_none(int(state.kraken_holder)),
        "sentinels": [_in_places(sentinel) for sentinel in sentinels_of(state)],
        "available_loot": _in_json(loot_on(state, AVAILABLE)),
        "loot_deck_size": int(state.loot_deck.sum()),
    }


def _leviathan(state: State) -> dict[str, Any]:
    """The border and what has left it, and how much of the deck and the pile is left (Leviathan 4.2)."""
    places = state.leviathan_place.tolist()
    return {
        "border": {str(zone): _in_places(beast) for zone, beast in border_of(state).items()},
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


def _asked(state: State) -> int | None:
    """Who has to answer the open question; None when it is chance, or the game is over."""
    asked = NOBODY if _is_over(state) else int(state.stack[state.depth - 1, 1])
    return None if asked == NOBODY else asked


def _question(state: State) -> dict[str, Any] | None:
    """Who is asked what."""
    if _is_over(state):
        return None
    return {"kind": QUESTION_NAMES[state.stack[state.depth - 1, 0]], "player": _asked(state)}


def _asked_about(state: State) -> dict[str, Any]:
    """What the question is about, and the legal actions, for the one who is asked."""
    return {"about": about_of(state).to_dict(), "legal": np.flatnonzero(state.mask).tolist()}


def _scores(state: State) -> list[int] | None:
    """Influence points, which are counted at the end only: tokens are secret before."""
    if not _is_over(state):
        return None
    return [int(score(state, player)) for player in range(int(state.players))]

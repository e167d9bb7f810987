"""What one seat may know: all that is public, its own secrets, and nothing that reveals hidden things."""

import json
import random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import asdict

from openabyss import CHANCE, SPECTATOR, Game, InvalidArgument
from openabyss.rules.events import EVENT_NAMES
from openabyss.rules.questions import QUESTION_NAMES
from openabyss.rules.sizes import TOKENS
from openabyss.rules.state import BASE_TOKENS, NOBODY, State
from openabyss.table.events import Event
from openabyss.table.public_fields import About
from openabyss.table.reading import AskedQuestion, Beast, SeatLord, Sentinel, read_table
from openabyss.table.view import public_view, seen_from, view, visible_events
from tests.random_games import questions

TWO_OF_EACH = [["J1", "J2", "C5"], ["H1", "H2"]]


def table(**keys: Any) -> Game:
    """Two players with hands and tokens, a council, and two discarded cards."""
    return Game.from_position(
        {
            "players": 2,
            "court": [12, 30, 31],
            "available_locations": [14],
            "seats": [
                {"pearls": 5, "hand": TWO_OF_EACH[0], "monster_tokens": [4], "lords": [{"id": 17}]},
                {"pearls": 3, "hand": TWO_OF_EACH[1], "monster_tokens": [2, 3], "affiliated": ["S5"]},
            ],
            "council": {"crab": ["C1", "C2"], "squid": ["Q1"]},
            "exploration_discard": ["S1", "S2"],
            "lord_discard": [3],
            **keys,
        }
    )


def test_a_seat_sees_its_own_hand_and_tokens_and_counts_those_of_others() -> None:
    own, other = view(table().state, 0).seats
    assert (own.hand, own.hand_size) == (["C5", "J1", "J2"], 3)
    assert (own.monster_tokens, own.monster_token_count) == ([4], 1)
    assert (other.hand, other.hand_size) == (None, 2)
    assert (other.monster_tokens, other.monster_token_count) == (None, 2)


def test_a_spectator_sees_no_hand_and_no_token() -> None:
    seats = view(table(), SPECTATOR).seats
    assert [(seat.hand, seat.monster_tokens) for seat in seats] == [(None, None)] * 2


def test_what_all_know_is_what_a_spectator_sees_and_no_seat_changes_it() -> None:
    state = table().state
    whole = read_table(state)
    public = public_view(whole)
    for seat in (0, 1):
        assert seen_from(whole, public, seat) == view(state, seat)
        assert public == public_view(whole) == view(state, None)


def test_everybody_sees_what_lies_open() -> None:
    seen = view(table(threat=3, price=2, ending_player=1).state, None)
    assert (seen.threat, seen.price, seen.ending_player, seen.active) == (3, 2, 1, 0)
    assert (seen.court, seen.lord_discard, seen.available_locations) == ([12, 30, 31], [3], [14])
    assert seen.seats[0].lords == [SeatLord(id=17, disabled=False, location=None, used=False)]
    assert (seen.seats[0].pearls, seen.seats[0].keys) == (5, 1)
    assert seen.seats[1].affiliated == ["S5"]


def test_of_stacks_and_decks_everybody_sees_the_size() -> None:
    seen = view(table().state, 1)
    assert seen.council_sizes == {"jellyfish": 0, "crab": 2, "seahorse": 0, "shellfish": 0, "squid": 1}
    assert (seen.exploration_discard_size, seen.exploration_deck_size) == (2, 71 - 11)
    assert (seen.lord_deck_size, seen.location_deck_size, seen.monster_pool_size) == (30, 19, 17)


def test_everybody_sees_which_seat_is_the_regents_and_its_level() -> None:
    for seat in (0, 1, None):
        assert [found.regent for found in view(table(regent=4).state, seat).seats] == [None, 4]
        assert [found.regent for found in view(table().state, seat).seats] == [None, None]


def test_everybody_sees_nebulis_loot_sentinels_and_the_figure() -> None:
    sentinel = Sentinel(lord=106, owner=1, area="court", target=30)
    game = table(
        kraken=True,
        seats=[{"nebulis": 2, "locations": [{"id": 104, "loot": [3, 7]}]}, {}],
        available_locations=[14, {"id": 103, "loot": [5]}],
        sentinels=[asdict(sentinel)],
        kraken_figure=0,
        loot_deck=[3, 4],
    )
    for seat in (0, 1, None):
        seen = view(game.state, seat)
        assert (seen.seats[0].nebulis, seen.seats[0].loot) == (2, {104: [3, 7]})
        assert (seen.sentinels, seen.kraken_figure) == ([sentinel], 0)
        assert (seen.available_loot, seen.loot_deck_size) == ({103: [5]}, 2)


def test_everybody_sees_the_border_the_wounds_and_the_backs_of_tokens() -> None:
    game = table(
        leviathan=True,
        seats=[{"wounds": 2, "trophies": [3], "monster_tokens": [2, "key", "pearls3"]}, {}],
        border={"5": {"id": 6, "levels_lost": 1}},
        leviathan_deck=[1, 2],
        leviathan_pool=["key"],
        scourge=0,
    )
    for seat in (1, None):
        seen = view(game.state, seat)
        mine = seen.seats[0]
        assert (mine.wounds, mine.trophies, mine.monster_tokens) == (2, [3], None)
        assert (mine.monster_token_count, mine.leviathan_token_count) == (3, 2)
        assert (seen.border, seen.scourge) == ({5: Beast(id=6, levels_lost=1)}, 0)
        assert (seen.leviathan_deck_size, seen.leviathan_pool_size) == (2, 1)
        assert len(seen.leviathans_out) == 20 - 4


def test_only_the_healer_sees_the_discard() -> None:
    healer = {"court": [112, 30, 31], "seats": [{"pearls": 9, "hand": ["J5", "J2"]}, {}]}
    game = table(kraken=True, **healer)
    game.apply("recruit:112")
    game.pay(["J5", "J2"])
    assert game.question.kind == "HEAL"
    assert view(game.state, 0).to_dict()["question"]["legal"] == [action.id for action in game.legal_actions]
    assert view(game.state, 1).question == AskedQuestion("HEAL", 0)
    assert not game.can_undo


def test_only_who_is_asked_sees_the_legal_actions() -> None:
    game = table()
    legal = [action.id for action in game.legal_actions]
    assert view(game.state, 0).question == AskedQuestion("MAIN", 0, about=About(), legal=legal)
    assert view(game.state, 1).question == view(game.state, None).question == AskedQuestion("MAIN", 0)


def test_only_the_payer_sees_the_cards_named_before_the_payment_is_made() -> None:
    game = table(seats=[{"pearls": 9, "hand": ["S5", "S3", "S4"]}, {}])
    game.apply("recruit:12")
    game.apply("card:S4")
    assert game.question.kind == "PAY"
    assert view(game.state, 0).payment == ["S4"]
    assert view(game.state, 1).payment == view(game.state, None).payment == []


def test_drawn_locations_are_shown_to_all() -> None:
    game = table(phase="turn_end", seats=[{"key_tokens": 3}, {}], location_deck=[7, 5, 3])
    game.apply("draw:2")
    assert view(game.state, 1).drawn_locations == [5, 7]


def test_only_who_searches_the_location_deck_sees_it() -> None:
    given = {"available_locations": [10], "location_deck": [7, 5]}
    game = table(phase="turn_end", seats=[{"key_tokens": 3}, {}], **given)
    game.apply("location:10")
    assert game.question.kind == "SWAP_SMOKERS"
    assert len(view(game.state, 0).to_dict()["question"]["legal"]) == 3
    assert view(game.state, 1).question == AskedQuestion("SWAP_SMOKERS", 0)


def test_only_the_end_of_the_game_shows_tokens_and_scores() -> None:
    game = table(phase="turn_end", ending_player=1)
    assert view(game.state, 0).scores is None
    game.apply("done")
    seen = view(game.state, None)
    assert (seen.is_over, seen.question) == (True, None)
    assert [seat.monster_tokens for seat in seen.seats] == [[4], [2, 3]]
    assert seen.scores == game.scores


# ------------------------------------------------------------------------------------------ events


def test_of_a_private_event_the_others_learn_only_that_it_happened() -> None:
    drawn = Event(EVENT_NAMES.index("TOKEN_DRAWN"), 1, 3, 2, 1)
    shown = Event(EVENT_NAMES.index("PEARLS_GAINED"), 0, 1, 4, NOBODY)
    assert visible_events([drawn, shown], 1) == [drawn, shown]
    for other in (0, None):
        assert visible_events([drawn, shown], other) == [drawn.hidden(), shown]


def test_a_drawn_token_is_shown_to_the_drawer_alone() -> None:
    game = table(phase="explore", track=["M"], exploration_deck=["C3"])
    game.apply("fight")
    events = game.apply("reward:2")
    own, others = (
        [event.token for event in visible_events(events, seat) if event.kind == "TOKEN_DRAWN"]
        for seat in (0, 1)
    )
    assert others == [None] != own


# ------------------------------------------------------------------ hidden things leave no trace


def shuffled_alike(counts: np.ndarray[Any, Any], chance: random.Random) -> None:
    """Deal the cards of several zones anew: the zones keep their sizes."""
    sizes = counts.sum(axis=1)
    cards = [card for zone in counts for card, copies in enumerate(zone.tolist()) for _ in range(copies)]
    chance.shuffle(cards)
    counts[:] = 0
    for zone, size in enumerate(sizes.tolist()):
        for _ in range(size):
            counts[zone, cards.pop()] += 1


def deal_hidden_anew(state: State, seat: int | None, chance: random.Random) -> None:
    """Exchange what `seat` cannot see: other hands, council, deck and discard; tokens and their pool."""
    others = [player for player in range(int(state.players)) if player != seat]
    zones = np.concatenate([state.hand[others], state.council, [state.deck], [state.discard]])
    shuffled_alike(zones, chance)
    state.hand[others] = zones[: len(others)]
    state.council[:] = zones[len(others) : -2]
    state.deck[:], state.discard[:] = zones[-2], zones[-1]
    for pile in (slice(BASE_TOKENS), slice(BASE_TOKENS, TOKENS)):
        tokens = np.concatenate([state.monster_tokens[others, pile], [state.pool[pile]]])
        shuffled_alike(tokens, chance)
        state.monster_tokens[others, pile], state.pool[pile] = tokens[:-1], tokens[-1]


def seen_by(state: State, seat: int | None) -> str:
    return json.dumps(view(state, seat).to_dict())


@pytest.mark.parametrize("seed", range(4))
def test_the_view_does_not_change_with_what_the_seat_cannot_see(seed: int) -> None:
    chance = random.Random(seed)
    changed = 0
    for game in questions(seed):
        for seat in (*range(game.players), None):
            other = game.clone().state
            deal_hidden_anew(other, seat, chance)
            assert seen_by(other, seat) == seen_by(game.state, seat)
            changed += other.hand.tolist() != game.state.hand.tolist()
    assert changed > 100


def test_what_chance_is_about_to_draw_is_shown_to_nobody() -> None:
    state = table().state
    state.stack[int(state.depth)] = (0, NOBODY, 0)
    state.depth += 1
    for seat in (0, 1, None):
        assert view(state, seat).question == AskedQuestion(QUESTION_NAMES[0], None)


def test_chance_has_no_view_and_no_other_seat_below_0() -> None:
    asked = Game.new(players=2, seed=3, ask_chance=True)
    assert asked.player == CHANCE
    for seat in (asked.player, -2):
        with pytest.raises(InvalidArgument, match="seats go from 0 to 1"):
            view(asked, seat)
        read = read_table(asked.state)
        with pytest.raises(InvalidArgument, match="seats go from 0 to 1"):
            seen_from(read, public_view(read), seat)

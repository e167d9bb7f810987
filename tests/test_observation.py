"""An observation holds what its seat may know, in the places that its layout names, and nothing else."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from openabyss import Game, InvalidArgument
from openabyss.observation.layout import OBSERVATION_VERSION, Layout, layout_of, lines_of
from openabyss.rules.state import COUNTS_OF_THE_PAST, NOTES, bytes_of
from openabyss.table.knowledge import table_known_to
from scripts.observation_page import page
from tests.random_games import TABLES, Table, moments, named

ROOT = Path(__file__).parent.parent
LOOKED_AT = [TABLES[0], TABLES[8], TABLES[5], TABLES[-1]]


def layout_for(game: Game, **known: bool) -> Layout:
    sets = {"kraken": bool(game.state.kraken), "leviathan": bool(game.state.leviathan)}
    return layout_of(game.players, **sets, **known)


def lines(game: Game, seat: int) -> list[str]:
    return lines_of(game.observation(seat), layout_for(game))


def every_third(table: Table) -> Iterator[Game]:
    return (game for place, game in enumerate(moments(1, **table)) if place % 3 == 0 or game.is_over)


@pytest.mark.parametrize("table", LOOKED_AT, ids=named)
def test_a_position_that_is_written_and_read_back_looks_the_same(table: Table) -> None:
    for game in every_third(table):
        read = Game.from_position(game.to_position(), ask_forced=True)
        assert read.hash == game.hash
        for seat in range(game.players):
            assert lines(read, seat) == lines(game, seat)


@pytest.mark.parametrize("table", LOOKED_AT, ids=named)
def test_two_games_that_differ_only_in_what_is_hidden_look_the_same(table: Table) -> None:
    changed = 0
    for place, game in enumerate(every_third(table)):
        for seat in range(game.players):
            other = game.sample_hidden(seat, place)
            changed += bytes_of(other.state) != bytes_of(game.state)
            assert np.array_equal(other.observation(seat), game.observation(seat))
    assert changed >= 10


@pytest.mark.parametrize("table", LOOKED_AT, ids=named)
def test_what_a_perfect_memory_can_tell_apart_looks_different(table: Table) -> None:
    """Of all questions of a game no two with different tables, as the seat knows them, look the same."""
    known: dict[bytes, bytes] = {}
    for game in moments(1, **table):
        seen = table_known_to(game.state, 0)
        for field in NOTES | COUNTS_OF_THE_PAST:
            if field != "turn":
                seen.__setattr__(field, 0)
        seen.stack[int(seen.depth) :] = 0
        seen.payment[:] = 0
        observation = game.observation(0).tobytes()
        paying = layout_for(game).read(game.observation(0))["payment"].tobytes()
        assert known.setdefault(observation, bytes_of(seen) + paying) == bytes_of(seen) + paying
    assert len(known) > 50


def test_the_cards_that_another_seat_has_named_for_a_lord_are_not_shown() -> None:
    """They are in its hand until all are named."""
    court, allies = [12, 21, 30, 29], ["S1", "S2", "S3", "S4", "S5", "Q1", "H2", "J2", "C2"]
    game = Game.from_position({"players": 2, "court": court, "seats": [{"hand": allies}, {}]})
    paid = next(lord for lord in court if game.can(f"recruit:{lord}") and len(game.payments(lord)) > 1)
    game.apply(f"recruit:{paid}")
    before, own = game.observation(1), game.observation(0)
    named = game.clone()
    named.apply(game.legal_actions[0])
    assert named.question.kind == game.question.kind == "PAY"
    assert np.array_equal(named.observation(1), before)
    assert not np.array_equal(named.observation(0), own)


def test_which_pile_to_rob_has_no_place_without_leviathan_and_takes_none_of_another_piece() -> None:
    steps = ("END_TURN", "HAND_LIMIT", "LAST_POWERS", "KEY_CHECK", "COURT_CHECK")
    waiting = [{"step": step, "player": 0} for step in steps]
    waiting += [{"question": "ROB_BACK", "player": 0, "opponent": 1}]
    tables = {"phase": "question", "court": [12, 30, 31], "available_locations": [14], "waiting": waiting}
    position = {"players": 2, "seats": [{}, {"monster_tokens": [2, 4]}], **tables}
    game = Game.from_position(position, ask_forced=True)
    seen = layout_for(game).read(game.observation(0))
    assert (seen["asked"].tolist(), seen["question"].sum()) == ([1, 0], 0)
    assert Game.from_position(game.to_position(), ask_forced=True).hash == game.hash
    assert [action.text for action in game.legal_actions] == ["number:0"]


@pytest.mark.parametrize("table", LOOKED_AT, ids=named)
def test_a_forgetful_seat_sees_only_how_many_cards_others_hold(table: Table) -> None:
    """Two kinds of cards exchanged between the hand of another, the stacks and the deck."""
    changed = 0
    for game in every_third(table):
        if not game.is_over and game.player == 1:
            continue  # What it is asked depends on its hand.
        before = game.observation(0, perfect_memory=False)
        whole = game.observation(0)
        state = game.clone().state
        hand, deck = state.hand[1], state.deck
        held, left = np.flatnonzero(hand), np.flatnonzero(deck[:25])
        if len(held) == 0 or len(left) == 0 or held[0] == left[-1]:
            continue
        hand[held[0]] -= 1
        deck[held[0]] += 1
        deck[left[-1]] -= 1
        hand[left[-1]] += 1
        other = Game.from_state(state)
        changed += 1
        assert np.array_equal(other.observation(0, perfect_memory=False), before)
        assert not np.array_equal(other.observation(0), whole)
    assert changed > 3


@pytest.mark.parametrize("table", LOOKED_AT, ids=named)
def test_with_perfect_information_the_tokens_of_the_others_are_shown_too(table: Table) -> None:
    shown = 0
    for game in every_third(table):
        layout = layout_for(game, perfect_information=True)
        for seat in range(game.players):
            seen = game.observation(seat, perfect_information=True)
            tokens = layout.read(seen)["tokens_of_others"]
            held = np.roll(game.state.monster_tokens[: game.players], -seat, axis=0)[1:]
            assert np.array_equal(tokens, held[:, : tokens.shape[1]])
            assert np.array_equal(seen[: -tokens.size], game.observation(seat))
            shown += tokens.sum()
    assert shown > 0


@pytest.mark.parametrize("table", LOOKED_AT, ids=named)
@pytest.mark.parametrize("known", [{}, {"perfect_memory": False}, {"perfect_information": True}], ids=str)
def test_every_number_lies_within_its_bounds(table: Table, known: dict[str, bool]) -> None:
    for game in every_third(table):
        lowest, highest = layout_for(game, **known).bounds()
        for seat in range(game.players):
            observation = game.observation(seat, **known)
            assert ((lowest <= observation) & (observation <= highest)).all()


@pytest.mark.parametrize("table", LOOKED_AT, ids=named)
def test_the_pieces_say_what_lies_on_the_table(table: Table) -> None:
    for game in every_third(table):
        seats, layout = game.table.seats, layout_for(game)
        for viewer in range(game.players):
            pieces = layout.read(game.observation(viewer))
            order = [*seats[viewer:], *seats[:viewer]]
            cards = layout.parts["hand"].piece.axes[0].labels(layout.variant, layout.players)
            assert pieces["pearls"].tolist() == [seat.pearls for seat in order]
            assert pieces["hand_sizes"].tolist() == [len(seat.hand) for seat in order]
            hands = [pieces["hand"], *pieces["hands_of_others"]]
            shown = [sorted(np.repeat(cards, hand).tolist()) for hand in hands]
            assert shown == [sorted(seat.hand) for seat in order]
            assert (pieces["council"].sum(axis=1) == pieces["council_sizes"]).all()
            assert pieces["deck"].sum() == pieces["deck_size"] == game.table.exploration_deck_size
            lords = np.array(layout.parts["lords"].piece.axes[1].labels(layout.variant, layout.players))
            held = [sorted(lords[row == 1].astype(int).tolist()) for row in pieces["lords"]]
            assert held == [sorted(lord.id for lord in seat.lords) for seat in order]
            court = sorted(
                (space, int(lord)) for lord, space in zip(lords, pieces["court"], strict=True) if space
            )
            assert [lord for _space, lord in court] == game.table.court
            if not game.is_over:
                assert pieces["asked"].argmax() == (game.player - viewer) % game.players


def test_every_number_has_a_name_of_its_own_and_a_changed_one_needs_another_version() -> None:
    """And writes down the digest of the names for the new version."""
    tables = [(players, sets) for players in range(2, 6) for sets in range(4)]
    layouts = [Layout(sets, players, perfect_memory=True) for players, sets in tables]
    names = [layout.names for layout in layouts]
    assert [len(set(one)) for one in names] == [layout.size for layout in layouts]
    assert "pearls[seat+1]" in names[0]
    digests = {2: "e09f0e3db7fd07f8"}
    assert sha256(repr(names).encode()).hexdigest()[:16] == digests.get(OBSERVATION_VERSION)


def test_the_text_names_what_is_there() -> None:
    game = Game.from_position({"players": 2, "seats": [{"pearls": 3, "hand": ["S1", "S1", "Q3"]}, {}]})
    lines = lines_of(game.observation(0), layout_for(game))
    assert "hand: S1 2, Q3" in lines
    assert "pearls: seat+0 3, seat+1" in lines


def test_an_observation_is_an_array_of_its_own() -> None:
    game = Game.new()
    first = game.observation(0)
    game.observation(0)[:] = 7
    assert np.array_equal(game.observation(0), first)


def test_a_seat_that_is_not_there_is_named() -> None:
    with pytest.raises(InvalidArgument, match="no seat 2: seats go from 0 to 1"):
        Game.new().observation(2)
    with pytest.raises(InvalidArgument, match="no seat 2: seats go from 0 to 1"):
        Game.new().sample_hidden(2, 1)


def test_the_page_of_the_documents_is_made_from_the_declarations() -> None:
    """If not: `make observation`."""
    assert (ROOT / "docs" / "observation.md").read_text("utf-8") == page()

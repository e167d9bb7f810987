"""Tables that differ only in what is hidden from a seat look the same from it, to the byte."""

import random
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from openabyss.browser.text_table import text_table
from openabyss.client.protocol.from_server import write_message
from openabyss.client.table_history import TableHistory, order_name
from openabyss.errors import InvalidPosition, OpenAbyssError
from openabyss.play.game import Game
from openabyss.table.view import view
from openabyss.words.questions.actions import POINTERS, text_of
from tests.web.server.serving import VARIANTS, Variant
from tests.web.server.test_presentation import history_with, played, shown

Position = dict[str, Any]
# Questions that the rules put only to somebody who could do something with the cards in the hand or the
# tokens.
PUT_WHERE_THEY_HELP = {"SORCERY", "BOOST", "FIGHT_AGAIN", "END_POWERS"}
# Where a position is taken: at an action, when a payment has begun, when it is made but not everything that
# comes of it, and between the parts of what takes several answers.
MOMENTS = {
    "action": ("MAIN",),
    "payment": ("PAY",),
    "paid": ("AFFILIATE", "PAY_PRICE", "KRAKEN_FIGURE_PICK"),
    "cards": ("DISCARD_TO_LIMIT", "DISCARD_ALLY", "SELL_ALLY", "OBEY_MARTIAL_LAW", "LOSE_ALLY"),
    "fight": ("MEET_MONSTER", "FIGHT_TARGET", "FIGHT_ALLY", "BOOST", "TAKE_TOKENS", "EXPLORE_MONSTER"),
    "lord": ("ASSASSINATE", "AMBASSADOR_PICK", "CONTROL_PICK", "REPLACE_COURT_LORD", "CLEAR_STACK", "HEAL"),
    "offer": ("OFFER",),
}
MAX_DEALS = 200


def some_position(seed: int, kraken: bool, leviathan: bool, moment: str = "action") -> Position:
    """A situation in the middle of a game, at one of the `MOMENTS`."""
    chooser = random.Random(seed)
    rest, found = chooser.randrange(20, 200), None
    while found is None:
        game = Game.from_config(
            {"players": 3, "seed": seed, "kraken": kraken, "leviathan": leviathan, "options": {}},
            poker_face=True,
        )
        while not game.is_over and (found is None or rest > 0):
            if is_moment(game, moment):
                found = game.to_position()
            game.apply(chooser.choice(game.legal_actions))
            rest -= 1
        seed = chooser.randrange(10**6)
    return found


def is_moment(game: Game, moment: str) -> bool:
    kind = game.question.kind
    return kind in MOMENTS[moment] and (kind != "PAY" or bool(game.state.payment.any()))


def hidden_otherwise(position: Position, viewer: int | None, chooser: random.Random) -> Position:
    """The same position with everything dealt anew that `viewer` may not know. Of a payment that has begun,
    too: the cards named so far are other ones."""
    changed = _alike({**position, "seed": chooser.randrange(10**9)}, viewer, chooser, is_all_hidden=True)
    for deck in ("lord_deck", "location_deck", "loot_deck", "leviathan_deck"):
        changed[deck] = chooser.sample(position[deck], len(position[deck]))
    changed["dice"] = [chooser.randint(1, 6) for _ in range(3)] if position["leviathan"] else []
    return changed


def held_otherwise(position: Position, viewer: int | None, chooser: random.Random) -> Position:
    """The same position with other cards and tokens in the hands of opponents, and other council stacks.

    The decks stay as they are, so that they deal the same, and so do cards that are named for a lord, since
    they will be shown.
    """
    return _alike(position, viewer, chooser, is_all_hidden=False)


def _alike(
    position: Position, viewer: int | None, chooser: random.Random, *, is_all_hidden: bool
) -> Position:
    """Dealt otherwise until it is a table with the same question: not every hand pays for a lord."""
    asked = question_of(position)
    for deal in range(MAX_DEALS):
        names_others = is_all_hidden and deal < MAX_DEALS // 2
        decks = ["exploration_deck"] if is_all_hidden else []
        changed = _dealt_otherwise(position, viewer, chooser, decks, names_others=names_others)
        if question_of(changed) == asked:
            return changed
    raise AssertionError(f"no other hands can have led to {asked}")


def question_of(position: Position) -> tuple[str, int] | None:
    """What is asked of whom; None where nobody could have come to such a table."""
    try:
        game = history_of(position).game
    except InvalidPosition:
        return None
    return (game.question.kind, game.player) if game.legal_actions else None


def _dealt_otherwise(
    position: Position, viewer: int | None, chooser: random.Random, decks: list[str], *, names_others: bool
) -> Position:
    changed = {**position, "seats": [dict(seat) for seat in position["seats"]]}
    others = [seat for number, seat in enumerate(changed["seats"]) if number != viewer]
    payer = changed["seats"][changed["active"]]
    named = position.get("payment", [])
    if not is_paying(position):
        # All have seen what the lord was paid with.
        changed["exploration_discard"] = _without(changed["exploration_discard"], named)
        _mix_cards(changed, others, chooser, decks)
        changed["exploration_discard"] += named
    else:
        # Some cards stay in the hand: hardly any other hand pays the same lord.
        free = payer["hand"] if names_others else _without(payer["hand"], named)
        kept = chooser.sample(free, chooser.randint(0, len(free))) + ([] if names_others else named)
        payer["hand"] = _without(payer["hand"], kept)
        _mix_cards(changed, others, chooser, decks)
        payer["hand"] += kept
    if names_others and is_paying(position) and payer in others:
        changed["payment"] = chooser.sample([card for card in payer["hand"] if card != "M"], len(named))
    for pool, is_base in (("monster_pool", True), ("leviathan_pool", False)):
        _mix_tokens(changed, others, pool, is_base, chooser)
    return changed


def is_paying(position: Position) -> bool:
    """The cards that are named for a lord are still in the hand; once it is paid, all have seen them."""
    return any(frame.get("question") == "PAY" for frame in position.get("waiting", []))


def _without(cards: list[str], some: list[str]) -> list[str]:
    left = Counter(cards) - Counter(some)
    return list(left.elements())


def _mix_cards(
    changed: Position, others: list[dict[str, Any]], chooser: random.Random, decks: list[str]
) -> None:
    """Hands, council, discard and decks keep their sizes, stacks their race; monsters stay where they are."""
    names = [*decks, "exploration_discard"]
    piles = [seat["hand"] for seat in others] + [changed[name] for name in names]
    stacks = changed["council"]
    cards = [card for pile in [*piles, *stacks.values()] for card in pile if card != "M"]
    chooser.shuffle(cards)
    changed["council"] = {race: [_draw(cards, card[0]) for card in stack] for race, stack in stacks.items()}
    mixed = [["M" if card == "M" else cards.pop() for card in pile] for pile in piles]
    for seat, hand in zip(others, mixed[: len(others)], strict=True):
        seat["hand"] = hand
    for name, pile in zip(names, mixed[len(others) :], strict=True):
        changed[name] = chooser.sample(pile, len(pile))


def _draw(cards: list[str], letter: str) -> str:
    """Take a card of a race out of the shuffled cards."""
    return cards.pop(next(place for place, card in enumerate(cards) if card[0] == letter))


def _mix_tokens(
    changed: Position, others: list[dict[str, Any]], pool: str, is_base: bool, chooser: random.Random
) -> None:
    """Tokens of one back change places between the opponents and the pile."""
    held = [token for seat in others for token in seat["monster_tokens"] if isinstance(token, int) == is_base]
    tokens = [*held, *changed[pool]]
    chooser.shuffle(tokens)
    for seat in others:
        seat["monster_tokens"] = [
            tokens.pop() if isinstance(token, int) == is_base else token for token in seat["monster_tokens"]
        ]
    changed[pool] = tokens


def history_of(position: Position) -> TableHistory:
    return TableHistory({"position": position}, [None] * position["players"])


def seen(history: TableHistory, viewer: int | None, have: int = -1) -> bytes:
    """Everything that is sent to a viewer."""
    return write_message(shown(history, viewer, have))


def refusals(history: TableHistory, viewer: int) -> list[str]:
    """What every action that is not legal is answered."""
    told = []
    state, kind = history.game.state, history.game.question.kind
    for pointer in POINTERS:
        for action in range(pointer.first, pointer.first + pointer.size):
            try:
                history.copy().add("answer", viewer, text_of(kind, action, state), "x")
            except OpenAbyssError as error:
                told.append(str(error))
    return told


at_any_moment = given(
    seed=st.integers(0, 10**6),
    variant=st.sampled_from(VARIANTS),
    moment=st.sampled_from(sorted(MOMENTS)),
    viewer=st.sampled_from([None, 0, 1, 2]),
)


@settings(max_examples=60)
@at_any_moment
def test_only_what_may_be_known_is_told(seed: int, variant: Variant, moment: str, viewer: int | None) -> None:
    position = some_position(seed, *variant, moment)
    other = hidden_otherwise(position, viewer, random.Random(seed))
    first, second = history_of(position), history_of(other)
    assert seen(first, viewer) == seen(second, viewer)
    if viewer is None or first.game.player != viewer:
        return
    assert refusals(first, viewer) == refusals(second, viewer)
    for action in first.game.legal_actions:
        histories = [first.copy(), second.copy()]
        for history in histories:
            history.add("answer", viewer, action.text, "x")
        if all(history.can_undo(viewer) and history.asked == viewer for history in histories):
            assert seen(histories[0], viewer, 0) == seen(histories[1], viewer, 0)
        assert histories[0].can_undo(viewer) == histories[1].can_undo(viewer)


@settings(max_examples=60)
@at_any_moment
def test_what_others_do_tells_no_more_than_they_show(
    seed: int, variant: Variant, moment: str, viewer: int | None
) -> None:
    """While all give the same answers, two tables with other hands and stacks stay the same to the byte.
    Above all nothing is answered by itself because a hand leaves no choice: that would be seen."""
    chooser, position = random.Random(seed), some_position(seed, *variant, moment)
    histories = [history_of(position), history_of(held_otherwise(position, viewer, chooser))]
    for _answer in range(25):
        before = histories[0].revision
        text = answer_both(histories, viewer, chooser)
        if text is None:
            return
        assert seen(histories[0], viewer, before) == seen(histories[1], viewer, before), text
        assert seen(histories[0], viewer) == seen(histories[1], viewer)
        assert text_table(shown(histories[0], viewer)) == text_table(shown(histories[1], viewer))


def is_shown_otherwise(histories: list[TableHistory], by_viewer: bool) -> bool:
    """From here on the tables may differ: the game is over, the discard was shuffled, the viewer has taken
    something that was hidden, or the rules have put a question only to somebody whom it helps."""
    games = [history.game for history in histories]
    if any(game.is_over or game.state.reshuffles for game in games):
        return True
    if by_viewer and not games[0].can_undo:
        return True
    kinds = {game.question.kind for game in games}
    return len(kinds) > 1 and bool(kinds & PUT_WHERE_THEY_HELP)


def answer_both(histories: list[TableHistory], viewer: int | None, chooser: random.Random) -> str | None:
    """Give the same answer at both tables; None if there is none, or if it may be seen that they differ."""
    asked = histories[0].game.player
    actions = [{action.text for action in history.game.legal_actions} for history in histories]
    if not actions[0] & actions[1]:
        return None
    text = chooser.choice(sorted(actions[0] & actions[1]))
    histories[0].add("answer", asked, text, "x")
    # At the other table an order of somebody else answers, of which the viewer does not learn.
    histories[1].add(
        "answer", asked, text, "x" if asked == viewer else order_name(asked, histories[1].revision)
    )
    return None if is_shown_otherwise(histories, asked == viewer) else text


def test_nobody_else_learns_what_is_named_in_the_middle_of_a_payment(variant: Variant) -> None:
    differ = 0
    for seed in range(12):
        position = some_position(seed, *variant, "payment")
        payer = position["active"]
        for viewer in (None, *({0, 1, 2} - {payer})):
            other = hidden_otherwise(position, viewer, random.Random(seed))
            tables = [history_of(position), history_of(other)]
            assert seen(tables[0], viewer) == seen(tables[1], viewer)
            views = [shown(table, viewer).view for table in tables]
            assert views[0].payment == []
            differ += sorted(position["payment"]) != sorted(other["payment"])
    assert differ > 12


def test_the_test_above_would_notice_a_leak() -> None:
    position = some_position(3, True, True)
    other = hidden_otherwise(position, None, random.Random(1))
    assert seen(history_of(position), 0) != seen(history_of(other), 0)


def test_seed_and_order_of_decks_are_in_no_message(variant: Variant) -> None:
    seed = 918273645
    for number, history in enumerate(played(history_with(*variant, seed=seed), 60, random.Random(4))):
        for viewer in (None, 0, 1, 2):
            told = seen(history, viewer, number - 1)
            assert str(seed).encode() not in told
            assert shown(history, viewer).view == view(history.game.state, viewer)


def test_counters_equal_the_zones_that_they_count() -> None:
    """Bugs 5 to 8 of another client were counters that drifted: here each is counted anew in every view."""
    decisions = 0
    for history in played(history_with(True, True, seed=8, players=4), 150, random.Random(2)):
        for seat in history.game.table.seats:
            own = shown(history, seat.number).view.seats[seat.number]
            assert (own.hand_size, own.hand) == (len(seat.hand), seat.hand)
            assert own.monster_token_count == len(seat.monster_tokens)
            assert [lord.id for lord in own.lords] == [lord.id for lord in seat.lords]
        decisions += 1
    assert decisions == 150

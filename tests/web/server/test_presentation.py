"""What the update says is what the game does: actions, reasons, costs, payments, scores, events, log."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec import UNSET

from openabyss.client.offers import answer_explained
from openabyss.client.protocol.from_server import AnswerExplained, Update
from openabyss.client.protocol.parts import PaymentShown, Person, QuestionShown
from openabyss.client.question import best_attacks
from openabyss.client.table_history import TableHistory, write_payment
from openabyss.client.update import UpdateCache, UpdateContext, update_for
from openabyss.errors import UnreadableAction
from openabyss.rules.actions import PASS
from openabyss.server.storage import SeatRow, TableRow
from openabyss.server.storage.rows import PERSON
from openabyss.server.tables.live.table import LiveTable
from openabyss.table.public_fields import About
from openabyss.words.log import ROWS
from openabyss.words.questions.prompts import meaning_of_whole_payment
from tests.web.server.serving import Variant

# To show a table takes ten times as long as to play on.
LOOK_EVERY = 5


def history_with(kraken: bool, leviathan: bool, seed: int = 5, players: int = 3) -> TableHistory:
    config: dict[str, Any] = {
        "players": players, "seed": seed, "kraken": kraken, "leviathan": leviathan, "options": {},
    }  # fmt: skip
    return TableHistory(config, [None] * players)


def shown(
    history: TableHistory, seat: int | None, have: int = -1, cache: UpdateCache | None = None
) -> Update:
    people = [Person(number, f"Player {number}", "person") for number in range(history.game.players)]
    return update_for(
        history, seat, UpdateContext(people, "promise", "1", "salt", results_url="/results"), have, cache
    )


def question_for(history: TableHistory, seat: int | None) -> QuestionShown:
    """The question as a seat is shown it."""
    question = shown(history, seat).question
    assert question is not None
    return question


def at_court(*seats: Mapping[str, object]) -> TableHistory:
    """Two people before a court of three lords; the first one is asked."""
    position = {"players": 2, "court": [12, 20, 23], "seats": [*seats, {}][:2]}
    return TableHistory({"position": position}, [None, None])


def played(history: TableHistory, steps: int, chooser: random.Random) -> Iterator[TableHistory]:
    """The history after every step of a random game."""
    for number in range(steps):
        if history.game.is_over:
            return
        yield history
        action = chooser.choice(history.game.legal_actions)
        history.add("answer", history.game.player, action.text, f"{number}")


def test_the_seat_that_is_asked_is_shown_exactly_the_legal_actions(variant: Variant) -> None:
    for history in played(history_with(*variant), 120, random.Random(1)):
        seat = history.game.player
        question = question_for(history, seat)
        assert question.mine
        assert [action.text for action in question.actions] == [
            action.text for action in history.game.legal_actions
        ]
        assert all(action.label for action in question.actions)
        other = question_for(history, (seat + 1) % 3)
        assert (other.mine, other.actions, other.refused, other.payments) == (False, [], [], [])
        assert f"Player {seat}" in other.prompt


def test_an_answer_says_what_it_points_at_and_whether_it_passes(variant: Variant) -> None:
    """No screen has to read the text of an action: its target names the same thing."""
    for history in played(history_with(*variant, seed=8), 150, random.Random(10)):
        question = question_for(history, history.game.player)
        for action, legal in zip(question.actions, history.game.legal_actions, strict=True):
            assert action.passes == (legal.id == PASS)
            _word, _colon, thing = action.text.partition(":")
            target = action.target
            if not thing:
                assert target is None or target.zone in ("exploration_deck", "lord_deck", "track")
                continue
            assert target is not None
            things = (target.lord, target.location, target.race, target.card, target.border, target.token)
            assert thing in map(str, (*things, target.number, target.player))


def test_a_seat_that_a_computer_plays_is_not_asked() -> None:
    history = history_with(False, False)
    seat = history.game.player
    asked = question_for(history, seat)
    assert asked.mine
    history.add("seat", seat, "medium", "away")
    question = question_for(history, seat)
    assert (question.mine, question.actions, question.refused, question.payments) == (False, [], [], [])
    assert question.prompt == f"Player {seat} is thinking …"


def test_the_card_that_is_for_sale_has_its_price() -> None:
    sold = 0
    for history in played(history_with(False, False, seed=8), 300, random.Random(11)):
        question = question_for(history, history.game.player)
        for action in question.actions:
            is_bought = action.text == "buy"
            assert action.price == (history.game.table.price if is_bought else None)
            sold += is_bought
    assert sold > 5


def test_the_seat_that_pays_sees_for_which_lord() -> None:
    """Two lords may cost the same, and the name of one stand in that of another."""
    history = at_court({"pearls": 6, "hand": ["S5", "S4", "S3"]})
    history.add("answer", 0, "recruit:12", "c1")
    update = shown(history, 0)
    assert update.question is not None
    assert update.question.payments
    asked = update.view.question
    assert asked is not None
    assert asked.about == About(lord=12)


def test_lines_of_the_log_say_where_turns_begin() -> None:
    history = history_with(False, False, seed=4)
    for _history in played(history, 60, random.Random(7)):
        pass
    began = [line.text for line in shown(history, None, 0).log if line.begins_turn]
    assert began
    assert began == [line.text for line in shown(history, None, 0).log if line.text.startswith("Turn ")]


def test_what_is_refused_has_a_reason_and_is_refused_indeed(variant: Variant) -> None:
    for history in played(history_with(*variant, seed=7), 120, random.Random(2)):
        question = question_for(history, history.game.player)
        for refused in question.refused:
            assert len(refused.why) > 5
            assert not history.game.can(refused.text), refused
            assert bool(refused.label) == (":" not in refused.text), "what names nothing says what it is"
        if question.kind == "MAIN":
            named = {one.text for one in question.actions} | {one.text for one in question.refused}
            assert {f"recruit:{lord}" for lord in history.game.table.court} | {"explore", "plot"} <= named
            assert {f"stack:{race}" for race in history.game.table.council} <= named


def test_offers_say_what_the_game_asks_and_takes(variant: Variant) -> None:
    """Bugs 19 and 20 of another client: one affordability for what is offered and what is accepted."""
    chooser = random.Random(4)
    seen = 0
    for history in played(history_with(*variant, seed=9), 200, chooser):
        game, seat = history.game, history.game.player
        if game.question.kind != "MAIN":
            continue
        for offer in shown(history, seat).offers:
            recruit = f"recruit:{offer.lord}"
            assert offer.affordable == game.can(recruit), offer
            assert (offer.refusal is None) == offer.affordable
            assert (offer.shortfall == 0) >= offer.affordable
            if not offer.affordable:
                continue
            seen += 1
            paying = history.copy()
            paying.add("answer", seat, recruit, "r")
            assert paying.game.question.kind == "PAY"
            legal = paying.game.payments(offer.lord)
            assert [payment.cards for payment in offer.payments] == [list(one.cards) for one in legal][:200]
            for payment in chooser.sample(offer.payments, min(3, len(offer.payments))):
                assert payment.pearls <= paying.game.table.seats[seat].pearls
                paid = paying.copy()
                paid.add("pay", seat, write_payment(payment.cards, payment.nebulis), "p")
                assert paid.game.question.kind != "PAY"
    assert seen > 3


def test_a_payment_is_explained_before_its_lord_is_named_and_while_it_is_paid_for() -> None:
    history = at_court({"pearls": 1, "hand": ["S5", "S4", "S3"]})
    for _moment in ("before", "while"):
        paid = answer_explained(history.game, "pay:12 S4 S3", [])
        assert paid.payments == [PaymentShown(["S4", "S3"], 1, 0, 7)]
        assert (paid.label, paid.means) == ("S4 S3 and 1 pearl", meaning_of_whole_payment())
        assert paid.value == 7
        for cards, worth, why in (
            ("S4", 4, "You are 3 short."),
            ("S5 S5", 10, "You have no Shellfish 5 left."),
        ):
            assert answer_explained(history.game, f"pay:12 {cards}", []) == AnswerExplained(
                f"pay:12 {cards}", "", why, worth
            )
        assert not answer_explained(history.game, "pay:20 S4 S3", []).label
        history = history.copy()
        if history.game.question.kind == "MAIN":
            history.add("answer", 0, "recruit:12", "a")
    assert history.game.question.kind == "PAY"


@pytest.mark.parametrize("text", ["pay:", "pay:slaver", "pay:9999 S4", "pay:12 X9", "pay:12 S4,S3"])
def test_a_payment_that_cannot_be_read_is_not_explained(text: str) -> None:
    with pytest.raises(UnreadableAction):
        answer_explained(history_with(False, False).game, text, [])


@pytest.mark.parametrize("kraken", [False, True])
def test_pearls_that_go_from_seat_to_seat_say_between_whom(kraken: bool) -> None:
    between = 0
    for history in played(history_with(kraken, False), 400, random.Random(3)):
        events = shown(history, 0, history.revision - 1).events if history.revision else []
        bought = [one for one in events if one.kind == "ALLY_BOUGHT"]
        paid = [one for one in events if one.kind == "PEARLS_PAID" and one.other is not None]
        gained = [one for one in events if one.kind == "PEARLS_GAINED" and one.other is not None]
        assert [(one.player, one.other) for one in paid] == [(one.other, one.player) for one in gained]
        for ally in bought:
            between += 1
            assert kraken or ally.player in [one.player for one in paid]
    assert between


def test_a_payment_that_has_begun_is_offered_and_taken_as_a_whole() -> None:
    history = at_court({"pearls": 6, "hand": ["S5", "S4", "S3"]})
    history.add("answer", 0, "recruit:12", "c1")
    whole = question_for(history, 0)
    history.add("answer", 0, "card:S5", "c2")
    update = shown(history, 0)
    assert update.question is not None
    assert update.question.payments == [payment for payment in whole.payments if "S5" in payment.cards]
    assert update.question.payments == next(one for one in update.offers if one.lord == 12).payments
    history.add("pay", 0, "S4,S5/0", "c3")
    assert history.game.table.seats[0].hand == ["S3"]


def test_a_cheaper_lord_says_why() -> None:
    """Bug 9 of the last version of another client: costs in its tooltips went stale."""
    history = at_court({"pearls": 1, "hand": ["S5"], "lords": [{"id": 25}]}, {"lords": [{"id": 1}]})
    mine = {offer.lord: offer for offer in shown(history, 0).offers}
    assert (mine[12].printed, mine[12].cost, len(mine[12].why)) == (8, 8, 2)
    other = {offer.lord: offer for offer in shown(history, 1).offers}
    assert (other[12].cost, other[12].why) == (8, [])


def test_what_is_missing_is_counted_in_money() -> None:
    history = at_court({"pearls": 1, "hand": ["S5"]})
    offers = {offer.lord: offer for offer in shown(history, 0).offers}
    assert offers[12].shortfall == 8 - 5 - 1
    assert offers[23].shortfall is None
    assert "short" in (offers[12].refusal or "")


def test_the_preview_is_the_score_of_the_engine(variant: Variant) -> None:
    """Bugs 21 and 22 of another client: totals beside the table differed from the score sheet."""
    history = history_with(*variant, seed=2)
    for number, _history in enumerate(played(history, 2000, random.Random(5))):
        if number % LOOK_EVERY:
            continue
        for seat in (0, None):
            for row in shown(history, seat).preview:
                sheet = history.game.score_sheet(row.seat)
                hidden = sheet.monster_tokens if row.seat != seat else 0
                assert row.known == sheet.total - hidden
                assert row.score in (row.known, None)
                assert sum(row.locations.values()) == sum(sheet.locations.values())
                assert sum(int(code[1]) for code in row.counting) == sheet.allies
    assert [row.score for row in shown(history, None).preview] == history.game.scores


def test_every_event_is_shown_to_owner_opponent_and_spectator(variant: Variant) -> None:
    """Bugs 9 and 30 of another client: the screens of some viewers failed on some events."""
    history, kinds = history_with(*variant, seed=11), set()
    for number, _history in enumerate(played(history, 400, random.Random(6))):
        for seat in (0, 1, None):
            update = shown(history, seat, number - 1)
            for event in update.events:
                kinds.add(event.kind)
                assert event.kind in ROWS
                assert isinstance(event.amount, int | str)
            for line in update.log:
                assert "{" not in line.text
                assert "<" not in line.text
                assert all(link.name in line.text for link in line.links)
    assert len(kinds) > 20


def test_log_and_events_go_on_where_the_reader_stopped() -> None:
    history, chooser = history_with(True, True, seed=4), random.Random(7)
    lines: dict[int, str] = {}
    have = -1
    for number, _history in enumerate(played(history, 150, chooser)):
        if number % 7 == 0:
            update = shown(history, 1, have)
            lines = {n: text for n, text in lines.items() if n < update.log_from}
            lines |= {line.n: line.text for line in update.log}
            have = update.revision
    whole = {line.n: line.text for line in shown(history, 1, 0).log}
    assert {n: text for n, text in lines.items() if n in whole} == {
        n: t for n, t in whole.items() if n in lines
    }


def test_what_a_table_remembers_is_what_it_would_work_out_now(variant: Variant) -> None:
    history, cache, chooser = history_with(*variant, seed=6), UpdateCache(), random.Random(8)
    for number, _history in enumerate(played(history, 100, chooser)):
        if history.can_undo(history.game.player) and chooser.random() < 0.2:
            history.add("undo", history.game.player, "", f"undo {number}")
        for seat in (0, None, 1, 2, 0):
            have = chooser.choice((-1, history.revision, max(0, history.revision - 1)))
            assert shown(history, seat, have, cache) == shown(history, seat, have)


def test_a_new_name_is_shown_at_once() -> None:
    history, cache = history_with(False, False), UpdateCache()
    asked, other = history.game.player, (history.game.player + 1) % 3
    for name in ("Ann", "Bob"):
        people = [Person(seat, name if seat == asked else f"Player {seat}", "person") for seat in range(3)]
        question = update_for(history, other, UpdateContext(people, "promise"), cache=cache).question
        assert question is not None
        assert question.prompt == f"{name} is thinking …"


def test_viewers_of_one_seat_share_what_they_are_shown() -> None:
    history, cache = history_with(True, True), UpdateCache()
    for seat in (None, history.game.player):
        assert shown(history, seat, cache=cache).view is shown(history, seat, cache=cache).view


def test_what_has_happened_is_put_into_words_once_unless_somebody_alone_has_seen_it() -> None:
    history, cache, seen = history_with(True, True), UpdateCache(), set[bool]()
    for _history in played(history, 100, random.Random(5)):
        have = history.revision - 1
        is_secret = any(event.seen_by is not None for event in history.news(have).events)
        first, other = (shown(history, seat, have, cache) for seat in (0, 1))
        assert (first.log is other.log, first.events is other.events) == (not is_secret, not is_secret)
        seen.add(is_secret)
    assert seen == {True, False}


def test_odds_of_fights_are_those_of_the_own_hand_and_spectators_have_none() -> None:
    for number, history in enumerate(played(history_with(False, True), 150, random.Random(3))):
        if number % LOOK_EVERY:
            continue
        state = history.game.state
        for seat in range(history.game.players):
            fights = shown(history, seat).fights
            for zone, attack in best_attacks(state, seat).items():
                fight = fights.pop(str(zone + 1))
                assert fight.card in (shown(history, seat).view.seats[seat].hand or ())
                assert (fight.roll, fight.percent) == (attack.roll, round(100 * attack.chance))
            assert fights == {}
        assert shown(history, None).fights == {}


def test_an_ally_against_a_leviathan_says_what_it_needs_to_roll() -> None:
    seen = 0
    for history in played(history_with(kraken=True, leviathan=True, seed=8), 400, random.Random(10)):
        question = shown(history, history.game.player).question
        if question is None or question.kind != "FIGHT_ALLY":
            continue
        allies = [action for action in question.actions if action.text.startswith("card:")]
        assert all("roll is enough" in action.hint or "from " in action.hint for action in allies)
        seen += 1
    assert seen > 0


def test_the_count_at_the_end_adds_up_to_the_scores(variant: Variant) -> None:
    history = history_with(*variant)
    assert shown(history, 0).result is None
    assert len(list(played(history, 5000, random.Random(4)))) < 5000
    result = shown(history, 0).result
    assert result is not None
    assert result.rows[-1].sums == history.game.scores
    best = max(history.game.scores)
    assert all(history.game.scores[seat] == best for seat, place in enumerate(result.places) if place == 1)
    assert result.outcome.startswith("Player")
    first, *lines, last = result.summary.split("\n")
    assert (first, last) == (result.outcome, "OpenAbyss")
    assert sorted(lines) == lines
    assert {line.replace("−", "-") for line in lines} == {
        f"{place}. Player {seat} {score}"
        for seat, (place, score) in enumerate(zip(result.places, history.game.scores, strict=True))
    }


def test_several_people_at_one_screen_are_told_which_of_them_is_asked() -> None:
    history = history_with(False, False)
    asked = history.game.player
    for here, level, told in (
        ({asked, (asked + 1) % 3}, None, asked),
        ({asked}, None, UNSET),
        ({(asked + 1) % 3, (asked + 2) % 3}, None, UNSET),
        ({asked, (asked + 1) % 3}, "medium", UNSET),
    ):
        people = [Person(seat, "", "person", level, local=seat in here) for seat in range(3)]
        assert update_for(history, asked, UpdateContext(people, "promise")).hot_seat == told


def test_a_browser_is_told_what_it_may_do_with_each_seat() -> None:
    history = history_with(False, False, players=4)
    history.add("seat", 1, "medium", "away")
    seats = [SeatRow(seat, PERSON, "", browser=browser) for seat, browser in enumerate("aabc")]
    row = TableRow("t", "", "", {"seed": 5}, "", "promise", "salt", "host", "watch", "nonce", grace=0)
    table = LiveTable(row, seats, {"watcher"}, history)
    mine, others = ["hand_over", "take_back"], ["hand_over", UNSET]
    for browser, first in (("a", mine), ("b", others), ("host", others), ("watcher", [UNSET] * 2)):
        second = [UNSET] * 2 if browser == "watcher" else ["hand_over"] * 2
        assert [person.change for person in table.people(browser)] == first + second

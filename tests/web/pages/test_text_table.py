"""The table in words, made from an update: what is told, in which order, and to whom."""

import pytest

from openabyss.browser.page_words import TABLE_WORDS
from openabyss.browser.text_table import TextTable, text_table
from openabyss.client.protocol.from_server import Update
from openabyss.client.protocol.parts import Person
from openabyss.client.table_history import ANSWER, TableHistory
from openabyss.client.table_text import table_lines
from openabyss.client.update import UpdateContext, update_for
from openabyss.rules.ending import EMPTY_ROUNDS
from openabyss.terminal.session import Session, Sitting

HAND = ["C3", "S4", "S3", "S1", "Q2", "J2"]


def seat(**given: object) -> dict[str, object]:
    return {"pearls": 4, **given}


def position(**given: object) -> dict[str, object]:
    """Two players; Ann is asked what to do and has cards for the Slaver (8, shellfish)."""
    return {
        "players": 2,
        "active": 0,
        "phase": "main",
        "court": [12, 22],
        "seats": [seat(hand=HAND, monster_tokens=[4, 2]), seat(hand=["J5"], monster_tokens=[3])],
        **given,
    }


def history(**given: object) -> TableHistory:
    return TableHistory({"position": position(**given)}, [None, None])


def update(played: TableHistory, viewer: int | None = 0) -> Update:
    people = [Person(0, "Ann", "person", connected=True, local=True), Person(1, "Bea", "person")]
    return update_for(played, viewer, UpdateContext(people, "promise"))


def told(played: TableHistory, viewer: int | None = 0, since: int | None = None) -> TextTable:
    return text_table(update(played, viewer), since)


def everything(shown: TextTable) -> str:
    return repr(shown)


def test_the_title_says_whether_it_is_ones_turn_or_only_ones_decision() -> None:
    own = history()
    assert (told(own).status, told(own, 1).status) == ("Your turn", "")
    offered = history(exploration_deck=["J1", "J1"])
    offered.add(ANSWER, 0, "explore", "c1")
    assert (told(offered).status, told(offered, 1).status) == ("", "Your decision")


def test_from_the_fifth_round_in_an_empty_sea_on_the_first_line_warns() -> None:
    played = history(exploration_deck=["M"], exploration_discard=[])
    state = played.game.state
    state.turn = state.last_deed + 7
    assert "sea is empty" not in everything(told(played))
    for number, turn in ((5, 9), (5, 10), (10, 20)):
        state.turn = state.last_deed + turn
        for viewer in (0, 1, None):
            line = f"The sea is empty: round {number} of 10 in which nobody finds an ally."
            assert line in everything(told(played, viewer))


def test_the_warning_of_the_table_in_the_browser_counts_the_same_rounds() -> None:
    assert f"of {EMPTY_ROUNDS} in" in TABLE_WORDS["empty_sea"]


def test_my_question_has_buttons_by_what_they_are_about_and_reasons_for_what_cannot_be_chosen() -> None:
    shown = told(history())
    assert shown.mine
    assert [button.value for button in shown.buttons["Recruit"]] == ["recruit:12"]
    assert shown.buttons["Recruit"][0].hint == "cost 8, 5 influence, 1 key"
    assert "explore" in [button.value for button in shown.buttons["Actions"]]
    assert dict(shown.refusals)["Corruptor"]
    assert "The crab stack" in dict(shown.refusals)


def test_the_court_tells_costs_and_whether_i_can_pay() -> None:
    rows = {lord.row.name: lord for lord in told(history()).court}
    assert rows["Slaver"].for_me == "You can pay."
    assert rows["Slaver"].row.cost == "8"


def test_a_spectator_sees_printed_costs_and_no_hand() -> None:
    shown = told(history(), viewer=None)
    assert [lord.for_me for lord in shown.court] == ["", ""]
    assert [lord.row.cost for lord in shown.court] == ["8", "10"]
    assert not shown.mine
    assert shown.buttons == {}
    assert "crab 3" not in everything(shown)


def test_own_cards_and_tokens_are_told_and_those_of_others_counted_also_in_the_score() -> None:
    shown = told(history())
    assert "shellfish 4 3 1" in everything(shown)
    assert "jellyfish 5" not in everything(shown)
    mine, other = shown.seats
    assert ("Monster tokens", "2 (worth 2, worth 4)") in mine.text.lines
    assert ("Monster tokens", "1") in other.text.lines
    assert shown.scores == [("Ann", "6"), ("Bea", "0 and hidden tokens")]


def test_one_s_own_seat_comes_first() -> None:
    assert [seat.text.title for seat in told(history(), viewer=1).seats] == ["Bea (you)", "Ann"]


def test_whole_payments_are_listed_as_they_are_stored() -> None:
    played = history()
    played.add(ANSWER, 0, "recruit:12", "c1")
    shown = told(played)
    assert shown.prompt == "The Slaver costs 8. How do you pay?"
    assert shown.payments
    for button in shown.payments:
        tried = played.copy()
        tried.add("pay", 0, button.value, "c2")
        assert tried.revision == 2


def test_a_payment_that_has_begun_can_still_be_paid_as_a_whole() -> None:
    played = history()
    played.add(ANSWER, 0, "recruit:12", "c1")
    card = next(button.value for button in told(played).buttons["Cards"])
    played.add(ANSWER, 0, card, "c2")
    payments = told(played).payments
    assert payments
    assert all(card.removeprefix("card:") in button.value for button in payments)
    played.add("pay", 0, payments[-1].value, "c3")
    assert [lord.id for lord in update(played).view.seats[0].lords] == [12]


@pytest.mark.parametrize("since", [None, -1, 0, 10**6])
def test_news_are_the_lines_since_the_last_decision(since: int | None) -> None:
    played = history()
    played.add(ANSWER, 0, "explore", "c1")
    shown = told(played, viewer=1, since=since)
    numbers = [line.n for line in update(played, 1).log]
    assert len(shown.news) == len(numbers if since is None else [n for n in numbers if n > since])
    assert shown.last_line == numbers[-1]


def test_cards_named_in_the_log_are_links() -> None:
    played = history(court=[12])
    played.add(ANSWER, 0, "plot", "c1")
    links = [piece for line in told(played).log for piece in line if piece.url]
    assert any(piece.url.startswith("/rules/lords#lord-") for piece in links)
    lines = ["".join(piece.text for piece in line) for line in reversed(told(played).log)]
    assert lines == [line.text for line in update(played).log]


def test_expansions_are_told_where_they_are_played() -> None:
    base = dict(told(history()).facts)
    assert "Threat" in base
    assert "loot" not in base["Left to draw"]
    both = told(history(kraken=True, leviathan=True, border={"5": {"id": 6, "levels_lost": 1}}))
    assert "Threat" not in dict(both.facts)
    assert "loot" in dict(both.facts)["Left to draw"]
    assert both.border[0][0] == "Zone 7, Ironjaw"
    assert "1 of 2 levels left" in both.border[0][1]


def test_a_sentinel_says_what_it_guards_and_for_whom() -> None:
    guarded = history(
        kraken=True, sentinels=[{"lord": 106, "owner": 1, "area": "council", "target": "squid"}]
    )
    assert dict(told(guarded).facts)["Sentinels"] == "the squid stack (for Bea)"


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_page_and_the_terminal_tell_the_same_table(viewer: int | None) -> None:
    guarding = [{"lord": 106, "owner": 1, "area": "council", "target": "squid"}]
    played = history(
        kraken=True, leviathan=True, sentinels=guarding, border={"5": {"id": 6, "levels_lost": 1}}
    )
    session = Session(played.game, [Sitting("human", "Ann"), Sitting("human", "Bea")])
    session.viewer = viewer
    lines = [line.strip() for line in table_lines(session.update)]
    shown = told(played, viewer)
    assert shown.turn in lines
    for title, text in (*shown.facts, *shown.border):
        assert f"{title}: {text}." in lines
    for seat in shown.seats:
        at = lines.index(f"{seat.text.title}:") + 1
        told_here = [f"{title}: {text}." for title, text in seat.text.lines]
        assert lines[at : at + len(told_here)] == told_here

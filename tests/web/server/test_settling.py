"""What people settle among themselves: conceding, ends that all agree to, votes for a computer."""

import anyio
import pytest
from msgspec import UNSET

from openabyss.arena.review import accounts, conclude
from openabyss.client.protocol.from_client import Answer, Undo
from openabyss.client.replay import Replay
from openabyss.client.result import settlement_of
from openabyss.client.update import UpdateContext
from openabyss.errors import InvalidRecord
from openabyss.play.game import Game
from openabyss.server.storage.rows import history_of
from openabyss.server.tables.errors import Refusal
from openabyss.server.tables.live.table import LiveTable
from openabyss.server.tables.seating import SeatWanted, TableWanted
from openabyss.server.tables.tables import Tables
from tests.web.server.serving import Served, answer_first, looker, sit_down, tables_on

ANN, BEA, CY, DEE = "a" * 64, "b" * 64, "c" * 64, "d" * 64


async def table_of(tables: Tables, *friends: str, computers: int = 0, grace: int = 0) -> LiveTable:
    """Ann with these friends and computers."""
    seats = [
        SeatWanted("me", "Ann"),
        *(SeatWanted("friend") for _friend in friends),
        *(SeatWanted("computer", level="random") for _computer in range(computers)),
    ]
    table = await tables.creation.create(TableWanted(tuple(seats), seed=3, grace=grace), ANN)
    for seat, browser in enumerate(friends, 1):
        await sit_down(tables, table, seat, browser)
    return table


def is_over(table: LiveTable) -> bool:
    return table.history.is_over


async def is_as_stored(tables: Tables, table: LiveTable) -> bool:
    """What is stored comes out as it is shown."""
    stored = await tables.storage.load(table.id)
    assert stored is not None
    again = history_of(stored)
    now = table.history
    return (again.settlement, again.levels, again.log[:]) == (now.settlement, now.levels, now.log[:])


async def test_of_two_one_concedes_and_the_other_wins(tables: Tables) -> None:
    table = await table_of(tables, BEA)
    await answer_first(tables, table)
    await tables.commands.concede(table, 1, BEA, "x")
    revision = table.history.revision
    assert await tables.commands.concede(table, 1, BEA, "x") == revision  # Sent twice.
    assert is_over(table)
    assert await is_as_stored(tables, table)
    update = table.update(0, ANN)
    assert update.over
    assert (update.question, update.undo.can_undo) == (None, False)
    assert update.log[-1].text.endswith("concedes.")
    assert update.seed is not None
    result = update.result
    assert result is not None
    assert (result.places, result.tie) == ([1, 2], "")
    assert result.outcome == "Ann wins, since the others have conceded."
    assert result.ending.endswith("has conceded.")
    with pytest.raises(Refusal, match="is over"):
        await answer_anyway(tables, table)
    record = table.history.to_record()
    assert record["settlement"] == {"conceded": [1], "ended": "conceded"}
    # The record plays, the replay ends as the table did, and it can be reviewed.
    game = Game.from_record(record)
    replay = Replay(game, settlement_of(record, game.players))
    people = table.people(None)
    shown = replay.shown(range(len(replay)), 0, [0, 1], UpdateContext(people, ""))
    assert [update.over for update in shown.updates] == [False] * (len(replay) - 1) + [True]
    assert shown.updates[-1].result is not None
    assert shown.updates[-1].result.places == [1, 2]
    assert shown.updates[-1].log[-1].text == update.log[-1].text
    assert conclude(game, [], [], 8, table.history.settlement).outcome == (1.0, 0.0)
    assert accounts(game, [], table.history.settlement) == ()
    rematch = await tables.creation.rematch(table, ANN, lambda: None)
    assert not rematch.history.is_over


async def answer_anyway(tables: Tables, table: LiveTable) -> None:
    game = table.history.game
    command = Answer("late", table.history.revision, game.player, game.legal_actions[0].text)
    await tables.commands.carry_out(table, command, table.seats[game.player].browser or "")


async def test_of_three_the_game_goes_on_and_who_conceded_is_last(tables: Tables) -> None:
    table = await table_of(tables, BEA, CY)
    with pytest.raises(Refusal):
        await tables.commands.concede(table, 1, ANN, "not mine")
    await tables.commands.concede(table, 1, BEA, "x")
    assert not is_over(table)
    assert table.history.levels == [None, "medium", None]
    person = table.people(BEA)[1]
    assert (person.conceded, person.change) == (True, UNSET)
    for level in (None, "easy"):
        with pytest.raises(Refusal, match="cannot play on"):
            await tables.commands.change_seat(table, 1, level, BEA, f"back-{level}")
    with pytest.raises(Refusal, match="cannot play on"):
        await tables.commands.concede(table, 1, BEA, "again")
    # Another browser that comes by a link to the seat does not play on either.
    link = await tables.invitations.new_seat_link(table, 1, BEA)
    await tables.invitations.sit_down(link.removeprefix("/j/"), DEE)
    assert table.history.levels[1] == "medium"
    assert await is_as_stored(tables, table)
    await tables.commands.concede(table, 0, ANN, "y")
    assert is_over(table)
    result = table.update(None, None).result
    assert result is not None
    assert result.places == [2, 3, 1]
    assert await is_as_stored(tables, table)


async def test_against_computers_alone_nobody_plays_on(tables: Tables) -> None:
    table = await table_of(tables, computers=2)
    await tables.commands.concede(table, 0, ANN, "x")
    assert is_over(table)
    result = table.update(0, ANN).result
    assert result is not None
    assert result.places[0] == 3


async def test_a_game_ends_when_all_people_agree(tables: Tables) -> None:
    table = await table_of(tables, BEA, CY, computers=1)
    await tables.commands.propose(table, 1, "void", BEA, "a")
    proposal = table.update(0, ANN).proposal
    assert proposal is not UNSET
    assert (proposal.end, proposal.agreed, proposal.asked) == ("void", [1], [0, 2])
    assert proposal.text.endswith("proposes to declare the game void.")
    await tables.commands.propose(table, 0, "void", ANN, "b")
    await tables.commands.propose(table, 0, "void", ANN, "twice")
    assert await is_as_stored(tables, table)
    await tables.commands.propose(table, 2, None, CY, "c")
    declined = table.update(0, ANN)
    assert declined.proposal is UNSET
    assert declined.log[-1].text.endswith("wants to play on, so the proposal is dropped.")
    assert await is_as_stored(tables, table)
    await tables.commands.propose(table, 0, "void", ANN, "d")
    # Another end is another proposal.
    for browser, seat in ((ANN, 0), (BEA, 1), (CY, 2)):
        assert not is_over(table)
        await tables.commands.propose(table, seat, "scored", browser, f"e{seat}")
    assert is_over(table)
    update = table.update(0, ANN)
    assert update.result is not None
    sums = update.result.rows[-1].sums
    assert update.result.places[sums.index(max(sums))] == 1
    assert update.result.ending == "All players have agreed to end it here."
    assert table.history.to_record()["settlement"] == {"conceded": [], "ended": "scored"}
    replay = Replay(table.history.game, table.history.settlement)
    shown = replay.shown(range(len(replay)), None, [], UpdateContext(table.people(None), ""))
    assert shown.updates[-1].log[-1].text == update.log[-1].text
    for view in (update.view, shown.updates[-1].view):
        assert [seat.monster_tokens for seat in view.seats] == [[]] * 4
    assert await is_as_stored(tables, table)


async def test_a_void_game_has_no_places_and_who_left_their_seat_to_a_computer_is_not_asked(
    tables: Tables,
) -> None:
    table = await table_of(tables, BEA)
    await tables.commands.change_seat(table, 1, "random", BEA, "away")
    with pytest.raises(Refusal, match="take it back"):
        await tables.commands.propose(table, 1, "void", BEA, "a")
    await tables.commands.propose(table, 0, "void", ANN, "b")
    result = table.update(0, ANN).result
    assert result is not None
    assert result.places == [0, 0]
    assert result.outcome == "The game is void: it counts for nobody."


async def test_undoing_leaves_what_was_settled(tables: Tables) -> None:
    table = await table_of(tables, BEA)
    able = list[int]()
    while not able:
        await answer_first(tables, table, place=-1)
        able = [seat for seat in (0, 1) if table.history.can_undo(seat)]
    await tables.commands.propose(table, 1, "void", BEA, "a")
    undo = Undo("u", table.history.revision, able[0])
    await tables.commands.carry_out(table, undo, (ANN, BEA)[able[0]])
    assert table.history.settlement.proposed == "void"
    assert await is_as_stored(tables, table)


async def test_the_majority_of_those_who_are_here_decides_about_who_is_away(tables: Tables) -> None:
    table = await table_of(tables, BEA, CY, DEE)
    for browser in (ANN, BEA, CY):
        table.enter(looker(browser, table.first_seat_of(browser)))
    absent = table.people(ANN)[3]
    assert (absent.change, absent.votes, absent.votes_needed) == ("hand_over", UNSET, 2)
    await tables.commands.change_seat(table, 3, "medium", ANN, "a")
    await tables.commands.change_seat(table, 3, "medium", ANN, "still one")
    assert table.people(ANN)[3].level is None
    assert table.people(CY)[3].votes == [0]
    assert await is_as_stored(tables, table)
    # Dee comes back: the votes are taken back.
    back = looker(DEE, 3)
    table.enter(back)
    table.seats_returned([3])
    with anyio.fail_after(20):
        while table.history.settlement.votes:
            await anyio.sleep(0.01)
    table.leave(back)
    await tables.commands.change_seat(table, 3, "medium", BEA, "b")
    assert table.people(ANN)[3].level is None
    await tables.commands.change_seat(table, 3, "medium", CY, "c")
    assert table.people(ANN)[3].level == "medium"
    assert table.history.settlement.votes == ()
    assert await is_as_stored(tables, table)


async def test_a_second_server_knows_what_was_settled(tables: Tables) -> None:
    table = await table_of(tables, BEA)
    await tables.commands.propose(table, 0, "void", ANN, "a")
    async with tables_on(tables.settings) as other:
        there = await other.registry.get(table.id)
        await other.commands.propose(there, 1, "void", BEA, "b")
        assert there.history.is_over
    with pytest.raises(Refusal):  # It has come too late.
        await tables.commands.concede(table, 0, ANN, "c")


@pytest.mark.parametrize(
    "settled",
    [
        {"conceded": [2]},
        {"conceded": [0, 0]},
        {"conceded": [0, 1]},
        {"conceded": 1},
        {"ended": "lost"},
        {"ended": "conceded"},
        {"won": 1},
        [],
    ],
)
def test_records_in_which_nobody_can_have_settled_that(settled: object) -> None:
    record = Game.new(players=2).to_record() | {"settlement": settled}
    with pytest.raises(InvalidRecord, match="settle"):
        settlement_of(record, Game.from_record(record).players)


def test_the_page_of_the_seats_concedes_and_agrees_without_scripts(served: Served) -> None:
    host, friend, table = served.two_people(seed=1)
    lobby, form = f"/t/{table}/lobby", {"seat": "0", "do": "scored"}
    assert "Tick the box" in host.http.post(lobby, data=form).text
    host.http.post(lobby, data={**form, "sure": "1"})
    page = friend.http.get(f"/t/{table}/text").text
    assert "proposes to end the game with the current score" in page
    assert "Agree" in friend.http.get(lobby).text
    assert "Play on after all" in host.http.get(lobby).text
    friend.http.post(lobby, data={"seat": "1", "do": "decline"})
    assert "proposes" not in host.http.get(lobby).text
    assert "The game ends at once" in friend.http.get(lobby).text
    friend.http.post(lobby, data={"seat": "1", "do": "concede", "sure": "1"})
    assert "have conceded" in friend.http.get(f"/t/{table}/results").text
    assert "settlement" in friend.http.get(f"/t/{table}/record.json").json()
    assert "Propose ending the game" not in friend.http.get(lobby).text
    assert host.http.post(f"/t/{table}/review").status_code in (200, 303)


def test_after_a_button_one_sees_what_it_has_settled(served: Served) -> None:
    host, friend, table = served.two_people(seed=1)
    lobby, form = f"/t/{table}/lobby", {"do": "scored", "sure": "1"}
    assert host.http.post(lobby, data={**form, "seat": "0"}).headers["Location"] == f"{lobby}#end"
    assert 'id="end"' in host.http.get(lobby).text
    assert friend.http.post(lobby, data={**form, "seat": "1"}).headers["Location"] == f"/t/{table}/results"


def test_conceding_and_agreeing_over_a_socket(served: Served) -> None:
    host, friend, table = served.two_people(seed=1)
    with host.at(table) as here, friend.at(table) as there:
        here.hear("update")
        there.say(type="propose", id="p", seat=1, end="void")
        there.hear("ack")
        here.until(lambda update: "proposal" in update)
        here.say(type="propose", id="q", seat=0, end=None)
        here.hear("ack")
        there.say(type="concede", id="c", seat=1)
        there.hear("ack")
        update = here.until(lambda update: update["over"])
        assert update["result"]["places"] == [1, 2]
        assert update["results_url"]
        here.say(type="scores", id="s")
        assert here.hear("scores")["title"] == "Final score"

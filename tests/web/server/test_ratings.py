"""Ratings: which tables count, once, for whom, and who sees that."""

from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from openabyss.server.storage import SeatRow, Storage
from openabyss.server.storage.people import kept_names, ratings
from openabyss.server.storage.people.kept_names import KeptName, Passkey
from openabyss.server.storage.people.ratings import Result
from tests.web.server.serving import Person, Served, wait_until
from tests.web.server.test_open_tables import send
from tests.web.server.test_storage import entry, row

pytest.importorskip("webauthn")

from tests.web.server.test_kept_names import keep, press

NAMES = {"ann": "a" * 64, "bea": "b" * 64, "cem": "c" * 64}


async def with_names(storage: Storage) -> None:
    """Ann and Bea want to be rated, Cem does not."""
    for id_, identity in NAMES.items():
        kept = KeptName(id_, id_, identity, "", "2026", is_rated=id_ != "cem")
        passkey = Passkey(id_, id_, b"", 0, "2026")
        await storage.write(kept_names.keep, kept=kept, looks={id_}, passkey=passkey)


async def play(
    storage: Storage, id_: str, people: list[str | None], *places: int, ends: int = 1, **chosen: Any
) -> None:
    """A table of these people, and a computer for None, whose game ends with these places so often."""
    seats = [
        SeatRow(seat, "computer", "Coral", level="medium", token=None)
        if name is None
        else SeatRow(
            seat, "person", name, browser=NAMES.get(name, "z" * 64), token=f"{id_} {seat}", nonce="n"
        )
        for seat, name in enumerate(people)
    ]
    made = replace(row(id_), watch_token=f"watch {id_}", **chosen)
    await storage.create(made, seats)
    for number in range(1, ends + 1):
        result = Result("base 2", places)
        await storage.append(id_, number, entry(number), is_over=True, result=result)


async def test_a_table_counts_once_and_only_if_all_its_people_want_it(database: str) -> None:
    with closing(Storage(database)) as storage:
        await with_names(storage)
        await play(storage, "tableaaaa1", ["ann", "bea"], 1, 2, ends=2)
        await play(storage, "tableaaaa2", ["ann", "cem"], 1, 2)
        await play(storage, "tableaaaa3", ["ann", "nobody"], 1, 2)
        await play(storage, "tableaaaa4", ["ann", "ann"], 1, 2)
        await play(storage, "tableaaaa5", ["ann", None], 1, 2)
        await play(storage, "tableaaaa6", ["bea", "ann", None], 2, 3, 1)
        history = {name: await storage.read(ratings.history, name=name) for name in NAMES}
        assert {name: [one.table[-1] for one in games] for name, games in history.items()} == {
            "ann": ["1", "6"],
            "bea": ["1", "6"],
            "cem": [],
        }
        assert [one.place for one in history["ann"]] == [1, 3]
        first, second = history["ann"]
        assert first.points > second.points > 0
        # As OpenSkill's own documentation has it for two who have never met.
        assert (round(first.mu, 2), round(first.sigma, 2)) == (27.64, 8.07)
        standings = await storage.read(ratings.standings)
        assert [(one.name, one.games) for one in standings["base 2"]] == [("bea", 2), ("ann", 2)]
        await storage.write(ratings.choose, name="bea", is_rated=False)
        assert [one.name for one in (await storage.read(ratings.standings))["base 2"]] == ["ann"]
        await storage.write(ratings.forget, name="ann")
        assert await storage.read(ratings.standings) == {}


async def test_who_has_the_same_points_has_the_same_place(database: str) -> None:
    with closing(Storage(database)) as storage:
        await with_names(storage)
        await storage.write(ratings.choose, name="cem", is_rated=True)
        await play(storage, "tableaaaa1", ["ann", "bea", "cem"], 2, 1, 1)
        standings = await storage.read(ratings.standings)
        assert [(one.name, one.place) for one in standings["base 2"]] == [("bea", 1), ("cem", 1), ("ann", 3)]


@pytest.mark.parametrize("known", [{"open_seed": True}, {"config": {"position": {}}}])
async def test_a_game_whose_cards_somebody_knew_does_not_count(known: dict[str, Any], database: str) -> None:
    """The host could go on from a record, or choose a seed, with which they had already won."""
    with closing(Storage(database)) as storage:
        await with_names(storage)
        await play(storage, "tableaaaa1", ["ann", "bea"], 1, 2, **known)
        assert await storage.read(ratings.standings) == {}


def test_a_rating_is_shown_with_its_history_saved_and_deleted(served: Served) -> None:
    ann, bea, table = served.two_people()
    for person, name in ((ann, "Annie"), (bea, "Bea<b>")):
        keep(person, name)
        assert "You are not rated" in person.http.get("/name").text
        press(person, "rate")
    assert "Nobody is rated yet." in ann.http.get("/ratings").text
    for seat, person in enumerate((ann, bea)):
        send(person, f"/t/{table}/lobby", do="replace", seat=str(seat), level="medium")
    wait_until(lambda: bool(ann.look(table)["over"]))
    page = served.person().http.get("/ratings").text
    assert "Base game, 2 players" in page
    assert "Bea&lt;b&gt;" in page
    own = ann.http.get("/name").text
    assert "<polyline" in own
    saved = ann.http.get("/name/ratings.json").json()
    assert (saved["name"], [game["table"] for game in saved["games"]]) == ("Annie", [table])
    assert saved["games"][0]["at"] <= datetime.now(UTC).isoformat()
    press(ann, "forget-rating")
    press(bea, "delete", sure="yes")
    assert "Nobody is rated yet." in ann.http.get("/ratings").text
    assert served.person().http.get("/name/ratings.json").status_code == 403


def test_nobody_waits_for_the_end_of_a_game_to_want_a_rating_for_it(served: Served) -> None:
    """To hand over a seat that had won, or to take over that of a friend, counted as another end."""
    ann, bea, table = served.two_people()
    for person, name in ((ann, "Annie"), (bea, "Bea")):
        keep(person, name)
    press(bea, "rate")
    assert bea.say(table, 1, "concede").status_code == 200
    press(ann, "rate")
    assert ann.say(table, 0, "seat", computer="easy").status_code == 200
    assert [person.http.get("/name/ratings.json").json()["games"] for person in (ann, bea)] == [[], []]


def test_a_rematch_counts_only_if_everybody_has_done_something_there(
    served: Served, clock: SimpleNamespace
) -> None:
    """One person is enough to begin it: they let computers play for those who were away, and won."""
    ann, bea, table = served.two_people()
    for person, name in ((ann, "Annie"), (bea, "Bea")):
        keep(person, name)
        press(person, "rate")

    def again(table: str) -> str:
        asked = bea.http.post(f"/t/{table}/rematch", headers={"Origin": served.address})
        return asked.headers["location"].removeprefix("/t/")

    assert bea.say(table, 1, "concede").status_code == 200
    unwanted = again(table)
    clock.seconds += 10_000
    for seat in (0, 1):
        assert bea.say(unwanted, seat, "seat", computer="medium").status_code == 200
    wait_until(lambda: bool(bea.look(unwanted)["over"]))
    wanted = again(unwanted)
    for person in (ann, bea):
        seat = person.look(wanted)["view"]["seat"]
        assert person.say(wanted, seat, "propose", end="scored").status_code == 200
    for person in (ann, bea):
        games = person.http.get("/name/ratings.json").json()["games"]
        assert [game["table"] for game in games] == [table, wanted]


def test_who_concedes_is_rated_as_the_last_one_and_a_void_game_not_at_all(served: Served) -> None:
    people = [served.person() for _person in range(3)]
    for person, name in zip(people, ("Annie", "Bea", "Cem"), strict=True):
        keep(person, name)
        press(person, "rate")

    def table_of(*seated: Person) -> str:
        table = seated[0].new_table("me", *("friend" for _friend in seated[1:]))
        for seat, person in enumerate(seated[1:], 1):
            person.http.post(seated[0].links(table)["seats"][str(seat)])
        return table

    def settle(table: str, seat: int, kind: str, **rest: str) -> None:
        answer = people[seat].say(table, seat, kind, **rest)
        assert answer.status_code == 200, answer.text

    of_three, of_two, void, agreed = table_of(*people), *(table_of(*people[:2]) for _table in range(3))
    settle(of_three, 1, "concede")  # A computer plays the seat on, and it counts as the last one.
    settle(of_three, 2, "concede")
    settle(of_two, 0, "concede")
    for end, table in (("void", void), ("scored", agreed)):
        for seat in (0, 1):
            settle(table, seat, "propose", end=end)
    games = [person.http.get("/name/ratings.json").json()["games"] for person in people]
    places = [{game["table"]: game["place"] for game in own} for own in games]
    assert [own.get(of_three) for own in places] == [1, 3, 2]
    assert [own.get(of_two) for own in places] == [2, 1, None]
    assert [own.get(void) for own in places] == [None] * 3
    assert sorted(own[agreed] for own in places[:2]) in ([1, 1], [1, 2])

"""People who play while something breaks, and what must be true when it works again."""

import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from openabyss.client.table_history import TableHistory
from openabyss.client.update import hash_of
from openabyss.server.storage import Storage
from openabyss.table.view import view
from tests.web.server.serving import SECONDS, Person, seat_wanted, wait_until


@dataclass
class Witness:
    """What somebody has learnt of a table. acknowledged: the revision to which each command has led. shown:
    from which seat, at which revision, and the hash of the view."""

    acknowledged: dict[str, int] = field(default_factory=dict)
    shown: set[tuple[int, int, str]] = field(default_factory=set)

    def note(self, seat: int, update: dict[str, Any]) -> None:
        self.shown.add((seat, update["revision"], update["hash"]))


class Player:
    """Plays one table after another, for all people at it, sends again what was not acknowledged, and watches
    from the last seat of a person meanwhile."""

    def __init__(self, address: str, number: int, kinds: Sequence[str]) -> None:
        self.kinds, self.chooser = kinds, random.Random(number)
        self.person = Person(address)
        self.tables: dict[str, Witness] = {}
        self.answers = self.failures = 0
        self.surprises: list[str] = []
        self.may_stop = threading.Event()
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._play_on, self._watch)]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Returns when nothing more is asked."""
        self.may_stop.set()
        for thread in self._threads:
            thread.join(SECONDS)
        self.person.http.close()

    def _answered(self, method: str, path: str, **rest: Any) -> dict[str, Any] | None:
        """What the server answers, however often it must be asked; None if it shall be asked no more."""
        while not self.may_stop.is_set():
            with suppress(httpx.TransportError):
                answer = self.person.http.request(method, path, **rest)
                if answer.is_success:
                    found: dict[str, Any] = answer.json()
                    return found
                if answer.status_code != 503:
                    self.surprises.append(answer.text)
                    return None
            self.failures += 1
            time.sleep(0.02)
        return None

    def _play_on(self) -> None:
        seats = [seat_wanted(kind) for kind in self.kinds]
        while (made := self._answered("POST", "/api/tables", json={"seats": seats})) is not None:
            table = made["table"]
            self.tables[table] = Witness()
            while self._go_on(table, self.tables[table]):
                pass

    def _go_on(self, table: str, witness: Witness) -> bool:
        """One answer; False if there is nothing more to answer."""
        seen = self._look(table, witness, 0)
        if seen is None or seen["over"]:
            return False
        seat = seen["question"]["player"]
        if seat_wanted(self.kinds[seat])["kind"] == "computer":
            time.sleep(0.02)
            return True
        seen = seen if seat == 0 else self._look(table, witness, seat)
        if seen is None:
            return False
        name, action = f"c{seen['revision']}", self.chooser.choice(seen["question"]["actions"])["text"]
        order = {"type": "answer", "id": name, "seat": seat, "revision": seen["revision"], "action": action}
        answer = self._answered("POST", f"/api/tables/{table}/commands", json=order)
        if answer is None:
            return False
        witness.acknowledged[f"{seat}:{name}"] = answer["revision"]
        self.answers += 1
        return True

    def _look(self, table: str, witness: Witness, seat: int) -> dict[str, Any] | None:
        seen = self._answered("GET", f"/api/tables/{table}", params={"seat": seat})
        if seen is not None:
            witness.note(seat, seen)
        return seen

    def _watch(self) -> None:
        """By a socket, as browsers do, which learns of everything at once."""
        seat = max(place for place, kind in enumerate(self.kinds) if kind in ("me", "here"))
        while not self.may_stop.is_set():
            for table in list(self.tables)[-1:]:
                with suppress(OSError, WebSocketException, TimeoutError):
                    self._watch_table(table, seat)
            time.sleep(0.02)

    def _watch_table(self, table: str, seat: int) -> None:
        with self.person.at(table, seat) as sitting:
            while not self.may_stop.is_set() and table == list(self.tables)[-1]:
                with suppress(TimeoutError):
                    message = sitting.receive(0.2)
                    if message["type"] == "update":
                        self.tables[table].note(seat, message)


@contextmanager
def playing(address: str, count: int, *kinds: str) -> Iterator[list[Player]]:
    """So many people who play at a server."""
    players = [Player(address, number, kinds or ("me", "here")) for number in range(count)]
    try:
        yield players
    finally:
        for player in players:
            player.stop()


def go_on(players: Sequence[Player], answers: int = 2) -> None:
    """Wait until each of them has given so many answers more, by itself."""
    before = [player.answers for player in players]
    wait_until(
        lambda: all(player.answers >= count + answers for player, count in zip(players, before, strict=True)),
        3 * SECONDS,
    )


def notice(players: Sequence[Player]) -> None:
    """Wait until somebody could not be served."""
    before = sum(player.failures for player in players)
    wait_until(lambda: sum(player.failures for player in players) > before)


def check(url: str, players: Sequence[Player]) -> None:
    """Every acknowledged answer is in the table, which can be replayed, and nobody saw what is not in it."""
    with closing(Storage(url)) as storage:
        for player in players:
            assert player.surprises == []
            for table, witness in player.tables.items():
                stored = storage.load_now(table)
                assert stored is not None
                history = TableHistory(stored.row.config, [seat.level for seat in stored.seats])
                possible = seen_at(history)
                for entry in stored.entries:
                    history.replay([entry])
                    possible |= seen_at(history)
                numbers = {entry.command: number for number, entry in enumerate(stored.entries, 1)}
                assert witness.acknowledged.items() <= numbers.items()
                assert witness.shown <= possible


def seen_at(history: TableHistory) -> set[tuple[int, int, str]]:
    """What the seats see now."""
    seats = range(len(history.levels))
    return {(seat, history.revision, hash_of(view(history.game, seat))) for seat in seats}

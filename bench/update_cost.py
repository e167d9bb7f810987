"""What an answer costs at a table: to carry it out, and to update everybody who looks.

    python -m bench.update_cost --games 3

Four seats and a spectator look at a table on which somebody plays at random. Prints one line of JSON:
milliseconds of the processor for each answer, as medians over the games.
"""

import argparse
import json
import random
import time
from dataclasses import dataclass, field
from statistics import median

from openabyss.client.table_history import ANSWER, TableHistory
from openabyss.server.storage import SeatRow, TableRow
from openabyss.server.storage.rows import PERSON
from openabyss.server.tables.live.table import LiveTable

SEATS = 4


@dataclass
class Spent:
    """Seconds of the processor, and how many answers and updates they were for."""

    answering: float = 0.0
    asked: float = 0.0
    others: float = 0.0
    answers: int = 0
    size: int = 0
    seen: dict[int | None, int] = field(default_factory=dict)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--leviathan", action="store_true", help="with both expansions")
    arguments = parser.parse_args()
    play(new_table(0, leviathan=False), random.Random(0), 20)
    games = [
        play(new_table(seed, arguments.leviathan), random.Random(seed)) for seed in range(arguments.games)
    ]
    print(json.dumps(report(games)))


def new_table(seed: int, leviathan: bool) -> LiveTable:
    """A table for four with Kraken, as `bench.web_load` sets it."""
    config = {"players": SEATS, "seed": seed, "kraken": True, "leviathan": leviathan, "options": {}}
    row = TableRow("bench", "", "", config, "", "promise", "salt", "host", "watch", "nonce")
    seats = [SeatRow(seat, PERSON, f"Player {seat}", browser="host") for seat in range(SEATS)]
    return LiveTable(row, seats, set(), TableHistory(config, [None] * SEATS))


def play(table: LiveTable, chooser: random.Random, most: int = 10_000) -> Spent:
    """A game at random, of which everybody gets all updates."""
    spent = Spent(seen=dict.fromkeys([*range(SEATS), None], -1))
    update_all(table, spent)
    spent.asked = spent.others = 0.0
    spent.size = 0
    while not table.history.game.is_over and spent.answers < most:
        action = chooser.choice(table.history.game.legal_actions).text
        began = time.process_time()
        history = table.history.copy()
        history.add(ANSWER, history.game.player, action, f"{history.game.player}:{spent.answers}")
        table.history = history
        spent.answering += time.process_time() - began
        spent.answers += 1
        update_all(table, spent)
    return spent


def update_all(table: LiveTable, spent: Spent) -> None:
    """An update to each seat and to the spectator, written as it is sent."""
    for seat, seen in spent.seen.items():
        began = time.process_time()
        spent.size += len(table.written_update(seat, "host", seen))
        took = time.process_time() - began
        spent.seen[seat] = table.history.revision
        if seat is not None and table.history.asked == seat:
            spent.asked += took
        else:
            spent.others += took


def report(games: list[Spent]) -> dict[str, float]:
    """The figures: milliseconds of the processor, and kilobytes of all updates after an answer."""
    whole = [(one.answering + one.asked + one.others) / one.answers for one in games]
    return {
        "answers": sum(one.answers for one in games),
        "answers_per_second": round(1 / median(whole), 1),
        "whole_ms": round(median(whole) * 1000, 3),
        "answering_ms": round(median(one.answering / one.answers for one in games) * 1000, 3),
        "asked_ms": round(median(one.asked / one.answers for one in games) * 1000, 3),
        "other_ms": round(median(one.others / one.answers / SEATS for one in games) * 1000, 3),
        "size_kb": round(median(one.size / one.answers for one in games) / 1000, 1),
    }


if __name__ == "__main__":
    main()

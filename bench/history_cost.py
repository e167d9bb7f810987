"""What a command costs a server at a table with a long history.

    python -m bench.history_cost

A seat is handed over again and again, as somebody might who wants to keep the server busy. Prints, for each
number of entries, the microseconds of one more command with the news of it for somebody who looks, and the
seconds for replaying the whole table.
"""

import gc
import random
import time

from openabyss.client.table_history import ANSWER, SEAT, Entry, TableHistory

CONFIG = {"players": 3, "seed": 5, "kraken": True, "leviathan": True, "options": {}}
ANSWERS, ENTRIES, COMMANDS, RUNS = 30, (0, 1_000, 40_000), 50, 5


def long_history(handovers: int) -> tuple[TableHistory, list[Entry]]:
    """A game under way at which a seat was handed over this many times, and all its entries."""
    history, chance = TableHistory(CONFIG, [None] * 3), random.Random(2)
    entries = [
        history.add(ANSWER, history.game.player, chance.choice(history.game.legal_actions).text, f"a{number}")
        for number in range(ANSWERS)
    ]
    entries += [
        history.add(SEAT, 0, "medium" if number % 2 == 0 else "", f"s{number}") for number in range(handovers)
    ]
    return history, entries


def microseconds(history: TableHistory, kind: str) -> float:
    """What one of some commands takes, each tried on a copy that takes the place of the history."""
    gc.collect()
    gc.disable()
    begun = time.perf_counter()
    for number in range(COMMANDS):
        tried = history.copy()
        if kind == SEAT:
            tried.add(SEAT, 0, "medium" if number % 2 == 0 else "", f"c{number}")
        else:
            tried.add(ANSWER, tried.game.player, tried.game.legal_actions[0].text, f"c{number}")
        tried.news(history.revision)
        history = tried
    spent = time.perf_counter() - begun
    gc.enable()
    return 1e6 / COMMANDS * spent


def main() -> None:
    print("entries  handover  answer (µs)  replay (s)")
    for handovers in ENTRIES:
        costs = {
            kind: min(microseconds(long_history(handovers)[0], kind) for _run in range(RUNS))
            for kind in (SEAT, ANSWER)
        }
        entries = long_history(handovers)[1]
        begun = time.perf_counter()
        TableHistory(CONFIG, [None] * 3).replay(entries)
        replay = time.perf_counter() - begun
        print(f"{handovers:7}  {costs[SEAT]:8.1f}  {costs[ANSWER]:11.1f}  {replay:10.2f}")


if __name__ == "__main__":
    main()

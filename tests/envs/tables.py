"""Every set with every number of players, for tests that run over all of them."""

from typing import Any

TABLES: list[dict[str, Any]] = [
    {"players": players, "kraken": kraken, "leviathan": leviathan}
    for kraken in (False, True)
    for leviathan in (False, True)
    for players in range(2, 6 if leviathan else 5)
]


def named(table: dict[str, Any]) -> str:
    return "-".join(str(value) for value in table.values())

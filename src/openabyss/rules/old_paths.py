"""Imports as they were before the door of the rules, until everybody comes through it."""

import sys
from importlib import import_module

from openabyss.rules import chapters, ending, numbering, state, turn

MODULES = (
    *("base.controlling", "base.court", "base.exploring", "base.offers", "base.paying", "base.recruiting"),
    *(
        "cards.ambassadors",
        "cards.farmers",
        "cards.locations",
        "cards.loot",
        "cards.mages",
        "cards.merchants",
    ),
    *("cards.politicians", "cards.smugglers", "cards.soldiers", "holdings.stocks", "kraken.krakens"),
    *("kraken.nebulis", "kraken.sentinels", "leviathan.border", "leviathan.fighting", "leviathan.monsters"),
    *("leviathan.tokens", "powers", "scoring", "setup", "turn"),
)
for name in MODULES:
    module = import_module(f"openabyss.rules.{name}")
    for number, value in vars(numbering).items():
        if number.isupper() and not hasattr(module, number):
            setattr(module, number, value)
offers = import_module("openabyss.rules.base.offers")
offers.OFFER, offers.ROW = offers.OFFER_COLUMNS, offers.PAYMENT_COLUMNS  # type: ignore[attr-defined]
ending.FIRST_ROUND_TOLD = ending.FIRST_ROUND_WARNED  # type: ignore[attr-defined]
MOVED = {
    "copying": state,
    "base.council": turn,
    "base.plotting": turn,
    "base.threat": chapters,
    "base.whole_payments": offers,
    "leviathan.exhaustion": chapters,
}
for name, now in MOVED.items():
    sys.modules[f"openabyss.rules.{name}"] = now

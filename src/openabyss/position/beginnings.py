"""How a game begins: from the `config` of a record to a table and its dealer."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from openabyss.chance.dealer import Dealer
from openabyss.errors import InvalidOption
from openabyss.position.options import read_config
from openabyss.position.positions import read_position
from openabyss.rules.setup import deal, new_table
from openabyss.rules.solo import seat_regent
from openabyss.rules.state import State
from openabyss.words import _


class Start(NamedTuple):
    """A table on which nothing has been answered yet, not even by chance; `config` is the caller's own."""

    state: State
    dealer: Dealer
    config: dict[str, Any]


def lay_out(config: Mapping[str, Any]) -> Start:
    """The beginning that a `config` describes. Raises InvalidOption, InvalidPosition."""
    if "position" in config:
        if len(config) > 1:
            raise InvalidOption(_("config: beside a position nothing else is given"))
        state, orders, seed = read_position(config["position"])
        return Start(state, Dealer(seed, orders), _own(config))
    begun = read_config(config)
    numbers = begun.options.numbers(begun.leviathan)
    state = new_table(begun.players, begun.kraken, begun.leviathan, numbers, begun.added_lords)
    if begun.regent is not None:
        seat_regent(state, begun.regent)
    deal(state)
    return Start(state, Dealer(begun.seed), _own(config))


def _own(config: Mapping[str, Any]) -> dict[str, Any]:
    """A copy that nobody else changes. Raises InvalidOption."""
    try:
        return deepcopy(dict(config))
    except RecursionError:
        raise InvalidOption(_("config: it is nested too deeply")) from None

"""The trained networks with a policy that come with the package, checked by their hash.

Not every table has one. Beside the numbers stand the names of the inputs and rows with which they were
trained: each of today's has the weights of its name, what a network has never seen counts nothing, and what
is gone is left out.
"""

import hashlib
import io
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.players.learned.layout import INPUTS, VARIANTS, seat_inputs, table_inputs
from openabyss.players.learned.network import Nets
from openabyss.players.learned.weights import (
    VARIANT_NAMES,
    WrongWeights,
    hash_file_of,
    net_names,
    places_of_inputs,
    read_checked,
)
from openabyss.players.policy.network import (
    HIDDEN,
    NET_START,
    NUMBERS,
    SECOND_HIDDEN,
    numbers_with,
    size_of,
)
from openabyss.players.policy.packing import Packed, packed, unpacked
from openabyss.players.policy.rows import ROW_NAMES, ROWS
from openabyss.rules.sizes import SEATS
from openabyss.words import _

WEIGHTS_FILE = Path(__file__).parent / "weights.npz"


class Use(NamedTuple):
    """What a network is good for: how much the value of the first generation should count beside its own, and
    whether it also leads long searches better than that."""

    second_opinion: float = 0.0
    is_thorough: bool = True


class PolicyNets(NamedTuple):
    """All networks in one array, as `judge` takes them; by variant and number of players, which there are and
    the parts of their `Use`."""

    numbers: Nets
    is_there: NDArray[np.bool_]
    second_opinion: NDArray[np.float64]
    is_thorough: NDArray[np.bool_]

    def net(self, variant: int, players: int) -> Nets:
        """One of them."""
        start = int(NET_START[variant, players])
        return self.numbers[start : start + size_of(variant, players)]

    def use(self, variant: int, players: int) -> Use:
        """What one of them is good for."""
        table = variant, players
        return Use(float(self.second_opinion[table]), bool(self.is_thorough[table]))


NO_USES: Mapping[str, Use] = MappingProxyType({})


def no_nets() -> PolicyNets:
    """As if there were none."""
    tables = (VARIANTS, SEATS + 1)
    return PolicyNets(
        np.zeros(NUMBERS, np.float32),
        np.zeros(tables, np.bool_),
        np.zeros(tables),
        np.zeros(tables, np.bool_),
    )


@cache
def policy_nets() -> PolicyNets:
    """The networks of the package, read once. Raises WrongWeights."""
    return load()


def load(file: Path = WEIGHTS_FILE) -> PolicyNets:
    """The networks of a file. Raises WrongWeights."""
    with np.load(io.BytesIO(read_checked(file))) as arrays:
        return _joined({name: arrays[name] for name in arrays.files})


def save(nets: dict[str, Nets], file: Path = WEIGHTS_FILE, uses: Mapping[str, Use] = NO_USES) -> None:
    """Write networks by name, and beside them the hash of the file; those not in `uses` are used as usual."""
    buffer = io.BytesIO()
    arrays: dict[str, Any] = {}
    for name, net in sorted(nets.items()):
        variant, players = net_names()[name]
        parts = packed(net, int(INPUTS[variant, players]), players, ROWS)
        arrays |= {f"{name} {part}": numbers for part, numbers in parts._asdict().items()}
        arrays |= {f"{name} {part}": value for part, value in uses.get(name, Use())._asdict().items()}
    for variant, name in enumerate(VARIANT_NAMES):
        arrays[f"{name} table"], arrays[f"{name} seat"] = table_inputs(variant), seat_inputs(variant)
    arrays["rows"] = ROW_NAMES
    np.savez_compressed(buffer, **arrays)
    file.write_bytes(buffer.getvalue())
    hash_file_of(file).write_text(hashlib.sha256(buffer.getvalue()).hexdigest() + "\n", "utf-8")


def add(nets: dict[str, Nets], file: Path = WEIGHTS_FILE, uses: Mapping[str, Use] = NO_USES) -> None:
    """Put networks beside those of a file, or in place of those of the same name. Raises WrongWeights."""
    kept = load(file)
    there = {name: table for name, table in net_names().items() if kept.is_there[table]}
    old_uses = {name: kept.use(*table) for name, table in there.items() if name not in nets}
    numbers = {name: kept.net(*table) for name, table in there.items()}
    save(numbers | nets, file, old_uses | dict(uses))


def _joined(arrays: dict[str, Any]) -> PolicyNets:
    """Each network at its place, its inputs and rows found by name. Raises WrongWeights."""
    nets = no_nets()
    rows = [*map(str, arrays.get("rows", ()))]
    for name, (variant, players) in net_names().items():
        if f"{name} {Packed._fields[0]}" not in arrays:
            continue
        kept = Packed(*(arrays[f"{name} {part}"] for part in Packed._fields))
        table = [*map(str, arrays.get(f"{VARIANT_NAMES[variant]} table", ()))]
        seat = [*map(str, arrays.get(f"{VARIANT_NAMES[variant]} seat", ()))]
        inputs = len(table) + players * len(seat)
        found, needed = len(kept.steps) + len(kept.biases), numbers_with(inputs, players, len(rows))
        if found != needed:
            raise WrongWeights(
                _("the trained network {name} has {found} numbers, but its inputs need {size}").format(
                    name=name, found=found, size=needed
                )
            )
        start = int(NET_START[variant, players])
        places = places_of_inputs(table, seat, variant, players)
        nets.numbers[start : start + size_of(variant, players)] = _fitted(
            unpacked(kept, inputs, players, len(rows)), inputs, places, rows
        )
        nets.is_there[variant, players] = True
        for part in Use._fields:
            getattr(nets, part)[variant, players] = arrays[f"{name} {part}"]
    return nets


def _fitted(numbers: Nets, trained: int, places: NDArray[np.int64], trained_rows: list[str]) -> Nets:
    """A network with `trained` inputs as one with an input for each of the `places`, and today's rows."""
    weights = numbers[: trained * HIDDEN].reshape(trained, HIDDEN)
    first = np.zeros((len(places), HIDDEN), np.float32)
    first[places >= 0] = weights[places[places >= 0]]
    policy = len(numbers) - len(trained_rows) * (SECOND_HIDDEN + 1)
    row_places = {name: place for place, name in enumerate(trained_rows)}
    old_rows = np.array([row_places.get(name, -1) for name in ROW_NAMES])
    old_weights, old_biases = np.split(numbers[policy:], [len(trained_rows) * SECOND_HIDDEN])
    rows, biases = np.zeros((ROWS, SECOND_HIDDEN), np.float32), np.zeros(ROWS, np.float32)
    rows[old_rows >= 0] = old_weights.reshape(-1, SECOND_HIDDEN)[old_rows[old_rows >= 0]]
    biases[old_rows >= 0] = old_biases[old_rows[old_rows >= 0]]
    return np.concatenate([first.ravel(), numbers[trained * HIDDEN : policy], rows.ravel(), biases])

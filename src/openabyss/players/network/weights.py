"""The trained networks that come with the package, checked by their hash.

Every table has one that values it, `base2-value`; many have one with a policy, `base2-policy`. Beside the
numbers are the names of the inputs and of the rows with which they were trained: each of today's has the
weights of its name, what a network has never seen counts nothing, and what is gone is left out.

Biases are kept in half precision, and so are the weights where there is no policy. Where there is one, a
weight takes a byte: the weights of an input, unit or row share a scale. docs/training/log.md says what that
costs.
"""

import hashlib
import io
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from openabyss.errors import OpenAbyssError
from openabyss.observation.columns import VARIANTS
from openabyss.players.network import inputs
from openabyss.players.network.network import Network, Numbers, Table, blank_network, layers_of
from openabyss.rules.sizes import SEATS
from openabyss.rules.state import State
from openabyss.whole_files import replacing
from openabyss.words import _

WEIGHTS_FILE = Path(__file__).parent / "weights.npz"

VARIANT_NAMES = ("base", "kraken", "leviathan", "both")
MIN_PLAYERS = 2
VALUE, POLICY = "value", "policy"

Arrays = Mapping[str, Any]
Places = NDArray[np.int64]


# The largest weight of a scale, in steps.
STEPS = 127


class Packed(NamedTuple):
    """A network in a file: weights in steps, how long the steps are, and biases."""

    steps: NDArray[np.int8] | NDArray[np.float16]
    scales: NDArray[np.float32]
    biases: NDArray[np.float16]

    @property
    def size(self) -> int:
        """How many numbers the network has."""
        return len(self.steps) + len(self.biases)


def packed(network: Network) -> Packed:
    """A network in less room."""
    steps, scales, biases = [], [], []
    for weights, bias in layers_of(network):
        scale = np.ones(len(weights), np.float32)
        if network.rows:
            scale = np.maximum(np.abs(weights).max(axis=1), 1e-12) / STEPS
        in_steps = weights / scale[:, None]
        kept = np.rint(in_steps).astype(np.int8) if network.rows else in_steps.astype(np.float16)
        steps.append(kept.ravel())
        scales.append(scale.astype(np.float32))
        biases.append(bias.astype(np.float16))
    return Packed(np.concatenate(steps), np.concatenate(scales), np.concatenate(biases))


def unpack(packed: Packed, network: Network) -> None:
    """Fill in the numbers of a network."""
    step, scale, at = 0, 0, 0
    for weights, bias in layers_of(network):
        steps = packed.steps[step : step + weights.size].reshape(weights.shape)
        weights[:] = steps * packed.scales[scale : scale + len(weights), None]
        bias[:] = packed.biases[at : at + len(bias)]
        step, scale, at = step + weights.size, scale + len(weights), at + len(bias)


class WrongWeights(OpenAbyssError):  # noqa: N818  named for what it says, like the other errors
    """The file of trained networks is missing or damaged, or was made for other inputs."""


class NetworkRole(NamedTuple):
    """How a network with a policy leads a search: how much the value of the network without one should count
    beside its own, and by how much it was trained to have the logit of the greedy player's answer raised."""

    second_opinion: float = 0.0
    hint: float = 0.0


class TrainedNetworks(NamedTuple):
    """The networks of a file by table: those that value it, those with a policy and what these are good
    for."""

    values: dict[Table, Network]
    policies: dict[Table, Network]
    roles: dict[Table, NetworkRole]

    def value(self, state: State) -> Network:
        """The network that values such tables. Raises WrongWeights."""
        table = table_of(state)
        if table not in self.values:
            raise WrongWeights(_("there is no trained network for {table}").format(table=name_of(table)))
        return self.values[table]


def table_names() -> dict[str, Table]:
    """Every table that there are networks for by name, as `base2`."""
    return {
        f"{VARIANT_NAMES[variant]}{players}": (variant, players)
        for variant in range(VARIANTS)
        for players in range(MIN_PLAYERS, SEATS + (variant >= 2))  # the fifth seat comes with Leviathan
    }


def network_names() -> dict[str, tuple[Table, bool]]:
    """Every network that there may be by name, as `base2-policy`: its table, and whether it has a policy."""
    tables = table_names().items()
    return {f"{name}-{kind}": (table, kind == POLICY) for kind in (VALUE, POLICY) for name, table in tables}


def table_of(state: State) -> Table:
    """The variant and the number of players."""
    return inputs.variant_of(state), int(state.players)


def name_of(table: Table) -> str:
    """The name of a table."""
    return f"{VARIANT_NAMES[table[0]]}{table[1]}"


def hash_file_of(file: Path) -> Path:
    """Where the hash of a file of networks is."""
    return file.with_suffix(".sha256")


@cache
def trained_networks() -> TrainedNetworks:
    """The networks of the package, read once. Raises WrongWeights."""
    return load()


def load(file: Path = WEIGHTS_FILE) -> TrainedNetworks:
    """The networks of a file. Raises WrongWeights."""
    with np.load(io.BytesIO(_read_checked(file))) as arrays:
        return _networks_in({name: arrays[name] for name in arrays.files})


def save(
    networks: Mapping[str, Network], file: Path = WEIGHTS_FILE, roles: Mapping[str, NetworkRole] | None = None
) -> None:
    """Write networks by name, and beside them the hash of the file; `roles`, by the name of the network, are
    those that are not the usual one."""
    arrays: dict[str, Any] = {}
    for name, network in sorted(networks.items()):
        arrays |= {f"{name} {part}": numbers for part, numbers in packed(network)._asdict().items()}
        if network.rows:
            role = (roles or {}).get(name, NetworkRole())
            arrays |= {f"{name} {part}": value for part, value in role._asdict().items()}
    for variant, name in enumerate(VARIANT_NAMES):
        arrays[f"{name} table"] = inputs.table_inputs(variant)
        arrays[f"{name} seat"] = inputs.seat_inputs(variant)
    arrays["rows"] = inputs.ROW_NAMES
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    # Both are written before either replaces what was there: one of them alone would be taken for damaged.
    with replacing(file) as unfinished, replacing(hash_file_of(file)) as unfinished_hash:
        unfinished.write_bytes(buffer.getvalue())
        unfinished_hash.write_text(hashlib.sha256(buffer.getvalue()).hexdigest() + "\n", "utf-8")


def add(networks: Mapping[str, Network], file: Path, roles: Mapping[str, NetworkRole]) -> None:
    """Put networks beside those of a file, or in place of those of the same name. Raises WrongWeights."""
    old = load(file)
    kept = {f"{name_of(table)}-{VALUE}": network for table, network in old.values.items()}
    kept |= {f"{name_of(table)}-{POLICY}": network for table, network in old.policies.items()}
    old_roles = {f"{name_of(table)}-{POLICY}": role for table, role in old.roles.items()}
    save(kept | dict(networks), file, old_roles | dict(roles))


def _read_checked(file: Path) -> bytes:
    """The content of a file of networks, if it is what its hash says. Raises WrongWeights."""
    try:
        content, expected = file.read_bytes(), hash_file_of(file).read_text("utf-8").strip()
    except OSError as error:
        raise WrongWeights(_("the trained networks cannot be read: {error}").format(error=error)) from error
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise WrongWeights(
            _("the trained networks in {file} are damaged: their hash is {found}, not {expected}").format(
                file=file, found=found[:12], expected=expected[:12]
            )
        )
    return content


def _networks_in(arrays: Arrays) -> TrainedNetworks:
    networks = TrainedNetworks({}, {}, {})
    for name, (table, has_policy) in network_names().items():
        if f"{name} {Packed._fields[0]}" not in arrays:
            continue
        network = _network_in(arrays, name, table, has_policy)
        if has_policy:
            networks.policies[table] = network
            # Files that were written before there were hints have none.
            kept = {part: arrays.get(f"{name} {part}", 0.0) for part in NetworkRole._fields}
            networks.roles[table] = NetworkRole(**{part: float(number) for part, number in kept.items()})
        else:
            networks.values[table] = network
    return networks


def _network_in(arrays: Arrays, name: str, table: Table, has_policy: bool) -> Network:
    """A network, its inputs and rows found by name. Raises WrongWeights."""
    variant, players = table
    of_table = _names(arrays, f"{VARIANT_NAMES[variant]} table")
    of_seat = _names(arrays, f"{VARIANT_NAMES[variant]} seat")
    rows = _names(arrays, "rows") if has_policy else []
    trained = blank_network(len(of_table) + players * len(of_seat), players, len(rows))
    kept = Packed(*(arrays[f"{name} {part}"] for part in Packed._fields))
    if kept.size != len(trained.numbers):
        raise WrongWeights(
            _("the trained network {name} has {found} numbers, but its inputs need {size}").format(
                name=name, found=kept.size, size=len(trained.numbers)
            )
        )
    unpack(kept, trained)
    places = places_of_inputs(of_table, of_seat, variant, players)
    return fitted(trained, places, inputs.places_among(rows, inputs.ROW_NAMES if has_policy else []))


def _names(arrays: Arrays, name: str) -> list[str]:
    return [*map(str, arrays.get(name, ()))]


def places_of_inputs(table: list[str], seat: list[str], variant: int, players: int) -> Places:
    """For each input of a network its place among those of a trained one, -1 where that had none. `table` and
    `seat` name the inputs with which it was trained."""
    of_table = inputs.places_among(table, inputs.table_inputs(variant))
    of_seat = inputs.places_among(seat, inputs.seat_inputs(variant))
    starts = [len(table) + place * len(seat) for place in range(players)]
    return np.concatenate([of_table, *(np.where(of_seat < 0, -1, start + of_seat) for start in starts)])


def fitted(trained: Network, inputs: Places, rows: Places) -> Network:
    """A network with an input and a row for each of these places among the trained ones, -1 for a new one."""
    (first, first_bias), second, last, (policy, policy_bias) = layers_of(trained)
    parts = (
        _taken(first, inputs),
        first_bias,
        *second,
        *last,
        _taken(policy, rows),
        _taken(policy_bias, rows),
    )
    numbers = np.concatenate([part.ravel() for part in parts])
    return trained._replace(numbers=numbers, inputs=len(inputs), rows=len(rows))


def _taken(weights: Numbers, places: Places) -> Numbers:
    """The weights at the places, 0 at -1."""
    taken = np.zeros((len(places), *weights.shape[1:]), np.float32)
    taken[places >= 0] = weights[places[places >= 0]]
    return taken

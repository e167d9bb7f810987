"""The trained networks that come with the package: half-precision numbers, checked by their hash.

Beside them stand the names of the inputs with which they were trained. Each of today's inputs has the weights
of that name; what a network has never seen counts nothing, and what is no longer there is left out.
"""

import hashlib
import io
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openabyss.errors import OpenAbyssError
from openabyss.players.learned.layout import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    VARIANTS,
    places_among,
    seat_inputs,
    table_inputs,
)
from openabyss.players.learned.network import HIDDEN, NET_START, NUMBERS, Nets, numbers_with, size_of
from openabyss.words import _

WEIGHTS_FILE = Path(__file__).parent / "weights.npz"

VARIANT_NAMES = ("base", "kraken", "leviathan", "both")


class WrongWeights(OpenAbyssError):  # noqa: N818  named for what it says, like the other errors
    """The file of trained networks is missing or damaged, or was made for other inputs."""


def net_names() -> dict[str, tuple[int, int]]:
    """Every network by name, as `base2`, with its variant and number of players."""
    return {
        f"{VARIANT_NAMES[variant]}{players}": (variant, players)
        for variant in range(VARIANTS)
        for players in range(MIN_PLAYERS, MAX_PLAYERS[variant] + 1)
    }


def hash_file_of(file: Path) -> Path:
    """Where the hash of a file of networks stands."""
    return file.with_suffix(".sha256")


@cache
def trained_nets() -> Nets:
    """The networks of the package, read once. Raises WrongWeights."""
    return load()


def load(file: Path = WEIGHTS_FILE) -> Nets:
    """All networks in one array, as `evaluate` takes them. Raises WrongWeights."""
    with np.load(io.BytesIO(read_checked(file))) as arrays:
        return _joined({name: arrays[name] for name in arrays.files})


def read_checked(file: Path) -> bytes:
    """What stands in a file of networks, if it is what its hash says. Raises WrongWeights."""
    try:
        packed, expected = file.read_bytes(), hash_file_of(file).read_text("utf-8").strip()
    except OSError as error:
        raise WrongWeights(_("the trained networks cannot be read: {error}").format(error=error)) from error
    found = hashlib.sha256(packed).hexdigest()
    if found != expected:
        raise WrongWeights(
            _("the trained networks in {file} are damaged: their hash is {found}, not {expected}").format(
                file=file, found=found[:12], expected=expected[:12]
            )
        )
    return packed


def save(nets: dict[str, Nets], file: Path = WEIGHTS_FILE) -> None:
    """Write networks by name, and beside them the hash of the file."""
    buffer = io.BytesIO()
    arrays: dict[str, Any] = {name: net.astype(np.float16) for name, net in sorted(nets.items())}
    for variant, name in enumerate(VARIANT_NAMES):
        arrays[f"{name} table"], arrays[f"{name} seat"] = table_inputs(variant), seat_inputs(variant)
    np.savez_compressed(buffer, **arrays)
    file.write_bytes(buffer.getvalue())
    hash_file_of(file).write_text(hashlib.sha256(buffer.getvalue()).hexdigest() + "\n", "utf-8")


def _joined(arrays: dict[str, Any]) -> Nets:
    """Each network at its place, its inputs found by name. Raises WrongWeights."""
    joined = np.zeros(NUMBERS, np.float32)
    for name, (variant, players) in net_names().items():
        trained = [*map(str, arrays.get(f"{VARIANT_NAMES[variant]} table", ()))]
        trained_seat = [*map(str, arrays.get(f"{VARIANT_NAMES[variant]} seat", ()))]
        inputs = len(trained) + players * len(trained_seat)
        found, needed = len(arrays.get(name, ())), numbers_with(inputs, players)
        if found != needed:
            raise WrongWeights(
                _("the trained network {name} has {found} numbers, but its inputs need {size}").format(
                    name=name, found=found, size=needed
                )
            )
        places = places_of_inputs(trained, trained_seat, variant, players)
        start = int(NET_START[variant, players])
        joined[start : start + size_of(variant, players)] = fitted(arrays[name], inputs, places)
    return joined


def places_of_inputs(table: list[str], seat: list[str], variant: int, players: int) -> NDArray[np.int64]:
    """For each input of a network its place among those of a trained one, -1 where that had none.

    `table` and `seat` name the inputs with which it was trained.
    """
    of_table = places_among(table, table_inputs(variant))
    of_seat = places_among(seat, seat_inputs(variant))
    starts = [len(table) + place * len(seat) for place in range(players)]
    return np.concatenate([of_table, *(np.where(of_seat < 0, -1, start + of_seat) for start in starts)])


def fitted(numbers: Nets, trained: int, places: NDArray[np.int64]) -> Nets:
    """A network with `trained` inputs as one with an input for each of the `places`."""
    weights = numbers[: trained * HIDDEN].reshape(trained, HIDDEN)
    first = np.zeros((len(places), HIDDEN), np.float32)
    first[places >= 0] = weights[places[places >= 0]]
    return np.concatenate([first.ravel(), numbers[trained * HIDDEN :]])

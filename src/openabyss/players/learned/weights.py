"""The trained networks that come with the package: half-precision numbers, checked by their hash."""

import hashlib
import io
from pathlib import Path
from typing import Any

import numpy as np

from openabyss.errors import OpenAbyssError
from openabyss.players.learned.layout import MAX_PLAYERS, MIN_PLAYERS, VARIANTS
from openabyss.players.learned.network import NET_START, NUMBERS, Nets, size_of
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


def load(file: Path = WEIGHTS_FILE) -> Nets:
    """All networks in one array, as `evaluate` takes them. Raises WrongWeights."""
    try:
        packed, expected = file.read_bytes(), hash_file_of(file).read_text().strip()
    except OSError as error:
        raise WrongWeights(_("the trained networks cannot be read: {error}").format(error=error)) from error
    found = hashlib.sha256(packed).hexdigest()
    if found != expected:
        raise WrongWeights(
            _("the trained networks in {file} are damaged: their hash is {found}, not {expected}").format(
                file=file, found=found[:12], expected=expected[:12]
            )
        )
    with np.load(io.BytesIO(packed)) as arrays:
        return _joined({name: arrays[name] for name in arrays.files})


def save(nets: dict[str, Nets], file: Path = WEIGHTS_FILE) -> None:
    """Write networks by name, and beside them the hash of the file."""
    buffer = io.BytesIO()
    halves: dict[str, Any] = {name: net.astype(np.float16) for name, net in sorted(nets.items())}
    np.savez_compressed(buffer, **halves)
    file.write_bytes(buffer.getvalue())
    hash_file_of(file).write_text(hashlib.sha256(buffer.getvalue()).hexdigest() + "\n")


def _joined(nets: dict[str, Nets]) -> Nets:
    """Each network at its place. Raises WrongWeights where one is missing or has the wrong size."""
    joined = np.zeros(NUMBERS, np.float32)
    for name, (variant, players) in net_names().items():
        size, start = size_of(variant, players), int(NET_START[variant, players])
        found = len(nets[name]) if name in nets else 0
        if found != size:
            raise WrongWeights(
                _("the trained network {name} has {found} numbers, but its inputs need {size}").format(
                    name=name, found=found, size=size
                )
            )
        joined[start : start + size] = nets[name]
    return joined

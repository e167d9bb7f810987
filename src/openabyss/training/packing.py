"""Put trained networks into the package: `python -m openabyss.training.packing base2-policy`.

The other networks of the package stay as they are.
"""

import argparse
from pathlib import Path

import numpy as np

from openabyss.players.network.network import blank_network_for
from openabyss.players.network.weights import WEIGHTS_FILE, NetworkRole, add, network_names
from openabyss.training.settings import FOLDER, NETWORK_FILE


def main(arguments: list[str] | None = None) -> None:
    """Pack the networks that are named, or all that a folder has."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nets", nargs="*", choices=[[], *network_names()], help="default: all in the folder")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of the trainings (%(default)s)")
    parser.add_argument("--pack", type=Path, default=WEIGHTS_FILE, help="the file that they go to")
    parser.add_argument(
        "--second-opinion",
        type=float,
        default=0.0,
        help="how much the value of the network without a policy counts beside theirs (%(default)s)",
    )
    parser.add_argument("--quick", action="store_true", help="they lead short searches alone")
    chosen = parser.parse_args(arguments)
    trained = [name for name in network_names() if (chosen.folder / name / NETWORK_FILE).exists()]
    names = chosen.nets or trained
    networks = {
        name: blank_network_for(*network_names()[name])._replace(
            numbers=np.load(chosen.folder / name / NETWORK_FILE)
        )
        for name in names
    }
    role = NetworkRole(chosen.second_opinion, not chosen.quick)
    add(networks, chosen.pack, dict.fromkeys(names, role))
    print(
        f"{chosen.pack}: {' '.join(names) or 'nothing'} packed, {chosen.pack.stat().st_size:,} bytes in all"
    )


if __name__ == "__main__":
    main()

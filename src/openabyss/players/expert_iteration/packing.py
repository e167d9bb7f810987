"""Put trained networks into the package: `python -m openabyss.players.expert_iteration.packing base2`.

Those of other tables stay in the package as they are.
"""

import argparse
from pathlib import Path

import numpy as np

from openabyss.players.expert_iteration.folder import FOLDER, NETWORK_FILE
from openabyss.players.learned.options import net_name
from openabyss.players.learned.weights import net_names
from openabyss.players.policy.weights import WEIGHTS_FILE, Use, add


def main(arguments: list[str] | None = None) -> None:
    """Pack the networks that are named, or all that a folder has."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nets", nargs="*", type=net_name, help="default: all that the folder has")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of the trainings (%(default)s)")
    parser.add_argument("--pack", type=Path, default=WEIGHTS_FILE, help="the file that they go to")
    parser.add_argument(
        "--second-opinion",
        type=float,
        default=0.0,
        help="how much the value of the first generation counts beside theirs (%(default)s)",
    )
    parser.add_argument("--quick", action="store_true", help="they lead short searches alone")
    chosen = parser.parse_args(arguments)
    trained = [name for name in net_names() if (chosen.folder / name / NETWORK_FILE).exists()]
    names = chosen.nets or trained
    nets = {name: np.load(chosen.folder / name / NETWORK_FILE) for name in names}
    add(nets, chosen.pack, dict.fromkeys(names, Use(chosen.second_opinion, not chosen.quick)))
    print(
        f"{chosen.pack}: {' '.join(names) or 'nothing'} packed, {chosen.pack.stat().st_size:,} bytes in all"
    )


if __name__ == "__main__":
    main()

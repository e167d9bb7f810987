"""Train networks by self-play: `python -m openabyss.training base2-value base2-policy`.

Those that value tables come first, then those with a policy, which learn from them. A training that was
interrupted goes on where it was: after each round everything it needs is in its folder. With `--pack` nothing
is trained, and what has been goes into the package, whose other networks stay as they are. docs/training.md
says what came of it.
"""

import argparse
from dataclasses import asdict, replace
from pathlib import Path

from openabyss.arena.cluster import cluster_at
from openabyss.arena.commands import add_ray_argument
from openabyss.arena.run_control import INTERRUPTED
from openabyss.errors import OpenAbyssError
from openabyss.players.network.weights import WEIGHTS_FILE, NetworkRole, add, load, network_names
from openabyss.training.settings import (
    FOLDER,
    NETWORK_FILE,
    PARENTS,
    TrainingSettings,
    check_settings,
    default_settings,
    noted_settings,
    trained_in,
)
from openabyss.words.extras import from_extra
from openabyss.words.listing import titled


def main(arguments: list[str] | None = None) -> None:
    """Train networks, or pack them."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    try:
        if chosen.pack:
            pack(chosen.nets, chosen.folder, chosen.weights, chosen.second_opinion, chosen.hint)
        else:
            train(chosen)
    except OpenAbyssError as error:
        parser.exit(2, titled(parser.prog, str(error)) + "\n")
    except KeyboardInterrupt:
        parser.exit(INTERRUPTED, "Stopped. The same command goes on.\n")


def train(chosen: argparse.Namespace) -> None:
    """Train the networks that are named, or all of them, one after the other. Raises MissingExtra."""
    with from_extra("train"):
        import torch  # noqa: PLC0415  only training needs it

        from openabyss.training.trainer import Training  # noqa: PLC0415  likewise
    given = {
        name: value for name in asdict(TrainingSettings()) if (value := getattr(chosen, name)) is not None
    }
    torch.set_num_threads(1)
    jobs = chosen.processes if chosen.ray is None else cluster_at(chosen.ray)
    for name in chosen.nets or PARENTS:
        settings = replace(default_settings(name), **given)
        Training(name, settings, chosen.folder, jobs).run(chosen.minutes)


def pack(
    names: list[str], folder: Path, file: Path, second_opinion: float | None, hint: float | None = None
) -> None:
    """Put the networks that are named, or all that the folder has, into a file of networks, with this second
    opinion or that of the network there. The hint is that of the training or, where this is not noted, the
    given one or that of the network there. Raises WrongWeights, WrongSettings."""
    trained = [name for name in network_names() if (folder / name / NETWORK_FILE).exists()]
    networks = {name: trained_in(folder, name) for name in names or trained}
    known, roles = load(file).roles, dict[str, NetworkRole]()
    for name in networks:
        table, has_policy = network_names()[name]
        if has_policy:
            there = known.get(table, NetworkRole())
            asked = there.second_opinion if second_opinion is None else second_opinion
            roles[name] = NetworkRole(asked, _hint_of(folder / name, there.hint, hint))
    add(networks, file, roles)
    packed = f"{' '.join(networks) or 'nothing'} packed, {file.stat().st_size:,} bytes in all"
    print(titled(str(file), packed))


def _hint_of(folder: Path, there: float, given: float | None) -> float:
    """The hint of the network in a folder. Raises WrongSettings."""
    trained_with: float = noted_settings(folder).get("hint", there if given is None else given)
    check_settings(folder, {"hint": trained_with}, {} if given is None else {"hint": given})
    return trained_with


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m openabyss.training", description=__doc__)
    parser.add_argument("nets", nargs="*", choices=[[], *network_names()], help="default: all of them")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="(%(default)s)")
    for name, default in asdict(TrainingSettings()).items():
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=type(default), help="default: what suits the network"
        )
    parser.add_argument("--minutes", type=float, default=600.0, help="for each network (%(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="(%(default)s)")
    add_ray_argument(parser)
    parser.add_argument("--pack", action="store_true", help="pack what has been trained")
    parser.add_argument(
        "--weights", type=Path, default=WEIGHTS_FILE, help="packed: into this file (%(default)s)"
    )
    parser.add_argument(
        "--second-opinion",
        type=float,
        help="packed: how much the value of the network without a policy counts beside theirs (default: as"
        " before)",
    )
    return parser


if __name__ == "__main__":
    main()

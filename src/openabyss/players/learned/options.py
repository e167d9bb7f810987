"""The command line of a training: which networks, where to, and every setting by its name."""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from openabyss.players.learned.weights import net_names


def options(description: str | None, defaults: Any, folder: Path) -> argparse.ArgumentParser:
    """A parser for the names of networks, the folder, and each setting of the dataclass `defaults`."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("nets", nargs="*", type=net_name, help="default: all of them")
    parser.add_argument("--folder", type=Path, default=folder, help="(%(default)s)")
    for name, default in asdict(defaults).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), help=f"default: {default}")
    return parser


def given_settings(chosen: argparse.Namespace, defaults: Any) -> dict[str, Any]:
    """The settings that the command line names."""
    values = {name: getattr(chosen, name) for name in asdict(defaults)}
    return {name: value for name, value in values.items() if value is not None}


def net_name(text: str) -> str:
    """The name of a network. Raises ArgumentTypeError."""
    if text not in net_names():
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(net_names())}")
    return text

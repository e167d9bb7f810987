"""`openabyss compile`: prepare the rules now, so that no later command has to wait."""

import argparse
import time

from openabyss.words import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """There is nothing to choose."""


def run(_arguments: argparse.Namespace) -> int:
    """Compile what is missing, and remove what other versions have left behind."""
    from openabyss.engine.cache import remove_stale_folders  # noqa: PLC0415  heavy
    from openabyss.engine.mode import INTERPRETED  # noqa: PLC0415  heavy
    from openabyss.terminal.progress import warm_up  # noqa: PLC0415  heavy

    begun = time.perf_counter()
    if warm_up():
        print(_("The rules are ready after {seconds:.0f} s.").format(seconds=time.perf_counter() - begun))
    elif INTERPRETED:
        print(_("The rules run interpreted here; there is nothing to compile."))
    else:
        print(_("The rules are ready."))
    remove_stale_folders()
    return 0

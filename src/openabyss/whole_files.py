"""Files that are always whole: what is written takes the place of what was there when it is complete."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary path for a file, which gets its own name only when it is complete, and keeps it even if the
    power is cut then. Of one that fails nothing is left. Raises OSError."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.writing")
    try:
        yield unfinished
        with unfinished.open("r+b") as file:
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise
    _keep_names(path.parent)


def _keep_names(folder: Path) -> None:
    """What the files of a folder are called is on disk, where the system can be asked for that."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)

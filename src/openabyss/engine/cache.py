"""Where machine code is kept: a folder for each version of the sources that it is made from.

Numba does not notice that a function *in another file* has changed and would go on with the old one.
"""

import hashlib
import os
import shutil
import sys
import time
from functools import cache
from importlib.metadata import version
from pathlib import Path

import numpy as np
import platformdirs

from openabyss.engine.environment import CHECKED, has_numba
from openabyss.engine.imports import PACKAGE, SourceIndex
from openabyss.errors import UnusableCache

STALE_AFTER_DAYS = 30

ROOT = Path(os.environ.get("OPENABYSS_CACHE") or platformdirs.user_cache_dir("openabyss"))


@cache
def folder_for(*files: Path) -> Path:
    """The cache folder of what is compiled from these files and what they import, marked as in use today.
    Raises UnusableCache."""
    digests = _index().digests_behind(frozenset(files))
    return _folder_of(repr((_tools(), sorted(digests))))


def _folder_of(content: str) -> Path:
    folder = ROOT / hashlib.sha256(content.encode()).hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError as error:
        raise UnusableCache(error.errno, error.strerror, str(ROOT)) from error
    return folder


@cache
def _tools() -> tuple[object, ...]:
    """What else machine code depends on."""
    return (str(PACKAGE), sys.version, np.__version__, CHECKED, has_numba() and version("numba"))


@cache
def _index() -> SourceIndex:
    """What is known of the sources of this checkout; to read it of all took a sixth of a start."""
    return SourceIndex(_folder_of(str(PACKAGE)) / "sources.json")


def remove_stale_folders() -> None:
    """Delete the cache folders that nobody used for a month."""
    limit = time.time() - STALE_AFTER_DAYS * 86400
    for folder in ROOT.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)

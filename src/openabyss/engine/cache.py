"""Where machine code is kept: a folder for each version of the sources that it is made from.

Numba does not notice that a function *in another file* has changed and would go on with the old one. A
compiled function is made from its own file, and all that this imports, directly or not.

What a file imports is read from its syntax tree. Parsing takes milliseconds for each file, so what was
found is noted beside the cache, and looked up again as long as a file keeps its size and time.
"""

import ast
import hashlib
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import numpy as np
import platformdirs

from openabyss.engine.environment import CHECKED, has_numba, runs_uncompiled
from openabyss.errors import UnusableCache

PACKAGE = Path(__file__).parent.parent
_ROOT = PACKAGE.as_posix()


class Source(NamedTuple):
    """A source file at one moment: its version, and the modules of this package that it imports."""

    size: int
    time: int
    digest: str
    imports: list[str]


class SourceIndex:
    """What is known of source files, kept in a JSON file between processes."""

    def __init__(self, file: Path) -> None:
        """`file` need not exist; one that cannot be read counts as empty."""
        self._file = file
        self._known = _noted_in(file)
        # A source does not change under a running process: its digest and the files it imports, found once.
        self._found: dict[str, tuple[str, frozenset[str]]] = {}
        self._has_news = False

    def digests_behind(self, files: frozenset[Path]) -> set[str]:
        """The digests of these files and of all that they import, directly or not."""
        digests: dict[str, str] = {}
        waiting = [file.as_posix() for file in files]
        while waiting:
            file = waiting.pop()
            if file not in digests:
                digests[file], imported = self._found.get(file) or self._find(file)
                waiting += imported
        self._note()
        return set(digests.values())

    def _find(self, file: str) -> tuple[str, frozenset[str]]:
        source = self._source(file)
        imported = frozenset(found for module in source.imports for found in _files_of(module))
        self._found[file] = source.digest, imported
        return source.digest, imported

    def _source(self, file: str) -> Source:
        status = os.stat(file)  # noqa: PTH116  a path would be made for each
        known = self._known.get(file)
        if known is not None and (known.size, known.time) == (status.st_size, status.st_mtime_ns):
            return known
        content = Path(file).read_bytes()
        imports = sorted(set(_imported(ast.parse(content))))
        digest = hashlib.sha256(content).hexdigest()
        self._known[file] = source = Source(status.st_size, status.st_mtime_ns, digest, imports)
        self._has_news = True
        return source

    def _note(self) -> None:
        """Write down what is new; of two processes that do so at once, the later one wins."""
        if self._has_news:
            self._has_news = False
            partial = self._file.with_suffix(f".{os.getpid()}.partial")
            with suppress(OSError):  # Without it the sources are only parsed again.
                partial.write_text(json.dumps(self._known), "utf-8")
                partial.replace(self._file)


def _noted_in(file: Path) -> dict[str, Source]:
    try:
        return {path: Source(*noted) for path, noted in json.loads(file.read_text("utf-8")).items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _imported(tree: ast.Module) -> Iterator[str]:
    """The modules of this package that a file names in its imports; names in modules are harmless."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        yield from (name for name in names if name.startswith(f"{PACKAGE.name}."))


# A start asks for the files of a thousand modules: paths are texts here, which takes a fifth of the time.
@cache
def _files_of(module: str) -> tuple[str, ...]:
    """The file of a module and those of the packages around it, which are imported before it.

    The outermost package is left out: it only offers names of the others.
    """
    parts = module.split(".")[1:]
    packages = ["/".join((_ROOT, *parts[:depth], "__init__.py")) for depth in range(1, len(parts) + 1)]
    return tuple(file for file in (*packages, "/".join((_ROOT, *parts)) + ".py") if _exists(file))


@cache
def _exists(file: str) -> bool:
    return os.path.exists(file)  # noqa: PTH110  as above


STALE_AFTER_DAYS = 30
# What a folder is called, by `_folder_of`.
_NAME = re.compile(r"[0-9a-f]{16}")

ROOT = Path(os.environ.get("OPENABYSS_CACHE") or platformdirs.user_cache_dir("openabyss"))


@contextmanager
def writing() -> Iterator[None]:
    """For whatever writes into the cache. Raises UnusableCache."""
    try:
        yield
    except OSError as error:
        raise UnusableCache(error.errno, error.strerror, str(ROOT)) from error


@cache
def folder_for(*files: Path) -> Path:
    """The cache folder of what is compiled from these files and what they import, marked as in use today
    unless it can only be read, as in an image of a container. Raises UnusableCache."""
    digests = _index().digests_behind(frozenset(files))
    return _folder_of(repr((_tools(), sorted(digests))))


def _folder_of(content: str) -> Path:
    folder = ROOT / hashlib.sha256(content.encode()).hexdigest()[:16]
    with writing():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
        except OSError:
            if not (os.access(folder, os.R_OK | os.X_OK) or runs_uncompiled()):
                raise
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
    """Delete the cache folders that nobody used for a month, and nothing else that lies beside them."""
    limit = time.time() - STALE_AFTER_DAYS * 86400
    for folder in ROOT.iterdir() if ROOT.is_dir() else ():
        if _NAME.fullmatch(folder.name) and folder.is_dir() and folder.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)

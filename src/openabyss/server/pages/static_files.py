"""Static files: read once, compressed once, cached by browsers forever under the address that pages use. All
scripts of a page are one file: the modules that it imports, each before those that use it.

A module becomes a function that returns its exports, so that its other names stay its own. This is right
while no modules import each other in a circle and no exported variable changes; what is written otherwise is
an error. Only a module whose address the page gives may be loaded later: `import(address)`. Lines are as far
from the head of their module as in its source, but are not indented, which makes what is sent 4 % smaller; so
no text may reach over several lines.
"""

import gzip
import hashlib
import mimetypes
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from openabyss import browser
from openabyss.errors import OpenAbyssError

# A comment with lines of its own, for those who read the source; the lines keep their numbers without it.
COMMENT = re.compile(rb"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$", re.MULTILINE | re.DOTALL)
# A type in a comment within a line.
NOTE = re.compile(r"/\*.*?\*/", re.DOTALL)
IMPORT = re.compile(r'^import (?:(?:\* as (\w+)|\{([^}]*)\}) from )?"([^"]*)";$', re.MULTILINE)
NAMED = re.compile(r"(\w+)(?:\s+as\s+(\w+))?")
EXPORT = re.compile(r"^export (?=(?:(?:async )?function|class|const) (\w+))", re.MULTILINE)
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
# A text that does not end on its line.
OPEN_TEXT = re.compile(r"^[^`\n]*`(?:[^`\n]*`[^`\n]*`)*[^`\n]*$", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:\s*(?:import|export)|await)\b.*|\bimport\s*(?:\.|\((?!\w+\))).*", re.MULTILINE)


class UnreadableScript(OpenAbyssError, ValueError):  # noqa: N818  named like our other errors
    """A module that cannot be part of a bundle; the text says which, and what it would have to be."""


def without_comments(script: bytes) -> bytes:
    """A script as it is sent, without its comments."""
    return COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), script)


def bundle(root: Path, entry: str) -> bytes:
    """The script of this name below `root`, with all that it imports. Raises UnreadableScript."""
    made = _Bundle(root.resolve())
    made.add(made.root / entry)
    return "".join(made.scripts).encode()


class _Bundle:
    """The modules that were added so far, in the order in which they run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.scripts: list[str] = []
        self._exports: dict[Path, tuple[str, set[str]]] = {}  # The variable that holds them, and their names.
        self._begun: list[Path] = []

    def add(self, path: Path) -> None:
        """A module, after all that it imports and that is not there yet."""
        if path in self._exports:
            return
        if path in self._begun:
            raise self._problem(path, "modules must not import each other in a circle")
        if not path.is_file() or not path.is_relative_to(self.root):
            raise self._problem(path, "there is no such module")
        self._begun.append(path)
        source = without_comments(path.read_bytes()).decode()
        for found in IMPORT.finditer(source):
            self.add(_imported(path, found))
        self._append(path, IMPORT.sub(lambda found: self._names(path, found), source))

    def _append(self, path: Path, source: str) -> None:
        exported = EXPORT.findall(source)
        body = EXPORT.sub("", source)
        code = NOTE.sub("", body)
        if unknown := UNKNOWN.search(code) or OPEN_TEXT.search(code):
            raise self._problem(path, f"a bundle cannot have {unknown[0].strip()!r}")
        body = INDENTATION.sub("", body)
        variable = f"${len(self.scripts)}"
        self.scripts.append(
            f"// {path.relative_to(self.root).as_posix()}\n"
            f"const {variable} = (() => {{{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"
        )
        self._exports[path] = (variable, set(exported))

    def _names(self, path: Path, found: re.Match[str]) -> str:
        """The code in place of an import statement, on as many lines."""
        everything, names, name = found.groups()
        variable, exported = self._exports[_imported(path, found)]
        if everything:
            return f"const {everything} = {variable};"
        if names is None:
            return ""
        if missing := {imported[1] for imported in NAMED.finditer(names)} - exported:
            raise self._problem(path, f"{name} does not export {', '.join(sorted(missing))}")
        return f"const {{{NAMED.sub(_taken, names)}}} = {variable};"

    def _problem(self, path: Path, text: str) -> UnreadableScript:
        return UnreadableScript(f"{path.name}: {text}")


def _imported(path: Path, found: re.Match[str]) -> Path:
    return (path.parent / found[3]).resolve()


def _taken(name: re.Match[str]) -> str:
    return name[1] if name[2] is None else f"{name[1]}: {name[2]}"


STATIC = Path(browser.__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
# The scripts of pages that consist of many modules, each with the module that begins.
BUNDLES = {
    "bundles/table.js": "table/main.js",
    "bundles/guided.js": "guide/table.js",
    "bundles/puzzle.js": "puzzles/table.js",
    "bundles/replay.js": "replay/main.js",
    "bundles/record.js": "replay/record.js",
}
# The service worker may serve all pages, although its own address is below this folder.
WORKER = "app/worker.js"
COMPRESSED = ("text/", "application/json", "image/svg")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")


@cache
def static_hash() -> str:
    """Twelve hexadecimal digits that change when any static file or bundle changes."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(STATIC).as_posix().encode())
            digest.update(path.read_bytes())
    for entry in BUNDLES.values():
        digest.update(bundle(STATIC, entry))
    return digest.hexdigest()[:12]


def static(path: str) -> str:
    """The address of a static file, which may be cached forever: "/static/1f3c…/base.css"."""
    return f"/static/{static_hash()}/{path}"


class Asset(NamedTuple):
    """A file as it is sent."""

    kind: str
    body: bytes
    zipped: bytes | None
    tag: str


async def static_file(request: Request) -> Response:
    """`/static/table.css`, or with the hash of all files in front, `/static/1f3c…/table.css`."""
    found = re.fullmatch(r"(?:([0-9a-f]{12})/)?(.+)", request.path_params["path"])
    asset = None if found is None else _found(found[2])
    if found is None or asset is None:
        raise HTTPException(404)
    headers = {
        "Cache-Control": FOR_EVER if found[1] == static_hash() else ASK_AGAIN,
        "ETag": asset.tag,
        "Vary": "Accept-Encoding",
    }
    if found[2] == WORKER:
        headers["Service-Worker-Allowed"] = "/"
    if request.headers.get("if-none-match") == asset.tag:
        return Response(status_code=304, headers=headers)
    if asset.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(asset.zipped, headers={**headers, "Content-Encoding": "gzip"}, media_type=asset.kind)
    return Response(asset.body, headers=headers, media_type=asset.kind)


def _found(name: str) -> Asset | None:
    """The bundle or the file of this name within the static folder; None if there is none."""
    if name in BUNDLES:
        return _bundle(name)
    try:
        path = (STATIC / name).resolve()
        is_there = path.is_relative_to(STATIC.resolve()) and path.is_file()
    except (OSError, ValueError):  # No file can be called so.
        return None
    return _asset(path, path.stat().st_mtime_ns) if is_there else None


@cache
def _bundle(name: str) -> Asset:
    return _sent(name, bundle(STATIC, BUNDLES[name]), static_hash())


@lru_cache(maxsize=256)
def _asset(path: Path, changed: int) -> Asset:
    body = path.read_bytes()
    if path.suffix == ".js":
        body = without_comments(body)
    return _sent(path.name, body, f"{changed:x}-{len(body):x}")


def _sent(name: str, body: bytes, tag: str) -> Asset:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    zipped = gzip.compress(body, 9, mtime=0) if kind.startswith(COMPRESSED) else None
    return Asset(kind, body, zipped, f'"{tag}"')

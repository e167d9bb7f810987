"""Static files: read once, compressed once, cached by browsers forever under the address that pages use."""

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
from openabyss.server.pages.bundles import bundle, without_comments

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

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

STATIC = Path(browser.__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
# A comment with lines of its own, for those who read the source; the lines keep their numbers without it.
COMMENT = re.compile(rb"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$", re.MULTILINE | re.DOTALL)
COMPRESSED = ("text/", "application/json", "image/svg")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")


@cache
def static_hash() -> str:
    """Twelve hexadecimal digits that change when any static file changes."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(STATIC).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def static(path: str) -> str:
    """The address of a static file, which may be cached forever: "/static/1f3c…/base.css"."""
    return f"/static/{static_hash()}/{path}"


@cache
def modules(folder: str) -> tuple[str, ...]:
    """The scripts of a static folder: a page that names them waits for none to ask for the next."""
    return tuple(path.relative_to(STATIC).as_posix() for path in sorted((STATIC / folder).rglob("*.js")))


class Asset(NamedTuple):
    """A file as it is sent."""

    kind: str
    body: bytes
    zipped: bytes | None
    tag: str


async def static_file(request: Request) -> Response:
    """`/static/table.css`, or with the hash of all files in front, `/static/1f3c…/table.css`."""
    found = re.fullmatch(r"(?:([0-9a-f]{12})/)?(.+)", request.path_params["path"])
    path = None if found is None else _inside(found[2])
    if found is None or path is None:
        raise HTTPException(404)
    asset = _asset(path, path.stat().st_mtime_ns)
    headers = {
        "Cache-Control": FOR_EVER if found[1] == static_hash() else ASK_AGAIN,
        "ETag": asset.tag,
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == asset.tag:
        return Response(status_code=304, headers=headers)
    if asset.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(asset.zipped, headers={**headers, "Content-Encoding": "gzip"}, media_type=asset.kind)
    return Response(asset.body, headers=headers, media_type=asset.kind)


def _inside(name: str) -> Path | None:
    """The file of this name within the static folder; None if there is none."""
    try:
        path = (STATIC / name).resolve()
        return path if path.is_relative_to(STATIC.resolve()) and path.is_file() else None
    except (OSError, ValueError):  # No file can be called so.
        return None


def without_comments(script: bytes) -> bytes:
    """A script as it is sent: what its comments say is not downloaded."""
    return COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), script)


@lru_cache(maxsize=256)
def _asset(path: Path, changed: int) -> Asset:
    body = path.read_bytes()
    if path.suffix == ".js":
        body = without_comments(body)
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    zipped = gzip.compress(body, 9, mtime=0) if kind.startswith(COMPRESSED) else None
    return Asset(kind, body, zipped, f'"{changed:x}-{len(body):x}"')

"""Answers to requests are compressed where nothing in them is secret.

Elsewhere somebody who can choose a name or say something, and see how long the answers to somebody
else are, could guess cards or links: what is alike is sent in fewer bytes.
"""

import re

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

SMALLEST = 1000
# The start page, set-up and rules; the page of a table, on which its socket has still to draw all; all of a
# game that is over. Static files are compressed already.
WITHOUT_SECRETS = re.compile(
    r"/|/new|/about|/rules(/[^/]+)?|/api/cards\.json|/openapi\.json|/t/[^/]+(/results|/record\.json)?"
)


class Compression:
    """Compresses the answers to requests for these addresses."""

    def __init__(self, app: ASGIApp) -> None:
        self._app, self._compressed = app, GZipMiddleware(app, minimum_size=SMALLEST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_open = scope["type"] == "http" and WITHOUT_SECRETS.fullmatch(scope["path"])
        await (self._compressed if is_open else self._app)(scope, receive, send)

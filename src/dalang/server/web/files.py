"""Static files: styles, scripts and pictures, served compressed from memory.

Pages link to a file with a tag that changes with its content (`frame.css?1f0c…`), so browsers may
cache that address forever.  Links between files have no tag; for those, browsers must revalidate.
"""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from dalang.registry import all_games
from dalang.server.rendering.assets import STATIC, tag_of

FOR_EVER = "public, max-age=31536000, immutable"
ASK = "no-cache"  # cache it, but revalidate
SHORTEST_PACKED = 800  # bytes; smaller files are not compressed
KINDS = {
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
    ".js": "text/javascript",
    ".ico": "image/vnd.microsoft.icon",
    ".wav": "audio/wav",
}
METHODS = ("GET", "HEAD")
TEMPLATE = ".html"  # templates are not served
AT_THE_ROOT = ("favicon.ico", "robots.txt")  # asked for there, whatever pages say


@dataclass(frozen=True)
class ServedFile:
    """One file, read on first use."""

    path: Path

    @property
    def kind(self) -> str:
        """Its media type."""
        known = KINDS.get(self.path.suffix) or mimetypes.guess_type(self.path.name)[0]
        kind = known or "application/octet-stream"
        return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind

    @cached_property
    def tag(self) -> str:
        """The tag in its address."""
        return tag_of(self.path)

    @cached_property
    def content(self) -> bytes:
        """The bytes of the file."""
        return self.path.read_bytes()

    @cached_property
    def packed(self) -> bytes:
        """Compressed, if that makes it smaller."""
        if len(self.content) < SHORTEST_PACKED:
            return self.content
        packed = gzip.compress(self.content, mtime=0)
        return packed if len(packed) < len(self.content) else self.content

    def answer(self, query: str, headers: Headers) -> Response:
        """The response."""
        fields = {
            "etag": f'"{self.tag}"',
            "cache-control": FOR_EVER if query == self.tag else ASK,
            "vary": "accept-encoding",
        }
        if fields["etag"] in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=fields)
        content = self.content
        if "gzip" in headers.get("accept-encoding", "") and len(self.packed) < len(content):
            content, fields["content-encoding"] = self.packed, "gzip"
        return Response(content, headers=fields, media_type=self.kind)


class Files:
    """All static files, by path."""

    def __init__(self) -> None:
        folders = [(f"/view/{key}", spec.folder / "view") for key, spec in all_games().items()]
        folders += [("/static", folder) for folder in STATIC]
        self._files = {
            f"{start}/{path.relative_to(folder).as_posix()}": ServedFile(path)
            for start, folder in folders
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix != TEMPLATE
        }
        for name in AT_THE_ROOT:
            self._files[f"/{name}"] = self._files[f"/static/{name}"]

    def serves(self, scope: Scope) -> bool:
        """Whether a request is for one of the files."""
        if scope["type"] != "http" or scope["method"] not in METHODS:
            return False
        return scope["path"] in self._files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request for one of the files."""
        query = scope["query_string"].decode("latin-1")
        answer = self._files[scope["path"]].answer(query, Headers(scope=scope))
        await answer(scope, receive, send)

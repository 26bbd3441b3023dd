"""The files of the pages: styles, scripts, pictures.  They are kept in memory, small and ready.

A page names each file with a tag that changes with it (`frame.css?1f0c…`): under that address it is
the same for ever, so browsers keep it and never ask again.  Other files name each other without a
tag; for those browsers ask whether they have changed.
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
from dalang.server.rendering.assets import HERE, tag_of

FOR_EVER = "public, max-age=31536000, immutable"
ASK = "no-cache"  # keep it, but ask whether it has changed
SHORTEST_PACKED = 800  # bytes; what is smaller is sent as it is
KINDS = {".woff2": "font/woff2", ".svg": "image/svg+xml", ".js": "text/javascript"}
METHODS = ("GET", "HEAD")
TEMPLATE = ".html"  # what pages are made of is nothing to be had by itself


@dataclass(frozen=True)
class ServedFile:
    """One file; read when it is first asked for."""

    path: Path

    @property
    def kind(self) -> str:
        """Its media type."""
        known = KINDS.get(self.path.suffix) or mimetypes.guess_type(self.path.name)[0]
        kind = known or "application/octet-stream"
        return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind

    @cached_property
    def tag(self) -> str:
        """What its address ends with."""
        return tag_of(self.path)

    @cached_property
    def content(self) -> bytes:
        """As it is."""
        return self.path.read_bytes()

    @cached_property
    def packed(self) -> bytes:
        """Compressed, if that makes it smaller."""
        if len(self.content) < SHORTEST_PACKED:
            return self.content
        packed = gzip.compress(self.content, mtime=0)
        return packed if len(packed) < len(self.content) else self.content

    def answer(self, query: str, headers: Headers) -> Response:
        """What a browser gets."""
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
    """All files that pages may ask for, by their paths."""

    def __init__(self) -> None:
        folders = {f"/view/{key}": spec.folder / "view" for key, spec in all_games().items()}
        folders["/static"] = HERE / "static"
        self._files = {
            f"{start}/{path.relative_to(folder).as_posix()}": ServedFile(path)
            for start, folder in folders.items()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix != TEMPLATE
        }

    def serves(self, scope: Scope) -> bool:
        """Whether a request asks for one of the files."""
        if scope["type"] != "http" or scope["method"] not in METHODS:
            return False
        return scope["path"] in self._files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request that asks for one."""
        query = scope["query_string"].decode("latin-1")
        answer = self._files[scope["path"]].answer(query, Headers(scope=scope))
        await answer(scope, receive, send)

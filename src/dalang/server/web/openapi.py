"""The JSON API described as OpenAPI 3.1, for people and for tools that read it.

What is sent and answered comes from messages.py; here stands which address wants what.
"""

from __future__ import annotations

from typing import Any, get_args

from msgspec.json import schema_components

from dalang.engine.words import LANGUAGES
from dalang.server.storage import Status
from dalang.server.web import messages

Schema = dict[str, Any]

REFUSALS = {
    "401": "No valid token",
    "403": "Not your seat or not your turn",
    "404": "No such game or table",
    "405": "Not that method",
    "410": "A game of older rules that cannot be replayed any more",
    "411": "The length of the body is missing",
    "413": "The body is too long",
    "422": "Not as described, or against the rules: then with the paragraph",
    "429": "Too many requests",
    "503": "The server cannot store anything now",
}
MOVED_ON = {"409": "The game has moved on: read the view again"}
REFERENCE = "#/components/schemas/{name}"
AT = "/api/tables/{table}"
CHOICES = "Your choices; none if there is only one, which the server makes after a moment"


class Shapes:
    """The schemas of all messages, by reference."""

    def __init__(self) -> None:
        kinds = [
            kind
            for base in (messages.Body, messages.Answer)
            for kind in sorted(base.__subclasses__(), key=lambda kind: kind.__name__)
        ]
        references, self.all = schema_components(kinds, ref_template=REFERENCE)
        self._references = dict(zip(kinds, references, strict=True))

    def content(self, kind: type, many: bool = False) -> Schema:
        """A body or an answer of that kind, or a list of them."""
        one = self._references[kind]
        schema: Schema = {"type": "array", "items": one} if many else one
        return {"content": {"application/json": {"schema": schema}}}


SHAPES = Shapes()


def _answers(status: str, what: str, content: Schema, refusals: dict[str, str]) -> Schema:
    trouble = SHAPES.content(messages.Trouble)
    refused = {code: {"description": why} | trouble for code, why in refusals.items()}
    return {status: {"description": what} | content} | refused


def _get(what: str, kind: type, *parameters: Schema, many: bool = False) -> Schema:
    answers = _answers("200", what, SHAPES.content(kind, many), REFUSALS)
    return {"get": {"summary": what, "parameters": [*parameters], "responses": answers}}


def _stream(what: str, kind: type, *parameters: Schema) -> Schema:
    """One JSON value on every line; empty lines only show that the connection lives."""
    schema = SHAPES.content(kind)["content"]["application/json"]
    answers = _answers("200", what, {"content": {"application/x-ndjson": schema}}, REFUSALS)
    return {"get": {"summary": what, "parameters": [*parameters], "responses": answers}}


def _post(what: str, sent: type, kind: type, *parameters: Schema, status: str = "200") -> Schema:
    answers = _answers(status, what, SHAPES.content(kind), REFUSALS)
    if "number" in sent.__annotations__:
        moved = {"description": MOVED_ON["409"]} | SHAPES.content(kind)
        answers |= {"409": moved}
    return {
        "post": {
            "summary": what,
            "parameters": [*parameters],
            "requestBody": {"required": True} | SHAPES.content(sent),
            "responses": answers,
            "security": [{"token": []}],
        }
    }


def _in_query(name: str, schema: Schema) -> Schema:
    return {"name": name, "in": "query", "schema": schema}


NAME: Schema = {"type": "string", "pattern": "^[A-Za-z0-9_-]{10}$"}
TABLE: Schema = {"name": "table", "in": "path", "required": True, "schema": NAME}
LANGUAGE = _in_query("language", {"enum": list(LANGUAGES)})
WHOLE: Schema = {"type": "integer", "minimum": 0, "maximum": 99_999_999}
LISTED = [status for status in get_args(Status) if status != "closed"]
STATUS = _in_query("status", {"enum": LISTED})
PAGE = _in_query("page", WHOLE | {"minimum": 1, "description": "of 100 tables each"})
SINCE = _in_query("since", WHOLE)
WAIT = _in_query("wait", WHOLE | {"description": "25 at most"})

DESCRIPTION: Schema = {
    "openapi": "3.1.0",
    "info": {
        "title": "Dalang",
        "version": "1",
        "description": "Play from a program. A token from your own page says who you are.",
    },
    "components": {
        "schemas": SHAPES.all,
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
    },
    "paths": {
        "/api/games": _get("What can be played", messages.GameAnswer, many=True),
        "/api/tables": _get(
            "Tables of a status; with mine=1 your own",
            messages.TableListed,
            STATUS,
            PAGE,
            _in_query("mine", {"enum": ["1"]}),
            many=True,
        )
        | _post(
            "Opens a table; seats are me, open, friend, hot, bot-LEVEL or bot-NAME",
            messages.NewTable,
            messages.TableAnswer,
            status="201",
        ),
        AT: _get("Who sits where, and how it stands", messages.TableAnswer, TABLE),
        f"{AT}/sit": _post("Takes a free seat", messages.Sitting, messages.TableAnswer, TABLE),
        f"{AT}/leave": _post(
            "Leaves a table that has not begun; its host closes it",
            messages.Leaving,
            messages.TableAnswer,
            TABLE,
        ),
        f"{AT}/view": _get("What your seat knows", messages.ViewAnswer, TABLE),
        f"{AT}/legal": _get(CHOICES, messages.LegalAnswer, TABLE, LANGUAGE),
        f"{AT}/play": _post(
            "Plays an action, once: `number` is the log number you have seen",
            messages.Move,
            messages.Played,
            TABLE,
        ),
        f"{AT}/undo": _post("Takes back", messages.TakingBack, messages.TakenBack, TABLE),
        f"{AT}/events": _get(
            "What happened since a log number; waits up to `wait` seconds",
            messages.EventsAnswer,
            TABLE,
            SINCE,
            WAIT,
            LANGUAGE,
        ),
        f"{AT}/stream": _stream(
            "What happens from a log number on, line by line, until the game is over",
            messages.StreamLine,
            TABLE,
            SINCE,
            LANGUAGE,
        ),
    },
}

"""The JSON API described as OpenAPI 3.1, for people and for tools that read it."""

from __future__ import annotations

from typing import Any

from dalang.registry import all_games
from dalang.server.tables.seats import PACES

Schema = dict[str, Any]

_NUMBER: Schema = {"type": "integer"}
_STRING: Schema = {"type": "string"}


def _object(properties: Schema, required: list[str]) -> Schema:
    return {"type": "object", "properties": properties, "required": required}


def _json(schema: Schema) -> Schema:
    return {"content": {"application/json": {"schema": schema}}}


def _answer(what: str, schema: Schema) -> Schema:
    return {"description": what} | _json(schema)


_ERROR = _object({"error": _STRING, "paragraph": _STRING}, ["error"])
_REFUSALS: Schema = {
    "401": _answer("No valid token", _ERROR),
    "403": _answer("Not your seat or not your turn", _ERROR),
    "404": _answer("No such game or table", _ERROR),
    "405": _answer("Not that method", _ERROR),
    "410": _answer("A game of older rules that cannot be replayed any more", _ERROR),
    "411": _answer("The length of the body is missing", _ERROR),
    "413": _answer("The body is too long", _ERROR),
    "422": _answer("Not as described, or against the rules: then with the paragraph", _ERROR),
    "429": _answer("Too many requests", _ERROR),
    "503": _answer("The server cannot store anything now", _ERROR),
}
_TABLE = _object(
    {
        "id": _STRING,
        "game": _STRING,
        "edition": _STRING,
        "status": {"enum": ["open", "running", "finished"]},
        "number": _NUMBER | {"description": "log number of the next move"},
        "actor": _NUMBER | {"description": "seat to decide, -1 chance, -2 over"},
        "pace": {"enum": list(PACES), "description": "how long a decision may take"},
        "advice": {"type": "boolean", "description": "whether people may ask for hints"},
        "due": {"type": ["string", "null"], "description": "until when the seat must decide"},
        "seat": _NUMBER | {"description": "your seat, -1 if you watch"},
        "seats": {"type": "array", "items": {"type": "object"}},
        "scores": {"type": "array", "items": _NUMBER},
        "ranking": {"type": "array", "items": _NUMBER},
        "ended_by": _STRING,
        "commitment": _STRING | {"description": "SHA-256 of the secret that the deals come from"},
        "secret": _STRING | {"description": "that secret, once the game is over; empty before"},
    },
    ["id", "game", "status", "number", "actor", "seat", "seats"],
)
_NAME: Schema = {"type": "string", "pattern": "^[A-Za-z0-9_-]{10}$"}
_IN_PATH: Schema = {"name": "table", "in": "path", "required": True, "schema": _NAME}


def _in_query(name: str, schema: Schema) -> Schema:
    return {"name": name, "in": "query", "schema": schema}


_LANGUAGE = _in_query("language", {"enum": ["en", "nl", "de"]})


def _get(summary: str, schema: Schema, *parameters: Schema, token: bool = False) -> Schema:
    answers = {"200": _answer(summary, schema)} | _REFUSALS
    operation: Schema = {"summary": summary, "parameters": [*parameters], "responses": answers}
    return operation | ({"security": [{"token": []}]} if token else {})


def _post(
    summary: str, body: Schema, schema: Schema, *parameters: Schema, status: str = "200"
) -> Schema:
    answers = {status: _answer(summary, schema)} | _REFUSALS
    if "number" in body["properties"]:
        answers["409"] = _answer("The game has moved on: read the view again", schema)
    return {
        "summary": summary,
        "parameters": [*parameters],
        "requestBody": {"required": True} | _json(body),
        "responses": answers,
        "security": [{"token": []}],
    }


_SEAT: Schema = {"type": "string", "pattern": "^(me|open|friend|hot|bot-[a-z]+)$"}
_LIST: Schema = {"type": "array", "items": {"type": "object"}}
_WHOLE: Schema = {"type": "integer", "minimum": 0, "maximum": 99_999_999}
_NUMBERED = _object({"number": _NUMBER}, ["number"])
_AT = "/api/tables/{table}"
_CHOICES = "Your choices; none if there is only one, which the server makes after a moment"

DESCRIPTION: Schema = {
    "openapi": "3.1.0",
    "info": {
        "title": "Dalang",
        "version": "1",
        "description": "Play from a program. A token from your own page says who you are.",
    },
    "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    "paths": {
        "/api/games": {"get": _get("What can be played", _LIST)},
        "/api/tables": {
            "get": _get(
                "Tables of a status; with mine=1 your own",
                _LIST,
                _in_query("status", {"enum": ["open", "running", "finished"]}),
                _in_query("mine", {"enum": ["1"]}),
            ),
            "post": _post(
                "Opens a table; seats are me, open, friend, hot or bot-LEVEL",
                _object(
                    {
                        "game": {"enum": list(all_games())},
                        "seats": {"type": "array", "items": _SEAT},
                        "options": {"type": "object", "additionalProperties": _STRING},
                        "public": {"type": "boolean"},
                        "pace": {"enum": list(PACES)},
                        "advice": {"type": "boolean"},
                    },
                    ["game", "seats"],
                ),
                _TABLE,
                status="201",
            ),
        },
        _AT: {"get": _get("Who sits where, and how it stands", _TABLE, _IN_PATH)},
        f"{_AT}/sit": {
            "post": _post(
                "Takes a free seat",
                _object({"seat": _NUMBER, "invite": _STRING}, ["seat"]),
                _TABLE,
                _IN_PATH,
            )
        },
        f"{_AT}/view": {"get": _get("What your seat knows", _NUMBERED, _IN_PATH)},
        f"{_AT}/legal": {"get": _get(_CHOICES, _NUMBERED, _IN_PATH, _LANGUAGE)},
        f"{_AT}/play": {
            "post": _post(
                "Plays an action, once: `number` is the log number you have seen",
                _object({"action": _STRING, "number": _NUMBER}, ["action", "number"]),
                _NUMBERED,
                _IN_PATH,
            )
        },
        f"{_AT}/undo": {
            "post": _post(
                "Takes back", _object({"number": _NUMBER}, ["number"]), _NUMBERED, _IN_PATH
            )
        },
        f"{_AT}/events": {
            "get": _get(
                "What happened since a log number; waits up to `wait` seconds",
                _NUMBERED,
                _IN_PATH,
                _in_query("since", _WHOLE),
                _in_query("wait", _WHOLE | {"description": "25 at most"}),
                _LANGUAGE,
            )
        },
    },
}

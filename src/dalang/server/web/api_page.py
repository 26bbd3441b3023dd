"""The description of the API as a page shows it: plain rows instead of schemas."""

from __future__ import annotations

from dataclasses import dataclass

from dalang.server.web.openapi import DESCRIPTION, Schema


@dataclass(frozen=True)
class Part:
    """A piece of a type, which may be described elsewhere on the page."""

    text: str
    link: str = ""


@dataclass(frozen=True)
class ApiField:
    """Something with a type: a parameter, a field, a body or an answer."""

    name: str
    kind: list[Part]
    told: str = ""


@dataclass(frozen=True)
class Request:
    """What can be asked for."""

    title: str
    told: str
    entries: list[ApiField]


@dataclass(frozen=True)
class Message:
    """What is sent or answered."""

    name: str
    told: str
    entries: list[ApiField]


def requests() -> list[Request]:
    """Every address with every method."""
    return [
        Request(f"{method.upper()} {path}", what["summary"], _entries(what))
        for path, methods in DESCRIPTION["paths"].items()
        for method, what in methods.items()
    ]


def _entries(what: Schema) -> list[ApiField]:
    found = [
        ApiField(f"?{one['name']}=", _parts(one["schema"]), one["schema"].get("description", ""))
        for one in what["parameters"]
        if one["in"] == "query"
    ]
    bodies = {"→": what.get("requestBody", {})} | {
        status: answer for status, answer in what["responses"].items() if status < "300"
    }
    for name, body in bodies.items():
        for kind, content in body.get("content", {}).items():
            found.append(ApiField(name, _parts(content["schema"]), kind))
    return found


def messages() -> list[Message]:
    """Every shape that requests and answers have."""
    return [
        Message(
            name,
            schema.get("description", ""),
            [
                ApiField(field, _parts(kind), kind.get("description", ""))
                for field, kind in schema.get("properties", {}).items()
            ],
        )
        for name, schema in DESCRIPTION["components"]["schemas"].items()
    ]


def _parts(schema: Schema) -> list[Part]:
    """A type in words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return [Part(name, name)]
    if "enum" in schema:
        return [Part(" | ".join(map(str, schema["enum"])))]
    if "anyOf" in schema:
        several = [part for one in schema["anyOf"] for part in (Part(" | "), *_parts(one))]
        return several[1:]
    if schema.get("type") == "array":
        return [Part("["), *_parts(schema.get("items", {})), Part("]")]
    return [Part(str(schema.get("type", "…")))]

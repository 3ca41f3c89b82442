"""The description of the API as OpenAPI 3.1: made from the routes, from the core's own commands, and from its errors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from floorjudge import __version__
from floorjudge.events.floor.codec import COMMAND_KINDS
from floorjudge.web.api.cases import CASES, Schema

PREFIX = "/api/v1"
ABOUT = """Everything the pages do, for programs: the same commands, the same refusals, the same log.

Whoever may look at a page may look at it here, without a token. A bearer token says who asks: the secret of a staff link
(what stands after `/in/`) or a player's signed link (what stands after `/p/`). `?lang=` or `Accept-Language` chooses the
language of sentences: en, es, fr, pt. The entity tag of an event is the number of its newest record.
"""
ID: Schema = {
    "description": "Makes sending it again harmless: it is done once, and answered as the first time.",
    "anyOf": [{"type": "string", "minLength": 1, "maxLength": 200}, {"type": "integer"}, {"type": "null"}],
}
SEEN: Schema = {
    "description": "The newest record that the sender had seen.",
    "anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}],
}
PREVIEW: Schema = {"description": "Only for `amend`: say what it would change.", "type": ["boolean", "null"]}
_REFERENCE = "#/components/schemas/{name}"


def describe(routes: Sequence[BaseRoute]) -> dict[str, Any]:
    """Return the description of those routes that belong to the API."""
    ours = [route for route in routes if isinstance(route, APIRoute) and route.path.startswith(PREFIX)]
    value = get_openapi(title="floorjudge", version=__version__, description=ABOUT, routes=ours)
    schemas = value.setdefault("components", {}).setdefault("schemas", {})
    # What a request gets wrong is answered in our own shape, see `failing`.
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas |= command_schemas() | CASES
    value["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "The secret of a staff link, or a player's link."}
    }
    for operations in value["paths"].values():
        for operation in operations.values():
            operation.get("responses", {}).pop("422", None)
            # Everybody may ask; a token says who it is.
            operation["security"] = [{}, {"token": []}]
            operation.setdefault("parameters", []).append(
                {
                    "name": "lang",
                    "in": "query",
                    "required": False,
                    "schema": {"type": "string", "enum": ["en", "es", "fr", "pt"]},
                }
            )
    return value


@cache
def command_schemas() -> dict[str, Schema]:
    """Return the schema of each command by its name, made from the commands themselves, and of any one of them."""
    kinds = {kind: name for name, several in COMMAND_KINDS.items() for kind in several}
    _, components = msgspec.json.schema_components(list(kinds), ref_template=_REFERENCE)
    found: dict[str, Schema] = {}
    shapes: dict[str, list[str]] = {}
    for kind, name in kinds.items():
        schema = components.pop(kind.__name__)
        own = name if len(COMMAND_KINDS[name]) == 1 else f"{name} ({kind.__name__})"
        shapes.setdefault(name, []).append(_key(own))
        found[_key(own)] = _command(name, schema)
    found["show"] = _command("show", {"type": "object", "properties": {}, "required": []}, enveloped=False)
    shapes["show"] = ["show"]
    every = [{"$ref": _REFERENCE.format(name=key)} for keys in shapes.values() for key in keys]
    return components | found | {"AnyCommand": {"title": "AnyCommand", "anyOf": every}}


def _key(name: str) -> str:
    return name.replace(" (", ".").replace(")", "")


def _command(name: str, schema: Schema, *, enveloped: bool = True) -> Schema:
    envelope = {"id": ID, "seen": SEEN, "preview": PREVIEW} if enveloped else {}
    # Opening an event draws a seed when none is given.
    optional = {"seed"} if name == "open" else set()
    # `POST /events` takes `open` without saying so.
    says = [] if name == "open" else ["do"]
    return {
        **schema,
        "properties": {"do": {"const": name}, **schema.get("properties", {}), **envelope},
        "required": [*says, *(field for field in schema.get("required", []) if field not in optional)],
        "additionalProperties": False,
    }

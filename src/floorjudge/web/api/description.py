"""The description of the API as OpenAPI 3.1, and for people as a page made from it.

It is made from the routes, from the core's own commands, and from its errors. The JSON schemas of the loop desk's cases
are here; the core reads and checks the cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias, get_args

import msgspec
from fastapi import APIRouter
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from floorjudge import __version__
from floorjudge.events.codec import COMMAND_NAMES, forms_of
from floorjudge.formats import all_formats
from floorjudge.formats.shapes import Shapes
from floorjudge.loops.mtr.cases import Edition
from floorjudge.texts import LANGUAGES
from floorjudge.web.api import commands, events, exports, finder, loops
from floorjudge.web.common.responses import json_response, page

Schema: TypeAlias = dict[str, Any]

TEXT: Schema = {"type": "string", "minLength": 1}
FLAG: Schema = {"type": "boolean", "default": False}
NAMES: Schema = {"type": "array", "items": TEXT}
AMOUNT: Schema = {
    "description": "A whole number of any size: as it is, as digits, or as a power such as `10^100`.",
    "anyOf": [{"type": "integer"}, {"type": "string", "pattern": r"^-?[0-9]+(\^[0-9]+)?$"}],
}


def _object(required: tuple[str, ...], **properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


LOOP_STEP = {
    "anyOf": [
        TEXT,
        _object(
            (),
            by=_or_null(TEXT), text=TEXT, sustains=FLAG, conditional=FLAG, random=FLAG, decision_tree=FLAG, converges=FLAG,
        ),
    ]
}  # fmt: skip
SUSTENANCE: Schema = {"enum": ["actions", "choices"]}
DECLARATION = _object(
    ("player", "says"),
    player=TEXT,
    says={"anyOf": [AMOUNT, {"enum": ["agree", "none", "indefinitely"]}]},
    steps=_or_null({"type": "integer"}),
)
CHOICE = _object(("do",), by=_or_null(TEXT), do=TEXT, conditional=FLAG, random=FLAG)
SHEET_STEP = _object(
    (),
    by=_or_null(TEXT),
    text=_or_null(TEXT),
    optional=FLAG,
    needs={"type": "array", "items": TEXT},
    change={"type": "object", "additionalProperties": TEXT},
)

CASES: dict[str, Schema] = {
    "LoopCase": _object(
        ("turn_order", "maintained_by"),
        edition={"enum": [*get_args(Edition)]},
        turn_order=NAMES,
        maintained_by=NAMES,
        span={"enum": ["turn", "turns"]},
        sustained_by={"anyOf": [SUSTENANCE, {"type": "object", "additionalProperties": SUSTENANCE}]},
        hidden_information=FLAG,
        meaningful_change=FLAG,
        varies={"enum": [None, "relevant", "irrelevant"]},
        stalling_suspected=FLAG,
        body={"type": "array", "items": LOOP_STEP},
        settled_before=_or_null(_object(("changed",), changed={"type": "boolean"})),
        judge=_or_null(_object(("ruling",), ruling={"enum": ["loop", "not_loop"]}, reason={"type": "string"})),
        declarations={"type": "array", "items": DECLARATION},
    ),
    "LoopSheet": _object(
        ("body",),
        players=NAMES,
        active=_or_null(TEXT),
        resources={"type": "object", "additionalProperties": AMOUNT},
        body={"type": "array", "items": SHEET_STEP, "minItems": 1},
        ends={"type": "array", "items": _object(("when",), when=TEXT, text=_or_null(TEXT))},
        times=_or_null(AMOUNT),
    ),
    "ShortcutCase": _object(
        ("turn_order", "proposer", "end_priority", "sequence"),
        turn_order=NAMES,
        proposer=TEXT,
        end_priority=TEXT,
        sequence={"type": "array", "items": {"$ref": "#/components/schemas/ShortcutStep"}},
        answers={
            "type": "array",
            "items": _object(("player",), player=TEXT, accept=FLAG, stop_at={"type": "array", "items": AMOUNT}),
        },
    ),
    "ShortcutStep": {
        "anyOf": [
            CHOICE,
            _object(
                ("repeat", "times"),
                repeat={"type": "array", "items": {"$ref": "#/components/schemas/ShortcutStep"}},
                times=AMOUNT,
            ),
        ]
    },
}

PREFIX = "/api/v1"
ABOUT = f"""Everything the pages do, for programs: the same commands, the same refusals, the same log.

Whoever may look at a page may look at it here, without a token. A bearer token says who asks: the secret of a staff link
(what stands after `/in/`) or a player's signed link (what stands after `/p/`). `?lang=` or `Accept-Language` chooses the
language of sentences: {", ".join(LANGUAGES)}. The entity tag of an event is the number of its newest record.
"""
ID: Schema = {
    "description": "Makes sending it again harmless: it is done once, and answered as the first time.",
    "anyOf": [{"type": "string", "minLength": 1, "maxLength": 200}, {"type": "integer"}, {"type": "null"}],
}
SEEN: Schema = {
    "description": "The newest record that the sender had seen.",
    "anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}],
}
VIEW: Schema = {"description": "False leaves the view out of the answer.", "type": ["boolean", "null"]}
PREVIEW: Schema = {"description": "Only for `amend`: say what it would change.", "type": ["boolean", "null"]}
OF_A_FORMAT = "In the shape of the event's format."
_REFERENCE = "#/components/schemas/{name}"


def describe(routes: Sequence[BaseRoute]) -> dict[str, Any]:
    """Return the description of the routes of the API."""
    ours = [route for route in routes if isinstance(route, APIRoute) and route.path.startswith(PREFIX)]
    value = get_openapi(title="floorjudge", version=__version__, description=ABOUT, routes=ours)
    schemas = value.setdefault("components", {}).setdefault("schemas", {})
    # Errors in a request have our own shape, see `answering`.
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas |= command_schemas() | format_schemas() | CASES
    value["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "The secret of a staff link, or a player's link."}
    }
    for operations in value["paths"].values():
        for operation in operations.values():
            operation.get("responses", {}).pop("422", None)
            # Any caller may send a request; a token identifies the caller.
            operation["security"] = [{}, {"token": []}]
            operation.setdefault("parameters", []).append(
                {
                    "name": "lang",
                    "in": "query",
                    "required": False,
                    "schema": {"type": "string", "enum": list(LANGUAGES)},
                }
            )
    return value


@cache
def command_schemas() -> dict[str, Schema]:
    """Return the schema of each command by its name, made from the commands themselves, and of any one of them."""
    formats = all_formats().values()
    forms = {
        name: dict.fromkeys(form for each in formats for form in forms_of(name, each))
        for name in COMMAND_NAMES
        if name != "show"
    }
    kinds = {kind: name for name, several in forms.items() for kind in several}
    _, components = msgspec.json.schema_components(list(kinds), ref_template=_REFERENCE)
    found: dict[str, Schema] = {}
    for kind, name in kinds.items():
        schema = components.pop(kind.__name__)
        key = name if len(forms[name]) == 1 else f"{name}.{kind.__name__}"
        found[key] = _command(name, schema)
    options = dict.fromkeys(each.options for each in formats)
    described, more = msgspec.json.schema_components(list(options), ref_template=_REFERENCE)
    components |= more
    found["open"]["properties"]["options"] = {"anyOf": [*described, {"type": "null"}]}
    found["show"] = _command("show", {"type": "object", "properties": {}, "required": ["do"]}, enveloped=False)
    every = [{"$ref": _REFERENCE.format(name=key)} for key in found]
    return components | found | {"AnyCommand": {"title": "AnyCommand", "anyOf": every}}


@cache
def format_schemas() -> dict[str, Schema]:
    """Return the schemas of the formats' values; under the name of each kind of value, that of any format."""
    formats = all_formats().values()
    names = Shapes.__struct_fields__
    every = dict.fromkeys(getattr(each.shapes, name) for each in formats for name in names)
    schemas, components = msgspec.json.schema_components(list(every), ref_template=_REFERENCE)
    of = dict(zip(every, schemas, strict=True))
    found: dict[str, Schema] = dict(components)
    for name in names:
        kinds = dict.fromkeys(getattr(each.shapes, name) for each in formats)
        described = {"title": name.capitalize(), "description": OF_A_FORMAT}
        found[name.capitalize()] = {**described, "anyOf": [of[kind] for kind in kinds]}
    return found


def _command(name: str, schema: Schema, *, enveloped: bool = True) -> Schema:
    envelope = {"id": ID, "seen": SEEN, "preview": PREVIEW, "view": VIEW} if enveloped else {}
    # Opening an event draws a seed if none is given, and `POST /events` accepts `open` without `do`.
    optional = {"seed", "do"} if name == "open" else set()
    return {
        **schema,
        "properties": {**schema["properties"], "do": {"const": name}, **envelope},
        "required": [field for field in schema["required"] if field not in optional],
        "additionalProperties": False,
    }


router = APIRouter()
_ROUTERS = (events.router, commands.router, exports.router, loops.router, finder.router)
_ENVELOPE = frozenset({"do", "id", "seen", "preview", "view"})


@router.get("/api/v1/openapi.json", include_in_schema=False)
async def description() -> Response:
    """Send the description as OpenAPI 3.1."""
    return json_response(api_description(), headers={"cache-control": "no-cache"})


@router.get("/api", include_in_schema=False)
async def description_page(request: Request) -> Response:
    """Show the description as a page."""
    described = api_description()
    operations = [
        (path, method, operation)
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    ]
    tags = dict.fromkeys(operation["tags"][0] for _, _, operation in operations)
    return page(
        request,
        "api/description.html",
        described=described,
        groups=[(tag, [each for each in operations if each[2]["tags"][0] == tag]) for tag in tags],
        commands=[
            _shown_command(schema) for schema in command_schemas().values() if "do" in schema.get("properties", {})
        ],
    )


def _shown_command(schema: Schema) -> dict[str, Any]:
    """Return a command for the page: its name, its purpose, its own fields."""
    properties = schema["properties"]
    fields = [
        (name, name in schema["required"], _kind(what)) for name, what in properties.items() if name not in _ENVELOPE
    ]
    return {"name": properties["do"]["const"], "description": schema.get("description", ""), "fields": fields}


def _kind(schema: Schema) -> str:
    """Return the type of a field, in a word or two."""
    if "anyOf" in schema:
        return " / ".join(_kind(each) for each in schema["anyOf"])
    return str(schema.get("type", "object"))


@cache
def api_description() -> dict[str, Any]:
    """Return the description of the whole API, made once."""
    return describe([route for router in _ROUTERS for route in router.routes])

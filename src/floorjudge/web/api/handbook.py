"""The description of the API, for programs as JSON and for people as a page made from it."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from floorjudge.web.answers import page
from floorjudge.web.api import events, orders, proofs, rulings, streams
from floorjudge.web.api.cases import Schema
from floorjudge.web.api.description import command_schemas, describe

router = APIRouter()
ROUTERS = (events.router, orders.router, streams.router, proofs.router, rulings.router)
_ENVELOPE = frozenset({"do", "id", "seen", "preview"})


@router.get("/api/v1/openapi.json", include_in_schema=False)
async def description() -> Response:
    """Give the description as OpenAPI 3.1."""
    return JSONResponse(_described(), headers={"cache-control": "no-cache"})


@router.get("/api", include_in_schema=False)
async def handbook(request: Request) -> Response:
    """Show the description as a page."""
    described = _described()
    operations = [
        (path, method, operation)
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    ]
    tags = dict.fromkeys(operation["tags"][0] for _, _, operation in operations)
    return page(
        request,
        "api.html",
        described=described,
        groups=[(tag, [each for each in operations if each[2]["tags"][0] == tag]) for tag in tags],
        commands=[_command(schema) for schema in command_schemas().values() if "do" in schema.get("properties", {})],
    )


def _command(schema: Schema) -> dict[str, Any]:
    """Return what the page shows of a command: its name, what it is for, its own fields."""
    properties = schema["properties"]
    fields = [
        (name, name in schema["required"], _kind(what)) for name, what in properties.items() if name not in _ENVELOPE
    ]
    return {"name": properties["do"]["const"], "description": schema.get("description", ""), "fields": fields}


def _kind(schema: Schema) -> str:
    """Return what a field takes, in a word or two."""
    if "anyOf" in schema:
        return " / ".join(_kind(each) for each in schema["anyOf"])
    return str(schema.get("type", "object"))


@cache
def _described() -> dict[str, Any]:
    return describe([route for router in ROUTERS for route in router.routes])

"""What the routes of an application do, read from their source: which reach costly work, and whether that is counted.

Costly is what goes to another process, sets a document, or takes up what was sent. All of it is counted where it passes
through one of `DOORS`; whatever is reached in another way is returned by `uncounted`.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from fastapi.dependencies.models import Dependant
from fastapi.params import File
from fastapi.routing import APIRoute

from floorjudge.web.event_sessions import EventSession
from floorjudge.web.jobs.kept import Jobs
from floorjudge.web.jobs.pool import Pool
from floorjudge.web.live.event_cache import EventCache
from floorjudge.web.print.job import compile_sheet
from floorjudge.web.sessions import Session
from floorjudge.web.shared import Application

DOORS = frozenset({Session.work_out, Session.work_at_store, Session.begin, Session.form, Session.body})
# The card texts are prepared once, whoever asks first.
ONCE = frozenset({Application.prepare_cards})
COSTLY: frozenset[Callable[..., Any]] = frozenset({Pool.enter, Pool.run, Jobs.ask, compile_sheet})
_SENT = frozenset({"body", "form", "stream"})
# Methods are found by their names alone, whatever they are called on.
_METHODS = {
    name: method
    for kind in (EventCache, Application, Jobs, Pool, EventSession, Session)
    for name, method in vars(kind).items()
    if isinstance(method, FunctionType)
}


def counted(routes: Iterable[APIRoute]) -> set[str]:
    """Return the routes that reach costly work through a door."""
    return {_name(route) for route in routes if any(each in DOORS for each in _reached(route))}


def uncounted(routes: Iterable[APIRoute]) -> set[str]:
    """Return the routes that reach costly work in another way, with what it is."""
    return {f"{_name(route)}: {each}" for route in routes for each in _reached(route) if isinstance(each, str)}


def _name(route: APIRoute) -> str:
    return f"{'/'.join(sorted(route.methods or ()))} {route.path}"


def _reached(route: APIRoute) -> set[Any]:
    """Return the doors that a route reaches, and as words what it reaches beside them."""
    found: set[Any] = {
        f"a file, {each.name}" for each in route.dependant.body_params if isinstance(each.field_info, File)
    }
    waiting = list(_calls_of(route.dependant))
    seen: set[Any] = set()
    while waiting:
        function = inspect.unwrap(waiting.pop())
        if function in seen:
            continue
        seen.add(function)
        if function in DOORS:
            found.add(function)
        elif function in COSTLY:
            found.add(function.__qualname__)
        elif function not in ONCE and _is_ours(function):
            called, sent = _called_by(function)
            waiting += called
            found |= {f"{function.__qualname__} takes up {each}" for each in sent}
    return found


def _calls_of(dependant: Dependant) -> Iterator[Callable[..., Any]]:
    if dependant.call is not None:
        yield dependant.call
    for each in dependant.dependencies:
        yield from _calls_of(each)


def _is_ours(function: Any) -> bool:
    return isinstance(function, FunctionType) and function.__module__.startswith(("floorjudge.web", "tests"))


@cache
def _called_by(function: FunctionType) -> tuple[list[Callable[..., Any]], list[str]]:
    """Return the functions that one calls or hands on to be called, and the names of what it takes up of a request."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    known = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
    called: list[Callable[..., Any]] = []
    sent: list[str] = []
    for node in _calls_here(tree, known):
        method = node.func
        if _is_of_request(method):
            sent.append(ast.unparse(method))
        for each in (node.func, *node.args, *(keyword.value for keyword in node.keywords)):
            meant = _meant(each, known)
            if callable(meant):
                called.append(meant)
    return called, sent


def _calls_here(node: ast.AST, known: dict[str, Any]) -> Iterator[ast.Call]:
    """Yield the calls in some source, without what is handed to a door: that is done elsewhere."""
    if isinstance(node, ast.Call):
        handed = [node.func, *node.args[:1]]
        if any(_meant(each, known) in DOORS for each in handed if isinstance(each, ast.Attribute)):
            yield ast.Call(
                func=node.func, args=node.args[:1] if _meant(node.func, known) not in DOORS else [], keywords=[]
            )
            return
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _calls_here(child, known)


def _is_of_request(node: ast.AST) -> bool:
    """Say whether an expression is a method that takes up what was sent, of the request itself."""
    return isinstance(node, ast.Attribute) and node.attr in _SENT and ast.unparse(node.value).endswith("request")


def _meant(node: ast.AST, known: dict[str, Any]) -> Any:
    """Return what an expression means, as far as its names tell; None for everything else."""
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Attribute) and not _is_of_request(node):
        on = _meant(node.value, known)
        if isinstance(on, ModuleType | type):
            return getattr(on, node.attr, None)
        return _METHODS.get(node.attr)
    return None

"""The judge's sheet as JSON: read with the place of every mistake, answered with exact numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from floorjudge.exact import (
    DIGIT_BUDGET,
    Growth,
    affine,
    amount_after,
    digits,
    growth_of,
    read_number,
    resource,
    terms_of,
)
from floorjudge.loops.sheet import refusals
from floorjudge.loops.sheet.expressions import read_comparison, read_expression
from floorjudge.loops.sheet.running import Condition, End, Sheet, SheetRun, Step, Stop, run_sheet
from floorjudge.texts import Language, Text, render, text

JsonObject = dict[str, Any]
_FIELDS = ("players", "active", "resources", "body", "ends", "times")
_STEP_FIELDS = ("by", "text", "optional", "needs", "change")


def read_sheet(given: object) -> Sheet:
    """Return the sheet in a JSON value.

    Raises BadInput, with the place, for anything that is not one.
    """
    fields = _object(given, "", _FIELDS)
    players = tuple(_text(name, f"players[{index}]") for index, name in enumerate(_list(fields, "players")))
    if len(set(players)) < len(players):
        raise refusals.bad_sheet("players", text("every player once"))
    if fields.get("active") is not None and fields["active"] not in players:
        raise refusals.unknown_player("active", str(fields["active"]), players)
    resources = {
        _text(name, "resources"): read_number(amount, f"resources.{name}")
        for name, amount in _object(fields.get("resources", {}), "resources").items()
    }
    known = frozenset(resources)
    steps = _list(fields, "body")
    if not steps:
        raise refusals.bad_sheet("body", text("at least one step"))
    times = fields.get("times")
    return Sheet(
        players,
        resources,
        tuple(_step(step, f"body[{index}]", players, known) for index, step in enumerate(steps)),
        tuple(_end(end, f"ends[{index}]", known) for index, end in enumerate(_list(fields, "ends"))),
        None if times is None else _count(times),
    )


def _count(given: object) -> int:
    times = read_number(given, "times")
    if times < 0:
        raise refusals.bad_sheet("times", text("0 or more"))
    return times


def _step(given: object, where: str, players: tuple[str, ...], known: frozenset[str]) -> Step:
    fields = _object(given, where, _STEP_FIELDS)
    by, optional = fields.get("by"), fields.get("optional", False)
    if by is not None and by not in players:
        raise refusals.unknown_player(f"{where}.by", str(by), players)
    if not isinstance(optional, bool):
        raise refusals.bad_sheet(f"{where}.optional", text("true or false"))
    if optional and by is None:
        raise refusals.optional_for_nobody(f"{where}.by")
    rows = _object(fields.get("change", {}), f"{where}.change")
    for name in rows:
        if name not in known:
            raise refusals.unknown_resource(f"{where}.change.{name}", name, tuple(sorted(known)))
    change = affine(
        (name, read_expression(_text(row, f"{where}.change.{name}"), f"{where}.change.{name}", known))
        for name, row in rows.items()
    )
    needs = tuple(
        _condition(need, f"{where}.needs[{index}]", known) for index, need in enumerate(_list(fields, "needs", where))
    )
    return Step(change, by, _optional_text(fields, where), optional, needs)


def _end(given: object, where: str, known: frozenset[str]) -> End:
    fields = _object(given, where, ("when", "text"))
    if "when" not in fields:
        raise refusals.bad_sheet(f"{where}.when", text("a comparison"))
    return End(_condition(fields["when"], f"{where}.when", known), _optional_text(fields, where))


def _condition(given: object, where: str, known: frozenset[str]) -> Condition:
    written = _text(given, where)
    return Condition(written, *read_comparison(written, where, known))


def _object(given: object, where: str, fields: tuple[str, ...] | None = None) -> Mapping[str, Any]:
    if not isinstance(given, dict):
        raise refusals.bad_sheet(where or "sheet", text("an object"))
    for name in given:
        if fields is not None and name not in fields:
            raise refusals.bad_sheet(f"{where}.{name}".lstrip("."), text("one of the fields {fields}", fields=fields))
    return given


def _list(fields: Mapping[str, Any], name: str, where: str = "") -> list[Any]:
    given = fields.get(name, [])
    if not isinstance(given, list):
        raise refusals.bad_sheet(f"{where}.{name}".lstrip("."), text("a list"))
    return given


def _text(given: object, where: str) -> str:
    if not isinstance(given, str) or not given.strip():
        raise refusals.bad_sheet(where, text("a text"))
    return given


def _optional_text(fields: Mapping[str, Any], where: str) -> str | None:
    given = fields.get("text")
    return None if given is None else _text(given, f"{where}.text")


def sheet_answer(sheet: Sheet, language: Language, budget: int = DIGIT_BUDGET) -> JsonObject:
    """Return the JSON answer for a sheet; numbers of more than `budget` digits as closed forms."""
    run = run_sheet(sheet)
    maintainers = [
        player for player in sheet.players if any(step.optional and step.by == player for step in sheet.body)
    ]
    mandatory = not any(step.optional for step in sheet.body)
    never_stops = run.never_stops
    draw = False if not mandatory else never_stops
    answer: JsonObject = {
        "iterations": None if run.iterations is None else digits(run.iterations),
        "steps": run.steps,
        "resources": _resources(sheet, run, budget),
        "stopped_by": _stop_value(run.stop),
        "never_stops": never_stops,
        "growth": _growth(sheet).value,
        "maintained_by": maintainers,
        "mandatory": mandatory,
        "draw": draw,
        "evidence": "proved" if never_stops is not None else "undecided",
    }
    if never_stops is None:
        answer["reason"] = render(_reason(run), language)
    return answer


def _resources(sheet: Sheet, run: SheetRun, budget: int) -> JsonObject | None:
    if run.before is None:
        return None
    body = sheet.prefixes()[-1]
    return {
        name: amount_after(run.last.of(resource(name)), body, sheet.resources, run.before, budget)
        for name in sheet.resources
    }


def _stop_value(stop: Stop | None) -> JsonObject | None:
    if stop is None:
        return None
    return {"kind": stop.kind, "step": stop.step, "condition": stop.condition, "text": stop.text}


def _growth(sheet: Sheet) -> Growth:
    body = sheet.prefixes()[-1]
    order = list(Growth)
    found = [growth_of(terms_of(resource(name), body, sheet.resources)) for name in sheet.resources]
    return max(found, key=order.index, default=Growth.CONSTANT)


def _reason(run: SheetRun) -> Text:
    return text(
        "Whether it ever stops is not settled: nothing stops it in the first {searched} iterations, and no proof of ours covers "
        "how its numbers change after that.",
        searched=run.searched or 0,
    )

"""The judge's sheet as JSON: read with the place of every mistake, answered with exact numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from floorjudge.exact import (
    DIGIT_BUDGET,
    AffineMap,
    Growth,
    affine,
    amount_after,
    digits,
    growth_of,
    read_number,
    resource,
    terms_of,
)
from floorjudge.exact.work import TooMuchWork, bounded
from floorjudge.loops.errors import NotAPlayer, OptionalForNobody
from floorjudge.loops.game.judging import is_drawn
from floorjudge.loops.sheet.expressions import UnknownResource, read_comparison, read_expression
from floorjudge.loops.sheet.running import Condition, End, Sheet, SheetRun, Step, Stop, run_sheet
from floorjudge.reading import BadDocument, Fields, TooMany
from floorjudge.texts import Language, Text, render, text

JsonObject = dict[str, Any]
_T = TypeVar("_T")
# Far more entries than a judge would write; a sheet of thousands would block the hall's other requests.
MOST_PLAYERS, MOST_STEPS, MOST_RESOURCES, MOST_NEEDS = 200, 2_000, 500, 100
# Units of arithmetic for one sheet: some ten seconds.
MOST_WORK = 60_000_000


class BadSheet(BadDocument):
    sentence = text("A sheet needs here: {expected}.")
    outermost = "sheet"


def read_sheet(given: object) -> Sheet:
    """Return the sheet in a JSON value.

    Raises BadInput, with the place, if it is not a sheet, or if its numbers take too much arithmetic to read.
    """
    try:
        with bounded(MOST_WORK):
            return _sheet(given)
    except TooMuchWork:
        raise BadSheet(text("fewer terms and digits altogether"), where="body") from None


def _sheet(given: object) -> Sheet:
    fields = Fields.of(given, "", ("players", "active", "resources", "body", "ends", "times"), BadSheet)
    players = tuple(fields.optional_names("players", MOST_PLAYERS))
    if len(set(players)) < len(players):
        raise BadSheet(text("every player once"), where="players")
    _player(fields, "active", players)
    resources = fields.optional_inner("resources")
    if len(resources.given) > MOST_RESOURCES:
        raise resources.wrong(TooMany(MOST_RESOURCES, len(resources.given), where="resources"))
    if not all(name.strip() for name in resources.given):
        raise BadSheet(text("a name for every resource"), where="resources")
    amounts = {name: read_number(amount, resources.place(name)) for name, amount in resources.given.items()}
    known = frozenset(amounts)
    steps = fields.objects("body", ("by", "text", "optional", "needs", "change"), MOST_STEPS)
    if not steps:
        raise BadSheet(text("at least one step"), where="body")
    times = read_number(fields.need("times"), "times") if fields.has("times") else None
    if times is not None and times < 0:
        raise BadSheet(text("0 or more"), where="times")
    return Sheet(
        players,
        amounts,
        tuple(_step(step, players, known) for step in steps),
        tuple(_end(end, players, known) for end in fields.objects("ends", ("when", "text", "loses"), MOST_RESOURCES)),
        times,
    )


def _player(fields: Fields, name: str, players: tuple[str, ...]) -> str | None:
    player = fields.given.get(name)
    if player is not None and player not in players:
        raise NotAPlayer(str(player), players, where=fields.place(name))
    return player


def _step(fields: Fields, players: tuple[str, ...], known: frozenset[str]) -> Step:
    by, optional = _player(fields, "by", players), fields.flag("optional")
    if optional and by is None:
        raise OptionalForNobody(where=fields.place("by"))
    changes = fields.optional_inner("change")
    rows = []
    for name in changes.given:
        where = changes.place(name)
        if name not in known:
            raise UnknownResource(name, tuple(sorted(known)), where=where)
        rows.append((name, read_expression(changes.words(name), where, known)))
    needs = tuple(
        Condition(need, *read_comparison(need, f"{fields.place('needs')}[{index}]", known))
        for index, need in enumerate(fields.optional_names("needs", MOST_NEEDS))
    )
    return Step(affine(rows), by, fields.optional_words("text"), optional, needs)


def _end(fields: Fields, players: tuple[str, ...], known: frozenset[str]) -> End:
    if not fields.has("when"):
        raise BadSheet(text("a comparison"), where=fields.place("when"))
    when = fields.words("when")
    condition = Condition(when, *read_comparison(when, fields.place("when"), known))
    return End(condition, fields.optional_words("text"), _player(fields, "loses", players))


def sheet_answer(sheet: Sheet, language: Language, budget: int = DIGIT_BUDGET, work: int = MOST_WORK) -> JsonObject:
    """Return the JSON answer for a sheet; numbers of more than `budget` digits as closed forms.

    A result that takes more than `work` units of arithmetic (floorjudge.exact.work) is not determined.
    """
    with bounded(work):
        run = _if_little_work(lambda: run_sheet(sheet)) or SheetRun(None, None, None, AffineMap(), None, None)
        resources = _if_little_work(lambda: _resources(sheet, run, budget))
        growth = _if_little_work(lambda: _growth(sheet))
    optional = {step.by for step in sheet.body if step.optional}
    known = run.iterations is not None or run.never_stops
    loses = list(run.stop.loses) if run.stop is not None else [] if known else None
    answer: JsonObject = {
        "iterations": None if run.iterations is None else digits(run.iterations),
        "steps": run.steps,
        "resources": resources,
        "stopped_by": _stop_value(run.stop),
        "never_stops": run.never_stops,
        "growth": None if growth is None else growth.value,
        "maintained_by": [player for player in sheet.players if player in optional],
        "mandatory": not optional,
        "loses": loses,
        "draw": _drawn(sheet, run, loses, mandatory=not optional),
        "evidence": "proved",
    }
    if run.never_stops is None or growth is None or (resources is None and run.before is not None):
        answer["evidence"] = "undecided"
        answer["reason"] = render(_reason(run), language)
    return answer


def _drawn(sheet: Sheet, run: SheetRun, loses: list[str] | None, *, mandatory: bool) -> bool | None:
    """Return whether the game is a draw: all players lose at once (CR 104.4a), or the loop is a draw; None if that is not known."""
    losing = {end.loses for end in sheet.ends} if loses is None else set(loses)
    if losing and losing >= set(sheet.players):
        return None if loses is None else True
    return is_drawn(mandatory=mandatory, endless=run.never_stops)


def _if_little_work(calculate: Callable[[], _T]) -> _T | None:
    try:
        return calculate()
    except TooMuchWork:
        return None


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
    also = [{"condition": end.when.written, "text": end.text} for end in stop.ends[1:]]
    return {"kind": stop.kind, "step": stop.step, "condition": stop.condition, "text": stop.text, "also": also}


def _growth(sheet: Sheet) -> Growth:
    body = sheet.prefixes()[-1]
    order = list(Growth)
    growths = [growth_of(terms_of(resource(name), body, sheet.resources)) for name in sheet.resources]
    return max(growths, key=order.index, default=Growth.CONSTANT)


def _reason(run: SheetRun) -> Text:
    if run.searched is None:
        return text(
            "Working this sheet out takes more arithmetic than is done for one. Leave out resources that the question does not need."
        )
    return text(
        "Whether it ever stops is not settled: nothing stops it in the first {searched} iterations, and no proof of ours covers "
        "how its numbers change after that.",
        searched=run.searched,
    )

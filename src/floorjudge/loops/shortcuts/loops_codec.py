"""Fragmented and mandatory loops as JSON: read with the place of every mistake, and answered."""

from __future__ import annotations

import json
from typing import Any

from floorjudge.exact import digits, read_number
from floorjudge.loops.shortcuts.fragmented import Played, fragmented_loop, settle_fragmented
from floorjudge.loops.shortcuts.mandatory import (
    ActionLoop,
    DoneInstead,
    LoopAction,
    Reply,
    Unless,
    UnlessAsked,
    WayOut,
    settle_mandatory,
)
from floorjudge.reading import Fields
from floorjudge.texts import Language, render, text

JsonObject = dict[str, Any]


def fragmented_answer(given: object, language: Language) -> JsonObject:
    """Return what becomes of the choices in a JSON value that may have brought the game back to where it was.

    `played` are the choices, each with the `position` before it (any JSON value), and `position` the one after the
    last. Raises BadInput, with the place, for anything else.

    Clauses: CR shortcuts.1c, CR shortcuts.3
    """
    fields = Fields.of(given, "", ("turn_order", "active", "played", "position", "tournament", "span"))
    span = fields.choice("span", ("turn", "turns"), "turn")
    turn_order, active, tournament = (
        tuple(fields.names("turn_order")),
        fields.words("active"),
        fields.flag("tournament"),
    )
    played = [
        Played(_canonical(each.need("position")), each.words("by"), each.words("do"), not each.flag("forced"))
        for each in fields.objects("played", ("position", "by", "do", "forced"))
    ]
    loop = fragmented_loop(played, _canonical(fields.need("position")))
    if loop is None:
        said = text(
            "The game is not back where it was, or one player alone brought it there: this is no fragmented loop."
        )
        return {"fragmented": False, "text": render(said, language)}
    ruling = settle_fragmented(loop, turn_order, active, tournament=tournament, across_turns=span == "turns")
    return {
        "fragmented": True,
        "first": loop.first,
        "now": loop.now,
        "involved": [each for each in turn_order if each in loop.involved],
        "player": ruling.player,
        "must_differ_from": ruling.must_differ_from,
        "clauses": list(ruling.clauses),
        "text": render(ruling.reason, language),
    }


def _canonical(position: object) -> str:
    """Return a position as a value to compare: the order of an object's fields does not matter."""
    return json.dumps(position, sort_keys=True)


def mandatory_answer(given: object, language: Language) -> JsonObject:
    """Return whether a loop of actions in a JSON value is a draw, or who is asked, or what is done instead.

    Raises BadInput, with the place, for anything else.

    Clauses: CR shortcuts.1c, CR shortcuts.4, CR shortcuts.5, CR shortcuts.6
    """
    known = ("actions", "objects", "ways_out", "ends_at", "amounts_change", "replies", "tournament")
    fields = Fields.of(given, "", known)
    loop = ActionLoop(
        actions=tuple(_action(each) for each in fields.objects("actions", ("do", "by", "optional", "unless"))),
        objects=frozenset(fields.optional_names("objects")),
        ways_out=tuple(
            WayOut(each.words("player"), each.words("do"), each.optional_words("called_for_by"))
            for each in fields.objects("ways_out", ("player", "do", "called_for_by"))
        ),
        ends_at=read_number(fields.need("ends_at"), "ends_at") if fields.has("ends_at") else None,
        position_comes_back=not fields.flag("amounts_change"),
    )
    fields.need("actions")
    replies = tuple(
        Reply(each.words("player"), each.flag("does_it")) for each in fields.objects("replies", ("player", "does_it"))
    )
    found = settle_mandatory(loop, replies, tournament=fields.flag("tournament"))
    if isinstance(found, UnlessAsked):
        said = text("{player} is asked whether they do this: {instead}.", player=found.player, instead=found.instead)
        ask = {"player": found.player, "instead": found.instead}
        return {"outcome": "waiting", "ask": ask, "text": render(said, language)}
    if isinstance(found, DoneInstead):
        said = text("{player} does this, and the loop ends: {what}.", player=found.player, what=found.what)
        return {
            "outcome": "done_instead",
            "player": found.player,
            "do": found.what,
            "clauses": list(found.clauses),
            "text": render(said, language),
        }
    return {
        "outcome": found.verdict.value,
        "at": None if found.at is None else digits(found.at),
        "clauses": list(found.clauses),
        "text": render(found.reason, language),
    }


def _action(fields: Fields) -> LoopAction:
    unless = fields.inner("unless", ("do", "players")) if fields.has("unless") else None
    return LoopAction(
        fields.words("do"),
        fields.optional_words("by"),
        fields.flag("optional"),
        None if unless is None else Unless(unless.words("do"), tuple(unless.names("players"))),
    )

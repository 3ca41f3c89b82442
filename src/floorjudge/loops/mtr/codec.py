"""Reading cases from JSON, with the place of every mistake, and writing answers as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from floorjudge.exact import digits, read_number
from floorjudge.exact.digits import NoNumber
from floorjudge.loops.errors import NoDeclaration
from floorjudge.loops.mtr.cases import (
    Case,
    Declaration,
    Edition,
    JudgesRuling,
    JudgesWord,
    Point,
    Ruling,
    SettledBefore,
    Span,
    Step,
    Sustenance,
    Variation,
    Waiting,
    Word,
)
from floorjudge.reading import Fields
from floorjudge.texts import Language, render

JsonObject = dict[str, Any]

_WORDS: tuple[Word, ...] = get_args(Word)
_MARKS = ("sustains", "conditional", "random", "decision_tree", "converges")
# Far more players than at any table; a case of thousands would block the hall's other requests.
MOST_PLAYERS, MOST_STEPS, MOST_DECLARATIONS = 200, 2_000, 1_000
_PLAIN = Case((), ())


def read_case(given: object) -> Case:
    """Return the case in a JSON value.

    Raises BadInput, with the place, if it is not a case; `rule` checks whether its parts fit together.
    """
    fields = Fields.of(given, "", Case.__struct_fields__)
    return Case(
        turn_order=tuple(fields.names("turn_order", MOST_PLAYERS)),
        maintained_by=tuple(fields.names("maintained_by", MOST_PLAYERS)),
        span=fields.choice("span", get_args(Span), "turn"),
        sustained_by=_sustained_by(fields),
        hidden_information=fields.flag("hidden_information"),
        meaningful_change=fields.flag("meaningful_change"),
        varies=fields.choice("varies", (None, *get_args(Variation)), None),
        stalling_suspected=fields.flag("stalling_suspected"),
        body=tuple(_step(fields, step, where) for step, where in fields.items("body", MOST_STEPS)),
        settled_before=_settled_before(fields),
        judge=_judges_word(fields),
        declarations=tuple(
            map(_declaration, fields.objects("declarations", Declaration.__struct_fields__, MOST_DECLARATIONS))
        ),
        edition=fields.choice("edition", get_args(Edition), "mtr"),
    )


def read_kept_case(given: object) -> Case:
    """Return a stored case, which may mark another player's step as sustaining the loop, as older versions allowed.

    Such a mark never decided anything, and is left out. Raises BadInput as `read_case` does.
    """
    case = read_case(given)
    body = tuple(
        msgspec.structs.replace(step, sustains=step.sustains and step.by in case.maintained_by) for step in case.body
    )
    return msgspec.structs.replace(case, body=body)


def _sustained_by(case: Fields) -> Sustenance | Mapping[str, Sustenance]:
    known: tuple[Sustenance, ...] = get_args(Sustenance)
    if not isinstance(case.given.get("sustained_by"), dict):
        return case.choice("sustained_by", known, "actions")
    players = case.inner("sustained_by")
    return {player: players.choice(player, known, "actions") for player in players.given}


def _step(case: Fields, given: object, where: str) -> Step:
    if isinstance(given, str):
        return Step(case.text(given, where))
    fields = case.within(given, where, Step.__struct_fields__)
    return Step(
        fields.optional_words("text") or "",
        fields.optional_words("by"),
        **{mark: fields.flag(mark) for mark in _MARKS},
    )


def _settled_before(case: Fields) -> SettledBefore | None:
    if not case.has("settled_before"):
        return None
    fields = case.inner("settled_before", ("changed",))
    fields.need("changed")
    return SettledBefore(fields.flag("changed"))


def _judges_word(case: Fields) -> JudgesWord | None:
    if not case.has("judge"):
        return None
    fields = case.inner("judge", ("ruling", "reason"))
    fields.need("ruling")
    return JudgesWord(fields.choice("ruling", get_args(JudgesRuling), "loop"), fields.words("reason"))


def _declaration(fields: Fields) -> Declaration:
    says = read_saying(fields.need("says"), fields.place("says"))
    return Declaration(fields.words("player"), says, fields.count("steps") if fields.has("steps") else None)


def read_saying(given: object, where: str) -> int | Word:
    """Return a player's answer: a number in any notation, or one of the words.

    Raises BadInput for anything else.
    """
    for word in _WORDS:
        if given == word:
            return word
    try:
        return read_number(given, where)
    except NoNumber:
        raise NoDeclaration(where=where) from None


def case_value(case: Case) -> JsonObject:
    """Return a case as the JSON value from which it can be read again; default values are left out."""
    value: JsonObject = {"edition": case.edition, "turn_order": list(case.turn_order)}
    value["maintained_by"] = list(case.maintained_by)
    for name in ("span", "sustained_by", "hidden_information", "meaningful_change", "varies", "stalling_suspected"):
        if (given := getattr(case, name)) != getattr(_PLAIN, name):
            value[name] = dict(given) if isinstance(given, Mapping) else given
    if case.body:
        value["body"] = [_step_value(step) for step in case.body]
    if case.settled_before is not None:
        value["settled_before"] = msgspec.to_builtins(case.settled_before)
    if case.judge is not None:
        value["judge"] = msgspec.to_builtins(case.judge)
    value["declarations"] = [_declaration_value(declaration) for declaration in case.declarations]
    return value


def _step_value(step: Step) -> JsonObject | str:
    value: JsonObject = {name: given for name in ("by", "text") if (given := getattr(step, name))}
    marks = {mark: True for mark in _MARKS if getattr(step, mark)}
    return step.text if value.keys() == {"text"} and not marks else value | marks


def _declaration_value(declaration: Declaration) -> JsonObject:
    value: JsonObject = {
        "player": declaration.player,
        "says": digits(declaration.says) if isinstance(declaration.says, int) else declaration.says,
    }
    return value if declaration.steps is None else value | {"steps": declaration.steps}


def answer_value(answer: Ruling | Waiting, language: Language) -> JsonObject:
    """Return the JSON answer for a case: the ruling, or the question that is still open."""
    if isinstance(answer, Waiting):
        ask = {
            "player": answer.player,
            "may_say": list(answer.may_say),
            "below": _point_value(answer.below),
            "standing": _point_value(answer.standing),
        }
        return {"outcome": "waiting", "ask": ask}
    value: JsonObject = {
        "outcome": answer.outcome,
        "iterations": None if answer.stop is None else digits(answer.stop.iterations),
        "steps": None if answer.stop is None else answer.stop.steps,
        "player": answer.player,
        "then": answer.then,
        "judge_needed": answer.judge_needed,
        "flags": list(answer.flags),
        "clauses": list(answer.clauses),
        "text": " ".join(render(sentence, language) for sentence in answer.sentences),
    }
    return value if answer.overruled is None else value | {"overruled": msgspec.to_builtins(answer.overruled)}


def _point_value(point: Point | None) -> JsonObject | None:
    return None if point is None else {"iterations": digits(point.iterations), "steps": point.steps}

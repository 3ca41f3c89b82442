"""What the loop desk is asked, as JSON schemas for the description; the core reads the cases and says what is wrong."""

from __future__ import annotations

from typing import Any, TypeAlias

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
DECLARATION = _object(
    ("player", "says"),
    player=TEXT,
    says={"anyOf": [AMOUNT, {"enum": ["agree", "none", "indefinitely"]}]},
    steps=_or_null({"type": "integer"}),
)
CHOICE = _object(("by", "do"), by=TEXT, do=TEXT, conditional=FLAG)
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
        edition={"enum": ["mtr", "mtr-2018-07"]},
        turn_order=NAMES,
        maintained_by=NAMES,
        span={"enum": ["turn", "turns"]},
        sustained_by={"enum": ["actions", "choices"]},
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

"""A body: the steps of one iteration of a loop, with sources, targets and modes by name; and its JSON form."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import msgspec

from floorjudge.magic.engine.fields import LARGEST_AMOUNT
from floorjudge.magic.playing.errors import BadStep, BodyTooLong, NoDo, NoSuchStep
from floorjudge.reading import Fields, JsonObject, is_whole
from floorjudge.texts import text

Do: TypeAlias = Literal[
    "activate", "cast", "play", "choose", "pass", "attack", "block", "resolve", "resolve all", "to step"
]
DOS: tuple[Do, ...] = get_args(Do)


class Reference(msgspec.Struct, frozen=True, omit_defaults=True, rename={"words": "card"}):
    """A reference to a thing: a label, the name of a card, `token:` and a name, a player, a number, “yes” or “no”.

    `of` is its player. `nth` counts the things of that name, from 0, in the order of their numbers; without it, the
    reference is to any of several that are alike. `amount` is its share of a divided amount.
    """

    words: str
    of: str | None = None
    nth: int | None = None
    amount: int | None = None


Answer: TypeAlias = tuple[Reference, ...]


class Payment(msgspec.Struct, frozen=True, omit_defaults=True, rename={"using": "with"}):
    """A payment of costs, as far as its way matters.

    `using` are the things sacrificed, tapped, discarded or exiled for it; `mana` are the permanents tapped for mana by
    hand, None to let the engine pay; `extra`: an optional cost is paid, None if the step leaves that open.
    """

    using: tuple[Reference, ...] = ()
    mana: tuple[Reference, ...] | None = None
    extra: bool | None = None


class Attack(msgspec.Struct, frozen=True, omit_defaults=True):
    """A creature that attacks, and the attacked player or permanent; None for the only possible one."""

    attacker: Reference
    whom: Reference | None = None


class Block(msgspec.Struct, frozen=True):
    """A creature that blocks, and the attacker that it blocks."""

    blocker: Reference
    attacker: Reference


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"label": "as"}):
    """One step of a body.

    `do` is its kind: to activate an ability of `source`, to cast or to play (a land) the card `source`, to `choose`
    among the possible answers to a question, to pass, to attack, to block; `resolve` lets all players pass until the
    top of the stack has resolved, `resolve all` until the stack is empty, `to step` until the game is in that `step`.
    `by` is the acting player, None for the player whose turn it is to act.

    `ability` is the number of an ability (from 0, as the object has them) or words of its text, needed only if there
    are several. `targets`, `modes`, `x` and `pay` answer the questions in between; `choose` answers all others, in
    order: each answer is one choice, of one thing or of several. `label` is a name for the object that comes into being
    in this step.
    """

    by: str | None = None
    do: Do
    attackers: tuple[Attack, ...] = ()
    blocks: tuple[Block, ...] = ()
    source: Reference | None = None
    ability: int | str | None = None
    targets: tuple[Reference, ...] = ()
    modes: tuple[Reference, ...] = ()
    x: int | None = None
    pay: Payment = Payment()
    choose: tuple[Answer, ...] = ()
    step: str | None = None
    label: str | None = None


Body: TypeAlias = tuple[Step, ...]


# The JSON form: read with the place of every mistake, and written as a person would type it.

MOST_STEPS = 10_000

_ASKED = ("targets", "modes", "x", "pay", "choose")
_FIELDS: dict[Do, tuple[str, ...]] = {
    "activate": ("source", "ability", *_ASKED),
    "cast": ("source", *_ASKED),
    "play": ("source", *_ASKED),
    "choose": ("answer",),
    "pass": ("choose",),
    "attack": ("attackers", "whom", "choose"),
    "block": ("blocks", "choose"),
    "resolve": ("targets", "choose"),
    "resolve all": ("targets", "choose"),
    "to step": ("step", "choose"),
}
_TO_STEP = "to step "
# The fields that stand in the JSON form even when they are empty.
_NEEDED: dict[Do, str] = {"attack": "attackers", "block": "blocks"}


def read_body(given: object, where: str = "body") -> Body:
    """Return the steps in a JSON list.

    `where` is its place. Raises BadInput, with the place, for any other value.
    """
    if not isinstance(given, list):
        raise BadStep(text("a list"), where=where)
    if len(given) > MOST_STEPS:
        raise BodyTooLong(MOST_STEPS, where=where)
    return tuple(read_step(step, f"{where}[{index}]") for index, step in enumerate(given))


def read_step(given: object, where: str) -> Step:
    """Return the step in a JSON object; raises BadInput, with the place, for any other value."""
    if not isinstance(given, dict):
        raise BadStep(text("a step, such as {example}", example='{"by": 0, "do": "pass"}'), where=where)
    if given.get("do") is None:
        raise NoDo(DOS, where=f"{where}.do")
    do = given["do"]
    named: str | None = None
    if isinstance(do, str) and do.startswith(_TO_STEP):
        do, named = "to step", do.removeprefix(_TO_STEP).strip()
    kind = next((known for known in DOS if known == do), None)
    if kind is None:
        raise NoSuchStep(str(do), DOS, where=f"{where}.do")
    fields = Fields.of(given, where, ("by", "do", "as", *_FIELDS[kind]))
    return Step(
        do=kind,
        by=_player(fields, "by"),
        source=_needed(fields, "source") if "source" in _FIELDS[kind] else None,
        ability=_ability(fields),
        targets=_references(fields, "targets"),
        modes=_references(fields, "modes"),
        x=_amount(fields, "x"),
        pay=_payment(fields),
        choose=_choices(fields, kind),
        attackers=_attackers(fields) if kind == "attack" else (),
        blocks=_blocks(fields) if kind == "block" else (),
        step=(named or fields.words("step")) if kind == "to step" else None,
        label=fields.optional_words("as"),
    )


def _choices(fields: Fields, do: Do) -> tuple[Answer, ...]:
    if do == "choose":
        return (_answer(fields.given.get("answer"), fields.place("answer")),)
    return tuple(_answer(answer, where) for answer, where in fields.items("choose"))


def _player(fields: Fields, name: str) -> str | None:
    given = fields.given.get(name)
    if given is None:
        return None
    if not isinstance(given, str) and not is_whole(given):
        raise BadStep(
            text("a player: their number, from 0 in the order of turns, or their name"), where=fields.place(name)
        )
    return str(given)


def _ability(fields: Fields) -> int | str | None:
    given = fields.given.get("ability")
    if given is not None and not isinstance(given, str) and not is_whole(given):
        raise BadStep(text("the number of an ability, from 0, or words of its text"), where=fields.place("ability"))
    return given


def _amount(fields: Fields, name: str) -> int | None:
    given = fields.given.get(name)
    if given is not None and (not is_whole(given) or not 0 <= given <= LARGEST_AMOUNT):
        raise BadStep(text("a whole number from 0, below 2^31"), where=fields.place(name))
    return given


def _references(fields: Fields, name: str) -> tuple[Reference, ...]:
    return tuple(_reference(item, where) for item, where in fields.items(name))


def _needed(fields: Fields, name: str) -> Reference:
    return _reference(fields.need(name), fields.place(name))


def _reference(given: object, where: str) -> Reference:
    if isinstance(given, bool):
        return Reference("yes" if given else "no")
    if isinstance(given, int):
        return Reference(str(given))
    if isinstance(given, str) and given.strip():
        return Reference(given.strip())
    if not isinstance(given, dict):
        raise BadStep(
            text(
                "a name, a number, true or false, or an object such as {example}", example='{"card": "Forest", "of": 1}'
            ),
            where=where,
        )
    fields = Fields.of(given, where, ("card", "of", "nth", "amount"))
    return Reference(
        fields.words("card"),
        _player(fields, "of"),
        _amount(fields, "nth"),
        _amount(fields, "amount"),
    )


def _answer(given: object, where: str) -> Answer:
    if isinstance(given, list):
        return tuple(_reference(item, f"{where}[{index}]") for index, item in enumerate(given))
    return (_reference(given, where),)


def _payment(fields: Fields) -> Payment:
    if not fields.has("pay"):
        return Payment()
    inner = fields.inner("pay", ("with", "mana", "extra"))
    return Payment(
        _references(inner, "with"),
        _references(inner, "mana") if inner.has("mana") else None,
        inner.flag("extra") if inner.has("extra") else None,
    )


def _attackers(fields: Fields) -> tuple[Attack, ...]:
    fields.need("attackers")
    whom = _needed(fields, "whom") if fields.has("whom") else None
    return tuple(_attack(item, where, whom) for item, where in fields.items("attackers"))


def _attack(given: object, where: str, whom: Reference | None) -> Attack:
    if not isinstance(given, dict) or "attacker" not in given:
        return Attack(_reference(given, where), whom)
    fields = Fields.of(given, where, ("attacker", "whom"))
    own = _needed(fields, "whom") if fields.has("whom") else whom
    return Attack(_needed(fields, "attacker"), own)


def _blocks(fields: Fields) -> tuple[Block, ...]:
    fields.need("blocks")
    blocks = fields.objects("blocks", ("blocker", "attacker"))
    return tuple(Block(_needed(block, "blocker"), _needed(block, "attacker")) for block in blocks)


def body_value(body: Body) -> list[JsonObject]:
    """Return a body as JSON, without empty fields; `read_body` reads it back."""
    return [step_value(step) for step in body]


def step_value(step: Step) -> JsonObject:
    """Return one step as JSON, with its fields in the order of `Step`."""
    value: JsonObject = _short(msgspec.to_builtins(step))
    if not value.get("pay"):
        value.pop("pay", None)
    if step.choose:
        value["choose"] = [each[0] if len(each) == 1 else each for each in value["choose"]]
    if (needed := _NEEDED.get(step.do)) is not None:
        return {name: value.pop(name) for name in ("by", "do") if name in value} | {needed: []} | value
    if step.do == "choose":
        return {"answer" if name == "choose" else name: value[name] for name in value} | {"answer": value["choose"][0]}
    return value


def _short(value: Any) -> Any:  # noqa: ANN401 (any JSON value)
    """Return a value with numbers for words that are numbers, and a name or an attacker alone if there is nothing else."""
    if isinstance(value, list | tuple):
        return [_short(each) for each in value]
    if not isinstance(value, dict):
        return value
    short: JsonObject = {
        name: _number_or_words(each) if name in ("by", "of") else _short(each) for name, each in value.items()
    }
    if short.keys() == {"card"}:
        return _number_or_words(short["card"])
    return short["attacker"] if short.keys() == {"attacker"} else short


def _number_or_words(words: str) -> int | str:
    plain = words.isascii() and words.isdecimal() and (words == "0" or not words.startswith("0")) and len(words) < 10
    return int(words) if plain else words

"""A position played choice by choice: the choices so far as short words, so that every moment has an address.

`2` is the third of the listed choices, `r` lets all players pass until the stack is empty; `c0-2` chooses the first and
the third of several objects, `a0-1` attacks with them, `b0v1-2v0` blocks with one and the other, each an attacker.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.magic.answer import body_words
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.prompts import Prompt, prompt_of
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Step, body_value
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import play
from floorjudge.magic.playing.questions import option, question
from floorjudge.magic.playing.recording import attack_step, block_step, cards_step, options
from floorjudge.magic.positions.json_form import position_value
from floorjudge.magic.positions.position import Position
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.texts import Text, text
from floorjudge.web.finder.scenes import Scene, TableNames, changed, scene_of

MOST_CHOICES = 200
RESOLVE = "r"
_WORD = re.compile(r"r|\d{1,4}|[ca](\d{1,4}(-\d{1,4})*)?|b(\d{1,4}v\d{1,4}(-\d{1,4}v\d{1,4})*)?")


class NoSuchChoice(BadInput):
    sentence = text("This choice cannot be made here any more. What came before it stands.")
    place = "did"


class NotBackYet(BadInput):
    sentence = text("This does not end where it began. At the beginning: {begins} Now: {ends}")
    begins: Text
    ends: Text


class Several(msgspec.Struct, frozen=True):
    """Objects of which several are chosen at once: `word` begins the choice, `against` are attackers for blockers."""

    word: str
    things: tuple[Text, ...]
    against: tuple[tuple[Text, ...], ...] = ()


class Moment(msgspec.Struct, frozen=True):
    """A position being played: the choices so far, the table, the next question, and the available choices.

    `error` is why the last choice could not be made; `did` are the choices that could. `case` has the choices as a
    case; `begins` is the question at the beginning, None if the same question is open now or the game is over: the
    choices can be repeated.
    """

    did: tuple[str, ...]
    steps: tuple[Text, ...]
    scene: Scene
    changed: frozenset[int]
    asks: Text | None
    choices: tuple[Text, ...]
    several: Several | None
    case: dict[str, Any]
    error: FloorjudgeError | None = None
    begins: Text | None = None


def moment(position: Position, did: Sequence[str], library: CardLibrary) -> Moment:
    """Play the choices in a position as far as they can be made, and return the moment reached.

    Raises BadInput for a position that cannot be set up.
    """
    table = set_up(position, library)
    start, first = table.snapshot(), prompt_of(table)
    begins = question(first, TableNames(table))
    body: list[Step] = []
    made: list[str] = []
    before, error = None, None
    for word in did[:MOST_CHOICES]:
        try:
            step = _step(table, word)
            scene = scene_of(table)
            play(table, step)
        except FloorjudgeError as refused:
            error = refused
            break
        before = scene
        body.append(step)
        made.append(word)
    prompt, told, now = prompt_of(table), TableNames(table), scene_of(table)
    over = prompt.kind == "GameOver"
    several, asks = None if over else _several(prompt, told), None if over else question(prompt, told)
    is_back = over or (prompt.kind, prompt.seat) == (first.kind, first.seat)
    return Moment(
        did=tuple(made),
        steps=body_words(tuple(body), position, lambda: Table.at(table.engine, start, start.labels, table.names)),
        scene=now,
        changed=changed(before, now),
        asks=asks,
        choices=() if over or several else tuple(option(prompt, each.act, told) for each in options(table)),
        several=several,
        case={**position_value(position), "body": body_value(tuple(body))},
        error=error,
        begins=None if is_back else begins,
    )


def _step(table: Table, word: str) -> Step:
    """Return the step for a word on a table. Raises NoSuchChoice if there is none."""
    prompt, names = prompt_of(table), Names(table)
    if not _WORD.fullmatch(word) or prompt.kind == "GameOver":
        raise NoSuchChoice
    if word == RESOLVE:
        return Step(do="resolve all")
    if word[0].isdecimal():
        offered = options(table)
        if int(word) >= len(offered):
            raise NoSuchChoice
        return offered[int(word)].step
    several = _several(prompt, names)
    if several is None or several.word != word[0]:
        raise NoSuchChoice
    parts = word[1:].split("-") if len(word) > 1 else []
    try:
        if word[0] == "a":
            return attack_step(prompt, [(prompt.attackers[int(each)], prompt.attacked[0]) for each in parts], names)
        if word[0] == "c":
            return cards_step(prompt, [prompt.pool[int(each)] for each in parts], names)
        pairs = []
        for each in parts:
            blocker, _, attacker = each.partition("v")
            number = prompt.blockers[int(blocker)]
            pairs.append((number, prompt.blockable_by(number)[int(attacker)]))
        return block_step(prompt, pairs, names)
    except (IndexError, ValueError):
        raise NoSuchChoice from None


def _several(prompt: Prompt, names: Names) -> Several | None:
    """Return the objects of which several are chosen at once; None if a list of all choices will do."""

    def called(numbers: Sequence[int]) -> tuple[Text, ...]:
        return tuple(
            text("{thing} ({marks})", thing=names.called(number), marks=names.marks(number)) for number in numbers
        )

    if prompt.kind == "DeclareAttackers":
        return Several("a", called(prompt.attackers))
    if prompt.kind == "DeclareBlockers":
        against = tuple(called(prompt.blockable_by(number)) for number in prompt.blockers)
        return Several("b", called(prompt.blockers), against)
    several = any(len(each.cards) > 1 for each in prompt.actions)
    if several and all(each.kind == "SelectCards" for each in prompt.actions):
        return Several("c", called(prompt.pool))
    return None

"""Tries the other answer to each yes-or-no question: its effect has to differ."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence

import msgspec

from floorjudge.magic.colours import LETTERS, MANA
from floorjudge.magic.engine.actions import NO, YES, Action
from floorjudge.magic.engine.prompts import Prompt, mana_actions, open_question, perform
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.playing import Decision, perform_again

# Looking at cards or revealing them may change nothing on the table.
_LOOKS = re.compile(r"\b(look at|reveal)", re.IGNORECASE)
# Costs that only mana pays: no energy, no symbol that life pays as well, no X.
_PAYS_MANA = re.compile(r"\bpays? (?!\{0\})(?P<cost>(?:\{(?:\d+|[WUBRGCS]|[WUBRGC2]/[WUBRG])\})+)(?!\{)", re.IGNORECASE)
_PAYS_ENERGY = re.compile(r"\bpays? (?P<cost>(?:\{E\})+)", re.IGNORECASE)
_SYMBOL = re.compile(r"\{([^}]+)\}")
# Words by which a permanent adds more mana than it is tapped for, or lets mana pay for other colours.
_OTHER_MANA = re.compile(r"\bfor mana\b|\bmana as though\b", re.IGNORECASE)


class YesOrNo(msgspec.Struct, frozen=True):
    """An answer to a yes-or-no question: the words of the ability, whether it was yes (`agreed`), and the `other` answer.

    `place` is the same for every repetition of the answer in a body; `made` is the number of decisions before it.
    """

    place: tuple[int, ...]
    made: int
    card: str
    words: str
    agreed: bool
    other: Action


def mana_to_pay(words: str) -> str:
    """Return the cost in mana that some words let a player pay, such as {2}{R}; empty if they name none."""
    found = _PAYS_MANA.search(words)
    return "" if found is None else found["cost"].upper()


def other_answer(table: Table, prompt: Prompt, decision: Decision) -> Action | None:
    """Return the no in place of a yes, or the yes in place of a no; None for an answer to any other question.

    Return None for a player who declines to pay what the player cannot pay; a yes has the same effect then.
    """
    if decision.chosen.declines_to_pay or prompt.kind == "Priority":
        return None
    answers = {subject.words for act in prompt.actions for subject in prompt.subjects(act)}
    others = decision.alternatives
    if answers != {YES, NO} or len(others) != 1:
        return None
    declines = any(subject.words == NO for subject in prompt.subjects(decision.chosen))
    return None if declines and not _can_pay(prompt.description, table, prompt.seat) else others[0]


def _can_pay(words: str, table: Table, seat: int) -> bool:
    """Return whether a player has the energy, or the mana in the pool or by mana abilities, to pay for some words; in doubt, yes."""
    if (energy := _PAYS_ENERGY.search(words)) is not None:
        return table.player(seat).counters["energy"] >= len(_SYMBOL.findall(energy["cost"]))
    if not (cost := mana_to_pay(words)):
        return True
    made = {letter for action in mana_actions(table, seat) for letter in _made_by(action, table)}
    if made and any(_OTHER_MANA.search(words) for thing in table.battlefield() for words in thing.ability_texts):
        made = {*MANA}
    return is_payable(cost, [LETTERS.get(kind, kind) for kind in table.player(seat).mana], made)


def _made_by(action: Action, table: Table) -> Collection[str]:
    ability = table.ability(action)
    return MANA if ability is None else ability.makes


def is_payable(cost: str, pool: Sequence[str], made: Collection[str]) -> bool:
    """Return whether mana in letters, and any amount of the mana that is `made`, pays a cost; snow costs any mana."""
    symbols = _SYMBOL.findall(cost)
    coloured = [symbol.split("/") for symbol in symbols if symbol[0] in MANA and not set(symbol.split("/")) & {*made}]
    generic = sum(int(symbol) if symbol.isdecimal() else symbol[0] not in MANA for symbol in symbols)
    return _is_matched(coloured, Counter(pool)) and (bool(made) or len(pool) >= len(coloured) + generic)


def _is_matched(symbols: Sequence[Sequence[str]], pool: Counter[str]) -> bool:
    """Return whether a pool has a different mana for each symbol, of one of the symbol's colours."""
    if not symbols:
        return True
    return any(_is_matched(symbols[1:], pool - Counter(kind)) for kind in symbols[0] if pool[kind])


def ignored(begun: Callable[[], Table], decisions: Sequence[Decision], answers: Sequence[YesOrNo]) -> Iterator[YesOrNo]:
    """Yield one of the answers of each place at which yes and no always have the same effect.

    `begun` returns a new table in the position before the first decision. A yes has the effect of a no if the table
    looks the same afterwards and the same changes have happened. A no has the effect of a yes if the table looks the
    same, unless only the yes changes something (a permanent leaves and comes back) and nothing is left on the stack. An
    impossible answer has another effect.
    """
    by_place = defaultdict[tuple[int, ...], list[YesOrNo]](list)
    for answer in answers:
        if _LOOKS.search(answer.words) is None:
            by_place[answer.place].append(answer)
    for same in by_place.values():
        if all(_does_the_same(begun, decisions, answer) for answer in same):
            yield same[0]


def _does_the_same(begun: Callable[[], Table], decisions: Sequence[Decision], answer: YesOrNo) -> bool:
    try:
        here, given = _led(begun(), decisions, answer, decisions[answer.made].chosen)
        there, other = _led(begun(), decisions, answer, answer.other)
    except ValueError:
        return False
    if not here.looks_like(there):
        return False
    if answer.agreed:
        return given == other
    # The no may fail to keep an ability off the stack.
    return bool(given) or not other or bool(here.stack)


def _led(
    table: Table, decisions: Sequence[Decision], answer: YesOrNo, given: Action
) -> tuple[Snapshot, tuple[str, ...]]:
    """Return the position after an answer, when a player next has priority, and the kinds of changes on the way."""
    before, (made, *rest) = decisions[: answer.made], decisions[answer.made :]
    perform_again(table, before)
    events = [*perform(table, made.player, given)]
    for each in rest:
        if open_question(table)[0] in ("Priority", "GameOver"):
            break
        events += perform(table, each.player, each.chosen)
    return table.snapshot(), tuple(each.kind for each in events if each.changes_something)

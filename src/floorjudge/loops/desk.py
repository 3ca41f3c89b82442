"""The loop desk's questions about a loop, and the case that the answers make."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from floorjudge.errors import BadInput
from floorjudge.exact import written_plainly
from floorjudge.loops.errors import NoDeclaration
from floorjudge.loops.mtr.asking import may_stop_within
from floorjudge.loops.mtr.cases import Case, Edition, JudgesWord, Ruling, SettledBefore, Step
from floorjudge.loops.mtr.codec import read_saying
from floorjudge.loops.sheet.codec import read_sheet, sheet_answer
from floorjudge.loops.sheet.expressions import quoted
from floorjudge.reading import NotACount
from floorjudge.texts import Language, Text, text

JsonObject = dict[str, Any]
# Facts about single steps; the others are about the whole loop.
STEP_FACTS = ("conditional", "random", "decision_tree", "converges")
# A page shows a resource with at most this many digits; a longer number becomes a closed form.
DIGITS_SHOWN = 2_000
_LONGEST_STEPS = 9


class ResourceWithoutName(BadInput):
    sentence = text("Line {line} of the sheet needs a name: of what is there so much?")
    place = "sheet"
    line: int


class ResourceTwice(BadInput):
    sentence = text("“{name}” stands on the sheet twice.")
    place = "sheet"
    name: str


def editions() -> dict[Edition, Text]:
    """Return the editions of the rules that a loop can be ruled by, the current one first, with their usual names."""
    return {
        "mtr": text("The current Magic Tournament Rules"),
        "mtr-2018-07": text("Those of July 2018"),
        "mstr": text(
            "For more than two players: with the Multiplayer Supplemental Tournament Rules (unofficial), all are asked until they agree"
        ),
    }


def facts(*, across_turns: bool) -> dict[str, Text]:
    """Return the facts that may prevent a shortcut, or that a judge must know, as sentences to agree with.

    Clauses: MTR 4.4.1, MTR 4.4.5, MTR 4.4.7, MTR 4.4.9
    """
    sentences = {
        "conditional": text("A step hangs on a condition: “if this, then that”."),
        "random": text("A step rests on chance, with more than one thing that can happen."),
        "decision_tree": text("A step rests on a decision tree."),
        "converges": text("A step rests on mathematical convergence."),
        "relevant": text("The iterations differ in something that matters."),
        "irrelevant": text("The iterations differ only in something that does not matter."),
        "settled": text("This loop was settled before, and nothing that matters has changed since."),
        "stalling": text("A player or a judge suspects that it is there to use up time."),
        "not_loop": text("A judge rules that it is not a loop."),
    }
    if across_turns:
        sentences["meaningful_change"] = text("The game changes in a way that matters from one turn cycle to the next.")
    return sentences


def who_chooses() -> Text:
    """Return the question which player keeps a loop going by a choice."""
    return text("Who keeps it going by a choice?")


def which_steps(fact: Text) -> Text:
    """Return the question for which steps a fact, one of STEP_FACTS, is true."""
    return text("“{fact}” Which steps are meant?", fact=fact)


def kept_going_with(player: str) -> Text:
    """Return the question with which steps a player keeps a loop going."""
    return text("With which of these steps does {player} keep it going? Nothing if that is not known.", player=player)


def named(players: Sequence[str], word: str) -> str:
    """Return the player with this name, exactly or ignoring case; return the word itself if there is no such player."""
    if word in players:
        return word
    return next((player for player in players if player.casefold() == word.casefold()), word)


def step_of(line: str, players: Sequence[str]) -> Step:
    """Return the step on a typed line; a player's name and a colon before it make it that player's step."""
    before, colon, words = line.partition(":")
    player = named(players, before.strip())
    own = bool(colon) and player in players and bool(words.strip())
    return Step(words.strip(), player) if own else Step(line)


def steps_in(lines: str, players: Sequence[str]) -> tuple[Step, ...]:
    """Return the steps of an iteration, one for each line that is not empty."""
    return tuple(step_of(line.strip(), players) for line in lines.splitlines() if line.strip())


def step_words(step: Step) -> str:
    """Return a step in the form in which it is typed: `Ana: attack`."""
    return f"{step.by}: {step.text}" if step.by else step.text


def sustaining_matters(case: Case) -> bool:
    """Return whether the loop's stopping point depends on which steps the maintainers sustain it with.

    Clauses: MTR 4.4.5, MTR 4.4.8
    """
    matters = bool(case.choosers) or (case.span == "turns" and len(case.maintained_by) > 1)
    return matters and len(case.body) > 1


def with_sustaining(case: Case, player: str, steps: Collection[int]) -> Case:
    """Return the case in which a player keeps the loop going with these steps (indexes)."""
    body = tuple(
        msgspec.structs.replace(step, by=player, sustains=True) if index in steps else step
        for index, step in enumerate(case.body)
    )
    return msgspec.structs.replace(case, body=body)


def with_mark(case: Case, mark: str, steps: Collection[int]) -> Case:
    """Return the case with a fact marked at these steps (indexes); without steps, add one that bears the mark."""
    body = case.body or (Step(),)
    where: Collection[int] = {0} if len(body) == 1 else steps
    marked = tuple(
        msgspec.structs.replace(step, **{mark: True}) if index in where else step for index, step in enumerate(body)
    )
    return msgspec.structs.replace(case, body=marked)


def with_facts(case: Case, true: Collection[str], reason: str = "") -> Case:
    """Return the case with the facts about the loop as a whole; `reason` is the judge's reason for “not a loop”.

    Clauses: MTR 4.4.1, MTR 4.4.5, MTR 4.4.9
    """
    return msgspec.structs.replace(
        case,
        varies="relevant" if "relevant" in true else "irrelevant" if "irrelevant" in true else None,
        meaningful_change="meaningful_change" in true,
        settled_before=SettledBefore(changed=False) if "settled" in true else None,
        stalling_suspected="stalling" in true,
        judge=JudgesWord("not_loop", reason) if "not_loop" in true else None,
    )


def may_stop_halfway(case: Case, players: Collection[str]) -> bool:
    """Return whether any of these players, if asked now, may name a part of an iteration.

    Clauses: MTR 4.4.6
    """
    return len(case.body) > 1 and any(may_stop_within(case, player) for player in players)


def read_answer(number: str, steps: str = "") -> tuple[int, int | None]:
    """Return the answer in a typed number, such as `1,000,000` or “a million”, and steps of the last iteration.

    Raises BadInput if it is not a number.
    """
    says = read_saying(written_plainly(number), "says")
    part = steps.strip()
    if not isinstance(says, int):
        raise NoDeclaration(where="says")
    if part and not (part.isascii() and part.isdecimal() and len(part) < _LONGEST_STEPS):
        raise NotACount(where="steps")
    return says, int(part) if part else None


class Resource(msgspec.Struct, frozen=True):
    """A typed line of the judge's sheet: a resource, its amount at the start, and its change in an iteration.

    `change` is `+1`, `-2`, `+ tokens`, `*2`, or a whole expression; `ends` is the condition that ends the loop, such as
    `<= 0`.
    """

    name: str
    start: str
    change: str = ""
    ends: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether all fields are empty."""
        return not (self.name or self.start or self.change or self.ends)


def sheet_of(resources: Iterable[Resource], players: Sequence[str]) -> JsonObject | None:
    """Return the sheet, as a JSON value, of the lines that are filled in; None if there are none.

    Raises BadInput, with the place, if they do not make a sheet.
    """
    lines = [resource for resource in resources if not resource.is_blank]
    if not lines:
        return None
    for number, line in enumerate(lines, 1):
        if not line.name.strip():
            raise ResourceWithoutName(number)
    names = [line.name.strip() for line in lines]
    if len(set(names)) < len(names):
        raise ResourceTwice(next(name for name in names if names.count(name) > 1))
    named = dict(zip(names, lines, strict=True))
    value: JsonObject = {
        "players": list(players),
        "resources": {name: written_plainly(line.start) or "0" for name, line in named.items()},
        "body": [{"change": {name: _expression(name, line.change) for name, line in named.items() if line.change}}],
        "ends": [{"when": f"{quoted(name)} {line.ends.strip()}"} for name, line in named.items() if line.ends.strip()],
    }
    read_sheet(value)
    return value


def _expression(name: str, change: str) -> str:
    typed = change.strip().replace("\u2212", "-").replace("×", "*")
    return f"{quoted(name)} {typed}" if typed.startswith(("+", "-", "*")) else typed


def sheet_after(sheet: JsonObject, ruling: Ruling, language: Language) -> JsonObject:
    """Return a sheet's answer for the whole iterations of a ruling; without a ruling, for the loop alone."""
    times = None if ruling.stop is None else ruling.stop.iterations
    return sheet_answer(msgspec.structs.replace(read_sheet(sheet), times=times), language, DIGITS_SHOWN)

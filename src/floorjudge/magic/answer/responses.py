"""What the players who do not keep a loop going can do in an iteration, and where they have priority."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.loops.mtr.explain import number
from floorjudge.magic.answer.step_words import name_of_source, thing_on_stack
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.prompts import Prompt
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Decision, play_body, play_on
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.position import Position
from floorjudge.magic.positions.setting_up import set_up_loop
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.texts import Text, counted, text


def responses(case: LoopCase, certificate: Certificate, library: CardLibrary) -> tuple[Text, ...]:
    """Return sentences on what the other players can do in an iteration, and when one is the last that avoids the end.

    If no player keeps the loop going, the sentences are on all players. Raises what `set_up_loop` does.

    Clauses: MTR 4.4.3, MTR 4.4.4
    """
    table = set_up_loop(case, library)
    asked = _of_second_iteration(table, case)
    names_number = bool(certificate.maintained_by) and certificate.verdict not in ("undecided", "refused")
    sentences = [
        sentence
        for seat in range(case.position.players)
        if seat not in certificate.maintained_by
        for sentence in _of_player(certificate.players[seat], asked.get(seat, []), names_number=names_number)
    ]
    return (*sentences, *_last_choice(certificate))


class _Place(msgspec.Struct, frozen=True):
    """A question to a player: its kind, and what is on top of the stack then, None if it is empty."""

    kind: str
    top: Text | None


def _of_second_iteration(table: Table, case: LoopCase) -> dict[int, list[_Place]]:
    """Return the questions to each player in the second iteration: the first may begin with the spell that starts the loop.

    They are those of the first if the iteration cannot be played a second time.
    """
    later = table.clone()
    with suppress(FloorjudgeError):
        play_body(later, case.body)
        asked, whole = _asked(later, case)
        if whole:
            return asked
    return _asked(table, case)[0]


def _asked(table: Table, case: LoopCase) -> tuple[dict[int, list[_Place]], bool]:
    """Play an iteration as far as it goes, and return the questions to each player, and whether it was played to its end.

    Questions that have one answer only are left out.
    """
    found: dict[int, list[_Place]] = {}

    def note(prompt: Prompt, decision: Decision, names: Names) -> None:
        """Add the question of a decision, with the top of the stack."""
        if decision.how != "only" or prompt.kind == "Priority":
            found.setdefault(decision.player, []).append(_Place(prompt.kind, _top(table, names, case.position)))

    with suppress(FloorjudgeError):
        play_on(table, case.body, noted=note)
        return found, True
    return found, False


def _top(table: Table, names: Names, position: Position) -> Text | None:
    top = next(reversed(table.stack()), None)
    if top is None:
        return None
    name = name_of_source(top, names, position) or "?"
    return thing_on_stack(top, name)


def _of_player(player: str, asked: list[_Place], *, names_number: bool) -> Iterator[Text]:
    places = [each.top for each in asked if each.kind == "Priority"]
    tops = {str(each): each for each in places if each is not None}
    kinds = {each.kind for each in asked}
    if not places:
        yield (
            text(
                "{player} never has priority in an iteration, but gets it where the loop stops if {player} has named the smallest number.",
                player=player,
            )
            if names_number
            else text("{player} never has priority in an iteration.", player=player)
        )
    if tops:
        yield text(
            "{player} can respond with this on top of the stack: {things}.",
            player=player,
            things=tuple(tops.values()),
        )
    if None in places:
        yield (
            text("{player} also has priority while the stack is empty.", player=player)
            if tops
            else text("{player} has priority while the stack is empty.", player=player)
        )
    if "DeclareBlockers" in kinds:
        yield text("{player} can block.", player=player)
    others = len([each for each in asked if each.kind not in ("Priority", "DeclareBlockers")])
    if others:
        yield counted(
            "{player} makes a choice in each iteration, and could make another one.",
            "{player} makes {count} choices in each iteration, and could make others.",
            count=others,
            player=player,
        )


def _last_choice(certificate: Certificate) -> Iterator[Text]:
    last = certificate.last_choice
    if last is not None:
        yield text(
            "The last choice that can avoid the end: step {step} of iteration {iteration}, by {player}.",
            step=last.step + 1,
            iteration=number(last.iteration),
            player=certificate.players[last.seat],
        )

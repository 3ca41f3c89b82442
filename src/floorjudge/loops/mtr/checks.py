"""What must hold before a case can be looked at: the names fit together and every number is possible."""

from __future__ import annotations

from floorjudge.loops import refusals
from floorjudge.loops.mtr.cases import Case, Declaration
from floorjudge.reading import NotWords


def check_case(case: Case) -> None:
    """Look for contradictions within a case; whether a declaration is that player's to make is not asked here.

    Raises BadInput, with the place of the first one.
    """
    _check_players(case)
    if case.sustained_by == "choices" and not case.maintained_by:
        raise refusals.choices_of_nobody()
    for index, step in enumerate(case.body):
        if step.by is not None:
            _check_known(case, step.by, f"body[{index}].by")
    if case.judge is not None and not case.judge.reason.strip():
        raise NotWords(where="judge.reason")
    for index, declaration in enumerate(case.declarations):
        _check_known(case, declaration.player, f"declarations[{index}].player")
        _check_numbers(case, declaration, f"declarations[{index}]")


def _check_players(case: Case) -> None:
    if not case.turn_order:
        raise refusals.no_players("turn_order")
    for index, player in enumerate(case.turn_order):
        if not player.strip():
            raise NotWords(where=f"turn_order[{index}]")
        if player in case.turn_order[:index]:
            raise refusals.named_twice(f"turn_order[{index}]", player)
    for index, player in enumerate(case.maintained_by):
        _check_known(case, player, f"maintained_by[{index}]")
        if player in case.maintained_by[:index]:
            raise refusals.named_twice(f"maintained_by[{index}]", player)


def _check_known(case: Case, player: str, where: str) -> None:
    if player not in case.turn_order:
        raise refusals.not_a_player(where, player, case.turn_order)


def _check_numbers(case: Case, declaration: Declaration, where: str) -> None:
    """Check that the point that is named can exist in this body.

    Clauses: MTR 4.4.6
    """
    player, says, steps = declaration.player, declaration.says, declaration.steps
    if isinstance(says, int) and says < 0:
        raise refusals.below_zero(f"{where}.says", player)
    if steps is None:
        return
    if not isinstance(says, int):
        raise refusals.steps_without_number(f"{where}.steps", player)
    if not case.body:
        raise refusals.steps_without_body(f"{where}.steps", player)
    if says == 0:
        raise refusals.steps_without_iteration(f"{where}.steps", player)
    if not 0 < steps < len(case.body):
        raise refusals.steps_outside(f"{where}.steps", player, len(case.body) - 1)

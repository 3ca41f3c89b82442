"""Which rules settle a loop: this chapter of the game's rules, or in a tournament the tournament rules where they differ."""

from __future__ import annotations

from floorjudge.loops.mtr.rulings import paragraph_for


def settled_by(maintainers: int, *, tournament: bool = True, across_turns: bool = False) -> tuple[str, ...]:
    """Return the clauses that settle a loop.

    `maintainers` is how many players keep it going by something that they could leave out.
    Clauses: CR shortcuts.1b, CR shortcuts.1c
    """
    if tournament:
        return ("CR shortcuts.1c", paragraph_for(maintainers, across_turns=across_turns))
    if maintainers == 0:
        return ("CR shortcuts.4",)
    return ("CR shortcuts.2",) if maintainers == 1 else ("CR shortcuts.3",)

"""Loops and what becomes of them (MTR 4.4).

The public face: a `Case` is what a judge is told about a loop; `rule` returns the `Ruling`, or `Waiting`: who is asked
next, and what they may say. `SettledLoops` remembers which loops of a game may not start again. `read_case`,
`case_value` and `answer_value` are the same as JSON.
"""

from floorjudge.loops.cases import Case, Declaration, JudgesWord, Point, SettledBefore, Step
from floorjudge.loops.codec import answer_value, case_value, read_case
from floorjudge.loops.restarts import SettledLoop, SettledLoops
from floorjudge.loops.rulings import Ruling, Waiting
from floorjudge.loops.settling import rule

__all__ = [
    "Case",
    "Declaration",
    "JudgesWord",
    "Point",
    "Ruling",
    "SettledBefore",
    "SettledLoop",
    "SettledLoops",
    "Step",
    "Waiting",
    "answer_value",
    "case_value",
    "read_case",
    "rule",
]

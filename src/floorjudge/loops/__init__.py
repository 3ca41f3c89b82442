"""Loops and shortcuts, and what becomes of them (MTR 4.4, CR shortcuts).

The public face, for loops: a `Case` is what a judge is told about a loop; `rule` returns the `Ruling`, or `Waiting`: who is
asked next, and what they may say. `SettledLoops` remembers which loops of a game may not start again. `draw_or_not` says what
becomes of a loop that goes on. For shortcuts: a `Proposal` of choices is settled by `settle`, checked on a game by
`check_shortcut` and taken by `take`. `RepetitionWatch` tells whether a position has come before, `Occurrences` how often. The codecs are the same as JSON.
"""

from floorjudge.loops.cases import Case, Declaration, JudgesWord, Point, SettledBefore, Step
from floorjudge.loops.codec import answer_value, case_value, read_case
from floorjudge.loops.draws import Finding, Verdict, draw_or_not
from floorjudge.loops.occurrences import Occurrences
from floorjudge.loops.restarts import SettledLoop, SettledLoops
from floorjudge.loops.rulings import Ruling, Waiting
from floorjudge.loops.settling import rule
from floorjudge.loops.shortcut_codec import read_shortcut, shortcut_answer
from floorjudge.loops.shortcut_performing import check_shortcut, take
from floorjudge.loops.shortcut_sequence import Choice, Repeat
from floorjudge.loops.shortcut_settling import Answer, AnswerAwaited, NotAllowed, Proposal, Taken, settle
from floorjudge.loops.watch import Repetition, RepetitionWatch
from floorjudge.loops.watch_bounded import CheckpointWatch

__all__ = [
    "Answer",
    "AnswerAwaited",
    "Case",
    "CheckpointWatch",
    "Choice",
    "Declaration",
    "Finding",
    "JudgesWord",
    "NotAllowed",
    "Occurrences",
    "Point",
    "Proposal",
    "Repeat",
    "Repetition",
    "RepetitionWatch",
    "Ruling",
    "SettledBefore",
    "SettledLoop",
    "SettledLoops",
    "Step",
    "Taken",
    "Verdict",
    "Waiting",
    "answer_value",
    "case_value",
    "check_shortcut",
    "draw_or_not",
    "read_case",
    "read_shortcut",
    "rule",
    "settle",
    "shortcut_answer",
    "take",
]

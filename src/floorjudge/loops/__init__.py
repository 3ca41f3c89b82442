"""Loops and shortcuts, and how the rules settle them (MTR 4.4, CR shortcuts).

For loops: a `Case` describes a loop to a judge. `rule` returns the `Ruling` or, while an answer is missing, `Waiting`:
the player to answer next and the possible answers. `draw_or_not` returns the outcome of a loop that continues.

For shortcuts: `settle` settles a `Proposal` of choices, `check_shortcut` checks it on a game, and `take` performs it.

`RepetitionWatch` reports a position that has occurred before; `Occurrences` counts the occurrences. The codecs read and
write the same values as JSON.
"""

from typing import TYPE_CHECKING

from floorjudge.late import late

if TYPE_CHECKING:
    from floorjudge.loops.game.judging import Finding, LoopFacts, Verdict, draw_or_not, is_drawn
    from floorjudge.loops.game.protocol import Repeat
    from floorjudge.loops.mtr.asking import paragraph
    from floorjudge.loops.mtr.cases import Case, Declaration, JudgesWord, Point, Ruling, SettledBefore, Step, Waiting
    from floorjudge.loops.mtr.codec import answer_value, case_value, read_case
    from floorjudge.loops.mtr.settling import rule
    from floorjudge.loops.repetition.watches import CheckpointWatch, Occurrences, Repetition, RepetitionWatch
    from floorjudge.loops.shortcuts.codec import read_shortcut, shortcut_answer
    from floorjudge.loops.shortcuts.performing import check_shortcut, take
    from floorjudge.loops.shortcuts.sequence import Choice
    from floorjudge.loops.shortcuts.settling import Answer, AnswerAwaited, NotAllowed, Proposal, Taken, settle
else:
    __getattr__ = late(
        __name__,
        {
            "game.judging": "Finding LoopFacts Verdict draw_or_not is_drawn",
            "game.protocol": "Repeat",
            "mtr.asking": "paragraph",
            "mtr.cases": "Case Declaration JudgesWord Point Ruling SettledBefore Step Waiting",
            "mtr.codec": "answer_value case_value read_case",
            "mtr.settling": "rule",
            "repetition.watches": "CheckpointWatch Occurrences Repetition RepetitionWatch",
            "shortcuts.codec": "read_shortcut shortcut_answer",
            "shortcuts.performing": "check_shortcut take",
            "shortcuts.sequence": "Choice",
            "shortcuts.settling": "Answer AnswerAwaited NotAllowed Proposal Taken settle",
        },
    )

__all__ = [
    "Answer",
    "AnswerAwaited",
    "Case",
    "CheckpointWatch",
    "Choice",
    "Declaration",
    "Finding",
    "JudgesWord",
    "LoopFacts",
    "NotAllowed",
    "Occurrences",
    "Point",
    "Proposal",
    "Repeat",
    "Repetition",
    "RepetitionWatch",
    "Ruling",
    "SettledBefore",
    "Step",
    "Taken",
    "Verdict",
    "Waiting",
    "answer_value",
    "case_value",
    "check_shortcut",
    "draw_or_not",
    "is_drawn",
    "paragraph",
    "read_case",
    "read_shortcut",
    "rule",
    "settle",
    "shortcut_answer",
    "take",
]

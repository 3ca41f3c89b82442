"""Games: what a loop is played on.

The public face: `Game` is what a game must offer; `fast_forward` repeats a body any number of times, exactly as
performing it would, `forwarding` does so for shortcuts; `judge_loop` says who keeps a loop going and whether it is a
draw; `case_of` makes the case of it that the tournament rules settle. `sheet` is the judge's sheet, the game that can be typed.
"""

from floorjudge.loops.game.cases import NotALoop, case_of
from floorjudge.loops.game.fast_forward import Forward, fast_forward, forwarding
from floorjudge.loops.game.judging import Judged, LoopFacts, NoLoop, judge_loop
from floorjudge.loops.game.performing import perform
from floorjudge.loops.game.protocol import Game, Performed, Repeat

__all__ = [
    "Forward",
    "Game",
    "Judged",
    "LoopFacts",
    "NoLoop",
    "NotALoop",
    "Performed",
    "Repeat",
    "case_of",
    "fast_forward",
    "forwarding",
    "judge_loop",
    "perform",
]

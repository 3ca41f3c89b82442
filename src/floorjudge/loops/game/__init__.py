"""Games that loops are played on.

`Game` is the interface that a game implements. `fast_forward` repeats a body any number of times, exactly as performing
it would; `forwarding` does so for shortcuts. `judge_loop` determines which players keep a loop going and whether it is a draw;
`case_of` turns it into the case that the tournament rules settle. `sheet` is the judge's sheet: a game that a judge can
type.
"""

from floorjudge.loops.game.bodies import perform
from floorjudge.loops.game.cases import NotALoop, case_of
from floorjudge.loops.game.fast_forward import Forward, fast_forward, forwarding
from floorjudge.loops.game.judging import Judged, LoopFacts, NoLoop, judge_loop
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

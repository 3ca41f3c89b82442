"""The answer on a loop: one value with its verdict, what was taken for granted, its steps, and how it is known.

The public face: `answer_on` makes it from a case and its certificate, `not_found` from a search without a loop;
`numbered` calls players without names as people of the reader's language do.
"""

from floorjudge.magic.answer.answer import Answer, answer_on, how_known
from floorjudge.magic.answer.not_found import NotFound, Uncertain, not_found
from floorjudge.magic.answer.players import numbered
from floorjudge.magic.answer.step_words import body_words, case_words
from floorjudge.magic.answer.steps import LoopStep

__all__ = [
    "Answer",
    "LoopStep",
    "NotFound",
    "Uncertain",
    "answer_on",
    "body_words",
    "case_words",
    "how_known",
    "not_found",
    "numbered",
]

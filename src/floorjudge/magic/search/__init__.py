"""Finding loops: from a position, or from the names of cards, to a certified loop.

The public face: `layouts` puts cards where they could work, `find` searches and certifies, `looked_at` says what was
looked at, `why_not` why no loop was found, `products_of` what the loop is good for; `loop_steps` puts it into words.
"""

from floorjudge.magic.search.confirming import Tried
from floorjudge.magic.search.drafts import Layout
from floorjudge.magic.search.finding import (
    SECONDS,
    Limits,
    Outcome,
    Progress,
    find,
    looked_at,
    outcome_value,
    why_not,
)
from floorjudge.magic.search.in_words import LoopStep, body_words, case_words, loop_steps
from floorjudge.magic.search.layouts import layouts, names_in
from floorjudge.magic.search.products import Product, how_often, own_loss, products_of

__all__ = [
    "SECONDS",
    "Layout",
    "Limits",
    "LoopStep",
    "Outcome",
    "Product",
    "Progress",
    "Tried",
    "body_words",
    "case_words",
    "find",
    "how_often",
    "layouts",
    "looked_at",
    "loop_steps",
    "names_in",
    "outcome_value",
    "own_loss",
    "products_of",
    "why_not",
]

"""Finding loops: from a position, or from the names of cards, to a certified loop.

The public face: `layouts` puts cards where they could work, `find` searches and certifies, `looked_at` says what was
looked at, `why_not` why no loop was found, `products_of` what the loop is good for.
"""

from floorjudge.magic.search.confirming import Tried
from floorjudge.magic.search.drafts import Layout
from floorjudge.magic.search.finding import SECONDS, Limits, Progress, find
from floorjudge.magic.search.layouts import LIFE, LIVES, layouts, names_in, with_life
from floorjudge.magic.search.outcomes import NOT_KNOWN, Outcome, looked_at, outcome_value, verdict_without, why_not
from floorjudge.magic.search.products import Product, afterwards, products_of
from floorjudge.magic.search.unlikely import unlikely

__all__ = [
    "LIFE",
    "LIVES",
    "NOT_KNOWN",
    "SECONDS",
    "Layout",
    "Limits",
    "Outcome",
    "Product",
    "Progress",
    "Tried",
    "afterwards",
    "find",
    "layouts",
    "looked_at",
    "names_in",
    "outcome_value",
    "products_of",
    "unlikely",
    "verdict_without",
    "why_not",
    "with_life",
]

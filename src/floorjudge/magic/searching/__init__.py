"""Finding loops: from a position, or from the names of cards, to a certified loop.

The public face: `layouts` puts cards where they could work, `find` searches and certifies, `looked_at` says what was looked at.
"""

from floorjudge.magic.searching.finding import Limits, Outcome, find
from floorjudge.magic.searching.layouts import Layout, layouts, names_in
from floorjudge.magic.searching.outcomes import case_value, looked_at, outcome_value

__all__ = ["Layout", "Limits", "Outcome", "case_value", "find", "layouts", "looked_at", "names_in", "outcome_value"]

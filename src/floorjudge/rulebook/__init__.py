"""The clauses that the program is about: the requirement of each, in four languages, and how far it is implemented.

The files beside this module hold them, one for each rulebook; the first look-up of a clause reads them. `clause` takes
an id as rulings cite it, `parse` takes the forms that people write. `floorjudge.rulebook.coverage` reads the code and
the tests to find which of them cite a clause.
"""

from floorjudge.rulebook.catalogue import (
    STATUSES,
    Clause,
    Edition,
    Rulebook,
    Status,
    Wording,
    clause,
    clauses,
    edition,
    editions,
    for_people,
    parse,
    printed_in,
    rulebook,
    rulebooks,
)

__all__ = [
    "STATUSES",
    "Clause",
    "Edition",
    "Rulebook",
    "Status",
    "Wording",
    "clause",
    "clauses",
    "edition",
    "editions",
    "for_people",
    "parse",
    "printed_in",
    "rulebook",
    "rulebooks",
]

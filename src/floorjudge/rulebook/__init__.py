"""The clauses that the program is about: what each requires, in four languages, and how far it is implemented.

The files beside this module hold them, one a rulebook; they are read when the first clause is looked up. `clause` takes
an id as rulings cite it, `parse` takes what people write. Which code and which tests stand behind a clause is read from
the code and the tests themselves, by `floorjudge.rulebook.coverage`.
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

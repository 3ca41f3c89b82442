"""Verifies written combinations: sets each up from its prose, searches for its loop, certifies it, and reports.

`prose` makes positions and hints from a combination; `verifying` searches for the loops of many, side by side and
resumable, each in its own process (`processes`, `worker`), and stores the results (`rows`); `report` sums the rows up;
`second_opinion` asks another engine. Prose is no evidence: it decides where the cards begin and which lines are tried
first, and only a certificate counts.
"""

__version__ = "0.1.0"

"""Combinations that players have written down: each set up from its prose, searched, certified, and reported.

`prose` makes positions and hints of a combination; `verifying` looks for the loop in each of many, side by side and
resumable, each in its own process (`processes`, `worker`), and stores the result (`rows`); `report` sums the rows up;
`second_opinion` asks another engine. Prose is no evidence: it decides where the cards begin and which lines are tried first, and
only a certificate counts.
"""

__version__ = "0.1.0"

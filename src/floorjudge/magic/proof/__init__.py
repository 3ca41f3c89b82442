"""Proving what a loop does: one piece of code states it, for whoever certifies a loop as for whoever checks a certificate.

`certifying` proposes a few numbers and has them proved; `checking` has those of a certificate proved and compares each field. `proposing` leads
the engine to find the numbers, which nothing here but `certifying` knows. `proving` is the pass over all that is stated, to be read first; `extent` says
how far a loop goes, which a `trajectory` finds out by leading the engine where `recurrences` lead, with `answers` that are remembered, and
`beginning` what the first iterations do otherwise; then come the `maintainers`, `watching`, `rules` and `assumptions`. `certificates` is the form,
described in docs/magic-certificates.md. `moments` answers what lies where in an iteration.
"""

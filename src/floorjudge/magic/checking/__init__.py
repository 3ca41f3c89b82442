"""Checking a certificate: it is taken for a claim, and everything that it states is established again on the engine.

Nothing here knows how loops are found; what is shared is the engine, how positions are set up and compared, and how steps are played.
`certificates` is the form, described in docs/magic-certificates.md. `checking` is the pass over a certificate, to be read first;
`extent` says how far a loop goes, which a `trajectory` finds out by leading the engine where `recurrences` lead, and `beginning` what the
first iterations do otherwise; then come the `maintainers`, `rules` and `assumptions`. `moments` answers what lies where in an iteration.
"""

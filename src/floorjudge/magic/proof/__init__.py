"""Proves the result of a loop: one piece of code states it when a loop is certified and when a certificate is checked.

`certifying` proposes a few numbers and lets the prover confirm them; `checking` lets it confirm those of a certificate,
and compares every field. `proposing` leads the engine to find the numbers; only `certifying` uses it. Read `proving`
first: it builds the whole certificate. `extent` determines how far a loop goes, by leading the engine along a
`trajectory` where `recurrences` lead; `changes` states what its iterations change. The rest
are `maintainers`, `watching`, `rules` and `assumptions`. `certificates` is the written form, described in
docs/magic-certificates.md. `moments` describes the game at each moment of one iteration.
"""

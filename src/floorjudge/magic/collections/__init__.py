"""Many loops at once: a collection of written-down combinations, each set up, searched for, certified, and reported.

The public face: `read_collection` reads the lines of a collection, `beginning_of` makes positions of a combination, `verify` looks
for the loop in each of many, side by side and resumable, and `write_report` shows what came of it. Nothing that a collection says is
believed: its prose says where the cards are and what is tried first, and only a certificate counts.
"""

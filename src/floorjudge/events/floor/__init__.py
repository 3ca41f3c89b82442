"""The floor around the tables: players' own reports, calls for a judge, the clock.

A result that all players of a table have confirmed becomes an event of the tournament.
"""

"""What happens around the tables: players' own reports, calls for a judge, the clock.

A result that all at a table have confirmed becomes the tournament's own event.
"""

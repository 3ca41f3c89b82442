"""What happens around the tables: players' own reports, calls for a judge, the clock.

A result that everybody at a table has confirmed becomes the tournament's own event.
"""

"""The floor: the application around the tournament. Loads, asks the core, appends; exports and imports.

The public face: `Desk` takes the commands for one event; `EventLog` is what it asks of a store. `venue` is the pure core of
what happens around the tables, `access` says who may do what, `links` lets people in, `story` tells the log in words.
"""

from floorjudge.events.service.event_log import EventLog, Kept
from floorjudge.events.service.service import Answer, Desk

__all__ = ["Answer", "Desk", "EventLog", "Kept"]

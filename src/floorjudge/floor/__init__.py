"""The floor: the application around the tournament. Loads, asks the core, appends; exports and imports.

The public face: `Desk` takes the commands for one event; `EventLog` is what it asks of a store. `venue` is the pure core of
what happens around the tables, `access` says who may do what, `links` lets people in, `story` tells the log in words.
"""

from floorjudge.floor.desk import Answer, Desk
from floorjudge.floor.log import EventLog, Kept

__all__ = ["Answer", "Desk", "EventLog", "Kept"]

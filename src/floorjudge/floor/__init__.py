"""The floor: the application around the tournament. Loads, asks the core, appends; exports and imports.

The public face: `Desk` takes the commands for one event; `EventLog` is what it asks of a store.
"""

from floorjudge.floor.desk import Answer, Desk
from floorjudge.floor.log import EventLog, Kept

__all__ = ["Answer", "Desk", "EventLog", "Kept"]

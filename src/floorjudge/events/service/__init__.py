"""The service around an event: loads it, asks the core, appends to its log; exports and imports.

`EventService` takes the commands for one event; `EventLog` is its interface to a store. `access` has the permissions
and the links by which people sign in, `log` the records, `roster` the lists of people that are read from files.
"""

from floorjudge.events.service.answers import Answer
from floorjudge.events.service.log.contract import EventLog, StoredEvent
from floorjudge.events.service.service import EventService

__all__ = ["Answer", "EventLog", "EventService", "StoredEvent"]

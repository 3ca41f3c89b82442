"""The service around an event: loads it, asks the core, appends to its log; exports and imports.

`EventService` takes the commands for one event; `EventLog` is its interface to a store. `roles` has the permissions,
`links` the links by which people sign in, `log` the records in words.
"""

from floorjudge.events.service.answers import Answer
from floorjudge.events.service.log import EventLog, StoredEvent
from floorjudge.events.service.service import EventService

__all__ = ["Answer", "EventLog", "EventService", "StoredEvent"]

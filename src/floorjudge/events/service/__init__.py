"""The application around an event: loads, asks the core, appends; exports and imports.

The public face: `EventService` takes the commands for one event; `EventLog` is what it asks of a store. `roles` says who may
do what, `links` lets people in, `log` tells the log in words.
"""

from floorjudge.events.service.answers import Answer
from floorjudge.events.service.log import EventLog, StoredEvent
from floorjudge.events.service.service import EventService

__all__ = ["Answer", "EventLog", "EventService", "StoredEvent"]

"""What happens around the tables: players' own reports, calls for a judge, the clock, who may register.

Pure, like the tournament beside which it stands: `decide_venue(state, venue, command)` gives one event, `evolve_venue`
the venue after any event of the log. A result that everybody at a table has confirmed becomes the tournament's own event.
"""

from floorjudge.events.floor.clock import remaining, table_minutes
from floorjudge.events.floor.commands import VenueCommand
from floorjudge.events.floor.decide import decide_venue
from floorjudge.events.floor.events import VenueEvent
from floorjudge.events.floor.evolve import evolve_venue
from floorjudge.events.floor.proposals import missing
from floorjudge.events.floor.search import search_calls
from floorjudge.events.floor.state import Moment, Venue, stage_number

__all__ = [
    "Moment",
    "Venue",
    "VenueCommand",
    "VenueEvent",
    "decide_venue",
    "evolve_venue",
    "missing",
    "remaining",
    "search_calls",
    "stage_number",
    "table_minutes",
]

"""What happens around the tables: players' own reports, calls for a judge, the clock, who may register.

Pure, like the tournament beside which it stands: `decide_venue(state, venue, command)` gives one event, `evolve_venue`
the venue after any event of the log. A result that everybody at a table has confirmed becomes the tournament's own event.
"""

from floorjudge.floor.venue.clock import remaining, table_minutes
from floorjudge.floor.venue.commands import VenueCommand
from floorjudge.floor.venue.decide import decide_venue
from floorjudge.floor.venue.events import VenueEvent
from floorjudge.floor.venue.evolve import evolve_venue
from floorjudge.floor.venue.proposals import missing
from floorjudge.floor.venue.search import search_calls
from floorjudge.floor.venue.state import Moment, Venue, stage_number

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

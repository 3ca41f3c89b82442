"""An event from registration to final places, with all that happens around its tables, as pure functions on values.

The public face: `decide(state, command) -> events` says what a command does, `evolve(state, event) -> state` does it,
`replay(events)` does a whole log; `view(state, language)` is what all may see, `verify(events)` checks a log.
Nothing here reads a clock, a file or a random number: chance comes in with the seed that a command carries.
"""

from floorjudge.events.decide import decide
from floorjudge.events.evolve import evolve, replay
from floorjudge.events.verify import verify
from floorjudge.events.view import view

__all__ = ["decide", "evolve", "replay", "verify", "view"]

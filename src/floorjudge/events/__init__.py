"""An event from registration to final places, with the floor around its tables, as pure functions on values.

`decide(state, command) -> events` returns what a command does, `evolve(state, event) -> state` applies it, and
`replay(events)` applies a whole log; `view(state, language)` is the public view, `verify(events)` checks a log.

Nothing here reads a clock, a file or a random number: chance comes in with the seed that a command carries.
"""

from floorjudge.events.decide import decide
from floorjudge.events.evolve import evolve, replay
from floorjudge.events.verify import verify
from floorjudge.events.view import view

__all__ = ["decide", "evolve", "replay", "verify", "view"]

"""Every stage of a log drawn again from its seed: whether the tables are the same, and the results of its draws.

The draws of a format are orders, each with a label; a few lines in any language compute them from the seed, see
docs/draws.md. The format's rules make the tables from these orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from floorjudge.events.draw import Draw, commitment
from floorjudge.events.events import Event
from floorjudge.events.evolve import evolve
from floorjudge.events.state import State
from floorjudge.formats.competition import Phase, Stage
from floorjudge.formats.log import Ended, StageMade


class Order(msgspec.Struct, frozen=True):
    """The order of some players in a draw: the label of the draw, and the names of the players in it."""

    label: str
    players: tuple[str, ...]


class DrawnAgain(msgspec.Struct, frozen=True):
    """A stage that was drawn again: the index of its event in the log, from 0, and the event itself.

    `right`: the tables are the same; None if the seed is not known. `orders` are the results of the draws.
    """

    event: int
    stage: str
    round: int
    tables: int
    right: bool | None
    orders: tuple[Order, ...] = ()


def drawn_again(log: Iterable[Event]) -> Iterator[DrawnAgain]:
    """Yield every stage of a log, also those that were undone, with the draws from its seed."""
    listed = list(log)
    seeds = {commitment(event.seed): event.seed for event in listed if isinstance(event, Ended)}
    state: State | None = None
    for place, event in enumerate(listed):
        if state is not None and isinstance(event, StageMade):
            seed = seeds.get(state.commitment)
            right, orders = (None, ()) if seed is None else _again(state, event, seed)
            yield DrawnAgain(place, event.stage, event.round, len(event.tables), right, orders)
        state = evolve(state, event)


class _Noting:
    """A draw that records every order."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self.orders: list[Order] = []

    def in_order(self, label: str, names: Iterable[str]) -> list[str]:
        """Return names in the order of the draw."""
        drawn = self._draw.in_order(label, names)
        self.orders.append(Order(label, tuple(drawn)))
        return drawn


def _again(state: State, event: StageMade, seed: str) -> tuple[bool, tuple[Order, ...]]:
    """Return whether a stage is the one that the seed gives, and the orders that were drawn for it."""
    rules = state.rules
    starts = state.phase is Phase.REGISTRATION
    public = event.public if starts else event.public or state.public
    noting = _Noting(Draw(seed, public or "", event.roster or state.roster or ""))
    if starts:
        state = replace(state, options=rules.proposed(state.options, len(state.in_event())))
    try:
        came = rules.next(state, noting)
    except Exception:  # noqa: BLE001 (a log that was changed can break the rules anywhere: then they did not give these tables)
        return False, tuple(noting.orders)
    given = {"public": event.public, "roster": event.roster, "deck_reason": event.deck_reason}
    right = isinstance(came, Stage) and rules.stage_made(came, **given) == event
    return right, tuple(noting.orders)

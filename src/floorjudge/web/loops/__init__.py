"""Loops for all visitors: the loop desk without an event and for a call, combinations in decks, the finder.

`ROUTERS` are its routes.
"""

from floorjudge.web.loops import by_hand, call, deck, desk, finder

ROUTERS = (
    desk.router,
    call.router,
    deck.router,
    finder.router,
    by_hand.router,
)

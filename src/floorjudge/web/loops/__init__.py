"""Loops for anybody: the loop desk without an event and for a call, combinations in decks, and the finder; `ROUTERS` are what is served."""

from floorjudge.web.loops import by_hand, call, deck, desk, finder

ROUTERS = (
    desk.router,
    call.router,
    deck.router,
    finder.router,
    by_hand.router,
)

"""Loops for anybody: the loop desk without an event and for a call, and the finder; `ROUTERS` are what is served."""

from floorjudge.web.loops import call, desk, finder

ROUTERS = (
    desk.router,
    call.router,
    finder.router,
)

"""Pages of the loop desk, without an event and for a call; `ROUTERS` are what is served."""

from floorjudge.web.loops import call, desk

ROUTERS = (
    desk.router,
    call.router,
)

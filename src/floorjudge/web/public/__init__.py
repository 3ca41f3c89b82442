"""Pages for everybody; `ROUTERS` are what is served."""

from floorjudge.web.public import events, joining, records, screen

ROUTERS = (
    events.router,
    joining.router,
    records.router,
    screen.router,
)

"""Pages for everybody; `ROUTERS` are what is served."""

from floorjudge.web.public import events, joining, places, records, screen

ROUTERS = (
    events.router,
    joining.router,
    places.router,
    records.router,
    screen.router,
)

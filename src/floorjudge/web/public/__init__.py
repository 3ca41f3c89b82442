"""Pages for all visitors; `ROUTERS` are their routes."""

from floorjudge.web.public import events, joining, places, records, screen

ROUTERS = (
    events.router,
    joining.router,
    places.router,
    records.router,
    screen.router,
)

"""Pages for everybody; `ROUTERS` are what is served."""

from floorjudge.web.public import event, events, joining, records

ROUTERS = (
    events.router,
    joining.router,
    event.router,
    records.router,
)

"""The pages for the organiser and the staff, under `/desk`; `ROUTERS` are their routes."""

from floorjudge.web.organiser import (
    backups,
    desk,
    devices,
    event,
    importing,
    opening,
    players,
    printing,
    results,
    rounds,
    seats,
    staff,
)

ROUTERS = (
    desk.router,
    results.router,
    rounds.router,
    seats.router,
    importing.router,
    players.router,
    staff.router,
    devices.router,
    event.router,
    opening.router,
    backups.router,
    printing.router,
)

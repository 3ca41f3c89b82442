"""Pages for a player, on their own phone; `ROUTERS` are what is served."""

from floorjudge.web.player import entry, page

ROUTERS = (
    page.router,
    entry.router,
)

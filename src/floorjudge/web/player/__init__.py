"""Pages for a player; `ROUTERS` are what is served."""

from floorjudge.web.player import page

ROUTERS = (page.router,)

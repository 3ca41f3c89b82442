"""Pages for judges; `ROUTERS` are what is served."""

from floorjudge.web.judge import calls

ROUTERS = (calls.router,)

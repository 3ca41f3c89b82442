"""The application: what is served where, and what lives as long as the server does."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio import to_thread
from fastapi import FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from floorjudge import __version__
from floorjudge.store import open_venue_store
from floorjudge.web import health
from floorjudge.web.api import API_ROUTERS
from floorjudge.web.error_pages import add_error_pages
from floorjudge.web.farewell import told_when_asked_to_stop
from floorjudge.web.guards import Door
from floorjudge.web.house import House
from floorjudge.web.logs import request_log, set_up_problems
from floorjudge.web.metrics import gone, watch_over
from floorjudge.web.pages import ROUTERS
from floorjudge.web.security_headers import SecurityHeaders
from floorjudge.web.settings import Settings, from_environment
from floorjudge.web.statics import STATIC_ROUTE
from floorjudge.web.templating import warm_up
from floorjudge.web.watching import Watching


def application() -> FastAPI:
    """Return the application with the settings of the environment; what uvicorn calls in each worker."""
    settings = from_environment()
    set_up_problems(settings.log)
    return make_app(settings)


def make_app(settings: Settings) -> FastAPI:
    """Return the application; its store is opened when it starts to serve, and closed when it ends.

    Raises when starting what opening the store raises.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await to_thread.run_sync(open_venue_store, settings.database)
        app.state.house = House(settings, store)
        warm_up()
        # What is there now stays: looking through it again and again would only take time.
        gc.collect()
        gc.freeze()
        measuring = asyncio.create_task(watch_over(app.state.house))
        try:
            with told_when_asked_to_stop(app.state.house.channels.end):
                yield
        finally:
            measuring.cancel()
            app.state.house.close()
            gone()

    app = FastAPI(
        title="floorjudge",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        # An address with a slash too much leads nowhere: the way back would repeat whatever name a request gave us.
        redirect_slashes=False,
    )
    app.router.routes.append(STATIC_ROUTE)
    for router in (*ROUTERS, *API_ROUTERS, health.router):
        app.include_router(router)
    add_error_pages(app)
    app.add_middleware(Door)
    app.add_middleware(SecurityHeaders, https=settings.https)
    app.add_middleware(Watching, log=request_log(settings.log))
    if settings.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies))
    return app

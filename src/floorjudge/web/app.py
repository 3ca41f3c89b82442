"""The served application: its routes, and the objects that live as long as the server."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing import connection

from anyio import to_thread
from fastapi import FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from floorjudge import __version__
from floorjudge.events.lookalikes import looks
from floorjudge.store import open_venue_store
from floorjudge.web import api, health, judge, loops, organiser, player, public
from floorjudge.web.api.description import api_description
from floorjudge.web.common.monitoring import (
    RequestMonitor,
    keep_measuring,
    request_log,
    set_up_problems,
    stop_measuring,
)
from floorjudge.web.common.settings import Settings, from_environment
from floorjudge.web.common.templating import STATIC_ROUTE, compile_templates
from floorjudge.web.error_pages import add_error_pages, error_answer
from floorjudge.web.finder.known import listed_loops
from floorjudge.web.security import RequestGuard, SecurityHeaders
from floorjudge.web.sessions import CookieRenewal
from floorjudge.web.shared import Application
from floorjudge.web.stopping import AnswersAtTheEnd, when_asked_to_stop

ROUTERS = (
    *(*public.ROUTERS, player.router, *organiser.ROUTERS, judge.router),
    *(*loops.ROUTERS, *api.ROUTERS, health.router),
)


def prepare_pages() -> None:
    """Compute once in a process whatever pages need, so that the first visitor gets an answer as quickly as all others."""
    compile_templates()
    looks("á")
    api_description()
    listed_loops()


def application() -> FastAPI:
    """Return the application with the settings of the environment; uvicorn calls this in each worker."""
    settings = from_environment()
    set_up_problems(settings.log)
    parent = multiprocessing.parent_process()
    if parent is not None:
        # A worker whose parent is killed must end, or it would keep the port from the next server.
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()
    return make_app(settings)


def _end_after(sentinel: int) -> None:
    """End this process, as on a request to stop, once another process is gone."""
    connection.wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def make_app(settings: Settings) -> FastAPI:
    """Return the application; it opens its store on start and closes it at the end.

    Starting raises the errors of opening the store.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        """Open the store and prepare the pages; close everything at the end."""
        store = await to_thread.run_sync(open_venue_store, settings.database)
        app.state.application = Application(settings, store)
        await to_thread.run_sync(prepare_pages)
        await app.state.application.start()
        if threading.current_thread() is threading.main_thread():  # the process is ours
            # Objects that exist by now stay: scanning them again and again would only take time.
            gc.collect()
            gc.freeze()
            # A full collection takes 70 ms with a thousand viewers of a few hundred objects each. It is rare, after
            # some 700,000 new objects, and so costs little memory.
            young, middle, _ = gc.get_threshold()
            gc.set_threshold(young, middle, 100)
        measuring = asyncio.create_task(keep_measuring(app.state.application.channels.viewers))
        try:
            with when_asked_to_stop(app.state.application.end):
                yield
        finally:
            measuring.cancel()
            await app.state.application.close()
            stop_measuring()

    app = FastAPI(
        title="floorjudge",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        # No redirect for an address with an extra slash: it would repeat any host name from the request.
        redirect_slashes=False,
        # Including the routers would inspect all their functions again at each start of a server.
        routes=[STATIC_ROUTE, *(route for router in ROUTERS for route in router.routes)],
    )
    add_error_pages(app)
    app.add_middleware(CookieRenewal)
    app.add_middleware(RequestGuard, refuse=error_answer)
    app.add_middleware(AnswersAtTheEnd, refuse=error_answer)
    app.add_middleware(SecurityHeaders, https=settings.https)
    app.add_middleware(RequestMonitor, log=request_log(settings.log))
    if settings.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies))
    return app

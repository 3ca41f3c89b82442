"""The application as it is served: what is where, and what lives as long as the server does."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from multiprocessing import connection
from types import FrameType
from typing import Any

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
from floorjudge.web.renewal import CookieRenewal
from floorjudge.web.security import RequestGuard, SecurityHeaders
from floorjudge.web.shared import Application

ROUTERS = (
    *(*public.ROUTERS, player.router, *organiser.ROUTERS, judge.router),
    *(*loops.ROUTERS, *api.ROUTERS, health.router),
)
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def application() -> FastAPI:
    """Return the application with the settings of the environment; what uvicorn calls in each worker."""
    settings = from_environment()
    set_up_problems(settings.log)
    parent = multiprocessing.parent_process()
    if parent is not None:
        # One of several: whoever has started it may be killed, and then it would keep the port from the next server.
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()
    return make_app(settings)


def _end_after(sentinel: int) -> None:
    """End this process as when it is asked to stop, once another process is gone."""
    connection.wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def make_app(settings: Settings) -> FastAPI:
    """Return the application; its store is opened when it starts to serve, and closed when it ends.

    Raises when starting what opening the store raises.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await to_thread.run_sync(open_venue_store, settings.database)
        app.state.application = Application(settings, store)
        # Whoever comes first is answered as quickly as everybody else.
        compile_templates()
        await to_thread.run_sync(looks, "á")
        await to_thread.run_sync(api_description)
        await to_thread.run_sync(listed_loops)
        await app.state.application.start()
        if threading.current_thread() is threading.main_thread():  # the process is ours
            # What is there now stays: looking through it again and again would only take time.
            gc.collect()
            gc.freeze()
            # Looking through all that lives takes 70 ms with a thousand viewers, each a few hundred objects: so seldom, when
            # some 700,000 have come since, it costs little memory.
            young, middle, _ = gc.get_threshold()
            gc.set_threshold(young, middle, 100)
        measuring = asyncio.create_task(keep_measuring(app.state.application.channels.viewers))
        try:
            with when_asked_to_stop(app.state.application.channels.end):
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
        # An address with a slash too much leads nowhere: the way back would repeat whatever name a request gave us.
        redirect_slashes=False,
        # Including the routers would look through all their functions again, each time that a server starts.
        routes=[STATIC_ROUTE, *(route for router in ROUTERS for route in router.routes)],
    )
    add_error_pages(app)
    app.add_middleware(CookieRenewal)
    app.add_middleware(RequestGuard, refuse=error_answer)
    app.add_middleware(SecurityHeaders, https=settings.https)
    app.add_middleware(RequestMonitor, log=request_log(settings.log))
    if settings.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies))
    return app


@contextmanager
def when_asked_to_stop(end: Callable[[], None]) -> Iterator[None]:
    """Have `end` called in the running loop when the process is asked to stop, before whatever else that sets off.

    Signals belong to the main thread; a server in another one is not asked by signals, and `end` is not called.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def asked(number: int, frame: FrameType | None) -> Any:  # noqa: ANN401 (whatever the handler before answers)
        loop.call_soon_threadsafe(end)
        handler = before[signal.Signals(number)]
        return handler(number, frame) if callable(handler) else None

    for number in SIGNALS:
        signal.signal(number, asked)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

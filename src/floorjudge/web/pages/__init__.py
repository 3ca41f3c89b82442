"""The pages, one module for each kind of reader; each has a `router`, and `ROUTERS` are those that are served."""

from floorjudge.web.pages import (
    calls,
    decks,
    desk,
    desk_event,
    desk_players,
    desk_results,
    desk_rounds,
    desk_staff,
    events,
    judge,
    links,
    loop_desk,
    loop_desk_call,
    me,
    organiser_new,
    print,  # noqa: A004 (the room where things are printed)
    public,
    reporting,
    screen,
)

ROUTERS = (events.router, public.router, me.router, decks.router, screen.router, links.router,
    desk.router, desk_event.router, desk_players.router, desk_results.router, desk_rounds.router, desk_staff.router,
    organiser_new.router, print.router,
    reporting.router, judge.router, calls.router, loop_desk.router, loop_desk_call.router,
)  # fmt: skip

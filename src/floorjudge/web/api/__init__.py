"""The JSON API under /api/v1: the commands and views of every other channel, for programs; `ROUTERS` are its routes.

The codecs of the core read the bodies, so an error has the same code and place as on the command line; the models in
`shapes` describe the answers in /api/v1/openapi.json.
"""

from floorjudge.web.api import commands, description, events, exports, finder, loops

ROUTERS = (
    description.router,
    events.router,
    commands.router,
    exports.router,
    loops.router,
    finder.router,
)

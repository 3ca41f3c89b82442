"""The JSON API under /api/v1: the commands and views of every other channel, for programs; `ROUTERS` are what is served.

Bodies are read by the codecs of the core, so an error has the same code and place as on the command line; the models in
`shapes` say what answers look like, for the description at /api/v1/openapi.json.
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

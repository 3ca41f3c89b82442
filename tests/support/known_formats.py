"""What a process has looked up about formats, to be looked up anew where other formats are there."""

from __future__ import annotations

import os

from floorjudge import formats
from floorjudge.events import codec, explain
from floorjudge.events.floor import evolve as floor
from floorjudge.events.service.log import sealing
from floorjudge.events.tournament import evolve as tournament
from floorjudge.events.verify import _command_of

_LOOKED_UP = (
    formats.all_formats,
    formats.names_fields,
    formats.plain_fields,
    formats.all_claims,
    formats.log_events,
    codec._decoder,
    codec.kinds_of_events,
    explain._sentence_of,
    floor._change_of,
    floor._ends_stages,
    sealing.naming,
    tournament._change_of,
    _command_of,
)


def know_formats_of_variables() -> None:
    """Know the formats that the variables name now, in a process that loaded those of other variables before."""
    formats.__path__[1:] = filter(None, os.environ.get("FLOORJUDGE_FORMATS", "").split(os.pathsep))
    forget_formats()


def forget_formats() -> None:
    """Forget what was looked up about formats."""
    for looked_up in _LOOKED_UP:
        looked_up.cache_clear()

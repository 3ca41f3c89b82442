"""Which HTTP status each error has: by its code where that says more than its family."""

from __future__ import annotations

from floorjudge.errors import Conflict, Damaged, FloorjudgeError, Refused

NOT_FOUND = frozenset({"no_such_page", "unknown_event", "unknown_tournament", "unknown_player_here", "no_such_call"})
# The place where events are kept cannot be used just now; what exactly is wrong is nobody's business but the operator's.
AWAY = frozenset(
    {
        "file_busy",
        "file_read_only",
        "disk_full",
        "file_not_opened",
        "disk_failed",
        "file_lost",
        "file_gone",
        "database_away",
    }
)
OWN = {
    "store_away": 503,
    "not_yours": 403,
    "bad_link": 403,
    "bad_token": 401,
    "moved_on_since": 412,
    "foreign_form": 403,
    "not_this_way": 405,
    "too_much_sent": 413,
    "too_often": 429,
    "package_not_installed": 501,
}


def status_of(error: FloorjudgeError) -> int:
    """Return the HTTP status of an error: by its code where that says more than its family."""
    if error.code in OWN:
        return OWN[error.code]
    if error.code in NOT_FOUND:
        return 404
    if error.code in AWAY:
        return 503
    if isinstance(error, Refused | Conflict):
        return 409
    return 500 if isinstance(error, Damaged) else 400

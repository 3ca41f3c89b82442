"""What the application asks of a place that keeps who may do what; `floorjudge.store` implements it.

A grant is one link or token that was given to somebody. The store never sees the token: only its hash, so that whoever
reads the database cannot become anybody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec


class Grant(msgspec.Struct, frozen=True):
    """A link or token that was given to somebody; the times are UTC in ISO 8601.

    `event` is the id of the one event it is for, None for the whole installation; `role` is a name of
    `floorjudge.events.service.roles`; `label` is what the giver wrote about whom it is for; `expires_at` None: it does not
    expire; `last_used_at` may lag a minute behind.
    """

    id: str
    event: str | None
    role: str
    label: str
    made_at: str
    expires_at: str | None = None
    revoked_at: str | None = None
    last_used_at: str | None = None


class GrantBook(Protocol):
    """Grants, the installation's own secrets, and which player links are still good. Safe for several threads."""

    def add(self, grant: Grant, hashed: str) -> None:
        """Keep a new grant with the hash of its token.

        Raises BadInput when there is no such event.
        """
        ...

    def find(self, hashed: str) -> Grant | None:
        """Return the grant whose token has this hash, also one that is revoked or has expired; None: there is none."""
        ...

    def of_event(self, event: str | None) -> list[Grant]:
        """Return the grants for an event (None: for the installation), the newest last.

        Raises BadInput when there is no such event.
        """
        ...

    def revoke(self, grant: str, at: str) -> Grant | None:
        """Take the grant with this id back for good, and return it; a second time changes nothing. None: no such grant."""
        ...

    def used(self, grant: str, at: str) -> None:
        """Note that a grant was used; not more often than once a minute, and not when writing is impossible just now."""
        ...

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """Return the secret kept under a name; the first of all who ask makes it, and everybody gets the same."""
        ...

    def serial(self, event: str, player: int) -> int:
        """Return the serial that a player's links must carry to be good; 0 until it is raised.

        `player` is the number of their registration. Raises BadInput when there is no such event.
        """
        ...

    def raise_serial(self, event: str, player: int) -> int:
        """Make all links that a player has worthless, and return the serial of the next ones.

        Raises BadInput when there is no such event.
        """
        ...

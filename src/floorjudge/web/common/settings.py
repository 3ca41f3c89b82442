"""The settings of a server, which the command line passes through the environment so that workers see them too."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args
from urllib.parse import urlsplit

import msgspec

_ANY = "*"
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
CALLS = 1_200
Logging: TypeAlias = Literal["problems", "text", "json"]


class Settings(msgspec.Struct, frozen=True):
    """The settings of a server.

    `database` is a path or an address (`sqlite:///…`, `postgresql://…`), None for events that end with the process.
    `address` is the server's public address, such as `https://events.example.org`, None to use that of the request.
    `hosts` are the only names under which it answers, none: any. In the environment `*` means any; without the
    variable, the names are this machine's own, `address`, and the address printed at the start. `proxies` are the
    addresses trusted for the origin of a request, none: no proxy is. `log` is `problems`, or `text` or `json` for every
    request. `calls` is how often one sender may use the API in a minute; `demonstration`: nothing here is a real event.
    """

    database: str | None = None
    address: str | None = None
    hosts: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    log: Logging = "problems"
    calls: int = CALLS
    demonstration: bool = False

    @property
    def https(self) -> bool:
        """Whether visitors come by https, even if a proxy forwards to us by http."""
        return (self.address or "").startswith("https://")


def from_environment(variables: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings in the environment variables FLOORJUDGE_…; an invalid one counts as missing."""

    def given(name: str) -> str:
        return variables.get(f"FLOORJUDGE_{name}", "").strip()

    known: tuple[Logging, ...] = get_args(Logging)
    address, calls = given("ADDRESS"), given("CALLS")
    return Settings(
        database=given("DATABASE") or None,
        address=address or None,
        hosts=_hosts(_listed(given("HOSTS")), (*_listed(given("PRINTED")), (urlsplit(address).hostname or "").lower())),
        proxies=_listed(given("PROXIES")),
        log=next((kind for kind in known if kind == given("LOG")), "problems"),
        calls=int(calls) if calls.isdecimal() and 0 < len(calls) < 9 else CALLS,
        demonstration=bool(given("DEMONSTRATION")),
    )


def _hosts(named: tuple[str, ...], own: tuple[str, ...]) -> tuple[str, ...]:
    """Return the allowed host names, so that another site cannot reach us by a name that points here."""
    if named:
        return () if _ANY in named else named
    return tuple(dict.fromkeys((*_LOOPBACK, *filter(None, own))))


def _listed(given: str) -> tuple[str, ...]:
    return tuple(part.strip().lower() for part in given.split(",") if part.strip())

"""What a server is told when it starts. The command line hands it over through the environment, so that workers see it too."""

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
    """How a server runs.

    `database` is a path or an address (`sqlite:///…`, `postgresql://…`), None for events that end with the process;
    `address` is where visitors reach the server, such as `https://events.example.org`, None to believe what a request
    says. `hosts` are the only names under which it answers, none: any (the environment says so by `*`; where it says nothing,
    this machine's own names, `address`, and what was printed at the start). `proxies` are the addresses whose word is taken
    for where a request comes from, none: nobody's. `log` is `problems`, or `text` or `json` for every request.
    `calls` is how often one sender may use the API in a minute; `demonstration`: nothing here is a real event.
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
        """Whether visitors come by https, whatever the last part of their way is."""
        return (self.address or "").startswith("https://")


def from_environment(variables: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings that the environment variables FLOORJUDGE_… hold; what cannot be understood is as left out."""

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
    """Return the names that are answered; a page elsewhere must not reach us by a name of its own that leads here."""
    if named:
        return () if _ANY in named else named
    return tuple(dict.fromkeys((*_LOOPBACK, *filter(None, own))))


def _listed(given: str) -> tuple[str, ...]:
    return tuple(part.strip().lower() for part in given.split(",") if part.strip())

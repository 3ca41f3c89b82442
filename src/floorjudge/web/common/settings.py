"""What a server is told when it starts. The command line hands it over through the environment, so that workers see it too."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

import msgspec

_PREFIX = "FLOORJUDGE_"
CALLS = 1_200
Logging: TypeAlias = Literal["problems", "text", "json"]


class Settings(msgspec.Struct, frozen=True):
    """How a server runs.

    `database` is a path or an address (`sqlite:///…`, `postgresql://…`), None for events that end with the process;
    `address` is where visitors reach the server, such as `https://events.example.org`, None to believe what a request
    says. `hosts` are the only names under which it answers, none: any. `proxies` are the addresses whose word is taken
    for where a request comes from, none: nobody's. `log` is `problems`, or `text` or `json` for every request.
    `calls` is how often one sender may use the API in a minute.
    """

    database: str | None = None
    address: str | None = None
    hosts: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    log: Logging = "problems"
    calls: int = CALLS

    def for_environment(self) -> dict[str, str]:
        """Return the environment variables from which `from_environment` makes the same settings."""
        wanted = {
            "DATABASE": self.database,
            "ADDRESS": self.address,
            "HOSTS": ",".join(self.hosts),
            "PROXIES": ",".join(self.proxies),
            "LOG": self.log,
            "CALLS": str(self.calls),
        }
        return {_PREFIX + name: value for name, value in wanted.items() if value}

    @property
    def https(self) -> bool:
        """Whether visitors come by https, whatever the last part of their way is."""
        return (self.address or "").startswith("https://")


def from_environment(variables: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings that the environment variables FLOORJUDGE_… hold; what cannot be understood is as left out."""
    given = {name: variables.get(_PREFIX + name, "").strip() for name in ("DATABASE", "ADDRESS", "LOG", "CALLS")}
    known: tuple[Logging, ...] = get_args(Logging)
    log: Logging = next((kind for kind in known if kind == given["LOG"]), "problems")
    calls = given["CALLS"]
    return Settings(
        database=given["DATABASE"] or None,
        address=given["ADDRESS"] or None,
        hosts=_listed(variables.get(f"{_PREFIX}HOSTS", "")),
        proxies=_listed(variables.get(f"{_PREFIX}PROXIES", "")),
        log=log,
        calls=int(calls) if calls.isdecimal() and 0 < len(calls) < 9 else CALLS,
    )


def _listed(given: str) -> tuple[str, ...]:
    return tuple(part.strip().lower() for part in given.split(",") if part.strip())

"""People of a list who are in the event already, stand in the list twice, or look like others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, count
from typing import Literal, TypeAlias

import msgspec

from floorjudge.decoding import has_odd_signs
from floorjudge.events.service.roster.headings import is_no_name, is_remark
from floorjudge.events.service.roster.people import Entry
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import look_alikes, new_name
from floorjudge.texts import Text, text

# `twice`: the name stands in the list more than once; `alike`: it looks like another one; `odd`: it may be no name.
Kind: TypeAlias = Literal["twice", "alike", "odd"]
# The name of each person, by line; None for a person left out.
Decisions: TypeAlias = dict[int, str | None]
LONGEST_SUFFIX = 30


class Doubt(msgspec.Struct, frozen=True):
    """A person of a list who needs a decision; `name` is the name in the list, `proposal` another possible one.

    `other` is the person with a similar name.
    """

    line: int
    name: str
    kind: Kind
    proposal: str
    other: str = ""

    @property
    def sentence(self) -> Text:
        """Return what is doubtful."""
        if self.kind == "twice":
            return text(
                "line {line}, {player}, of whom there are several ({name})",
                line=self.line,
                player=self.name,
                name=self.proposal,
            )
        if self.kind == "alike":
            return text(
                "line {line}, {player}, who looks like {other} ({name})",
                line=self.line, player=self.name, other=self.other, name=self.proposal,
            )  # fmt: skip
        return text("line {line}, {player}, which may be no name", line=self.line, player=self.name)


class Sifted(msgspec.Struct, frozen=True):
    """The people to register, those who are registered, and those who need a decision."""

    new: tuple[Entry, ...]
    there: tuple[str, ...]
    doubts: tuple[Doubt, ...]


def sift(state: State, listed: Sequence[Entry], decided: Mapping[int, str | None], *, alike: bool = False) -> Sifted:
    """Return the people of a list by what becomes of them.

    `decided` has by line the name of a person in the event, None for a person left out; a decided name may look like
    another, but no two are equal. With `alike` all names may look alike.
    Raises BadInput, with the line, for an invalid name.
    """
    named = {entry.line: _decided(entry, decided) for entry in listed}
    kept = [entry for entry in listed if named[entry.line] is not None]
    names = {entry.line: named[entry.line] or "" for entry in kept}
    known = {player.name for player in state.all_players() if not state.has_left(player.name)}
    several = _several(names)
    proposals = _apart(listed)
    there = [
        name for entry in kept
        if ((name := names[entry.line]) in known and name not in several)
        or (entry.line not in decided and name in several and (name := proposals[entry.line]) in known)
    ]  # fmt: skip
    present = set(there)
    doubts: dict[int, Doubt] = {}
    single: list[Entry] = []
    for entry in kept:
        name = names[entry.line]
        if name in several:
            if entry.line in decided or proposals[entry.line] not in present:
                doubts[entry.line] = Doubt(entry.line, name, "twice", proposals[entry.line])
        elif name not in known:
            single.append(entry)
    # A name that stands there several times can also look like another one.
    seen = dict.fromkeys(names[entry.line] for entry in kept if entry in single or names[entry.line] in several)
    looks = {} if alike else look_alikes(state, seen)
    taken = {*names.values(), *proposals.values()}
    for entry in single:
        name, other = names[entry.line], looks.get(names[entry.line])
        if entry.line in decided:
            continue
        if other is not None:
            proposal = _with_suffix(entry, taken)
            taken.add(proposal)
            if proposal in known:
                there.append(proposal)
                present.add(proposal)
            doubts[entry.line] = Doubt(entry.line, name, "alike", proposal, other)
        elif is_no_name(name) or is_remark(name) or has_odd_signs(name):
            doubts[entry.line] = Doubt(entry.line, name, "odd", name)
    found = sorted((doubt for doubt in doubts.values() if doubt.proposal not in present), key=lambda doubt: doubt.line)
    new = (msgspec.structs.replace(entry, name=names[entry.line]) for entry in single if entry.line not in doubts)
    return Sifted(tuple(new), tuple(there), tuple(found))


def settle(
    state: State,
    listed: Sequence[Entry],
    decided: Mapping[int, str | None],
    decide: Callable[[Sequence[Doubt]], Decisions],
    *,
    alike: bool = False,
) -> Decisions:
    """Return the decisions on single people, with one decision for all others, `kept_apart` or `left_out`.

    A name with a suffix may look like another one, which is decided then, too.
    """
    found = dict(decided)
    while True:
        doubts = sift(state, listed, found, alike=alike).doubts
        more = {line: name for line, name in decide(doubts).items() if line not in found}
        if not more:
            return found
        found |= more


def kept_apart(doubts: Sequence[Doubt]) -> Decisions:
    """Return the decision to use the proposed names of people with equal or similar names."""
    return {doubt.line: doubt.proposal for doubt in doubts if doubt.kind != "odd"}


def left_out(doubts: Sequence[Doubt]) -> Decisions:
    """Return the decision to leave out people with similar names, and of equal names all but the first."""
    seen: set[str] = set()
    found: Decisions = {}
    for doubt in doubts:
        if doubt.kind == "alike" or (doubt.kind == "twice" and doubt.name in seen):
            found[doubt.line] = None
        elif doubt.kind == "twice":
            found[doubt.line] = doubt.name
            seen.add(doubt.name)
    return found


def _decided(entry: Entry, decided: Mapping[int, str | None]) -> str | None:
    if entry.line not in decided:
        return entry.name
    name = decided[entry.line]
    return None if name is None else new_name(f"line {entry.line}", name)


def _several(names: Mapping[int, str]) -> set[str]:
    seen: set[str] = set()
    return {name for name in names.values() if name in seen or seen.add(name)}  # type: ignore[func-returns-value]


def _apart(listed: Sequence[Entry]) -> dict[int, str]:
    """Return distinct names for people with equal ones: with another column that differs, or else with numbers from the second."""
    groups: dict[str, list[Entry]] = {}
    for entry in listed:
        groups.setdefault(entry.name, []).append(entry)
    found: dict[int, str] = {}
    for name, group in groups.items():
        column = _telling(group) if len(group) > 1 else None
        free = (each for number in count(2) if (each := f"{name} ({number})") not in groups)
        for number, entry in enumerate(group, 1):
            if column is not None and f"{name} ({entry.beside[column]})" not in groups:
                found[entry.line] = f"{name} ({entry.beside[column]})"
            else:
                found[entry.line] = name if number == 1 else next(free)
    return found


def _telling(group: Sequence[Entry]) -> int | None:
    """Return the column in which all of a group have a short and different cell; None if there is none."""
    for column in range(min(len(entry.beside) for entry in group)):
        cells = [entry.beside[column] for entry in group]
        if len(set(cells)) == len(cells) and all(_is_suffix(cell) for cell in cells):
            return column
    return None


def _is_suffix(cell: str) -> bool:
    return 0 < len(cell) <= LONGEST_SUFFIX and not is_no_name(cell)


def _with_suffix(entry: Entry, taken: set[str]) -> str:
    """Return another name for a person whose name looks like one in the list: with another column, or a number."""
    suffixes = chain(filter(_is_suffix, entry.beside), map(str, count(2)))
    return next(name for suffix in suffixes if (name := f"{entry.name} ({suffix})") not in taken)

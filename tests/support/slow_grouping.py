"""What a grouping must be like (OTE 2.4 to 2.9), asked of the slow model: sizes, who sits where, and in which order.

Where chance decides, any outcome is right here; `draw_checker` says which one it had to be.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.support.slow_ote import Fact, Tournament

TableFact = dict[str, Any]


def sizes(players: int) -> list[int]:
    """Return the sizes of the games for some players, as OTE 2.4 says to find them; off-numbered ones first."""
    if players < 2:
        return []
    if players in {2, 5}:  # five are 2.4.2; two are a decision, one game of two
        return [2] if players == 2 else [2, 3]
    groups: list[int] = []
    without = players
    while without >= 3:
        groups.append(3)
        without -= 3
    for index in range(without):
        groups[index] += 1
    return groups


def faults(before: Tournament, fact: Fact) -> list[str]:
    """Return what is wrong with a grouping that was made when the tournament stood as `before`; nothing when it is right."""
    stage = before.coming().stage if before.stages else "round"
    if fact["stage"] != stage:
        return [f"{fact['stage']} instead of {stage}"]
    special = {"readmission": _wrong_readmission, "final": _wrong_final, "round": _wrong_round}[stage]
    return [*_wrong_frame(before, fact), *special(before, fact)]


def _wrong_frame(before: Tournament, fact: Fact) -> Iterator[str]:
    """What holds for every grouping: nothing is left open, nobody sits twice, tables and rounds are counted."""
    if not all(game.over for game in before.current):
        yield "grouped while a game was open"
    if fact["round"] != before.round + (fact["stage"] != "readmission"):
        yield f"round {fact['round']} after {before.round}"
    if [table["table"] for table in fact["tables"]] != list(range(1, len(fact["tables"]) + 1)):
        yield "tables are not numbered through"
    seated = [player for table in fact["tables"] for player in table["players"]]
    if len(set(seated)) != len(seated):
        yield "somebody sits twice"


def _wrong_readmission(before: Tournament, fact: Fact) -> Iterator[str]:
    """OTE 2.8.3: the tied players play one game, and nothing else is played."""
    tied = before.coming().tied
    if [(table["set"], sorted(table["players"])) for table in fact["tables"]] != [("readmission", sorted(tied))]:
        yield f"the tied players {tied} play, and only they"


def _wrong_final(before: Tournament, fact: Fact) -> Iterator[str]:
    """OTE 2.8, 2.9: one game of the active and the readmitted players; everybody else plays in the inactive set."""
    coming = before.coming()
    final, *others = fact["tables"]
    if (final["set"], sorted(final["players"])) != ("final", sorted(coming.active + coming.readmitted)):
        yield f"the final is played by {coming.active} and {coming.readmitted}"
    if sorted(fact["readmitted"]) != sorted(coming.readmitted):
        yield f"readmitted are {coming.readmitted}"
    yield from _wrong_inactive(before, fact, others)


def _wrong_round(before: Tournament, fact: Fact) -> Iterator[str]:
    """OTE 2.5 to 2.7: the active set's games, then the inactive set's."""
    active = [table for table in fact["tables"] if table["set"] == "active"]
    yield from _wrong_sizes("active", active, before.members("active"))
    yield from _wrong_repeats(before, active)
    yield from _wrong_inactive(before, fact, fact["tables"][len(active) :])


def _wrong_inactive(before: Tournament, fact: Fact, tables: list[TableFact]) -> Iterator[str]:
    """OTE 2.7 for the tables that follow the active set's, or the final: they are the inactive set's."""
    inactive = before.coming().inactive if before.stages else []
    if any(table["set"] != "inactive" for table in tables):
        yield "the tables of the sets are mixed"
    yield from _wrong_sizes("inactive", tables, inactive)
    yield from _wrong_list(before, tables)
    if list(fact["sitting_out"]) != (inactive if len(inactive) == 1 else []):
        yield f"{fact['sitting_out']} sits out of {inactive}"


def _wrong_sizes(name: str, tables: list[TableFact], players: list[str]) -> Iterator[str]:
    """OTE 2.4 for one set: everybody in it who is here is grouped, in games of the right sizes, off-numbered first."""
    if [len(table["players"]) for table in tables] != sizes(len(players)):
        yield f"{len(players)} {name} players in games of {[len(table['players']) for table in tables]}"
    seated = sorted(player for table in tables for player in table["players"])
    if len(players) > 1 and seated != sorted(players):
        yield f"the {name} set is {players}, grouped are {seated}"


def _wrong_repeats(before: Tournament, tables: list[TableFact]) -> Iterator[str]:
    """OTE 2.6.1: nobody takes a second off-numbered seat while somebody who never had one is left."""
    seats = [player for table in tables if len(table["players"]) != 3 for player in table["players"]]
    again = [player for player in seats if before.off_numbered_games(player)]
    fresh = [player for player in before.members("active") if not before.off_numbered_games(player)]
    if len(again) != max(0, len(seats) - len(fresh)):
        yield f"{again} sit in an off-numbered game again; {fresh} never did"


def _wrong_list(before: Tournament, tables: list[TableFact]) -> Iterator[str]:
    """OTE 2.7.1, 2.7.2: the games of the inactive set follow one another down the list by points."""
    listed = [player for table in tables for player in table["players"]]
    values = [(before.victory_points(player), before.influence(player)) for player in listed]
    if values != sorted(values, reverse=True):
        yield f"the inactive list is not cut from the top: {list(zip(listed, values, strict=True))}"


def wrong_reasons(before: Tournament, fact: Fact) -> list[str]:
    """Return the reasons given for tables that are not the true ones."""
    inactive = [player for table in fact["tables"] if table["set"] == "inactive" for player in table["players"]]
    found = []
    for table in fact["tables"]:
        players, why = table["players"], dict(table["why"])
        if table["set"] == "inactive":
            first = inactive.index(players[0]) + 1
            expected = {"kind": "ranked", "first": first, "last": first + len(players) - 1, "playing": len(inactive)}
        elif table["set"] == "final":
            expected = {"kind": "advanced", "readmitted": fact["readmitted"]}
        elif table["set"] == "readmission":
            tied = before.coming()
            expected = {"kind": "tied", "seats": tied.seats, "score": str(before.score(players[0]))}
        elif len(players) == 3:
            expected = {"kind": "drawn", "first_round": not before.stages}
        else:
            expected = {
                "kind": "drawn-off-numbered",
                "first_round": not before.stages,
                "playing": len(before.members("active")),
                "again": [player for player in players if before.off_numbered_games(player)],
            }
        if why != expected:
            found.append(f"table {table['table']}: {why} instead of {expected}")
    return found

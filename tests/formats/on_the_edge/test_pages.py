"""What pages, papers and the command line say, from a first round with a latecomer over a readmission game to the end."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from floorjudge.events import commands
from floorjudge.events.explain import filled, staff_text
from floorjudge.formats.log import TournamentEvent
from floorjudge.formats.on_the_edge import log
from floorjudge.formats.on_the_edge.claims import ReachedEight, Won
from floorjudge.formats.on_the_edge.display.sentences import leaving_text
from floorjudge.formats.on_the_edge.display.texts import unplayed_text, why_text
from floorjudge.formats.on_the_edge.tables import Advanced, Drawn, Ranked, Result, Table, TableSet
from floorjudge.texts import Text
from tests.clauses.playing import Example, Line
from tests.events.driver import Organiser, opened
from tests.support.reports import qualified
from tests.support.sentences import plain_english

COME = "Every table of this round has its result; the next tables come soon."
LATE = "Let in late: plays in the inactive set from the next tables on."
INACTIVE = "Inactive set | let in late, during round 1 | late | late | inactive, late | inactive"


def words(said: Iterable[Text | str | None]) -> str:
    """Return texts in English one after the other, with a dash for none."""
    return " | ".join(each if isinstance(each, str) else plain_english(each) if each else "-" for each in said)


def of_stage(event: Organiser) -> tuple[str, bool, bool]:
    """Return the names of the stage, whether players may enter late, and whether the event ends after it."""
    now, rules = event.now, event.now.rules
    titles = rules.heading("Friday", now.stage, now.round), rules.stage_title(now.stage, now.round)
    said = words((*titles, rules.stage_word(now.stage)))
    return said, rules.late_help(now) is not None, rules.ends_next(now)


def of_tables(event: Example) -> list[str]:
    """Return what is said of each table, whose games are open."""
    now, rules, found = event.now, event.now.rules, []
    for table in now.tables:
        badges = [word for badge in rules.table_badges(now, table) for word in (badge.kind, badge.label)]
        cells = [cell for side in rules.table_cells(now, table) for cell in side]
        line, slip = rules.line(now, table), rules.slip(now, table)
        about = (rules.group_title(rules.group(table)), *badges, rules.paper_note(now, table), *cells)
        found.append(words((*about, rules.result_help(now, table), line.example, slip.goal, slip.write)))
        assert rules.why(table) == why_text(table)
        assert line.example.replace(" ", "\N{NO-BREAK SPACE}") in plain_english(line.help)
        assert plain_english(line.help).startswith(plain_english(line.title))
        assert plain_english(line.help).endswith("For a drawn game: the table and “drawn”.")
    return found


def of_player(event: Example, name: str) -> str:
    """Return what is said of a player."""
    now, rules, player = event.now, event.now.rules, event.now.players[name]
    badges = [word for badge in rules.player_badges(now, player) for word in (badge.kind, badge.label)]
    cells = [cell for side in rules.list_cells(now, player) for cell in side]
    return words((*rules.player_words(now, player), *badges, rules.status(now, player), *cells))


def told(event: Example, *players: str) -> list[str]:
    """Return what players are told to do next."""
    return [words(event.now.rules.next_steps(event.now, event.now.players[player])) for player in players]


def begun() -> Example:
    """Return an event of six in its first round, in which Zoe was let in late."""
    event = Example.of(6)
    event.do(commands.Register("Zoe", late=True))
    return event


def test_a_first_round_with_a_latecomer_is_said_in_words() -> None:
    assert of_stage(opened(["Ana"])) == ("Friday: registration | Registration | registration", False, False)
    event = begun()
    winner, loser, _ = event.seated(1)
    assert of_stage(event) == ("Friday: round 1 | Round 1 | a round", True, False)
    game = "Active set |  | to 16 | - | active | 16 | - | {} 16 7 3 | to 16 influence | Final influence"
    assert of_tables(event) == [game.format(1), game.format(2)]
    assert of_player(event, winner) == "Active set | on | active | active | active | 0"
    assert of_player(event, "Zoe") == f"{INACTIVE} | 0"
    assert told(event, winner, "Zoe") == [
        "Now at table 1. 16 influence wins.",
        f"{LATE} | 2 tables of this round are still playing.",
    ]
    event.all_end((16, 9, 9))
    loses = "Plays on in the inactive set: every point still counts for the places, and for a way back into the final."
    assert told(event, winner, loser, "Zoe") == [
        f"Won, and stays in the active set. | {COME}",
        f"{loses} | {COME}",
        f"{LATE} | {COME}",
    ]


def test_a_readmission_game_and_a_last_round_are_said_in_words() -> None:
    event = begun()
    winner, *_ = event.seated(1)
    event.all_end((16, 9, 9))
    event.next()
    through, tied, *_ = event.seated(1)
    titles = "Friday: readmission after round 1 | Readmission after round 1 | the readmission game"
    assert of_stage(event) == (titles, True, False)
    seat = "1 seat of the final is open. | 1 4"
    assert of_tables(event) == [
        f"Readmission | chief | to 8 | to 8 influence | readmission | 8 | {seat} | to 8 influence | Reached 8 as number"
    ]
    assert told(event, winner, tied, "Zoe") == [
        "Has a seat in the final, which comes after the readmission game.",
        "Now at table 1: the readmission game. A player who reaches 8 influence is in the final.",
        "The readmission game is being played; then come the final and the last games of all others.",
    ]
    event.do(qualified(1, (through,)))
    final = f"Has reached the final, which comes next. | {COME}"
    over = f"The readmission game is over. The last games of the inactive set come next. | {COME}"
    assert told(event, winner, through, tied, "Zoe") == [final, final, over, over]
    event.next()
    check_last_round(event, winner, tied)


def check_last_round(event: Example, finalist: str, other: str) -> None:
    assert of_stage(event) == ("Friday: round 2, the final | Round 2, the final | the final", False, True)
    assert of_tables(event) == [
        "Final | chief | to 16 | - | final | 16 | - | 1 16 7 3 | to 16 influence | Final influence",
        "Inactive set |  | to 16 | off-numbered | inactive | 16 | - | 2 16 7 3 0 | to 16 influence | Final influence",
    ]
    assert of_player(event, "Zoe") == f"{INACTIVE} | 1"
    assert told(event, finalist, other) == [
        "Now at table 1: the final. 16 influence wins it.",
        "Now at table 2. 16 influence wins.",
    ]
    event.ends(1, (16, 5, 1))
    last = "Has played the last game. The places are known when every game is over."
    assert told(event, finalist) == [f"{last} | 1 table of this round is still playing."]
    event.all_end()
    ended = "Every table of this round has its result; it was the last round."
    assert told(event, finalist, "Zoe") == [f"{last} | {ended}"] * 2
    event.next()
    titles = "Friday: finished after round 2 | Finished after round 2 | the end of the event"
    assert of_stage(event) == (titles, False, False)


def test_results_are_shown_in_rows_and_kept_in_numbers() -> None:
    event = Example.of(6)
    one, two, three = event.ends(1, (16, -2, -2), "a ruling")
    others = event.seated(2)
    event.leaves(others[0]).leaves(others[1])
    rules, tables, results = event.now.rules, event.now.tables, event.now.results

    def rows(number: int) -> list[tuple[str, bool, list[tuple[str, str]]]]:
        found = rules.result_rows(event.now, tables[number - 1], results[number])
        return [(row.name, row.won, [(cell.exact, cell.shown) for cell in row.cells]) for row in found]

    level = [("-2", "\N{MINUS SIGN}2"), ("2", "+2")]
    assert rows(1) == [(one, True, [("16", "16"), ("8", "+8")]), (two, False, level), (three, False, level)]
    assert [column.key for column in rules.result_columns(event.now, tables[0])] == ["influence", "points"]
    assert rules.past_json(event.now, tables[0], results[1]) == {
        "table": 1,
        "target": 16,
        "players": [
            {"player": one, "won": True, "influence": 16, "points": 8},
            {"player": two, "won": False, "influence": -2, "points": 2},
            {"player": three, "won": False, "influence": -2, "points": 2},
        ],
    }
    assert (rules.result_note(results[1]), rules.result_words(event.now, results[1], tables[0].players)) == (
        "a ruling",
        None,
    )
    assert words([rules.result_note(results[2])]).startswith("Until it is reported, the influence of all players")
    of_two = Result("Ana", (0, 0), None, unplayed=True)  # there is no second place to share
    assert rules.result_note(of_two) is None
    claimed = rules.claim_rows(event.now, tables[0], Won(one, {one: 16, two: 0})) or ()
    shown = [(row.name, row.won, [cell.shown for cell in row.cells]) for row in claimed]
    assert shown == [(one, True, ["16"]), (two, False, ["0"]), (three, False, ["0"])]


def test_who_qualified_is_shown_in_rows_and_kept_in_numbers() -> None:
    event = Example.of(6)
    event.all_end((16, 9, 9))
    event.next()
    through, *others = event.seated(1)
    event.do(qualified(1, (through,)))
    now, rules, table = event.now, event.now.rules, event.now.tables[0]
    outcome = now.results[1]
    rows = [(row.name, row.won, words([row.won_as])) for row in rules.result_rows(now, table, outcome)]
    assert rows == [(name, name == through, "in the final") for name in (through, *others)]
    none: Line = {"influence": None, "points": None}
    assert rules.past_json(now, table, outcome)["players"] == [
        {"player": name, "won": name == through, **none} for name in (through, *others)
    ]
    assert rules.result_columns(now, table) == ()
    assert (rules.result_note(outcome), rules.claim_rows(now, table, ReachedEight((through,)))) == (None, None)
    in_words = words([rules.result_words(now, outcome, table.players)])
    assert in_words == f"{', '.join(table.players)}; qualified: {through}"
    event = Example.of(4)
    event.all_end((16, 5, 5, 5))
    (said,) = of_tables(event.next())
    assert "| 2 seats of the final are open. | 1 3 2 |" in said


def test_who_has_no_game_is_told_why() -> None:
    event = Example.of(4)
    *_, fourth = event.ends(1, (16, 5, 1, 0))
    event.next()
    assert told(event, fourth) == [
        "Sits this round out: there was no opponent left. | 1 table of this round is still playing."
    ]
    event = Example.of(12)
    event.all_end()
    alone, *gone = event.those("inactive")
    for player in gone:
        event.leaves(player)
    assert of_player(event, gone[0]) == "Left the event | left | left | 0"
    event.next().do(commands.ComeBack(gone[0]))
    still = "1 table of this round is still playing."
    assert told(event, alone, gone[0]) == [
        f"Sits this round out: there was no opponent left. | {still}",
        f"Plays from the next tables on. | {still}",
    ]


def test_the_log_and_the_preview_say_everything_of_an_event(subtests: pytest.Subtests) -> None:
    seats = ("Ana", "Bo", "Cy")
    first = tuple(Table(number, TableSet.ACTIVE, seats, Drawn(first_round=True)) for number in (1, 2))
    others = Table(2, TableSet.INACTIVE, ("Dé", "Eve", "Fay"), Ranked(1, 3, 3))
    final = (Table(1, TableSet.FINAL, seats, Advanced(())), others)
    won = {"Ana": 16, "Bo": 7, "Cy": -2}
    other = log.Otherwise(("Ana",), ("Bo",), "final", (("Ana", "Cy"),))
    amended = "Round 1, table 2 was corrected: Ana won (Ana 16, Bo 7, Cy \N{MINUS SIGN}2). "
    unplayed = plain_english(unplayed_text())
    otherwise = [
        "The groups made since stand.",
        "Would have been active: Ana.",
        "Would have been inactive: Bo.",
        "Other groups would have played: Ana + Cy.",
        "Next would have come: the final.",
    ]
    same = [otherwise[0], "With the right result they would have been the same."]
    readmission = "The readmission game of round 1 was corrected; "
    cases: list[tuple[TournamentEvent, list[str]]] = [
        (log.RoundGrouped("round", 2, first), ["Round 2 was grouped at 2 tables."]),
        (
            log.RoundGrouped("round", 1, first, deck_reason="let in"),
            ["The event started with illegal decks let in (let in); round 1 was grouped at 2 tables."],
        ),
        (log.RoundGrouped("readmission", 2, final), ["The readmission game was grouped: Ana, Bo, Cy."]),
        (log.RoundGrouped("final", 2, final), ["Round 2, the final, was grouped: Ana, Bo, Cy."]),
        (log.PlayerLeft("Ana"), ["Ana left."]),
        (log.PlayerLeft("Ana", 1, "Bo"), ["Ana left. Table 1: Bo is the only one left and wins.", unplayed]),
        (
            log.PlayerLeft("Ana", 1, qualified=("Bo", "Cy")),
            ["Ana left. The readmission game is not needed; qualified for the final: Bo, Cy."],
        ),
        (log.ResultAmended(1, 2, "Ana", won, "x"), [f"{amended}Reason: “x”."]),
        (log.ResultAmended(1, 2, "Ana", won, "x", "x", other), [f"{amended}Reason: “x”.", *otherwise]),
        (log.ResultAmended(1, 2, "Ana", won, "x", "y"), [f"{amended}Note: “y”. Reason: “x”."]),
        (
            log.ReadmissionAmended(1, 1, ("Ana",), "x"),
            [f"{readmission}qualified for the final: Ana. Reason: “x”."],
        ),
        (
            log.ReadmissionAmended(1, 1, ("Ana",), "x", log.Otherwise()),
            [f"{readmission}who should have qualified for the final: Ana. Reason: “x”.", *same],
        ),
        (log.PlayerReturned("Ana", "active"), ["Ana came back into the active set."]),
        (log.PlayerReturned("Ana", "inactive"), ["Ana came back into the inactive set."]),
        (log.PlayerReturned("Ana"), ["Ana came back."]),
        (log.EventFinished("a seed"), ["The event is finished."]),
        (log.EventFinished("a seed", "Ana"), ["The event is finished: Ana was the only one left for the final."]),
    ]
    for event, said in cases:
        with subtests.test(said=said):
            assert plain_english(staff_text(event)).split("\n") == said
    previews = [
        (log.PlayerLeft("Ana"), ["Ana leaves the event."]),
        (log.PlayerLeft("Ana", 1, "Bo"), ["Ana leaves. At table 1 Bo is then the only one left, and wins.", unplayed]),
        (
            log.PlayerLeft("Ana", 1, qualified=("Bo", "Cy")),
            ["Ana leaves. The readmission game is then not needed; qualified for the final: Bo, Cy."],
        ),
    ]
    for left, said in previews:
        with subtests.test(said=said):
            assert plain_english(filled(leaving_text(left), left)).split("\n") == said

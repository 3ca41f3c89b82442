"""What every format has to keep to, whichever it is: whole random events by commands as they come in, and what must hold after each.

The formats that come with floorjudge are played, and the one that docs/formats.md leads to.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from floorjudge.errors import FloorjudgeError
from floorjudge.events import verify
from floorjudge.events.codec import event_json, read_command, read_event
from floorjudge.events.explain import public_text, staff_text
from floorjudge.events.leaving import upon_leaving, upon_returning
from floorjudge.events.service import EventService
from floorjudge.events.service.log.export import verify_records
from floorjudge.events.state import State
from floorjudge.events.venue import Venue
from floorjudge.events.view import view
from floorjudge.formats import all_formats, format_of
from floorjudge.formats.competition import Phase
from floorjudge.formats.errors import BrokenFormat
from floorjudge.store import open_log
from floorjudge.texts import LANGUAGES, Text, render
from tests.support.further_formats import further_formats, write_knockout
from tests.support.messages import GAP
from tests.support.refusals import error_of

# The names that a module `format.py` has when it derives from the format of docs/formats.md.
KNOCKOUT = "from floorjudge.formats.knockout.format import *\n"
SEED = "a seed of these tests, which is long enough"
KINDS = (
    "report, report, report, propose, unreport, leave, come back, late, amend, undo, rename, seat, seat, next".split(
        ", "
    )
)
MOST_STEPS = 60

Given = dict[str, Any]


@pytest.fixture(scope="module", autouse=True)
def with_knockout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    place = tmp_path_factory.mktemp("formats")
    write_knockout(place)
    with further_formats(place):
        yield


def formats() -> st.SearchStrategy[str]:
    return st.deferred(lambda: st.sampled_from(sorted(all_formats())))


class Playing:
    """An event that chance plays, by commands as they come in."""

    def __init__(self, format_id: str, players: int, seed: int) -> None:
        self.service = EventService(open_log())
        self.chance = random.Random(seed)
        self.given = {"do": "open", "name": "Friday", "format": format_id, "seed": SEED}
        self.send(self.given)
        for number in range(1, players + 1):
            self.send({"do": "register", "player": f"Player {number}"})

    @property
    def state(self) -> State:
        return self.service.state

    def send(self, given: Given) -> None:
        self.service.take(given, "en")

    def tried(self, given: Given) -> bool:
        """Send a command that may be refused; then nothing has happened, and it is said in every language."""
        before, number = self.state, self.service.number
        try:
            self.send(given)
        except FloorjudgeError as error:
            refused = error
        else:
            return True
        assert (self.state, self.service.number) == (before, number)
        assert all(refused.message(language).strip() for language in LANGUAGES)
        return False

    def someone(self) -> str:
        return self.chance.choice(list(self.state.players))

    def result(self) -> Given | None:
        """Return a report of an open game, None when there is none that can be played to its end."""
        tables = self.state.open_tables()
        if not tables:
            return None
        table = self.chance.choice(tables)
        return {"do": "report", "table": table.table, **self.state.rules.by_chance(self.state, table, self.chance)}

    def step(self, kind: str) -> None:
        """Do something that fits, or that is refused."""
        getattr(self, kind.replace(" ", "_"))()

    def report(self) -> None:
        if (given := self.result()) is not None:
            self.tried(given)

    def propose(self) -> None:
        if (given := self.result()) is not None:
            for player in self.state.tables[given["table"] - 1].players:
                self.tried({**given, "do": "propose", "player": player})

    def unreport(self) -> None:
        number = self.chance.randint(1, max(1, len(self.state.tables)))
        self.tried({"do": "unreport", "table": number, "reason": "the wrong table"})

    def leave(self) -> None:
        if len(self.state.in_event()) > self.state.rules.fewest:
            player = self.someone()
            said = upon_leaving(self.state, player)
            with self.same_standings():
                assert self.tried({"do": "leave", "player": player}) is (said is not None)
            check_said(said)

    def come_back(self) -> None:
        away = [player.name for player in self.state.all_players() if not player.present]
        player = self.chance.choice(away) if away else self.someone()
        said = upon_returning(self.state, player)
        with self.same_standings():
            assert self.tried({"do": "come_back", "player": player}) is (said is not None)
        check_said(said)

    def late(self) -> None:
        with self.same_standings():
            self.tried({"do": "register", "player": f"Latecomer {self.service.number}", "late": True})

    @contextmanager
    def same_standings(self) -> Iterator[None]:
        """Check that what ranks the players stays as it is while one comes or goes, unless that decides a game."""
        before, results = ranked_by(self.state), self.state.results
        yield
        if self.state.results == results:
            after = ranked_by(self.state)
            assert before | after == after | before

    def undo(self) -> None:
        if self.state.past:
            self.tried({"do": "undo"})

    def rename(self) -> None:
        self.tried({"do": "rename", "player": self.someone(), "name": f"Renamed {self.service.number}"})

    def next(self) -> None:
        """Go on; the desk is told before whether that is the end, unless players who left made it so.

        Who was said to play on does, or waits while others play for the seats that are left.
        """
        ends, playing_on = self.state.rules.ends_next(self.state), advanced(self.state)
        if self.tried({"do": "next"}):
            finished = self.state.phase is Phase.FINISHED
            assert finished or playing_on <= {*placed(self.state), *advanced(self.state)}
            assert ends == finished or (finished and any(not player.present for player in self.state.all_players()))

    def seat(self) -> None:
        """Move players by hand; everybody keeps a place, and the preview, the log and the table say it."""
        state, tables = self.state, self.state.tables
        if not tables:
            return
        table = self.chance.choice(tables)
        given = {"do": "seat", "table": table.table, "players": self.some_seats(table), "reason": "by the door"}
        if not self.tried({**given, "preview": True}):
            assert not self.tried(given)
            return
        said = self.service.take({**given, "preview": True}, "en").changes or []
        assert self.tried(given)
        moved = self.state.moves[-1]
        assert [list(seats.players) for seats in moved.tables][:1] == [given["players"]]
        assert {change["to"] for change in said if change["what"] == "seat"} <= {
            None,
            *(seats.table for seats in moved.tables),
        }
        assert sorted(placed(self.state)) == sorted({*placed(state), *given["players"]})
        for seats in moved.tables:
            assert seats.table not in self.state.results
            assert "“by the door”" in render(self.state.rules.why(self.state.table(seats.table)), "en")
        untouched = {each.table for each in tables} - {seats.table for seats in moved.tables}
        assert all(self.state.table(number) == state.table(number) for number in untouched)

    def some_seats(self, table: Any) -> list[str]:
        """Return players for a table: those of another one, or its own with another order or with somebody from elsewhere."""
        kind = self.chance.randrange(3)
        if kind == 0:
            return list(self.chance.choice(self.state.tables).players)
        seats = list(table.players)
        if kind == 1:
            self.chance.shuffle(seats)
            return seats
        seats[self.chance.randrange(len(seats))] = self.someone()
        return seats

    def amend(self) -> None:
        """Correct some game; what the preview says is what comes."""
        played = self.chance.choice(self.state.stages())
        if not played.results:
            return
        table = played.tables[self.chance.choice(list(played.results)) - 1]
        said = self.state.rules.by_chance(self.state, table, self.chance)
        given = {**said, "do": "amend", "round": played.round, "table": table.table, "reason": "misheard"}
        if self.tried({**given, "preview": True}):
            answer = self.service.take({**given, "preview": True}, "en")
            assert all(change["text"] for change in answer.changes or ())
            assert self.tried(given)

    def to_the_end(self) -> None:
        """Report what is open, let players come and go, and go on until the event is finished."""
        for _ in range(MOST_STEPS):
            if self.state.phase is Phase.FINISHED:
                return
            for table in self.state.open_tables():
                for _ in range(20):
                    given = self.state.rules.by_chance(self.state, table, self.chance)
                    if table.table in self.state.results or self.tried({"do": "report", "table": table.table, **given}):
                        break
            for _ in range(2):
                self.step(self.chance.choice(("leave", "come back", "late", "amend")))
            self.next()
        raise AssertionError("an event comes to its end")


def ranked_by(state: State) -> dict[str, list[str]]:
    """Return the values that rank each player."""
    return {row.player.name: [cell.exact for cell in row.cells] for row in state.rules.standings(state, {})}


def placed(state: State) -> list[str]:
    """Return who sits at a table or has a bye."""
    return [*state.sitting_out, *(name for table in state.tables for name in table.players)]


def advanced(state: State) -> set[str]:
    """Return who is said to play on."""
    return {row.player.name for row in state.rules.standings(state, {}) if row.advanced}


def check_said(said: Text | None) -> None:
    """Check that a sentence can be said in every language, with nothing left to fill in."""
    if said is not None:
        for language in LANGUAGES:
            assert not GAP.findall(render(said, language))


def tournament_of(state: State) -> State:
    return replace(state, venue=Venue())


def check(playing: Playing) -> None:
    """Check what has to hold at any moment."""
    state, rules = playing.state, playing.state.rules
    seen = view(state, "en")
    here = {player.name for player in state.in_event()}
    assert {table["table"] for table in seen["tables"]} == set(range(1, len(state.tables) + 1))
    seated = [name for table in state.tables for name in table.players]
    assert len(seated) == len(set(seated)), "one table for each player"
    assert not set(seated) & set(state.sitting_out)
    listed = rules.standings(state, state.places())
    names = [row.player.name for row in listed]
    assert here <= set(names) == set(dict.fromkeys(names))
    assert all(len(row.cells) == len(rules.columns(state)) for row in listed)
    check_said(rules.stage_title(state.stage, state.round))
    check_said(rules.stage_word(state.stage))
    check_said(rules.heading(state.name, state.stage, state.round))
    for player in state.all_players():
        for said in rules.next_steps(state, player) if state.phase is Phase.PLAYING else ():
            check_said(said)
    for table in state.tables:
        check_said(rules.why(table))
        outcome = state.results.get(table.table)
        if outcome is not None:
            rows = rules.result_rows(state, table, outcome)
            assert [row.name for row in rows] == list(table.players)
            assert all(len(row.cells) in (0, len(rules.result_columns(state, table))) for row in rows)
            msgspec.json.encode(rules.result_json(state, table, outcome))


@given(formats(), st.integers(2, 17), st.integers(0, 2**32), st.lists(st.sampled_from(KINDS), max_size=40))
def test_whole_random_events_hold_what_every_event_holds(
    format_id: str, players: int, seed: int, kinds: list[str]
) -> None:
    playing = Playing(format_id, max(players, format_of(format_id).fewest), seed)
    check(playing)
    playing.send({"do": "start"})
    for kind in kinds:
        check(playing)
        playing.step(kind)
    events = [read_event(record.event) for record in playing.service.records]
    # While nobody knows the seed, everything is decided again that chance does not decide.
    assert tournament_of(verify(events).state) == tournament_of(playing.state)
    playing.to_the_end()
    check(playing)
    assert set(playing.state.places().values()) <= set(range(1, len(playing.state.players) + 1))
    verified = verify_records(playing.service.records)
    assert tournament_of(verified.state) == tournament_of(playing.state)
    assert verified.draws_waiting == 0
    for record in playing.service.records:
        event = read_event(record.event)
        assert read_event(event_json(event)) == event
        check_said(staff_text(event))
        check_said(public_text(event))


@pytest.mark.clauses("MTR 2.10", "MSTR 3.1A")
@given(formats(), st.integers(9, 17), st.integers(0, 2**32))
def test_players_who_come_and_go_change_no_standing(format_id: str, players: int, seed: int) -> None:
    """From nine players on every format has several rounds; `Playing` compares the standings."""
    playing = Playing(format_id, players, seed)
    playing.send({"do": "start"})
    playing.to_the_end()


@given(formats(), st.integers(4, 12), st.integers(0, 2**32))
def test_what_is_taken_back_leaves_nothing(format_id: str, players: int, seed: int) -> None:
    playing = Playing(format_id, players, seed)
    before = playing.state
    playing.send({"do": "start"})
    drawn = playing.state
    playing.seat()
    if playing.state.moves:
        playing.send({"do": "undo"})
    assert (playing.state.tables, playing.state.sitting_out, playing.state.moves) == (
        drawn.tables,
        drawn.sitting_out,
        (),
    )
    reported = playing.result()
    if reported is not None and playing.tried(reported):
        playing.send({"do": "undo"})
    playing.send({"do": "undo"})
    assert view(playing.state, "en")["players"] == view(before, "en")["players"]
    assert playing.state.options == before.options
    assert playing.state.memory == before.memory


@given(formats(), st.integers(4, 12), st.integers(0, 2**32))
def test_a_claim_is_read_as_it_is_sent(format_id: str, players: int, seed: int) -> None:
    playing = Playing(format_id, players, seed)
    playing.send({"do": "start"})
    reported = playing.result()
    if reported is not None:
        claim: Any = read_command(reported, playing.state.rules)
        again: Any = read_command({**claim.claim.as_report(), "table": claim.table}, playing.state.rules)
        assert again == claim


def test_a_format_that_cannot_be_used_is_named_with_the_reason(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for written, reason in [
        ("FORMAT = 1 / 0", "division by zero"),
        ("import nowhere_at_all", "nowhere_at_all"),
        ("FORMAT = object()", "FORMAT is no object of a class derived from Format"),
        (KNOCKOUT + "FORMAT = Knockout", "FORMAT is no object of a class derived from Format"),
        (KNOCKOUT + "class Half(Knockout):\n    typed = Format.typed\nFORMAT = Half()", "abstract method typed"),
        (
            KNOCKOUT + "class Half(Knockout):\n    check_seats = lambda *moved: None\nFORMAT = Half()",
            "FORMAT has no seated (check_seats)",
        ),
        (
            KNOCKOUT
            + "class Mute(Claim, msgspec.Struct, frozen=True, tag=True):\n    winner: str\n"
            + "class Half(Knockout):\n    claims = (Mute,)\nFORMAT = Half()",
            "Mute has no sentence",
        ),
        (
            KNOCKOUT
            + "class Bare(Claim, msgspec.Struct, frozen=True):\n    winner: str\n"
            + "    sentence = Through.sentence\n    words = Through.words\n"
            + "class Half(Knockout):\n    claims = (Bare,)\nFORMAT = Half()",
            "Bare has no tag",
        ),
        (
            KNOCKOUT
            + "class Even(Claim, msgspec.Struct, frozen=True, tag='even', tag_field='kind'):\n    even: bool\n"
            + "    sentence = Through.sentence\n    words = Through.words\n"
            + "class Half(Knockout):\n    claims = (Through, Even)\nFORMAT = Half()",
            "Even has no telltale",
        ),
        (
            KNOCKOUT
            + "class Made(StageMade, frozen=True):\n    stage: str\n    round: int\n    tables: tuple[Match, ...]\n"
            + "class Half(Knockout):\n    stage_event = Made\nFORMAT = Half()",
            "Made has no deck_reason, public, roster, sitting_out",
        ),
        (KNOCKOUT + "class Nameless(Refused):\n    player: str\nFORMAT = Knockout()", "Nameless has no sentence"),
        (
            KNOCKOUT + "class Plain(Refused):\n    sentence = 'He left.'\nFORMAT = Knockout()",
            "Plain has no sentence",
        ),
        (
            KNOCKOUT
            + "class Gone(Refused):\n    sentence = text('{player} left table {table}.')\n    player: str\n"
            + "class Half(Knockout):\n    id = 'half'\nFORMAT = Half()",
            "Gone has no table",
        ),
        ("from floorjudge.formats.knockout.format import FORMAT", "“knockout” is taken by"),
        (
            "from floorjudge.formats.knockout.format import Knockout as K\nFORMAT = type('Again', (K,), {'id': 'again'})()",
            "“RoundDrawn” is taken by",
        ),
    ]:
        with (
            subtests.test(reason=reason),
            written_format(tmp_path, "wrong", written),
            pytest.raises(BrokenFormat) as raised,
        ):
            all_formats()
        assert raised.value.folder == "wrong"
        assert reason in render(raised.value.full_sentence, "en")


@contextmanager
def written_format(folder: Path, name: str, written: str) -> Iterator[None]:
    """Have a further format of this name and text, and forget its modules afterwards."""
    (folder / name).mkdir(exist_ok=True)
    (folder / name / "__init__.py").write_text("", "utf-8")
    (folder / name / "format.py").write_text(written, "utf-8")
    with further_formats(folder):
        yield
    for module in (f"floorjudge.formats.{name}.format", f"floorjudge.formats.{name}"):
        sys.modules.pop(module, None)


# A format of its own events, whose next stage is what `made` returns.
OWN = (
    KNOCKOUT
    + "class OwnRound(StageMade, frozen=True):\n    stage: str\n    round: int\n    tables: tuple[Match, ...]\n"
    + "    sitting_out: tuple[str, ...] = ()\n    public: str | None = None\n    roster: str | None = None\n"
    + "    deck_reason: str | None = None\n"
    + "class Goes(Claim, msgspec.Struct, frozen=True, tag='goes', tag_field='kind'):\n    winner: str\n"
    + "    sentence = Through.sentence\n    words = Through.words\n"
    + "class Own(Knockout):\n    id = 'own'\n    claims = (Goes,)\n    stage_event = OwnRound\n"
    + "    once = {'seeds': frozenset({'final'}), 'start': frozenset({'round', 'final'})}\n"
    + "    def next(self, event, draw):\n        return made(event, draw)\nFORMAT = Own()\n"
    + "def drawn(draw, *labels, kind='round'):\n    for label in labels:\n        draw.in_order(label, ['1', '2', '3'])\n"
    + "    return Stage(kind, 1, (Match(1, ('Ana', 'Bo')),), ('Cy',))\n"
)


@contextmanager
def playing_own(folder: Path, stage: str) -> Iterator[EventService]:
    """Yield an event with three players, of the format whose next stage is this expression."""
    with written_format(folder, "own", OWN + f"def made(event, draw):\n    return {stage}\n"):
        desk = EventService(open_log())
        desk.take({"do": "open", "name": "Cup", "format": "own", "seed": SEED}, "en")
        for player in ("Ana", "Bo", "Cy"):
            desk.take({"do": "register", "player": player}, "en")
        yield desk


@pytest.mark.parametrize(
    ("stage", "reason"),
    [
        ("Stage('round', 1, (Match(2, ('Ana', 'Bo')),), ('Cy',))", "not numbered from 1"),
        ("Stage('round', 1, (Match(1, ('Ana', 'Ana')),), ('Cy',))", "two places"),
        ("Stage('round', 1, (Match(1, ('Ana', 'Bo')),), ('Ana',))", "two places"),
        ("Stage('round', 1, (Match(1, ('Ana', 'Dee')),), ('Cy',))", "Dee, who is no player"),
        ("drawn(draw, 'round 1/seats', 'round 1/seats')", "draws twice under the label “round 1/seats”"),
        ("drawn(draw, 'round 1/seats', 'seats')", "“seats” of a draw does not begin with “round 1/”"),
        ("drawn(draw, 'round 10/seats')", "“round 10/seats” of a draw does not begin with “round 1/”"),
    ],
)
def test_a_stage_that_cannot_be_played_is_not_begun(tmp_path: Path, stage: str, reason: str) -> None:
    with playing_own(tmp_path, stage) as desk:
        with pytest.raises(BrokenFormat) as raised:
            desk.take({"do": "start"}, "en")
        assert desk.state.phase is Phase.REGISTRATION
    assert raised.value.folder == "own"
    assert reason in render(raised.value.full_sentence, "en")


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ("'round 1/seats'", "'round 1/seats'", "draws twice under the label “round 1/seats”"),
        (
            "'round 1/order', 'round 1/seats'",
            "'round 1/final', 'round 1/order'",
            "twice under the label “round 1/order”",
        ),
        ("'round 1/seats'", "'round 1/final/seats'", None),
        ("", "'round 1/seats'", None),
        ("'start'", "'start'", "draws twice under the label “start”"),
        ("'seeds'", "", "a stage “round” may not draw under the label “seeds”"),
        ("'start'", "'seeds'", None),
    ],
)
def test_no_two_stages_of_an_event_draw_under_one_label(
    tmp_path: Path, first: str, second: str, reason: str | None
) -> None:
    stage = f"drawn(draw, {second}{second and ', '}kind='final') if event.round else drawn(draw, {first})"
    with playing_own(tmp_path, stage) as desk:

        def play() -> None:
            desk.take({"do": "start"}, "en")
            desk.take({"do": "report", "table": 1, "winner": "Ana"}, "en")
            desk.take({"do": "next"}, "en")

        if reason is None:
            play()
            assert desk.state.stage_kind == "final"
            # A grouping that was undone may be drawn again.
            desk.take({"do": "undo"}, "en")
            desk.take({"do": "next"}, "en")
            assert verify([read_event(record.event) for record in desk.records], SEED).draws_waiting == 0
            return
        assert reason in render(error_of(BrokenFormat, play).full_sentence, "en")


@pytest.mark.parametrize(
    ("files", "named", "reason"),
    [
        ((), "nowhere", "there is no such folder"),
        (("own/__init__.py", "own/format.py"), "own", "names the one around it"),
        (("own/format.py",), ".", "it has no __init__.py"),
        (("swiss/__init__.py", "swiss/format.py"), ".", "comes with the program"),
    ],
)
def test_a_folder_that_is_not_where_it_belongs_is_named(
    tmp_path: Path, files: tuple[str, ...], named: str, reason: str
) -> None:
    for file in files:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("", "utf-8")
    with further_formats(tmp_path / named), pytest.raises(BrokenFormat) as raised:
        all_formats()
    assert reason in render(raised.value.full_sentence, "en")

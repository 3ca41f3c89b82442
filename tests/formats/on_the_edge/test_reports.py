"""Results as people write them, typed or in a form: what was meant is read back, and what says no winner is asked for or refused."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import FloorjudgeError
from floorjudge.events.codec import read_command
from floorjudge.formats.on_the_edge import errors
from floorjudge.formats.on_the_edge.claims import NoWinner, ReachedEight, Won
from floorjudge.formats.on_the_edge.reports.forms import as_corrected, as_given, from_form
from floorjudge.formats.on_the_edge.reports.typed import from_words, further, question, typed
from floorjudge.formats.on_the_edge.tables import Advanced, Table, TableSet, Tied
from tests.support.refusals import error_of, told
from tests.support.sentences import plain_english

SEATED = ("Ana Lima", "Bo", "Ana Costa")
GAME = Table(1, TableSet.FINAL, SEATED, Advanced(()))
READMISSION = Table(1, TableSet.READMISSION, SEATED, Tied(2, "4"))
BEGINNINGS = {"Ana Lima": ("lim", "ANA L"), "Bo": ("b", "Bo"), "Ana Costa": ("costa", "ana  c")}
NUMBERED = "1 Ana Lima, 2 Bo, 3 Ana Costa"


class Meant(NamedTuple):
    """The end of a game: who won, the influence of each seat, and a note."""

    winner: str
    influence: tuple[int, ...]
    note: str | None

    def fields(self) -> dict[str, Any]:
        """Return the fields of the report."""
        note = {"note": self.note} if self.note else {}
        return {"winner": self.winner, "influence": dict(zip(SEATED, self.influence, strict=True)), **note}

    def reached(self) -> list[str]:
        """OTE 2.4.3: who has 16 or more."""
        return [name for name, number in zip(SEATED, self.influence, strict=True) if number >= 16]


ends = st.builds(
    Meant,
    st.sampled_from(SEATED),
    st.tuples(*[st.sampled_from((-3, 0, 9, 15, 16, 17))] * 3),
    st.sampled_from((None, "the others conceded")),
)


@given(ends, st.sampled_from(("{}", "{}*", "*{}")), st.sampled_from((None, 0, 1)))
def test_typed_words_tell_the_winner_by_the_numbers_by_a_star_or_by_name(
    meant: Meant, star: str, called: int | None
) -> None:
    named = [] if called is None else [BEGINNINGS[meant.winner][called]]
    seats = zip(SEATED, meant.influence, strict=True)
    numbers = [(star if name == meant.winner else "{}").format(number) for name, number in seats]
    words = [*named, *numbers, *(meant.note or "").split()]
    ways = bool(named) + (star != "{}")
    if ways == 2 or (not ways and len(meant.reached()) != 1):
        assert error_of(errors.WinnerNeeded, typed, GAME, words).target == 16
    else:
        assert typed(GAME, words) == (meant if ways else meant._replace(winner=meant.reached()[0])).fields()


@given(ends, st.booleans(), st.booleans())
def test_the_command_line_asks_for_what_the_numbers_do_not_tell(meant: Meant, named: bool, pairs: bool) -> None:  # noqa: FBT001
    extra = {"note": meant.note} if meant.note else {}
    words = [f"{name}={n}" if pairs else str(n) for name, n in zip(SEATED, meant.influence, strict=True)]
    if named or len(meant.reached()) != 1:
        if not named and not pairs:
            asked = further(GAME, words, extra)
            assert asked is not None
            assert (asked.field, asked.seat) == ("winner", True)
            assert plain_english(asked.sentence).endswith(f"more than one, reached 16. Who won? {NUMBERED}")
            error_of(errors.WinnerNeeded, from_words, GAME, words, extra)
        extra["winner"] = meant.winner
    else:
        meant = meant._replace(winner=meant.reached()[0])
    assert from_words(GAME, words, extra) == meant.fields()
    asked = further(GAME, words, extra)
    if meant.winner in meant.reached() or meant.note:
        assert asked is None
    else:
        assert asked is not None
        assert (asked.field, asked.seat) == ("note", False)
        assert plain_english(asked.sentence).startswith(f"{meant.winner} had not reached 16.")


@given(ends, st.permutations(range(3)))
def test_a_form_is_read_back_and_names_the_winner_only_where_the_numbers_do_not(meant: Meant, order: list[int]) -> None:
    desk = as_given(GAME, Won(meant.winner, meant.fields()["influence"], meant.note))
    assert bool(desk["winner"]) == (meant.reached() != [meant.winner])
    assert from_form(GAME, desk) == meant.fields()
    minus = {name: value.replace("-", "\N{MINUS SIGN}") + " " for name, value in desk.items()}
    assert from_form(GAME, minus) == meant.fields()
    # A phone sends the names that it had, and they may have been seated otherwise since.
    phone = {f"name-{seat}": SEATED[at] for seat, at in enumerate(order, 1)}
    phone |= {f"influence-{seat}": str(meant.influence[at]) for seat, at in enumerate(order, 1)}
    note = {"note": f" {meant.note} "} if meant.note else {"note": " "}
    sent = phone | note | {"winner": str(order.index(SEATED.index(meant.winner)) + 1)}
    assert from_form(GAME, sent) == meant.fields()
    for sent in (phone, *(phone | {"winner": winner} for winner in ("", "0", "4", "x", "9" * 10))):
        error_of(errors.NoWinnerNamed, from_form, GAME, sent)


@given(ends, ends, st.sampled_from((None, *SEATED)))
def test_a_correction_of_numbers_does_not_keep_the_winner_that_the_page_chose(
    old: Meant, new: Meant, stood: str | None
) -> None:
    before = as_given(GAME, Won(old.winner, old.fields()["influence"]))
    seat = {name: str(number) for number, name in enumerate(SEATED, 1)}
    sent = {f"influence-{at}": f"{number} " for at, number in enumerate(new.influence, 1)} | {
        "winner": seat[new.winner]
    }
    kept = stood != new.winner or old.influence == new.influence
    chosen = {} if stood is None else {"stood": seat[stood]}
    assert as_corrected(before, sent | chosen) == sent | ({} if kept else {"winner": ""})
    assert as_corrected(before, {"stood": "1", "winner": "1"}) == {"winner": ""}


@pytest.mark.clauses("OTE 2.8.3")
@given(st.lists(st.sampled_from(SEATED), unique=True), st.permutations(range(3)), st.integers(0, 1))
def test_who_reached_8_is_written_in_order(names: list[str], order: list[int], called: int) -> None:
    expected = {"qualified": names}
    seats = [str(SEATED.index(name) + 1) for name in names]
    for words in (seats, [BEGINNINGS[name][called] for name in names]):
        assert typed(READMISSION, words) == expected
        assert further(READMISSION, words, {}) is None
    assert from_words(READMISSION, seats, {}) == from_words(READMISSION, names, {}) == expected
    desk = {f"place-{SEATED.index(name) + 1}": str(place) for place, name in enumerate(names, 1)}
    assert as_given(READMISSION, ReachedEight(tuple(names))) == desk
    assert from_form(READMISSION, desk) == expected
    phone = {f"name-{seat}": SEATED[at] for seat, at in enumerate(order, 1)}
    phone |= {f"place-{order.index(SEATED.index(name)) + 1}": str(place) for place, name in enumerate(names, 1)}
    assert from_form(READMISSION, phone) == expected
    if names:
        # The form was that of a readmission game, and its table has another game since.
        assert from_form(GAME, phone) == from_words(GAME, [], expected) == expected


def test_nobody_won(subtests: pytest.Subtests) -> None:
    for word in ("d", "drawn", "DRAWN", "Empate"):
        with subtests.test(word=word):
            assert typed(GAME, [word]) == from_words(READMISSION, [word], {}) == {"do": "drawn"}
            assert further(GAME, [word], {}) is None
    assert from_form(GAME, {"how": "drawn"}) == {"drawn": True}
    assert as_given(GAME, NoWinner()) == {}


def test_a_game_is_asked_about_by_its_players() -> None:
    assert plain_english(question(GAME)) == "Table 1: Ana Lima, Bo, Ana Costa"
    assert plain_english(question(READMISSION)).startswith(f"Table 1: {NUMBERED}. Who reached 8?")
    assert further(GAME, ["1", "2", "3"], {"winner": "Zoë"}) is None


def test_what_is_no_result_is_refused_with_its_place(subtests: pytest.Subtests) -> None:
    phone = {f"name-{seat}": name for seat, name in enumerate(SEATED, 1)}
    phone |= {"winner": "1", "influence-1": "16", "influence-2": "1"}
    sent = {"do": "report", "table": 1, "winner": "Bo", "influence": {"Bo": 16, " Bo": 2}}
    wrong: list[tuple[Any, ...]] = [
        (lambda: typed(GAME, []), "influence_count", "influence", SEATED),
        (lambda: typed(GAME, ["16", "7", "x"]), "bad_number", "influence", "x"),
        (lambda: typed(GAME, ["1*", "2*", "3"]), "winner_needed", "winner", 16),
        (lambda: typed(GAME, ["ana", "16", "17", "3"]), "nobody_or_several", "line", "ana", SEATED),
        (lambda: typed(READMISSION, ["4"]), "nobody_or_several", "line", "4", SEATED),
        (lambda: from_words(GAME, ["Bo=1", "Bo =2"], {}), "influence_twice", "influence", ("Bo", "Bo")),
        (lambda: read_command(sent), "influence_twice", "influence", ("Bo", " Bo")),
        (lambda: from_words(GAME, ["B=o=x"], {}), "bad_number", "influence.B=o", "x"),
        (lambda: from_form(GAME, phone), "bad_number", "influence.Ana Costa", ""),
        (lambda: from_form(GAME, phone | {"influence-3": "9" * 21}), "bad_number", "influence.Ana Costa", "9" * 20),
        (lambda: from_form(READMISSION, {"place-2": "x"}), "bad_number", "place-2", "x"),
    ]
    for call, *expected in wrong:
        with subtests.test(expected=expected):
            assert told(error_of(FloorjudgeError, call)) == tuple(expected)

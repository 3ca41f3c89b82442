"""The book made of rows and of cases of our own: what goes in, what is left out, and going on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest
from lab.tests.own_rows import row

from floorjudge.cli.errors import UnwritableFile
from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary
from floorjudge.magic.book.entries import unpacked
from floorjudge.magic.book.lookup import FILE
from floorjudge.magic.book.opening import opened
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.magic.search.confirming import Tried, with_certificate
from floorjudge_lab import book as making
from floorjudge_lab.book import PROOFS, REASON_WORDS, Reason, make_book, measures
from floorjudge_lab.errors import NotACase
from floorjudge_lab.rows import NAME, written
from tests.cli.conftest import CommandLine
from tests.magic.made_up import watched
from tests.support.own_cards import GUN, SPRING, STONE, WAKER, card_file

pytest.importorskip("phase")

UNTAPPED: list[dict[str, Any]] = [
    {"by": 0, "do": "activate", "source": SPRING},
    {"by": 0, "do": "activate", "source": WAKER, "targets": [SPRING]},
    {"do": "resolve"},
]


# A card that takes no part in any loop here.
PAGE = {"name": "Own Page", "type": "Artifact"}


def case(*cards: str, body: list[dict[str, Any]] = UNTAPPED, **more: Any) -> dict[str, Any]:
    return {"players": 2, "battlefield": [list(cards), []], "body": body, "times": "10^100", **more}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[CardLibrary]:
    """Return our own cards."""
    with closing(CardLibrary.open(card_file(tmp_path))) as opened_library:
        yield opened_library


def ours(folder: Path, *cards: str) -> None:
    """Write a case of our own with these cards."""
    about = {"kind": "mana", "cards": cards}
    (folder / "ours.json").write_text(json.dumps({"about": about, "expected": {}, **case(*cards)}))


@pytest.fixture
def inputs(tmp_path: Path) -> list[Path]:
    """Return a folder of rows, of which one may go in, and one of cases, of which one is no loop."""
    (tmp_path / "rows").mkdir()
    rows = (
        row("best", case=case(SPRING, WAKER, "Own Page", life=[40, 40], mana=["W3", ""], cards=[PAGE])),
        row("larger", case=case(SPRING, WAKER, STONE)),
        row("spare", cards=(SPRING, WAKER, STONE), case=case(SPRING, WAKER, STONE)),
        row("ghost", cards=("Own Ghost",), case=case("Own Ghost")),
        row("open", verdict="undecided", case=case(SPRING, WAKER)),
        row("once", cards=(STONE,), case=case(STONE, body=[{"by": 0, "do": "activate", "source": STONE}])),
        row(next(str(number) for number in range(100) if measures(str(number))), case=case(SPRING, WAKER)),
    )
    assert not any(measures(each.id) for each in rows[:-1])
    (tmp_path / "rows" / NAME).write_bytes(b"".join(map(written, rows)))
    (tmp_path / "cases").mkdir()
    ours(tmp_path / "cases", SPRING, WAKER, STONE)
    about = {"kind": "damage", "cards": [GUN]}
    doubling = case(GUN, body=[{"by": 0, "do": "activate", "source": GUN}, {"do": "resolve"}], life=[20, 20000])
    (tmp_path / "cases" / "gun.json").write_text(json.dumps({"about": about, **doubling}))
    return [tmp_path / "rows", tmp_path / "cases"]


def test_what_is_certified_and_needs_all_its_cards_goes_in(
    inputs: list[Path], library: CardLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[int, int]] = []
    made = make_book(inputs, tmp_path / "out", library, origin="here", watch=lambda *far: done.append(far))
    reasons = {each.source: each.reason for each in made.left_out}
    assert reasons.pop("larger") == "same_cards"
    assert reasons.pop("spare") == "card_not_needed"
    assert reasons.pop("ghost") == "unknown_card"
    assert reasons.pop("open") == "not_certified"
    assert reasons.pop("once") == "not_certified_now"
    assert list(reasons.values()) == ["measures"]
    assert REASON_WORDS.keys() == set(get_args(Reason))
    by_id = {each.id: each for each in made.entries}
    assert list(by_id) == ["gun", "ours", "best"]
    assert (by_id["gun"].state, by_id["gun"].gives, by_id["gun"].kind) == ("undecided", ("damage",), "damage")
    assert "mana" in by_id["best"].gives
    best = by_id["best"].facts["case"]
    assert best["battlefield"] == [[{"card": SPRING}, {"card": WAKER}], []]
    assert not best.keys() & {"life", "mana", "cards"}  # 20 each, as in any position, and nothing that it does not need
    assert all(opened(by_id[name], library).loop is not None for name in ("ours", "best"))
    assert opened(by_id["gun"], library).loop is None
    content = (tmp_path / "out" / FILE).read_bytes()
    assert len(content) == made.size
    assert unpacked(content).entries == made.entries
    assert unpacked(content).head.origin == "here"
    assert done[-1] == (7, 7)

    assert {"happens", "afterwards", "clauses"} <= by_id["best"].facts.keys()
    again = make_book([tmp_path / "out" / FILE, inputs[1]], tmp_path / "again", library, origin="here")
    assert [(each.id, each.cards, each.state) for each in again.entries] == [
        (each.id, each.cards, each.state) for each in made.entries
    ]

    # What is proved is not proved again, also where the last line was cut off.
    proofs = tmp_path / "out" / PROOFS
    lines = proofs.read_bytes()
    proofs.write_bytes(lines + b'{"id": "half')
    with monkeypatch.context() as patch:
        patch.setattr(making, "certify", lambda *_, **__: pytest.fail("proved again"))
        assert make_book(inputs, tmp_path / "out", library, origin="here").entries == made.entries
    assert proofs.read_bytes() == lines
    assert (tmp_path / "out" / FILE).read_bytes() == content
    make_book(inputs[1:], tmp_path / "out", library, again=True)
    assert proofs.read_bytes().count(b"\n") == lines.count(b"\n") + 2


def test_what_another_usual_life_changes_is_kept_where_a_loop_ends(library: CardLibrary) -> None:
    for words, life, iterations in (
        ("{0}: Each opponent loses 2 life.", 20, {"40": "20"}),
        ("{0}: Each opponent loses 2 life.", 30, {"20": "10", "40": "20"}),
        ("{0}: You gain 1 life.", 20, {}),
        # With as much more than at the start as before, it is played again.
        (
            "{0}: Each opponent loses 2 life. Activate only if you have at least 7 life more than your starting life total.",
            30,
            {},
        ),
        # A loop that is over in its first iteration is none.
        ("Pay 25 life: Each opponent loses 100 life.", 30, {"20": None, "40": None}),
    ):
        given = read_loop_case(watched(words, life=[life, life], times="10^100"))
        loop = with_certificate(given, library, 0.5)
        assert loop is not None
        others = making._with_other_lives(loop, library).get("with_life", {})
        assert {life: facts and facts["iterations"] for life, facts in others.items()} == iterations


def test_coloured_mana_stays_where_nothing_is_certified_without_it(
    library: CardLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = read_loop_case(case(SPRING, WAKER, mana=["WG3", ""]))
    loop = Tried(given, Certificate(case=given, players=(), sentences=()))
    monkeypatch.setattr(making, "pared", lambda loop, granted, *_: granted.mana == "WG" or loop)
    assert making._pared(loop, (SPRING, WAKER), library) is not loop
    monkeypatch.setattr(making, "pared", lambda loop, *_: loop)
    assert making._pared(loop, (SPRING, WAKER), library) is loop


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"about": {}}', '{"about": {"cards": 3, "kind": "mana"}}'])
def test_what_is_no_case_is_said_to_be_none(content: str, library: CardLibrary, tmp_path: Path) -> None:
    file = tmp_path / "none.json"
    file.write_text(content)
    with pytest.raises(NotACase):
        make_book([file], tmp_path / "out", library)


def test_what_cannot_be_read_or_written_is_named(library: CardLibrary, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nowhere"):
        make_book([tmp_path / "nowhere"], tmp_path / "out", library)
    with pytest.raises(NotACase):
        make_book([tmp_path / "nowhere.json"], tmp_path / "out", library)
    (tmp_path / "empty").mkdir()
    (tmp_path / "out" / FILE).mkdir(parents=True)
    with pytest.raises(UnwritableFile, match="cannot be written"):
        make_book([tmp_path / "empty"], tmp_path / "out", library)


def test_a_case_of_our_own_takes_the_place_of_a_row_with_the_same_cards(
    inputs: list[Path], library: CardLibrary, tmp_path: Path
) -> None:
    ours(tmp_path / "cases", SPRING, WAKER)
    made = make_book(inputs, tmp_path / "out", library)
    assert [each.id for each in made.entries] == ["gun", "ours"]
    assert {each.source for each in made.left_out if each.reason == "same_cards"} == {"best", "larger"}


def test_people_and_programs_are_told_what_is_in_it(
    lab: CommandLine, inputs: list[Path], library: CardLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("floorjudge_lab.cli.book.open_library", lambda: closing(library))
    asked = ("book", *map(str, inputs), "--out", str(tmp_path / "out"))
    value = lab.json(*asked)
    assert value["entries"] == 3
    assert value["states"] == {"extended": 2, "undecided": 1}
    assert value["left_out"]["same_cards"] == ["larger"]
    shown = lab.done(*asked)
    assert "The book has 3 loops." in shown
    assert "the loop goes on without one of the cards" in shown

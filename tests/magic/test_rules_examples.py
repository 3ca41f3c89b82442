"""The examples that the rules themselves give of loops and shortcuts, played with real cards on the real engine."""

from __future__ import annotations

import pytest

from floorjudge.loops import RepetitionWatch
from floorjudge.loops.shortcuts.settling import Answer, AnswerAwaited, Taken
from floorjudge.magic import CardLibrary, Table, set_up
from floorjudge.magic.playing.bodies import Body, read_body
from floorjudge.magic.playing.playing import play, play_body
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.magic.proof.certifying import certify
from floorjudge.magic.shortcuts.taking import Offer, in_play, propose
from tests.magic.cases import begun, counted, example

QUICK = 1.0


def certified(name: str, library: CardLibrary, **changed: object) -> Certificate:
    return certify(read_loop_case(example(f"rules/{name}").given | changed), library, budget=QUICK)


def after(certificate: Certificate, key: str) -> int | None:
    return next(line.after for line in certificate.lines if line.key == key)


@pytest.mark.engine
@pytest.mark.clauses("CR shortcuts.2a", "MTR 4.4.3")
def test_a_million_tokens(library: CardLibrary) -> None:
    found = certified("a-million-tokens", library)
    assert (found.verdict, found.maintained_by, found.evidence) == ("advance", (0,), "extended")
    assert after(found, "tokens.0.Elf Warrior") == 1_000_000
    assert found.checked_to > 1
    assert not found.mandatory


GO = {
    "battlefield": [["Grizzly Bears"], ["Mountain"]],
    "hand": [[], ["Into the Fray"]],
    "library": [[{"card": "Forest", "copies": 9}]] * 2,
}


def table_of(position: dict[str, object], library: CardLibrary) -> Table:
    return set_up(read_position(position), library)


def steps(*given: dict[str, object]) -> Body:
    return read_body(list(given))


@pytest.mark.clauses("CR shortcuts.2a", "CR shortcuts.2b", "CR shortcuts.2c")
def test_go_and_a_spell_at_the_beginning_of_combat(library: CardLibrary) -> None:
    table = table_of(GO, library)
    go = steps({"do": "to step", "step": "end step"})
    offer = propose(table, go)
    assert isinstance(offer, Offer)
    assert isinstance(in_play(table, go, ())[1], AnswerAwaited)
    theirs = [
        place for place, choice in enumerate(offer.proposal.sequence) if getattr(choice, "by", None) == "Player 2"
    ]
    spell = steps({"by": 1, "do": "cast", "source": "Into the Fray"}, {"do": "resolve"})
    _, taken = in_play(table, go, (Answer("Player 2", (theirs[1],)),), spell)
    assert isinstance(taken, Taken)
    assert taken.player == "Player 2"
    assert table.game.phase == "BeginCombat"
    assert [table.game.object(number)["name"] for number in table.game.player(1)["graveyard"]] == ["Into the Fray"]


@pytest.mark.engine
@pytest.mark.clauses("CR shortcuts.3", "MTR 4.4.4")
def test_flying_given_and_taken_is_kept_up_by_two_players(library: CardLibrary) -> None:
    case = example("rules/flying-given-and-taken")
    table = begun(case, library)
    kite = table.labels["kite"]
    for step in case.body[:2]:
        play(table, step)
    assert "Flying" in table.game.object(kite)["keywords"]
    for step in case.body[2:]:
        play(table, step)
    assert "Flying" not in table.game.object(kite)["keywords"]
    assert certified("flying-given-and-taken", library).maintained_by == (0, 1)


@pytest.mark.engine
@pytest.mark.clauses("CR shortcuts.4")
def test_a_loop_without_any_choice_is_a_draw(library: CardLibrary) -> None:
    found = certified("polyraptor-aether-flash", library)
    assert (found.verdict, found.draw, found.mandatory, found.maintained_by) == ("draw", True, True, ())
    assert "CR shortcuts.4" in found.clauses


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.9")
def test_three_oblivion_rings_are_left_to_a_judge_as_the_engine_misplays_them(library: CardLibrary) -> None:
    found = certified("three-oblivion-rings", library)
    assert (found.verdict, found.evidence) == ("undecided", "undecided")
    assert {(each.card, each.mistake) for each in found.misplayed} >= {("Oblivion Ring", "returned_at_once")}


@pytest.mark.engine
@pytest.mark.clauses("CR shortcuts.4")
def test_a_loop_without_any_choice_that_kills_is_no_draw(library: CardLibrary) -> None:
    found = certified("a-loop-that-kills", library)
    assert (found.verdict, found.draw, found.mandatory) == ("ends", False, True)
    assert found.iterations == 6


@pytest.mark.engine
@pytest.mark.clauses("CR shortcuts.5", "MTR 4.4.2")
def test_nobody_must_sacrifice_the_seal(library: CardLibrary) -> None:
    found = certified("seal-nobody-must-sacrifice", library)
    assert found.mandatory
    assert found.draw
    assert "CR shortcuts.5" in found.clauses


@pytest.mark.engine
@pytest.mark.clauses("CR shortcuts.6")
def test_while_nobody_pays_what_would_stop_it_the_loop_is_mandatory(library: CardLibrary) -> None:
    found = certified("unless-somebody-pays", library)
    assert found.draw
    assert found.maintained_by == ()


@pytest.mark.clauses("CR shortcuts.6")
def test_whoever_pays_ends_the_loop(library: CardLibrary) -> None:
    case = example("rules/unless-somebody-pays")
    table = begun(case, library)
    for step in steps({"do": "resolve"}, {"do": "choose", "answer": "yes"}):
        play(table, step)
    assert counted(table)["graveyard.0.Stubborn Ghost"] == 1
    assert not table.game.stack()


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.7")
def test_four_horsemen_is_no_shortcut(library: CardLibrary) -> None:
    assert certified("four-horsemen", library).verdict == "refused"


@pytest.mark.clauses("MTR 4.4.7")
def test_four_horsemen_by_hand_is_stopped_by_the_watch(library: CardLibrary) -> None:
    """With one card beside Emrakul, the whole library has been seen twice when it has been shuffled back the second time."""
    case = example("rules/four-horsemen")
    position = case.given | {"library": [["Emrakul, the Aeons Torn"], ["Island"]]}
    table = begun(case._replace(given=position), library)
    watch: RepetitionWatch[object] = RepetitionWatch()
    found = None
    for _ in range(6):
        found = watch.see(table.snapshot().abstraction.key)
        if found is not None:
            break
        play_body(table, case.body)
    assert found is not None

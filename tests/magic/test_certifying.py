"""Certificates: what a loop does, exactly; how that is known; where it stops; what the rules make of it."""

import msgspec
import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certifying import certify
from tests.magic.boards import NO_CARDS
from tests.magic.loop_cases import DRAIN, MANA, SHUFFLED, TOKENS, certificate_of
from tests.magic.made_up import begun_by_gaining


@pytest.mark.engine
def test_what_the_engine_can_hold_is_certified(library: CardLibrary, subtests: pytest.Subtests) -> None:
    for times in (0, 1, 400):
        with subtests.test(times=times):
            found = certificate_of(TOKENS, library, times)
            assert (found["evidence"], found["iterations"]) == ("certified", str(times))
            assert found["after"].get("tokens.0.Elf Warrior", "0") == str(times)
            assert ("0 times: nothing changes" in found["text"]) == (times == 0)


def test_a_loop_of_mana_keeps_what_came_first(library: CardLibrary) -> None:
    found = certificate_of({**MANA, "mana": ["RR", ""]}, library, 30)
    assert found["per_iteration"] == {"mana.0.C": "2"}
    assert (found["after"]["mana.0.C"], found["after"]["mana.0.R"]) == ("60", "2")


@pytest.mark.clauses("CR shortcuts.4")
def test_a_loop_that_kills_before_it_is_known_well_ends_just_there(library: CardLibrary) -> None:
    for life, whole in ((4, 3), (5, 4)):
        found = certificate_of({**DRAIN, "life": [20, life]}, library)
        assert (found["evidence"], found["verdict"], found["draw"]) == ("certified", "ends", False)
        assert (found["iterations"], found["stopped_by"]["kind"], found["after"]["life.1"]) == (str(whole), "life", "0")


@pytest.mark.engine
def test_times_below_at_and_past_the_breakpoint(library: CardLibrary) -> None:
    case = {**DRAIN, "life": [20, 60]}
    end = int(certificate_of(case, library)["iterations"])
    for times in (end - 1, end):
        found = certificate_of(case, library, times)
        assert found["evidence"] == "certified"
        assert (found["iterations"], found["stopped_by"]) == (str(times), None)
        assert found["after"]["life.1"] == str(60 - times)
        assert found["verdict"] == "ends"
    past = certificate_of(case, library, end + 1)
    assert (past["iterations"], past["stopped_by"]["kind"]) == (str(end), "life")


def test_a_shuffle_of_equal_cards_decides_nothing(library: CardLibrary) -> None:
    """A random choice among one option is not random: a library of one card is shuffled into itself."""
    position = {**SHUFFLED, "library": [[{"card": "Emrakul, the Aeons Torn"}], []]}
    found = certificate_of(position, library, 5)
    assert found["verdict"] != "refused"


@pytest.mark.engine
def test_a_certificate_says_what_it_rests_on(library: CardLibrary) -> None:
    found = certify(read_loop_case({**TOKENS, "times": "10^100"}), library)
    assert any("After iteration" in assumed.message for assumed in found.assumes)
    assert any("looks it up" in assumed.message for assumed in found.assumes)


@pytest.mark.clauses("CR shortcuts.4")
def test_a_mandatory_loop_is_a_draw_only_where_it_is_known_to_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    echo = begun_by_gaining("Whenever you gain life, you gain 1 life.")
    drawn = certificate_of(echo, NO_CARDS, 5, 0.2)
    assert (drawn["verdict"], drawn["draw"], drawn["mandatory"]) == ("draw", True, True)
    monkeypatch.setattr(
        "floorjudge.magic.proof.proposing._with_own_end", lambda each, _: msgspec.structs.replace(each, is_sure=False)
    )
    found = certificate_of(echo, NO_CARDS, 5, 0.2)
    assert (found["evidence"], found["verdict"], found["draw"]) == ("undecided", "undecided", False)
    assert "whether it ever ends by itself is not known" in found["text"]

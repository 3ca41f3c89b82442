"""Certificates: what a loop does, exactly; how that is known; where it stops; what the rules make of it."""

import msgspec
import pytest

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.counter_names import names_of
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import LoopCase, read_loop_case
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.certifying import certify
from tests.magic.loop_cases import COPIES, DRAIN, MANA, MILL, SHUFFLED, TOKENS, JsonObject, certificate_of

GOOGOL = "1" + "0" * 100


@pytest.mark.engine
@pytest.mark.parametrize("times", [0, 1, 40, 400])
def test_what_the_engine_can_hold_is_certified(times: int, library: CardLibrary) -> None:
    found = certificate_of(TOKENS, library, times)
    assert found["evidence"] == "certified"
    assert found["iterations"] == str(times)
    assert found["after"].get("tokens.0.Elf Warrior", "0") == str(times)
    assert ("0 times: nothing changes" in found["text"]) == (times == 0)


def test_a_loop_of_mana_keeps_what_came_first(library: CardLibrary) -> None:
    found = certificate_of({**MANA, "mana": ["RR", ""]}, library, 30)
    assert found["per_iteration"] == {"mana.0.C": "2"}
    assert (found["after"]["mana.0.C"], found["after"]["mana.0.R"]) == ("60", "2")


@pytest.mark.clauses("CR shortcuts.4")
@pytest.mark.parametrize(("life", "whole"), [(4, 2), (5, 3), (100, 98), (1000, 998)])
def test_a_loop_that_kills_is_no_draw_and_ends_just_there(life: int, whole: int, library: CardLibrary) -> None:
    found = certificate_of({**DRAIN, "life": [20, life]}, library)
    assert found["per_iteration"] == {"life.0": "1", "life.1": "-1"}
    assert (found["verdict"], found["draw"], found["mandatory"]) == ("ends", False, True)
    assert found["stopped_by"]["kind"] == "life"
    assert int(found["iterations"]) in (whole, whole + 1)
    assert found["after"]["life.1"] == "0"
    assert found["evidence"] == "certified"


@pytest.mark.engine
def test_times_below_at_and_past_the_breakpoint(library: CardLibrary) -> None:
    case = {**DRAIN, "life": [20, 60]}
    end = int(certificate_of(case, library)["iterations"])
    for times in (end - 1, end):
        found = certificate_of(case, library, times)
        assert (found["iterations"], found["stopped_by"]) == (str(times), None)
        assert found["after"]["life.1"] == str(60 - times)
        assert found["verdict"] == "ends"
    past = certificate_of(case, library, end + 1)
    assert (past["iterations"], past["stopped_by"]["kind"]) == (str(end), "life")


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.3")
def test_an_empty_library_ends_nothing_for_who_mills(library: CardLibrary) -> None:
    found = certificate_of(MILL, library, "10^100")
    assert (found["iterations"], found["stopped_by"], found["verdict"]) == (GOOGOL, None, "advance")
    assert (found["after"]["library.0"], found["after"]["graveyard.0.Island"]) == ("0", "45")
    assert found["evidence"] == "certified"


def test_a_shuffle_of_equal_cards_decides_nothing(library: CardLibrary) -> None:
    """A random choice among one option is not random: a library of one card is shuffled into itself."""
    position = {**SHUFFLED, "library": [[{"card": "Emrakul, the Aeons Torn"}], []]}
    found = certificate_of(position, library, 5)
    assert found["verdict"] != "refused"


@pytest.mark.engine
@pytest.mark.parametrize("case", [TOKENS, COPIES, MANA], ids=["tokens", "copies", "mana"])
def test_the_end_is_the_one_that_stepping_gives(case: JsonObject, library: CardLibrary) -> None:
    """Eliding is the same as performing, for small numbers, at the edges and in between."""
    for times, stepped in enumerate(_steps(read_loop_case(case), library, 13)):
        if times not in (0, 1, 7, 13):
            continue
        found = certificate_of(case, library, times)["after"]
        assert {name: amount for name, amount in found.items() if amount != "0"} == stepped


def _steps(case: LoopCase, library: CardLibrary, times: int) -> list[dict[str, str]]:
    table = set_up(case.position, library)
    found = [_shown(table.snapshot(), table.names)]
    for _ in range(times):
        play_body(table, case.body)
        found.append(_shown(table.snapshot(), table.names))
    return found


def _shown(position: Snapshot, players: tuple[str, ...]) -> dict[str, str]:
    lines = {
        named.key: sum(position.abstraction.counters[counter] for counter in named.counters)
        for named in names_of(position, players)
        if not named.quiet
    }
    return {key: str(amount) for key, amount in lines.items() if amount}


def test_what_is_no_case(subtests: pytest.Subtests) -> None:
    cases: list[tuple[JsonObject, str]] = [
        ({"body": []}, "no_body"),
        ({"times": -1}, "times_below_nothing"),
        ({"times": "many"}, "no_number"),
    ]
    for changed, code in cases:
        with subtests.test(code=code):
            with pytest.raises(BadInput) as caught:
                read_loop_case({**TOKENS, **changed})
            assert caught.value.code == code


@pytest.mark.engine
def test_a_certificate_says_what_it_rests_on(library: CardLibrary) -> None:
    found = certify(read_loop_case({**TOKENS, "times": "10^100"}), library)
    assert any("After iteration" in assumed.message for assumed in found.assumes)
    assert any("looks it up" in assumed.message for assumed in found.assumes)


ECHO: JsonObject = {
    "cards": [
        {"name": "Own Echo", "type": "Enchantment", "text": "Whenever you gain life, you gain 1 life."},
        {"name": "Own Start", "type": "Artifact", "text": "{T}: You gain 1 life."},
    ],
    "battlefield": [["Own Echo", "Own Start"], []],
    "before": [{"by": 0, "do": "activate", "source": "Own Start"}, {"do": "resolve"}],
    "body": [{"do": "resolve"}],
}


@pytest.mark.clauses("CR shortcuts.4")
def test_a_mandatory_loop_is_a_draw_only_where_it_is_known_to_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    library = CardLibrary.of_texts([])
    drawn = certificate_of(ECHO, library, 5, 0.2)
    assert (drawn["verdict"], drawn["draw"], drawn["mandatory"]) == ("draw", True, True)
    monkeypatch.setattr(
        "floorjudge.magic.proof.proposing._with_own_end", lambda each, _: msgspec.structs.replace(each, is_sure=False)
    )
    found = certificate_of(ECHO, library, 5, 0.2)
    assert (found["evidence"], found["verdict"], found["draw"]) == ("undecided", "undecided", False)
    assert "whether it ever ends by itself is not known" in found["text"]

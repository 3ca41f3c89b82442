"""A certificate is checked by another way than it was made: what was certified holds, and whatever is changed in it does not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import certificate_value, digest_of, sealed, written
from floorjudge.magic.proof.certifying import certify
from floorjudge.magic.proof.checking import check
from floorjudge.texts import LANGUAGES, text
from tests.magic.cases import example
from tests.magic.loop_cases import COPIES, DRAIN, MANA, SHUFFLED, TOKENS, certificate_of
from tests.magic.made_up import watched
from tests.magic.proof.mutations import JsonObject, changed, is_digest, places

BUDGET = 0.5


@pytest.fixture(scope="module")
def certificates(library: CardLibrary) -> list[JsonObject]:
    """Certificates of loops of several kinds that are quick to check."""
    drain = {**DRAIN, "life": [20, 60]}
    return [
        certificate_of(drain, library, "10^100", BUDGET),
        certificate_of(drain, library, 5, BUDGET),
        certificate_of(MANA, library, "10^100", BUDGET),
        certificate_of({**MANA, "maintained_by": [1]}, library, 30, BUDGET),
        certificate_of(SHUFFLED, library, "10^6", BUDGET),
    ]


def test_numbers_of_a_certificate_stand_as_in_older_ones() -> None:
    for language in LANGUAGES:
        assert "2147473643" in written(text("{count} times", count=2147473643), language)


@pytest.mark.engine
def test_what_was_certified_holds(certificates: list[JsonObject], library: CardLibrary) -> None:
    assert [each["verdict"] for each in certificates] == ["ends", "ends", "advance", "advance", "refused"]
    for certificate in certificates:
        found = check(certificate, library)
        assert (found.rejected, found.why, found.claims) == ((), None, True)


@pytest.mark.engine
def test_how_a_game_was_over_is_told_in_any_language_and_not_otherwise(
    certificates: list[JsonObject], library: CardLibrary
) -> None:
    case = read_loop_case({**DRAIN, "life": [20, 60], "times": "10^100"})
    spanish = certificate_value(certify(case, library, budget=BUDGET), "es")
    assert spanish["stopped_by"]["text"] != certificates[0]["stopped_by"]["text"]
    assert check(spanish, library).holds
    other = sealed({**spanish, "stopped_by": {**spanish["stopped_by"], "text": "Nobody has won."}})
    (rejected,) = check(other, library).rejected
    assert rejected.where == "stopped_by.text"
    assert written(rejected.found, "es") == spanish["stopped_by"]["text"] != written(rejected.found, "en")
    without = check(sealed({**spanish, "stopped_by": None}), library)
    assert "stopped_by" in {each.where for each in without.rejected} or without.why is not None


@pytest.mark.engine
@pytest.mark.parametrize("case", [TOKENS, COPIES], ids=["tokens", "copies"])
def test_what_grows_in_objects_holds(case: JsonObject, library: CardLibrary) -> None:
    assert check(certificate_of(case, library, "10^100", BUDGET), library).holds


@given(data=st.data())
def test_whatever_is_changed_is_seen_by_its_hash(data: st.DataObject, certificates: list[JsonObject]) -> None:
    certificate = data.draw(st.sampled_from(certificates))
    place = data.draw(st.sampled_from(list(places(certificate))))
    other = changed(certificate, place, data.draw(st.integers(0, 7)), again_sealed=False)
    assert digest_of(other) != other["digest"]


@pytest.mark.engine
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_a_claim_that_is_changed_is_seen_whatever_its_hash_says(
    data: st.DataObject, certificates: list[JsonObject], library: CardLibrary
) -> None:
    certificate = data.draw(st.sampled_from(certificates))
    stated = [each for each in places(certificate) if not is_digest(each)]
    place = data.draw(st.sampled_from(stated))
    other = changed(certificate, place, data.draw(st.integers(0, 7)), again_sealed=True)
    assert not _holds(other, library)


def _holds(certificate: JsonObject, library: CardLibrary) -> bool:
    try:
        found = check(certificate, library)
    except BadInput:
        return False
    return found.holds and found.claims


def test_what_follows_a_recurrence_all_along_is_more_than_observed(
    certificates: list[JsonObject], library: CardLibrary
) -> None:
    thirty = certificates[3]
    assert (thirty["iterations"], thirty["evidence"]) == ("30", "certified")
    wheres = [each.where for each in check(sealed({**thirty, "evidence": "observed"}), library).rejected]
    assert "evidence" in wheres


@pytest.mark.engine
def test_nothing_more_is_said_than_what_is_established(certificates: list[JsonObject], library: CardLibrary) -> None:
    drain = certificates[0]
    assert [each.where for each in check(sealed({**drain, "more": None}), library).rejected] == ["more"]
    stopped = {**drain["stopped_by"], "more": None}
    wheres = [each.where for each in check(sealed({**drain, "stopped_by": stopped}), library).rejected]
    assert wheres == ["stopped_by.more"]


def test_what_is_undecided_because_of_a_misplayed_card_holds_and_claims_nothing(library: CardLibrary) -> None:
    given = example("wurmcoil-engine-nim-deathmantle-ashnods-altar").given
    undecided = certificate_value(certify(read_loop_case(given), library, budget=BUDGET), "en")
    assert undecided["misplayed"]
    found = check(undecided, library)
    assert (found.rejected, found.why, found.claims) == ((), None, False)


def test_an_end_of_its_own_is_for_a_loop_that_nobody_keeps_going(
    certificates: list[JsonObject], library: CardLibrary
) -> None:
    wheres = [each.where for each in check(sealed({**certificates[2], "own_end": "7"}), library).rejected]
    assert wheres == ["own_end"]


@pytest.mark.engine
def test_a_last_iteration_after_somebody_left_changes_what_it_changes(library: CardLibrary) -> None:
    """What untaps the bear leaves with its owner: one iteration more can be performed, and it is told in full."""
    bear = [{"card": "Grizzly Bears", "as": "bear"}, {"card": "Presence of Gond", "on": "bear"}]
    case: JsonObject = {
        "players": 3,
        "life": [20, 9, 30],
        "battlefield": [[*bear, "Impact Tremors"], ["Intruder Alarm"], []],
        "body": [{"by": 0, "do": "activate", "source": "bear"}, {"do": "resolve all"}],
    }
    found = certificate_of(case, library, 30, BUDGET)
    assert (found["breaks"], found["iterations"]) == (["9"], "10")
    [segment] = found["segments"]
    assert segment["per_iteration"] == {"life.2": "-1", "tokens.0.Elf Warrior": "1"}
    assert check(found, library).holds


@pytest.mark.engine
def test_another_position_is_another_loop(certificates: list[JsonObject], library: CardLibrary) -> None:
    """The hash is made anew, so that only what the engine does tells."""
    drain = certificates[0]
    richer = sealed({**drain, "case": {**drain["case"], "life": [20, 61]}})
    wheres = {each.where for each in check(richer, library).rejected}
    assert {"after.life.0"} & wheres or check(richer, library).why is not None


def test_what_is_no_certificate(certificates: list[JsonObject], library: CardLibrary) -> None:
    with pytest.raises(BadInput, match="other_certificate_form"):
        check({**certificates[0], "version": 2}, library)
    with pytest.raises(BadInput, match="field_left_out"):
        check({}, library)
    case = {**certificates[0]["case"], "battlefield": [[{"card": "Sanguine Bondx"}], []]}
    with pytest.raises(BadInput, match="unknown_card"):
        check({**certificates[0], "case": case}, library)


@pytest.mark.engine
def test_what_changes_after_a_break_is_said_and_established(library: CardLibrary) -> None:
    mills = watched("{0}: Each opponent mills a card. You gain 1 life.")
    mills["library"] = [["Forest"], [{"card": "Island", "copies": 9}]]
    found = certificate_of(mills, library, 30, BUDGET)
    gains: JsonObject = {"after": "9", "warm_up": 0, "period": 1, "per_iteration": {"life.0": "1"}}
    gains["last"] = {"life.0": "1", "library.1": "-1", "graveyard.1.Island": "1"}
    assert (found["breaks"], found["segments"]) == (["9"], [gains])
    assert check(found, library).holds
    for other in ([], [{**gains, "per_iteration": {"life.0": "2"}}], [gains, gains]):
        rejected = check(sealed({**found, "segments": other}), library).rejected
        assert [each.where for each in rejected] == ["segments"]


@pytest.mark.engine
def test_a_few_iterations_of_a_loop_that_comes_round_every_second_time(library: CardLibrary) -> None:
    switched: JsonObject = {
        "battlefield": [["Crackdown Construct", "Wandering Fumarole"], []],
        "mana": ["UR2", ""],
        "before": [{"by": 0, "do": "activate", "source": "Wandering Fumarole", "ability": 1}, {"do": "resolve"}],
        "body": [{"by": 0, "do": "activate", "source": "Wandering Fumarole", "ability": 2}, {"do": "resolve all"}],
    }
    found = certificate_of(switched, library, 3, BUDGET)
    assert (found["evidence"], found["iterations"], found["period"], found["warm_up"]) == ("certified", "3", 2, 1)
    assert check(found, library).holds


def test_more_objects_than_the_engine_holds_are_not_tried(certificates: list[JsonObject], library: CardLibrary) -> None:
    far = check(sealed({**certificates[2], "checked_to": "1000252"}), library, most=5.0)
    assert far.why is not None
    assert "cannot be put" in far.why.message


@pytest.mark.engine
@pytest.mark.parametrize("evidence", ["certified", "extended", "observed"])
def test_what_chance_decides_is_not_certified_whatever_is_claimed(evidence: str, library: CardLibrary) -> None:
    refused = certificate_value(
        certify(read_loop_case(example("rules/four-horsemen").given), library, budget=1.0), "en"
    )
    found = check(sealed({**refused, "evidence": evidence}), library)
    assert found.holds == (evidence == refused["evidence"])


@pytest.mark.engine
def test_what_waits_on_the_stack_is_told_where_it_stays_the_same(library: CardLibrary) -> None:
    bell = {"name": "Bell", "type": "Artifact", "text": "{T}: You gain 5 life."}
    case = watched("{0}: You gain 1 life.", cards=[bell], board=[{"card": "Bell", "copies": 3}])
    rung = {"by": 0, "do": "activate", "source": "Bell"}
    resolved = [case["body"][0], {"do": "resolve"}]
    waits = "What waits on the stack after the last whole iteration, the top first: {}."
    one, three = (certificate_of({**case, "before": [rung] * many, "body": resolved}, library, 9) for many in (1, 3))
    assert waits.format("ability of Bell") in one["text"]
    assert waits.format("3 × ability of Bell") in three["text"]
    assert check(one, library).holds
    assert not check(sealed({**one, "text": one["text"].replace("ability of Bell", "Bell")}), library).holds
    assert "What waits" not in certificate_of({**case, "body": resolved}, library, 9)["text"]
    growing = certificate_of({**case, "body": resolved[:1]}, library, 9)["text"]
    assert "What waits" not in growing
    paid = watched("Remove a charge counter from Engine: You gain 1 life.", cards=[bell], board=[{"card": "Bell"}])
    paid["battlefield"][0][0]["counters"] = {"charge": 4}
    stops = certificate_of({**paid, "before": [rung], "body": resolved}, library, 9)
    ends = "There the steps end, and the game does not. What waits on the stack, the top first: ability of Bell."
    assert (stops["verdict"], stops["iterations"]) == ("ends", "4")
    assert f"{ends} When all of it has resolved, the game goes on." in stops["text"]


def test_what_pays_for_a_loop_has_its_line_though_it_does_not_change(library: CardLibrary) -> None:
    case = watched("Pay {E}: You get {E}.", counters=[{"energy": 2}, {}])
    found = certificate_of(case, library, 9)
    assert (found["after"]["energy.0"], "energy.1" in found["after"]) == ("2", False)

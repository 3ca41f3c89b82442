"""What the engine is known to play otherwise than the rules: the reports in docs/upstream, and how such a mistake is noticed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.magic import CardLibrary, Table, set_up
from floorjudge.magic.doubt.auditing import Audit, audited
from floorjudge.magic.doubt.doubts import known_doubts
from floorjudge.magic.doubt.reading import Misreading, misreadings_of
from floorjudge.magic.engine.prompts import open_question
from floorjudge.magic.playing.bodies import read_body
from floorjudge.magic.playing.playing import play
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import certificate_value
from floorjudge.magic.proof.certifying import certify
from tests.magic.cases import BESIDE, Example, begun, change, counted
from tests.magic.cases import FOLDER as EXAMPLES
from tests.magic.loop_cases import MANA, JsonObject, certificate_of
from tests.magic.made_up import watched

FOLDER = Path(__file__).parents[3] / "docs" / "upstream"
REPORTS = [Example(file.stem, json.loads(file.read_text("utf-8"))) for file in sorted(FOLDER.glob("*.json"))]


def named(report: Example) -> str:
    return report.name


def as_the_rules_say(report: Example, library: CardLibrary) -> bool:
    """Play what is reported; say whether the engine has done what the rules say."""
    table = begun(report, library)
    before, expected = counted(table), report.expected
    for index, step in enumerate(report.body):
        try:
            play(table, step)
        except FloorjudgeError:
            return index == expected.get("impossible")
    if "per_iteration" not in expected:
        return "game_over" in expected and open_question(table)[0] == "GameOver"
    after: Counter[str] = counted(table)
    return change(before, after, report) == report.per_iteration


@pytest.mark.engine
def test_the_engine_still_makes_the_mistake(subtests: pytest.Subtests, library: CardLibrary) -> None:
    """When this fails, the engine has learnt something: the report goes, and what recognises the mistake with it."""
    for report in REPORTS:
        with subtests.test(report=named(report)):
            assert not as_the_rules_say(report, library)


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.9")
def test_a_report_is_answered_with_the_mistake(subtests: pytest.Subtests, library: CardLibrary) -> None:
    """So is one whose body answers a question that the engine does not ask."""
    for report in REPORTS:
        with subtests.test(report=named(report)):
            found = certify(read_loop_case(report.given), library, budget=0.2)
            assert (found.evidence, bool(found.misplayed)) == ("undecided", True)
            mistakes = {each.mistake for each in found.misplayed}
            if "then" in report.given["about"]:
                mistakes |= {remark.mistake for remark in audit(report.given, library).remarks}
            assert report.given["about"]["mistake"] in mistakes


def test_every_report_is_listed_where_people_look() -> None:
    page = (FOLDER / "README.md").read_text("utf-8")
    for report in REPORTS:
        assert (
            f"| [{report.given['about']['title']}]({report.name}.json) | `{report.given['about']['mistake']}` |" in page
        )


def misreadings(name: str, library: CardLibrary) -> tuple[Misreading, ...]:
    try:
        return misreadings_of(library.card(name).faces)
    except FloorjudgeError:
        return ()


def table_of(case: JsonObject, library: CardLibrary) -> Table:
    return set_up(read_position(case, beside=BESIDE), library)


def audit(case: JsonObject, library: CardLibrary) -> Audit:
    bodies = (case.get("before", []), case["body"], case.get("about", {}).get("then", []))
    return audited(table_of(case, library), *(read_body(body) for body in bodies))


BEAR: JsonObject = {
    "hand": [["Grizzly Bears"], []],
    "mana": ["GG2", ""],
    "body": [{"by": 0, "do": "cast", "source": "Grizzly Bears"}, {"do": "resolve"}, {"do": "resolve all"}],
}


@pytest.mark.parametrize("beside", ["Panharmonicon", "Impact Tremors"])
def test_an_additional_trigger_is_no_mistake(beside: str, library: CardLibrary) -> None:
    assert audit({**BEAR, "battlefield": [["Soul Warden", beside], []]}, library).remarks == ()


def test_a_copied_trigger_is_no_mistake(library: CardLibrary) -> None:
    copying = [
        {"by": 0, "do": "cast", "source": "Grizzly Bears"},
        {"do": "resolve"},
        {"by": 0, "do": "activate", "source": "Strionic Resonator"},
        {"do": "resolve"},
        {"do": "resolve all"},
    ]
    found = audit({**BEAR, "battlefield": [["Soul Warden", "Strionic Resonator"], []], "body": copying}, library)
    assert found.remarks == ()


@pytest.mark.parametrize(("hand", "remarks"), [(["Island"], ()), (["Island", "Swamp"], ("other_amount",))])
def test_only_of_several_cards_discarded_together_another_amount_is_taken(
    hand: list[str], remarks: tuple[str, ...], library: CardLibrary
) -> None:
    body = [{"by": 0, "do": "cast", "source": "One with Nothing"}, {"do": "resolve"}, {"do": "resolve"}]
    case = {"battlefield": [["Marauding Mako"], []], "hand": [["One with Nothing", *hand], []], "mana": ["B", ""]}
    assert tuple(remark.mistake for remark in audit({**case, "body": body}, library).remarks) == remarks


def test_what_is_paid_by_itself_is_written_out(library: CardLibrary) -> None:
    body = [{"by": 0, "do": "cast", "source": "Grizzly Bears"}, {"do": "resolve"}]
    lands = [{"card": "Forest", "copies": 3}, "Sol Ring"]
    found = audit({"battlefield": [lands, []], "hand": BEAR["hand"], "mana": ["G", ""], "body": body}, library)
    assert [payment.step for payment in found.automatic[-1].payments] == [0]
    assert sum(count for _, count in found.automatic[-1].payments[0].mana) == 1
    by_hand = [{"by": 0, "do": "activate", "source": "Sol Ring"}]
    assert audit({"battlefield": [lands, []], "body": by_hand}, library).automatic[-1].payments == ()


def test_what_a_permanent_gives_for_its_own_ability_is_written_out(library: CardLibrary) -> None:
    """It is tapped for mana, and untapped for {Q} (CR 602.2b): before and after, nothing shows."""
    body = [{"by": 0, "do": "activate", "source": "tribe", "ability": 1}, {"do": "resolve"}]
    mantled = [{"card": "Llanowar Tribe", "as": "tribe"}, {"card": "Umbral Mantle", "on": "tribe"}]
    payment = audit({"battlefield": [mantled, []], "body": body}, library).automatic[-1].payments[0]
    assert (payment.step, payment.mana) == (0, (("Llanowar Tribe", 1),))


def test_a_no_after_which_nothing_happens_is_heeded(library: CardLibrary) -> None:
    """Yes exiles the Ogre and gives it back: the table looks the same, and still it was not the same."""
    enters: JsonObject = {
        "battlefield": [["Gray Ogre"], []],
        "hand": [["Felidar Guardian"], []],
        "mana": ["W3", ""],
        "body": [
            {"by": 0, "do": "cast", "source": "Felidar Guardian"},
            {"do": "resolve"},
            {"do": "resolve"},
            {"by": 0, "do": "choose", "answer": "no"},
        ],
    }
    assert not audit(enters, library).remarks


def test_mana_that_was_paid_is_seen(library: CardLibrary) -> None:
    body = [
        {"by": 0, "do": "cast", "source": "Ornithopter"},
        {"do": "resolve"},
        {"do": "resolve"},
        {"by": 0, "do": "choose", "answer": "yes"},
    ]
    case = {"battlefield": [["Emiel the Blessed"], []], "hand": [["Ornithopter"], []], "mana": ["G", ""], "body": body}
    assert audit(case, library).remarks == ()


# By kind and by when it matters, cards in whose form the mistake is found.
FOUND: dict[tuple[str, str], str] = {
    ("returned_at_once", "in play"): "Fiend Hunter",
    ("never_loses", "in play"): "Lich's Tomb",
    ("no_effect", "in play"): (
        "Wardscale Dragon; Exquisite Archangel; Force Bubble; Immortal Coil; Soul-Scar Mage; Misthollow Griffin; Mirror Golem"
    ),
    ("on_itself", "in play"): (
        "Sword of the Paruns; Katabatic Winds; Tsabo's Web; Serra Bestiary; Varchild, Betrayer of Kjeldor"
    ),
    ("on_itself", "with targets"): "Dense Foliage",
    ("no_target", "when used"): (
        "Charisma; Verdant Succession; Saffi Eriksdotter; Adarkar Valkyrie; Skycoach Waypoint; Crown of Doom"
    ),
    ("no_limit", "when used"): (
        "Cat Collector; Lively Dirge; Vampire Scrivener; Knowledge Pool; Contaminant Grafter; Ordinary Pony"
    ),
    ("no_limit", "in play"): "Spirit of Resistance; Frontier Mastodon; Traveling Chocobo",
    ("not_read", "in play"): "Damping Sphere",
    ("not_read", "when used"): (
        "Cephalid Illusionist; Worldfire; Lost Isle Calling; Howlpack Piper; Mardu Siegebreaker"
    ),
    ("not_mana_ability", "when used"): "Deranged Assistant",
    ("another", "when used"): "Cloudstone Curio; Portcullis",
    ("at_once", "when used"): "Evie Frye",
    ("no_such_type", "in play"): "Kor Blademaster; Memnarchitect",
    ("no_such_type", "when used"): "Domineering Will; Sauron, the Necromancer",
    ("other_player", "when used"): "Spiteful Shadows",
    ("asked_too_early", "in play"): "Out of the Tombs",
    ("half_read", "in play"): "Powerleech",
    ("forbids_more", "with targets"): "Artifact Ward",
    ("forbids_more", "when stopped"): "Medomai the Ageless",
}


def test_a_misreading_is_found_in_what_the_engine_understood(subtests: pytest.Subtests, library: CardLibrary) -> None:
    for mistake, names in FOUND.items():
        for name in names.split("; "):
            with subtests.test(name=name, mistake=mistake):
                assert mistake in {(each.code, each.matters) for each in misreadings(name, library)}


# The first are most cards; the words of the others are near to what the engine misreads.
READ_AS_WRITTEN = (
    "Grizzly Bears; Banisher Priest; Angel's Grace; Platinum Angel; Champion's Helm; Purity; Furnace of Rath; "
    "Lonis, Genetics Expert; Heart-Piercer Manticore; Archon of Emeria; Restoration Angel; March from the Tomb; Panharmonicon; "
    "Yarok, the Desecrated; Phyrexian Obliterator; Laboratory Maniac; Hardened Scales; Combat Celebrant; Blood Crypt; "
    "Torbran, Thane of Red Fell; Rakdos Cackler; Kodama of the East Tree; Vraska, Betrayal's Sting; Kitsa, Otterball Elite; "
    "Ghyrson Starn, Kelermorph; Najeela, the Blade-Blossom; Nightveil Specter; Animate Dead; Ghostly Prison; Orgg; "
    "Mournful Zombie; Cytoplast Root-Kin; Embereth Veteran; Soul Conduit"
)


def test_what_is_read_as_it_is_written_is_no_mistake(subtests: pytest.Subtests, library: CardLibrary) -> None:
    for name in READ_AS_WRITTEN.split("; "):
        with subtests.test(name=name):
            assert misreadings(name, library) == ()


@pytest.mark.engine
@pytest.mark.parametrize(("by", "remarks"), [("Parallax Wave", ("not_itself",)), ("Unsummoned Away", ())])
def test_what_has_exiled_itself_is_remarked_on(by: str, remarks: tuple[str, ...], library: CardLibrary) -> None:
    """What something else has exiled was not exiled with itself."""
    text = "{T}: Exile target creature. Return it to the battlefield at the beginning of the next end step."
    own = {"name": "Unsummoned Away", "type": "Artifact", "text": text}
    board = ["Opalescence", {"card": "Parallax Wave", "counters": {"fade": 5}}, "Unsummoned Away"]
    body = [{"by": 0, "do": "activate", "source": by, "targets": ["Parallax Wave"]}, {"do": "resolve"}]
    found = audit({"battlefield": [board, []], "cards": [own], "body": body}, library)
    assert (found.played, tuple(each.mistake for each in found.remarks)) == (1, remarks)


@pytest.mark.engine
@pytest.mark.parametrize(("spell", "aimed_at", "remarks"), [
    ("Chain of Acid", "Sol Ring", ("asked_another",)),
    ("Chain of Acid", "Mana Crypt", ()),
    ("Chain of Vapor", "Sol Ring", ()),
])  # fmt: skip
def test_who_is_aimed_at_is_asked(spell: str, aimed_at: str, remarks: tuple[str, ...], library: CardLibrary) -> None:
    body = [{"by": 0, "do": "cast", "source": spell, "targets": [aimed_at]}, {"do": "resolve"}]
    board = [["Mana Crypt"], ["Sol Ring", "Forest"]]
    found = audit({"battlefield": board, "hand": [[spell], []], "mana": ["UG3", ""], "body": body}, library)
    assert (found.played, tuple(each.mistake for each in found.remarks)) == (1, remarks)


@pytest.mark.parametrize(("aimed_at", "remarks"), [(1, ("asked_another",)), (0, ())])
def test_who_controls_what_has_entered_is_asked(aimed_at: int, remarks: tuple[str, ...], library: CardLibrary) -> None:
    body = [*BEAR["body"][:2], {"by": 0, "do": "choose", "answer": aimed_at}, {"do": "resolve"}]
    found = audit({**BEAR, "battlefield": [["Pandemonium"], []], "body": body}, library)
    assert (found.played, tuple(each.mistake for each in found.remarks)) == (1, remarks)


@pytest.mark.parametrize("beside", [[], ["Grizzly Bears"]])
def test_an_aura_is_cast_as_well_on_the_only_creature_as_on_one_of_two(beside: list[str], library: CardLibrary) -> None:
    """The engine has a part without words in the place of what a permanent spell does."""
    body = [{"by": 0, "do": "cast", "source": "Shimmering Wings", "targets": ["Goldspan Dragon"]}, {"do": "resolve"}]
    board = [["Goldspan Dragon", *beside], []]
    found = audit({"battlefield": board, "hand": [["Shimmering Wings"], []], "mana": ["U", ""], "body": body}, library)
    assert (found.played, found.remarks) == (1, ())


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.9")
def test_what_is_forbidden_to_one_that_does_not_attack_leaves_a_loop_certified(library: CardLibrary) -> None:
    gond = json.loads((EXAMPLES / "presence-of-gond-intruder-alarm.json").read_text("utf-8"))
    gond["battlefield"][0].append("Port Razer")
    found = certify(read_loop_case({**gond, "times": "10"}), library)
    assert (found.misplayed, found.verdict) == ((), "advance")


def test_the_whole_card_is_quoted_where_the_engine_keeps_no_words(library: CardLibrary) -> None:
    assert {each.words for each in misreadings("Will of the Temur", library)} == {""}
    (found,) = known_doubts(["Will of the Temur"], library)
    assert "4/4 Dragon creature with flying" in str(found.sentence)


UNREAD = "Frobnicate the nearest gizmo."


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.9")
@pytest.mark.parametrize(
    ("text", "answers", "used"),
    [
        ("{{0}}: You gain 1 life. {unread}", [], True),
        ("{{0}}: Choose one —\n• You gain 1 life. {unread}\n• You gain 2 life.", [0], True),
        ("{{0}}: Choose one —\n• You gain 1 life. {unread}\n• You gain 2 life.", [1], False),
        ("{{0}}: You gain 1 life.\n{{1}}: {unread}", [], False),
        ("{{0}}: You gain 1 life.\nWhenever you gain life, each opponent loses 1 life. {unread}", [], True),
        ("{{0}}: You gain 1 life.\nWhen this artifact leaves the battlefield, {unread}", [], False),
        ("{{0}}: You gain 1 life.\nCreatures you control frobnicate gizmos.", [], True),
        ("{{0}}: You gain 1 life.\nIf you would frobnicate a gizmo, frobnicate two gizmos instead.", [], True),
    ],
)
def test_used_and_unread_is_never_more_than_undecided(
    text: str, answers: list[int], *, used: bool, library: CardLibrary
) -> None:
    chosen = [{"by": 0, "do": "choose", "answer": answer} for answer in answers]
    case = watched(text.format(unread=UNREAD), life=[20, 100])
    case["body"] = [case["body"][0] | {"ability": 0}, *chosen, {"do": "resolve all"}]
    found = certificate_of(case, library, 20, 0.5)
    assert {each["mistake"] for each in found["misplayed"]} == ({"not_read"} if used else set())
    assert (found["evidence"] == "undecided") is used


def test_a_clause_that_was_dropped_is_not_read(subtests: pytest.Subtests, library: CardLibrary) -> None:
    for names, matters in (
        ("Skullmulcher; Forsworn Paladin", {"when used"}),
        ("Master Biomancer; Elderscale Wurm; Auditore Ambush", {"in play"}),
        ("Twinflame; Mana Reflection; Woebringer Demon", set()),
    ):
        for name in names.split("; "):
            with subtests.test(name=name):
                found = misreadings(name, library)
                assert {each.matters for each in found if each.code == "not_read"} == matters


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.9")
def test_what_is_misplayed_only_in_the_last_iteration_is_seen(library: CardLibrary) -> None:
    """A creature of 200 toughness withers away; what it does when it dies, the engine has not read."""
    withering = {
        "name": "Own Witherer",
        "type": "Creature — Bird",
        "power": "0",
        "toughness": "200",
        "text": "{0}: Put a -1/-1 counter on this creature.\nWhen this creature dies, frobnicate target gizmo.",
    }
    case = {
        "cards": [withering],
        "battlefield": [["Own Witherer"], []],
        "body": [{"by": 0, "do": "activate", "source": "Own Witherer"}, {"do": "resolve"}],
        "times": "10^100",
    }
    found = certificate_value(certify(read_loop_case(case), library, budget=2.0), "en")
    assert found["evidence"] == "undecided"
    assert {(each["card"], each["mistake"]) for each in found["misplayed"]} == {("Own Witherer", "not_read")}


@pytest.mark.clauses("MTR 4.4.9")
def test_nothing_is_certified_where_a_card_is_misplayed(library: CardLibrary) -> None:
    case = {**MANA, "life": [20, 5], "battlefield": [MANA["battlefield"][0], ["Transcendence"]]}
    found = certificate_of(case, library, "10^100")
    assert (found["evidence"], found["verdict"]) == ("undecided", "undecided")
    assert (found["after"], found["iterations"]) == (None, None)
    (only,) = found["misplayed"]
    assert (only["card"], only["mistake"]) == ("Transcendence", "never_loses")
    assert only["text"] in found["text"]


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.9")
@pytest.mark.parametrize("life", [20, 2])
@pytest.mark.parametrize(
    "then", ["you lose 1 life.", "you lose 6 life.", "sacrifice this enchantment and you lose 1 life."]
)
def test_what_is_used_only_later_and_does_nothing_is_seen(life: int, then: str, library: CardLibrary) -> None:
    """Words of Lich's Mastery that the engine does not heed: life is lost after a few iterations or many, each time, every third, or once."""
    mastery = "Whenever you lose life, for each 1 life you lost, exile a permanent you control or a card from your hand or graveyard."
    toll = f"Whenever you gain life, if you have 25 or more life, {then}"
    case = {
        "life": [life, 20],
        "cards": [
            {"name": "Own Fountain", "type": "Artifact", "text": "{0}: You gain 2 life."},
            {"name": "Own Toll", "type": "Enchantment", "text": toll},
            {"name": "Own Mastery", "type": "Enchantment", "text": mastery},
        ],
        "battlefield": [["Own Fountain", "Own Toll", "Own Mastery"], []],
        "body": [{"by": 0, "do": "activate", "source": "Own Fountain"}, {"do": "resolve all"}],
        "times": "999",
    }
    found = certify(read_loop_case(case), library, budget=1.0)
    assert [(each.card, each.mistake) for each in found.misplayed] == [("Own Mastery", "nothing")]
    assert (found.evidence, found.verdict) == ("undecided", "undecided")


def test_nobody_has_priority_in_an_attack_of_nobody(library: CardLibrary) -> None:
    """The declare attackers step is skipped then, against CR 508.2; `lab/contrib/xmage` passes in it until this fails."""
    table = table_of({"battlefield": [["Grizzly Bears"], []], "step": "beginning of combat"}, library)
    body = [{"do": "pass", "by": 0}, {"do": "pass", "by": 1}, {"do": "attack", "by": 0, "attackers": []}]
    for step in read_body(body):
        play(table, step)
    assert (table.phase, open_question(table)[0]) == ("EndCombat", "Priority")


def test_one_type_of_mana_that_was_made_is_no_mistake(library: CardLibrary) -> None:
    body = [{"by": 0, "do": "activate", "source": "Basalt Monolith", "ability": 0}]
    assert not audit(
        {"battlefield": [["Kinnan, Bonder Prodigy", "Basalt Monolith"], []], "body": body}, library
    ).remarks


@pytest.mark.parametrize("beside", ["Mana Flare", "Soul Warden"])
def test_what_pays_together_and_leaves_is_no_mistake(beside: str, library: CardLibrary) -> None:
    treasure = {"token": "Treasure", "type": "Token Artifact — Treasure", "copies": 2}
    board = {"battlefield": [["Forest", treasure, beside], []], "hand": [["Centaur Courser"], []]}
    found = audit({**board, "body": [{"by": 0, "do": "cast", "source": "Centaur Courser"}]}, library)
    assert (found.played, found.remarks) == (1, ())

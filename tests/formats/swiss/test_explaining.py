from __future__ import annotations

import pytest

from floorjudge.formats.swiss.display.explaining import who_begins, why_bye, why_in_playoff, why_paired
from floorjudge.formats.swiss.pairing.pairing import Entrant, pair
from floorjudge.formats.swiss.tables import Why
from tests.formats.swiss.events import Shuffled, paired_why


@pytest.mark.clauses("MTR 10.4")
def test_a_table_says_why(subtests: pytest.Subtests) -> None:
    for why, sentence in [
        (Why((0, 0), first_round=True), "Drawn at random: this is the first round."),
        (Why((1, 1)), "Drawn at random among the players with 1 point."),
        (Why((6, 6)), "Drawn at random among the players with 6 points."),
        (Why((1, 1), near=True), "Both have 1 point; in the last round neighbours in the standings meet."),
        (Why((9, 9), near=True), "Both have 9 points; in the last round neighbours in the standings meet."),
        (Why((3, 6)), "Points: 6 against 3. Every other pairing has more rematches or greater differences."),
        (
            Why((6, 3), again=True),
            "Points: 6 against 3. Every other pairing has more rematches or greater differences. The player with more points was paired down before, and it could not be helped.",
        ),
        (
            Why((3, 3), rematch=True),
            "Drawn at random among the players with 3 points. They have met before: no pairing of this round avoids every rematch.",
        ),
    ]:
        with subtests.test(sentence=sentence):
            assert str(why_paired(why)) == sentence


@pytest.mark.clauses("MTR 10.4")
def test_a_bye_says_why() -> None:
    assert "drawn at random" in str(why_bye(first=True, again=False))
    assert str(why_bye(first=False, again=False)).endswith(
        "Of those without a bye, the player with the fewest points has it."
    )
    assert "all players who could be given this bye have had one" in str(why_bye(first=False, again=True))


@pytest.mark.clauses("MTR 2.2")
def test_who_decides_is_said() -> None:
    assert str(who_begins("Ana")) == "Ana decides who plays first."
    assert str(why_in_playoff((1, 8))) == (
        "By the bracket: number 1 of the playoff meets number 8. Number 1 decides who plays first."
    )


def test_only_the_tables_of_the_first_round_are_said_to_be_of_it() -> None:
    entrants = [Entrant("Ana"), Entrant("Bo")]
    assert [paired_why(pair(entrants, Shuffled(1), number).tables[0]).first_round for number in (1, 2)] == [True, False]

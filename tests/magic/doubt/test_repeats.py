"""The doubts that are shown about some cards: each words of a card once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.doubt.doubts import SENTENCES, Doubt, doubt, known_doubts, without_repeats

KAYA = "Kaya, Intangible Slayer"

found = st.builds(doubt, st.sampled_from(sorted(SENTENCES)), st.sampled_from("AB"), st.sampled_from(["x", "y"]))


def _quoted(each: Doubt) -> tuple[str, object]:
    return each.card, each.sentence.values["words"]


@given(st.lists(found))
def test_words_of_a_card_are_quoted_once_and_as_unread_if_they_are(doubts: list[Doubt]) -> None:
    shown = without_repeats(doubts)
    assert [_quoted(each) for each in shown] == list(dict.fromkeys(_quoted(each) for each in shown))
    assert {_quoted(each) for each in shown} == {_quoted(each) for each in doubts}
    unread = {_quoted(each) for each in doubts if each.is_unread}
    assert all(each in doubts and each.is_unread is (_quoted(each) in unread) for each in shown)


def test_an_ability_that_was_not_read_has_one_doubt(library: CardLibrary) -> None:
    known = tuple(known_doubts([KAYA], library))
    assert len(known) > len(without_repeats(known)) == 1

"""Who did it, in the words of a record and in those of a reader."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events.floor.state import is_author
from floorjudge.events.service.roles import Role, author, author_words
from floorjudge.texts import LANGUAGES

NAMES = st.text("abJ {}%é", min_size=1, max_size=10).map(lambda name: f"x{name}x")


@given(st.sampled_from(Role), st.none() | NAMES)
def test_every_author_of_ours_is_told_with_the_name(role: Role, name: str | None) -> None:
    by = author(role, name)
    assert is_author(by)
    for language in LANGUAGES:
        said = author_words(by, language)
        assert said.strip()
        assert name is None or role is Role.ANYBODY or name in said
    if name is not None or role is Role.ANYBODY:
        assert author_words(by, "en") == by


def test_a_head_judge_is_no_judge_whose_name_begins_so() -> None:
    assert author(Role.HEAD_JUDGE, "Jo") == "head judge Jo"
    assert author_words("head judge Jo", "en") == "head judge Jo"
    assert author_words("judge head judge", "en") == "judge head judge"


def test_the_owner_of_the_first_link_has_no_other_name() -> None:
    assert author_words(author(Role.OWNER, "Owner"), "fr") == author_words("owner", "fr")
    assert author_words(author(Role.OWNER, "Propriétaire"), "en") == "the owner"


@pytest.mark.parametrize(
    "by", ["importer 2", "judges", "Organiser Marie", "playerAna", "{name}", "self-registration desk"]
)
def test_an_author_that_is_not_ours_stays_as_it_is(by: str) -> None:
    for language in LANGUAGES:
        assert author_words(by, language) == by

import pytest

from floorjudge.errors import BadInput
from floorjudge.rulebook import refusals
from floorjudge.texts import LANGUAGES, Language

EVERY = [
    refusals.unknown_clause("OTE 9.9"),
    refusals.unknown_clause("OTE 9.9", ("OTE 2.9", "OTE 1.1")),
    refusals.not_in_edition("OTE 9.9", "ote-1.2"),
    refusals.not_in_edition("OTE 9.9", "ote-1.2", ("OTE 2.9", "OTE 1.1")),
    refusals.unknown_rulebook("OTE 9.9", ("OTE", "MTR")),
    refusals.unknown_edition("OTE 9.9", ("mtr", "cr-729")),
    refusals.unknown_status("OTE 9.9", ("planned",)),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refusal", EVERY, ids=lambda refusal: refusal.code)
def test_every_refusal_names_what_was_given_in_every_language(refusal: BadInput, language: Language) -> None:
    said = refusal.message(language)
    # The quotation marks of each language; French puts narrow spaces inside them.
    assert any(quoted in said for quoted in ("“OTE 9.9”", "«OTE 9.9»", "«\u202fOTE 9.9\u202f»"))
    assert "{" not in said
    for filled in refusal.said.values.values():
        assert (", ".join(filled) if isinstance(filled, tuple) else str(filled)) in said

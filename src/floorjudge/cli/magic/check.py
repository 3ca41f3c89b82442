"""`floorjudge magic check`: whether what a certificate says is so, established again on the engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from floorjudge.cli import output
from floorjudge.cli.magic.reading import SecondEngineOption, open_library, read_case_file
from floorjudge.cli.parameters import argument
from floorjudge.cli.settings import say, settings
from floorjudge.magic import CardLibrary
from floorjudge.magic.checking.certificates import read_claims
from floorjudge.magic.checking.checking import Checked
from floorjudge.magic.checking.checking import check as checked
from floorjudge.magic.second_opinion.asking import Claim, second_opinion
from floorjudge.magic.second_opinion.opinions import Opinion, opinion_value, sentences
from floorjudge.magic.second_opinion.program import SecondEngine
from floorjudge.texts import Text, text


def check(
    file: Annotated[
        Path,
        argument(
            text("A certificate, as “magic certify --json” or “magic find --json” prints it; - is standard input.")
        ),
    ],
    second: SecondEngineOption = "",
) -> None:
    """Check a certificate."""
    given = read_case_file(file)
    if isinstance(given, dict) and isinstance(given.get("certificate"), dict):
        given = given["certificate"]
    with open_library() as library:
        opinion = _second_opinion(given, library, second) if second else None
        found = checked(given, library, second=None if opinion is None else opinion_value(opinion))
    agreed = opinion is None or opinion.leaves_certified
    if settings.as_json:
        output.print_json(
            {
                "holds": found.holds and agreed,
                "claims": found.claims,
                "rejected": [
                    {"where": each.where, "claimed": each.claimed, "found": each.found_in(settings.language)}
                    for each in found.rejected
                ],
                "why": None if found.why is None else say(found.why),
                "second": None if opinion is None else opinion_value(opinion),
                "text": say(_said(found)),
            }
        )
        return
    output.print_text(_said(found))
    for sentence in () if opinion is None else sentences(opinion, read_claims(given).case.position.names):
        output.print_text(sentence)
    if found.why is not None:
        output.print_text(found.why)
    if found.rejected:
        columns = (text("Where"), text("The certificate says"), text("Found"))
        rows = [(each.where, _shown(each.claimed), _shown(each.found_in(settings.language))) for each in found.rejected]
        output.print_table(text("What does not hold"), columns, rows)


def _second_opinion(given: object, library: CardLibrary, command: str) -> Opinion:
    with SecondEngine(command) as second:
        return second_opinion(read_claims(given).case, Claim.in_value(given), library, second)


def _said(found: Checked) -> Text:
    if not found.holds:
        return text("The certificate does not hold.")
    if not found.claims:
        return text("The certificate claims nothing beyond what was performed: there was nothing to establish.")
    if found.unasked:
        return text(
            "The certificate holds, but for what it says of a second engine: name that one with “--second” to have it asked again. "
            "Everything else was established again on the engine."
        )
    return text("The certificate holds: everything that it says was established again on the engine.")


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)

"""`floorjudge magic check`: checks the claims of a certificate, again on the engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from floorjudge.cli import output
from floorjudge.cli.line.parameters import argument
from floorjudge.cli.magic.reading import open_library, read_case_file
from floorjudge.cli.settings import say, settings
from floorjudge.magic.proof.certificates import written
from floorjudge.magic.proof.checking import Checked
from floorjudge.magic.proof.checking import check as checked
from floorjudge.texts import Text, text


def check(
    file: Annotated[
        Path,
        argument(
            text("A certificate, as “magic certify --json” or “magic find --json” prints it; - is standard input.")
        ),
    ],
) -> None:
    """Check a certificate."""
    given = read_certificate_file(file)
    with open_library() as library:
        found = checked(given, library)
    if settings.as_json:
        output.print_json(checked_value(found))
    else:
        print_checked(found)


def read_certificate_file(file: Path) -> object:
    """Return the JSON value of a certificate in a file, or within an answer of `magic find`; `-` is standard input.

    Raises BadInput if the file cannot be read or is not JSON.
    """
    given = read_case_file(file)
    if isinstance(given, dict) and isinstance(given.get("certificate"), dict):
        return given["certificate"]
    return given


def checked_value(found: Checked) -> dict[str, Any]:
    """Return the result of checking a certificate as JSON."""
    return {
        "holds": found.holds,
        "claims": found.claims,
        "rejected": [
            {"where": each.where, "claimed": each.claimed, "found": written(each.found, settings.language)}
            for each in found.rejected
        ],
        "why": None if found.why is None else say(found.why),
        "second": None,
        "text": say(_verdict(found)),
    }


def print_checked(found: Checked) -> None:
    """Print the result of checking a certificate."""
    output.print_text(_verdict(found))
    if found.why is not None:
        output.print_text(found.why)
    if found.rejected:
        columns = (text("Where"), text("The certificate says"), text("Found"))
        rows = [
            (each.where, _shown(each.claimed), _shown(written(each.found, settings.language)))
            for each in found.rejected
        ]
        output.print_table(text("What does not hold"), columns, rows)


def _verdict(found: Checked) -> Text:
    if not found.holds:
        return text("The certificate does not hold.")
    if not found.claims:
        return text("The certificate claims nothing beyond what was performed: there was nothing to establish.")
    if found.unasked:
        return text(
            "The certificate holds, but for what it says of a second engine, which “floorjudge-lab opinion” asks again. "
            "Everything else was established again on the engine."
        )
    return text("The certificate holds: everything that it says was established again on the engine.")


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)

"""`floorjudge magic check`: whether what a certificate says is so, established again on the engine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from floorjudge.cli import output
from floorjudge.cli.magic.library import open_library
from floorjudge.cli.magic.reading import read_case_file
from floorjudge.cli.settings import say, settings
from floorjudge.texts import Text, text

if TYPE_CHECKING:
    from floorjudge.magic.checking.checking import Checked


def add_commands(app: typer.Typer) -> None:
    """Add the command of this module to the group."""
    app.command(
        "check", help=say(text("Establish everything that a certificate says again, and say what does not hold."))
    )(check)


def check(
    file: Annotated[
        Path,
        typer.Argument(
            help=say(
                text("A certificate, as “magic certify --json” or “magic find --json” prints it; - is standard input.")
            )
        ),
    ],
) -> None:
    """Check a certificate."""
    from floorjudge.magic.checking.checking import check as checked

    given = read_case_file(file)
    if isinstance(given, dict) and isinstance(given.get("certificate"), dict):
        given = given["certificate"]
    library = open_library()
    try:
        found = checked(given, library)
    finally:
        library.close()
    if settings.as_json:
        output.print_json(
            {
                "holds": found.holds,
                "claims": found.claims,
                "rejected": [
                    {"where": each.where, "claimed": each.claimed, "found": each.found} for each in found.rejected
                ],
                "why": None if found.why is None else say(found.why),
                "text": say(_said(found)),
            }
        )
        return
    output.print_text(_said(found))
    if found.why is not None:
        output.print_text(found.why)
    if found.rejected:
        columns = (say(text("Where")), say(text("The certificate says")), say(text("Found")))
        rows = [(each.where, _shown(each.claimed), _shown(each.found)) for each in found.rejected]
        output.print_table(say(text("What does not hold")), columns, rows)


def _said(found: Checked) -> Text:
    if not found.holds:
        return text("The certificate does not hold.")
    if not found.claims:
        return text("The certificate claims nothing beyond what was performed: there was nothing to establish.")
    return text("The certificate holds: everything that it says was established again on the engine.")


def _shown(value: object) -> str:
    import json

    return json.dumps(value, ensure_ascii=False)

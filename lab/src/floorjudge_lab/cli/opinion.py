"""`floorjudge-lab opinion`: the opinion of a second engine on a case or a certificate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from floorjudge.cli import output
from floorjudge.cli.line.parameters import argument, option, seconds_option
from floorjudge.cli.magic.answers import print_answer
from floorjudge.cli.magic.check import checked_value, print_checked, read_certificate_file
from floorjudge.cli.magic.reading import open_library
from floorjudge.cli.settings import settings
from floorjudge.magic import CardLibrary, certificate_value, certify, read_loop_case
from floorjudge.magic.answer import answer_on
from floorjudge.magic.proof.certificates import read_claims
from floorjudge.magic.proof.checking import compared, establish
from floorjudge.texts import text
from floorjudge_lab.second_opinion.asking import second_opinion, with_second_opinion
from floorjudge_lab.second_opinion.opinions import Opinion, opinion_value, sentences
from floorjudge_lab.second_opinion.program import SecondEngine


def opinion(
    file: Annotated[
        Path,
        argument(text("A case, which is certified first, or a certificate, which is checked; - is standard input.")),
    ],
    second: Annotated[
        str, option(text("The second engine: a program, with its arguments, that plays the case as well."), "--second")
    ],
    budget: Annotated[
        float,
        seconds_option(
            text("How much a certificate may try: the work that a usual computer does in so many seconds."),
            "--budget",
            least=0,
        ),
    ] = 10.0,
) -> None:
    """Ask a second engine; if it disagrees, nothing is certified."""
    given = read_certificate_file(file)
    with open_library() as library, SecondEngine(second) as engine:
        if isinstance(given, dict) and "evidence" in given:
            _check(given, library, engine)
        else:
            _certify(given, library, engine, budget)


def _check(given: object, library: CardLibrary, engine: SecondEngine) -> None:
    claims = read_claims(given)
    established = establish(claims, library)
    certificate, opinion = established.proof.certificate or established.proof.performed, None
    if certificate is not None:
        opinion = second_opinion(certificate, library, engine)
    value = None if opinion is None else opinion_value(opinion)
    checked = compared(given, claims, established, value)
    if settings.as_json:
        holds = checked.holds and (opinion is None or opinion.leaves_certified)
        output.print_json({**checked_value(checked), "holds": holds, "second": value})
        return
    print_checked(checked)
    if opinion is not None:
        _print(opinion, claims.case.position.names)


def _certify(given: object, library: CardLibrary, engine: SecondEngine, budget: float) -> None:
    certified = certify(read_loop_case(given), library, budget=budget)
    certificate, opinion = with_second_opinion(certified, library, engine)
    if settings.as_json:
        output.print_json(certificate_value(certificate, settings.language))
        return
    print_answer(answer_on(certificate.case, certificate, library))
    if opinion.leaves_certified:  # otherwise the certificate says the same
        _print(opinion, certificate.players)


def _print(opinion: Opinion, players: tuple[str, ...]) -> None:
    for sentence in sentences(opinion, players):
        output.print_text(sentence)

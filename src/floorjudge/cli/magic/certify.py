"""`floorjudge magic certify`: the effect of repeating a loop, the proof of it, and the ruling."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from floorjudge.cli import output
from floorjudge.cli.line.parameters import argument, option, seconds_option
from floorjudge.cli.magic.answers import print_answer, written
from floorjudge.cli.magic.reading import open_library, read_case_file
from floorjudge.cli.settings import say, settings
from floorjudge.exact import read_number, written_plainly
from floorjudge.loops.mtr.explain import number
from floorjudge.magic import certificate_value, read_loop_case
from floorjudge.magic import certify as certified
from floorjudge.magic.answer import answer_on
from floorjudge.magic.proof.certificates import read_claims, sealed
from floorjudge.magic.proof.moments import Moment, moment_value, moments_in
from floorjudge.texts import text


def certify(
    file: Annotated[
        Path, argument(text("The case as JSON: a position, the body of the loop, times; - is standard input."))
    ],
    times: Annotated[
        str, option(text("How many times, such as 40 or 10^100, instead of what the case says."), "--times")
    ] = "",
    budget: Annotated[
        float,
        seconds_option(
            text(
                "How much to try on the engine: the work that a usual computer does in so many seconds. It is counted, so the answer is the same on every computer."
            ),
            "--budget",
            least=0,
        ),
    ] = 10.0,
    answer_in: Annotated[
        str,
        option(
            text("Say also what lies where in this iteration, each time a player has priority: 40, or 10^99."),
            "--answer-in",
        ),
    ] = "",
) -> None:
    """Certify a loop and print the certificate."""
    given = read_case_file(file)
    if times and isinstance(given, dict):
        given = {**given, "times": written_plainly(times)}
    case = read_loop_case(given)
    with open_library() as library:
        certificate = certified(case, library, budget=budget)
        answer = answer_on(case, certificate, library)
        iteration = read_number(written_plainly(answer_in), "--answer-in") if answer_in else 0
        value = certificate_value(certificate, settings.language)
        moments = moments_in(read_claims(value), library, iteration) if answer_in else ()
    if settings.as_json:
        shown = {"moments": [moment_value(each) for each in moments]} if answer_in else {}
        output.print_json(sealed({**value, **shown}))
        return
    print_answer(answer)
    for moment in moments:
        print_moment(moment, certificate.players)


def print_moment(moment: Moment, players: tuple[str, ...]) -> None:
    """Print the stack and the amounts at a moment when a player has priority, with its iteration and step."""
    output.print_line()
    output.print_text(
        text(
            "Iteration {iteration}, step {step}: {player} has priority.",
            iteration=number(moment.iteration),
            step=moment.step + 1,
            player=players[moment.seat],
        )
    )
    print_what_lies_there(moment)


def print_what_lies_there(moment: Moment) -> None:
    """Print the stack and the amounts of a moment."""
    if moment.stack:
        output.print_text(text("On the stack, the top first: {stack}.", stack=moment.stack))
    rows = [(say(words), written(amount)) for words, amount in moment.lines.values()]
    output.print_table("", (text("What"), ""), rows, right=(1,))

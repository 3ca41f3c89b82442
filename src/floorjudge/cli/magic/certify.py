"""`floorjudge magic certify`: the effect of repeating a loop, the proof of it, and the ruling."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from floorjudge.cli import output
from floorjudge.cli.magic.reading import open_library, read_case_file
from floorjudge.cli.parameters import argument, option, seconds_option
from floorjudge.cli.settings import say, settings
from floorjudge.exact import digits, read_number, written_plainly
from floorjudge.exact.digits import abridged, in_powers_of_ten
from floorjudge.loops.mtr.explain import number
from floorjudge.magic import certificate_value, read_loop_case
from floorjudge.magic import certify as certified
from floorjudge.magic.playing.automatic_sentences import automatic_sentences
from floorjudge.magic.proof.certificates import Certificate, Line, Segment, read_claims, sealed
from floorjudge.magic.proof.moments import Moment, moment_value, moments_in
from floorjudge.rulebook import for_people
from floorjudge.texts import Text, counted, grouped, text

# Numbers with more digits than this become multiples of powers of ten; their parts have this many digits at most.
_LONGEST, _SHOWN = 60, 12
# At most this many first iterations get separate columns.
_MOST_FIRST = 4


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
            text("Say also what lies where in this iteration, each time somebody has priority: 40, or 10^99."),
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
        iteration = read_number(written_plainly(answer_in), "--answer-in") if answer_in else 0
        value = certificate_value(certificate, settings.language)
        moments = moments_in(read_claims(value), library, iteration) if answer_in else ()
    if settings.as_json:
        shown = {"moments": [moment_value(each) for each in moments]} if answer_in else {}
        output.print_json(sealed({**value, **shown}))
        return
    print_certificate(certificate)
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
    rows = [(say(moment.said[key]), written(amount)) for key, amount in moment.amounts.items() if key in moment.said]
    output.print_table("", (text("What"), ""), rows, right=(1,))


def print_certificate(certificate: Certificate) -> None:
    """Print a certificate for people."""
    for sentence in certificate.sentences:
        output.print_text(sentence)
    output.print_line(f"({', '.join(map(for_people, certificate.clauses))})")
    output.print_line()
    _print_amounts(certificate)
    _print_first(certificate)
    for segment in certificate.segments:
        if segment.last_is_odd or not segment.is_done:
            _print_segment(segment)
    for sentence in automatic_sentences(certificate.automatic):
        output.print_text(sentence)
    output.print_text(how_known(certificate))
    if certificate.mandatory or certificate.maintained_by:
        output.print_text(_kept_going(certificate))
    output.print_line()
    print_assumptions(certificate)


def print_assumptions(certificate: Certificate) -> None:
    """Print the assumptions of a certificate."""
    output.print_text(text("This rests on:"))
    for assumed in certificate.assumes:
        output.print_line(f"  - {say(assumed)}")


def _print_amounts(certificate: Certificate) -> None:
    lines = _parts_behind(certificate.lines)
    if not lines:
        return
    rows = [(_name(line), _signed(line.change), _after(line)) for line in lines]
    end, times = _end(certificate), certificate.iterations
    if certificate.never_ends and times is not None:
        end = text("If broken after {iterations} times", iterations=number(times))
    columns = (text("What"), text("Each time"), end)
    output.print_table(text("What the loop does"), columns, rows, right=(1, 2))


def _print_first(certificate: Certificate) -> None:
    """Print the deviating changes of the first iterations, in separate columns if there are few."""
    many = certificate.begins_otherwise
    if not many:
        return
    output.print_text(
        counted(
            "Iteration 1 differs in what follows; everything else changes in it as above.",
            "The first {count} iterations differ in what follows; everything else changes in them as above.",
            count=many,
        )
    )
    columns = [text("In iteration {iteration}", iteration=number(at)) for at in range(1, many + 1)]
    rows = [[say(each.said), *(_signed((change,)) for change in each.changes)] for each in certificate.first]
    if many > _MOST_FIRST:
        columns = [text("In the first {count} iterations together", count=many)]
        rows = [[say(each.said), _signed((sum(each.changes),))] for each in certificate.first]
    output.print_table("", [text("What"), *columns], rows, right=tuple(range(1, len(columns) + 1)))


def _print_segment(segment: Segment) -> None:
    last = text("In iteration {iteration}", iteration=number(segment.after))
    title = text("From iteration {iteration} on it does something else", iteration=number(segment.begins))
    columns, rows = [text("What")], [[say(part.said)] for part in segment.parts]
    if segment.last_is_odd:
        columns.append(last)
        rows = [[*row, _signed((part.last,))] for row, part in zip(rows, segment.parts, strict=True)]
    if not segment.is_done:
        columns.append(text("Each time"))
        rows = [[*row, _signed(part.change or (0,))] for row, part in zip(rows, segment.parts, strict=True)]
    output.print_table(last if segment.is_done else title, columns, rows, right=tuple(range(1, len(columns))))


def _parts_behind(lines: Sequence[Line]) -> list[Line]:
    """Return lines in which the parts of an amount follow directly after the amount."""
    wholes = {line.key: place for place, line in enumerate(lines) if not line.part}
    return [
        line
        for _, _, line in sorted(
            (wholes.get(line.key.rpartition(" (")[0], place) if line.part else place, place, line)
            for place, line in enumerate(lines)
        )
    ]


def _name(line: Line) -> str:
    return f"  {say(line.said)}" if line.part else say(line.said)


def _signed(changes: Sequence[int]) -> str:
    signed = [f"+{written(change)}" if change > 0 else written(change) for change in changes]
    return ", ".join(signed) + (", …" if len(signed) > 1 else "")


def _after(line: Line) -> str:
    return "" if line.after is None else written(line.after)


def written(value: int) -> str:
    """Return a number as digits in groups; a very long one in powers of ten, such as `3 × 10^100 + 20`.

    Nothing is rounded. If a very long number has no such short form, the middle of its digits is left out.
    """
    if abs(value) < 10**_LONGEST:
        return ("-" if value < 0 else "") + _in_groups(digits(abs(value)))
    return in_powers_of_ten(value, _LONGEST, grouped=_in_groups) or abridged(value, longest=_LONGEST, shown=_SHOWN)


def _in_groups(written: str) -> str:
    return say(Text("{number}", {"number": grouped(written)}))


def _end(certificate: Certificate) -> Text:
    if certificate.of_the_end is not None:
        return certificate.of_the_end
    if certificate.iterations is None or not certificate.knows_end:
        return text("In the end")
    if certificate.iterations == 1:
        return text("After one time")
    return text("After {iterations} times", iterations=number(certificate.iterations))


def how_known(certificate: Certificate) -> Text:
    """Return the sentence that tells how the effect of the loop is known."""
    checked = number(certificate.checked_to)
    if certificate.evidence == "certified":
        return text(
            "Certified: the engine played iterations at the beginning, at the end and in between, up to iteration {checked}.",
            checked=checked,
        )
    if certificate.evidence == "extended":
        return text(
            "Extended: the engine played iterations up to iteration {checked}; beyond it the same recurrence goes on.",
            checked=checked,
        )
    if certificate.evidence == "observed":
        return counted(
            "Observed: one iteration was performed; nothing is claimed beyond it.",
            "Observed: {count} iterations were performed; nothing is claimed beyond them.",
            count=certificate.checked_to,
        )
    return counted(
        "Undecided: one iteration was performed; nothing is claimed beyond it.",
        "Undecided: {count} iterations were performed; nothing is claimed beyond them.",
        count=certificate.checked_to,
    )


def _kept_going(certificate: Certificate) -> Text:
    if certificate.mandatory:
        return text("Nobody keeps it going by a choice: everything in it is mandatory.")
    names = tuple(certificate.players[seat] for seat in certificate.maintained_by)
    return text("It is kept going by: {players}.", players=names)

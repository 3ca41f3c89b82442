"""Printing the answer on a loop: what a judge needs first, then what stands behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

from floorjudge.cli import output
from floorjudge.cli.settings import say, settings
from floorjudge.exact import digits, read_number
from floorjudge.exact.digits import abridged, in_powers_of_ten
from floorjudge.magic.answer import Answer, LoopStep, NotFound, numbered
from floorjudge.magic.answer.amounts import Amount, Amounts, Later
from floorjudge.rulebook import for_people
from floorjudge.texts import Text, counted, in_groups, listed, text

# Numbers with more digits than this become multiples of powers of ten; their parts have this many digits at most.
_LONGEST, _SHOWN = 60, 12


def print_answer(answer: Answer) -> None:
    """Print the answer on a loop for people: the verdict first, and last how it is known."""
    answer = numbered(answer, settings.language)
    for sentence in (answer.verdict, *answer.chooses):
        output.print_text(sentence)
    output.print_line(f"({', '.join(map(for_people, answer.clauses))})")
    for doubt in answer.doubts:
        output.print_text(doubt)
    if answer.given:
        output.print_line()
        output.print_line(f"{say(text('Taken for granted:'))} {_listed(answer.given)}.")
    output.print_line()
    _print_loop(answer)
    _print_list(answer.whose_actions, answer.others)
    output.print_line()
    _print_amounts(answer)
    _print_proof(answer)


def _print_loop(answer: Answer) -> None:
    _print_steps(text("Once, to begin with"), answer.before)
    _print_steps(text("The loop"), answer.steps)
    if answer.gives:
        output.print_line(f"{say(answer.how_often)} {_listed(answer.gives)}.")
    if answer.costs:
        output.print_line(f"{say(text('What each iteration costs:'))} {_listed(answer.costs)}.")
    output.print_line()


def _print_steps(title: Text, steps: Sequence[LoopStep]) -> None:
    if steps:
        output.print_text(title)
    for step in steps:
        numbers = str(step.first) if step.first == step.last else f"{step.first}–{step.last}"
        output.print_line(f"  {numbers}. {_sentences(step)}")
        for what, change in step.changes:
            amount = f"{'+' if change > 0 else '−'}{written(abs(change))}"
            output.print_line(f"       {say(text('{what}: {amount}', what=what, amount=amount))}")


def _sentences(step: LoopStep) -> str:
    times = () if step.times == 1 else (text("{count} times", count=step.times),)
    return " ".join(map(say, (*step.sentences, *times)))


def _listed(phrases: Iterable[Text]) -> str:
    return listed(map(say, phrases), settings.language)


def _print_list(title: Text, items: Sequence[Text]) -> None:
    if items:
        output.print_text(title)
    for item in items:
        output.print_line(f"  - {say(item)}")


def print_not_found(missing: NotFound, *advice: Text) -> None:
    """Print the answer of a search without a loop: the verdict, the reason with `advice`, and then what was tried."""
    missing = numbered(missing, settings.language)
    for sentence in (missing.verdict, missing.reason, *missing.in_the_way, *advice):
        output.print_text(sentence)
    if missing.uncertain:
        output.print_line()
        output.print_text(text("These came back, and could not be certified"))
    for each in missing.uncertain:
        parts = ((text("Once, to begin with"), each.before), (text("Each time"), each.steps))
        for bullet, (title, steps) in zip("- ", filter(itemgetter(1), parts), strict=False):
            output.print_line(f"  {bullet} {say(title)}")
            for number, step in enumerate(steps, 1):
                output.print_line(f"    {number}. {say(step)}")
        for sentence in each.why:
            output.print_line(f"    {say(sentence)}")
    output.print_line()
    _print_list(text("What was tried"), missing.looked_at)


def _print_proof(answer: Answer) -> None:
    for sentence in (*answer.automatic, answer.how_known):
        output.print_text(sentence)
    if answer.kept_going is not None:
        output.print_text(answer.kept_going)
    output.print_line()
    output.print_text(answer.before_ruling)
    output.print_line(" ".join(map(say, answer.ruling)))
    print_assumptions(answer.rests_on)


def print_assumptions(assumes: Sequence[Text]) -> None:
    """Print the assumptions of a certificate."""
    _print_list(text("This rests on:"), assumes)


def _print_amounts(answer: Answer) -> None:
    """Print the amounts that a loop changes as tables."""
    amounts, last = answer.amounts, answer.last_amounts
    if amounts.period > 1:
        _print_period(amounts.period)
    columns = [text("What"), text("At first"), text("Each time"), *([] if last is None else [last])]
    rows = [
        [_name(each), _written(each.start), _signed(each.each), _written(each.after)][: len(columns)]
        for each in _parts_behind(amounts.changing)
    ]
    if rows:
        output.print_table(text("What an iteration changes"), columns, rows, right=tuple(range(1, len(columns))))
    elif answer.evidence != "undecided":
        _print_list(text("What an iteration changes"), [text("Nothing: everything is as before.")])
    if amounts.grows:
        output.print_text(
            text(
                "The changes that grow are those of iteration {iteration} and the ones after it.",
                iteration=_written(amounts.growing_from),
            )
        )
    _print_first(amounts)
    for later in amounts.later:
        _print_later(later)


def _print_period(period: int) -> None:
    output.print_text(
        text(
            "It comes round only every {period} iterations; the changes are those of {period} together.", period=period
        )
    )


def _print_first(amounts: Amounts) -> None:
    """Print the deviating changes of the first iterations, in separate columns if there are few."""
    many = amounts.begins_otherwise
    if not many:
        return
    output.print_text(
        counted(
            "Iteration 1 differs in what follows; everything else changes in it as above.",
            "The first {count} iterations differ in what follows; everything else changes in them as above.",
            count=many,
        )
    )
    columns = [text("In iteration {iteration}", iteration=at) for at in range(1, many + 1)]
    rows = [[say(each.label), *(_signed((change,)) for change in each.each)] for each in amounts.first]
    if not amounts.few_first:
        columns = [text("In the first {count} iterations together", count=many)]
        rows = [[say(each.label), _signed((each.together,))] for each in amounts.first]
    output.print_table("", [text("What"), *columns], rows, right=tuple(range(1, len(columns) + 1)))


def _print_later(later: Later) -> None:
    title = text("From iteration {iteration} on it does something else", iteration=_written(later.begins))
    columns, rows = [text("What")], [[say(each.label)] for each in later.amounts]
    if later.odd is not None:
        columns.append(text("In iteration {iteration}", iteration=_written(later.odd)))
        rows = [[*row, _signed((each.last,))] for row, each in zip(rows, later.amounts, strict=True)]
    if any(each.each for each in later.amounts):
        columns.append(text("Each time"))
        rows = [[*row, _signed(each.each)] for row, each in zip(rows, later.amounts, strict=True)]
    else:
        title = columns[-1]
    output.print_table(title, columns, rows, right=tuple(range(1, len(columns))))
    if later.period > 1:
        _print_period(later.period)


def _parts_behind(lines: Sequence[Amount]) -> list[Amount]:
    """Return lines in which the parts of an amount follow directly after the amount."""
    wholes = {line.key: place for place, line in enumerate(lines) if not line.part}
    return [
        line
        for _, _, line in sorted(
            (wholes.get(line.key.rpartition(" (")[0], place) if line.part else place, place, line)
            for place, line in enumerate(lines)
        )
    ]


def _name(line: Amount) -> str:
    return f"  {say(line.label)}" if line.part else say(line.label)


def _signed(changes: Sequence[str]) -> str:
    signed = [f"+{_written(each)}" if each != "0" and not each.startswith("-") else _written(each) for each in changes]
    return ", ".join(signed) + (", …" if len(signed) > 1 else "")


def _written(amount: str | None) -> str:
    return "" if amount is None else written(read_number(amount, ""))


def written(value: int) -> str:
    """Return a number as digits in groups; a very long one in powers of ten, such as `3 × 10^100 + 20`.

    Nothing is rounded. If a very long number has no such short form, the middle of its digits is left out.
    """
    if abs(value) < 10**_LONGEST:
        return ("-" if value < 0 else "") + _in_groups(digits(abs(value)))
    return in_powers_of_ten(value, _LONGEST, grouped=_in_groups) or abridged(value, longest=_LONGEST, shown=_SHOWN)


def _in_groups(written: str) -> str:
    return in_groups(written, settings.language)

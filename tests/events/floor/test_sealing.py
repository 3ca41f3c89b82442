"""What a log keeps of names and texts: numbers and seals in the chain, and every text sealed that is not known to be plain."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import FloorjudgeError
from floorjudge.events.codec import event_json, kinds_of_events, read_event
from floorjudge.events.events import Event, PlayerRegistered, PlayerRenamed
from floorjudge.events.service.log.errors import DamagedWord
from floorjudge.events.service.log.forgetting import redacting
from floorjudge.events.service.log.sealing import Book, Word, opened, seal_of, sealed
from floorjudge.formats import all_claims, plain_fields
from floorjudge.formats.claims import Claim
from floorjudge.formats.log import StageMade

KINDS: list[type[Event]] = [*kinds_of_events().values()]
NAME = "Zacharias Quux"
# Fields whose texts stand in the chain as they are, by the event or the value in it. Whoever adds one says here that nobody's
# name and nothing that people write can ever stand in it.
KNOWN_AS_PLAIN = {
    "EventOpened": {"format", "commitment"},
    "SeedRenewed": {"commitment"},
    "RosterClosed": {"roster"},
    "DeckSubmitted": {"clauses"},
    "RoundGrouped": {"stage", "public", "roster"},
    "Tied": {"score"},
    "Otherwise": {"stage"},
    "EventEnded": {"seed"},
    "EventFinished": {"seed"},
    "CommandUndone": {"undone"},
    "LoopAsked": {"found"},
    "LoopDeclared": {"says"},
    "Ruled": {"clauses"},
    "AppealRuled": {"clauses"},
    "EventDescribed": {"date"},
}


def filled(kind: Any) -> list[Any]:  # noqa: PLR0911 (a line for each way to write a type)
    """Return values of a type with a name wherever any text may stand; one for each of several types."""
    if kind is str:
        return [NAME]
    if kind is int:
        return [7]
    if kind is bool:
        return [True]
    if kind is Claim:
        return [value for each in all_claims() for value in filled(each)]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind)
        # Options are checked by the struct of their format, which has no place for words of people.
        fields = {name: filled(hints[name]) for name in kind.__struct_fields__ if name != "options"}
        most = max((len(values) for values in fields.values()), default=1)
        return [
            kind(**{name: values[min(index, len(values) - 1)] for name, values in fields.items()})
            for index in range(most)
        ]
    origin, inner = getattr(kind, "__origin__", None), get_args(kind)
    if origin is tuple and ... not in inner:
        return [tuple(filled(each)[0] for each in inner)]
    if origin is tuple:
        return [(value,) for value in filled(inner[0])]
    if origin is dict:
        return [{NAME: {NAME: [NAME]} if inner[1] is Any else value} for value in filled(inner[1])]
    if (inner and type(None) in inner) or str(type(kind)).endswith("UnionType'>"):
        return [value for each in inner if each is not type(None) for value in filled(each)]
    # What has a fixed set of values holds nobody's name.
    return [next(iter(kind)) if hasattr(kind, "__members__") else inner[0] if inner else NAME]


def plain_texts(value: Any) -> set[tuple[str, str]]:
    """Return where a name stands in a sealed event that was filled with it: the kinds of values are told by their fields."""
    if isinstance(value, dict):
        return (
            {(key, "") for key, each in value.items() if _holds(each)}
            | {found for each in value.values() for found in plain_texts(each)}
            | {(key, "key") for key in value if NAME in key}
        )
    if isinstance(value, list):
        return {found for each in value for found in plain_texts(each)}
    return set()


def _holds(value: Any) -> bool:
    return value == NAME or (isinstance(value, list) and NAME in value)


def fields_of(kind: type[Any], seen: set[type[Any]]) -> set[type[Any]]:
    """Return the kinds of values that an event is made of, itself among them."""
    seen.add(kind)
    for hint in get_type_hints(kind).values():
        for part in (hint, *get_args(hint), *(inner for each in get_args(hint) for inner in get_args(each))):
            if isinstance(part, type) and issubclass(part, msgspec.Struct) and part not in seen:
                fields_of(part, seen)
    return seen


def test_whatever_is_not_known_as_plain_is_sealed(subtests: pytest.Subtests) -> None:
    for kind in KINDS:
        with subtests.test(kind=kind):
            allowed = {field for each in fields_of(kind, set()) for field in KNOWN_AS_PLAIN.get(each.__name__, set())}
            if issubclass(kind, StageMade):
                # The stages of every format, and the words that a format says it chooses itself.
                allowed |= KNOWN_AS_PLAIN["RoundGrouped"] | plain_fields()
            book = Book().with_words([Word(seal_of("s", NAME), 1, 7, "s", NAME)])
            for event in filled(kind):
                kept = sealed(event, f"judge {NAME}", 2, book)
                found = plain_texts(msgspec.json.decode(kept.event))
                assert found <= {(field, "") for field in allowed}, kind
                assert NAME not in str(kept.by)
                with_new = book.with_words(kept.words)
                text, by = opened(kept.event, kept.by, 2, with_new, kept.words)
                assert (read_event(text), by) == (read_event(event_json(event)), f"judge {NAME}")


# No name and no label that is kept is blank, or begins or ends with a space.
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).map(str.strip).filter(bool)


@given(names, names, st.none() | names)
def test_what_is_sealed_opens_as_it_was_before_and_after_a_renaming(name: str, other: str, by: str | None) -> None:
    book = Book()
    kept: list[tuple[Any, Any]] = []
    happened: list[Event] = [PlayerRegistered(name, 1), PlayerRenamed(name, other), PlayerRenamed(other, name)]
    for number, event in enumerate(happened, 2):
        each = sealed(event, by, number, book)
        book = book.with_words(each.words)
        kept.append((event, each))
    for number, (event, each) in enumerate(kept, 2):
        text, author = opened(each.event, each.by, number, book, each.words)
        assert (read_event(text), author) == (event, by)


def test_a_word_that_is_not_the_sealed_one_is_noticed() -> None:
    kept = sealed(PlayerRegistered(NAME, 1), None, 2, Book())
    (word,) = kept.words
    with pytest.raises(DamagedWord):
        Book().with_words([msgspec.structs.replace(word, text="Mallory")])
    stolen = msgspec.structs.replace(word, player=2)
    with pytest.raises(FloorjudgeError):
        opened(kept.event, None, 2, Book().with_words([stolen]), [stolen])
    with pytest.raises(DamagedWord):
        opened(kept.event, None, 2, Book(), [])


def test_a_name_is_found_in_a_text_as_people_write_it(subtests: pytest.Subtests) -> None:
    for text, left in [
        ("Ana was late", "№ 7 was late"),
        ("ANA, and ana's deck", "№ 7, and № 7's deck"),
        ("Banana, Anabel", "Banana, Anabel"),
        ("Ana2 Bo7", "№ 72 Bo7"),
        ("Ana", "№ 7"),
        ("田中さんは遅れた", "№ 7さんは遅れた"),
        ("José", "№ 7"),
        ("Ana  \n Sofía", "№ 7"),
    ]:
        with subtests.test(text=text, left=left):
            found = redacting(["Ana", "田中", "José", "Ana Sofía"], "№ 7")(text)
            assert found in {left, left.replace("№ 7", "…")}


def test_a_name_is_found_in_a_case_of_the_loop_desk_and_its_keys() -> None:
    found = redacting(["Ana"], "№ 7")('{"turn_order":["Ana","Anabel"],"sustained_by":{"Ana":"actions"}}')
    assert found == '{"turn_order":["№ 7","Anabel"],"sustained_by":{"№ 7":"actions"}}'

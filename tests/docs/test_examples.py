"""What the documents show is what happens: their programs run, their JSON and their links lead somewhere.

Their commands are run by `python3 dev.py examples`, in the environment that users get.
"""

import contextlib
import doctest
import re
from pathlib import Path

import msgspec
import pytest
from dev import TASKS

from floorjudge.cli.line.commands import COMMANDS, Group
from floorjudge.events import decide, replay, view
from floorjudge.events.codec import COMMAND_NAMES, FLOOR_COMMAND_NAMES, read_command, read_object
from floorjudge.events.commands import Open, Register, Report, Start
from floorjudge.events.events import Event
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.claims import Won
from floorjudge.rulebook import Rulebook, rulebooks
from floorjudge_lab.cli import PROGRAM as LAB
from tests.docs.transcript import ROOT, Block, blocks, expected_code, matches, steps

DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "lab").rglob("*.md")),
]
SCRIPTS = ROOT / "docs" / "scripts.md"
LANGUAGES = {"console", "python", "pycon", "json", "csv", "toml", "text", ""}
LINK = re.compile(r"\]\((?!https?://)([^)#\s]*)(?:#([^)\s]*))?\)")


def named(document: Path) -> str:
    return document.relative_to(ROOT).as_posix()


def blocks_in(document: Path, *languages: str) -> list[Block]:
    return [block for block in blocks(document) if block.language in languages]


def test_tasks_that_are_named_exist(subtests: pytest.Subtests) -> None:
    for document in DOCUMENTS:
        with subtests.test(document=named(document)):
            for task in re.findall(r"python3 dev\.py +(\w+)", document.read_text("utf-8")):
                assert task in TASKS, f"{named(document)} names the task {task}"


@pytest.mark.engine
@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_programs_run(document: Path, tmp_path: Path) -> None:
    known: dict[str, object] = {"__name__": "__main__"}
    with contextlib.chdir(tmp_path):
        for block in blocks_in(document, "python", "pycon"):
            source = "\n".join(block.lines) + "\n"
            if block.language == "python":
                exec(compile(source, f"{named(document)}:{block.line}", "exec"), known)  # noqa: S102 (our documents)
            else:
                example = doctest.DocTestParser().get_doctest(source, known, named(document), None, block.line)
                runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
                found: list[str] = []
                runner.run(example, out=found.append, clear_globs=False)
                known = example.globs
                assert not found, "".join(found)


def test_tests_that_are_named_exist(subtests: pytest.Subtests) -> None:
    modules = [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "lab" / "tests").rglob("test_*.py")]
    tests = {name for module in modules for name in re.findall(r"def (test_\w+)", module.read_text("utf-8"))}
    tests |= {module.stem for module in modules}
    for document in DOCUMENTS:
        with subtests.test(document=named(document)):
            named_tests = set(re.findall(r"\btest_\w+", document.read_text("utf-8")))
            assert named_tests <= tests
            assert named_tests or document.name != "threat-model.md"


def test_json_is_json(subtests: pytest.Subtests) -> None:
    for document in DOCUMENTS:
        with subtests.test(document=named(document)):
            for block in blocks_in(document, "json"):
                try:
                    msgspec.json.decode("\n".join(block.lines))
                except msgspec.DecodeError:
                    for line in filter(str.strip, block.lines):
                        msgspec.json.decode(line)


def test_no_block_is_of_a_kind_that_nobody_tries(subtests: pytest.Subtests) -> None:
    for document in DOCUMENTS:
        with subtests.test(document=named(document)):
            assert {block.language for block in blocks(document)} <= LANGUAGES


def test_links_lead_somewhere(subtests: pytest.Subtests) -> None:
    for document in DOCUMENTS:
        with subtests.test(document=named(document)):
            for place, anchor in LINK.findall(document.read_text("utf-8")):
                target = document.parent / place if place else document
                assert target.exists(), f"{named(document)} links to {place}"
                if anchor:
                    assert anchor in headings(target), f"{named(document)} links to {place}#{anchor}"


def headings(document: Path) -> set[str]:
    """Return the anchors of a document, as they are commonly made from its headings."""
    titles = re.findall(r"^#+ (.*)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_commands_for_scripts_are_commands() -> None:
    lines = [line for block in blocks_in(SCRIPTS, "json") for line in block.lines if line.startswith('{"do"')]
    given = [read_object(line) for line in lines]
    assert {command["do"] for command in given} == set(COMMAND_NAMES) - set(FLOOR_COMMAND_NAMES)
    for command in given:
        command.pop("preview", None)
        if command != {"do": "show"}:
            read_command(command)


def test_the_view_for_scripts_has_the_fields_of_a_view() -> None:
    (block,) = (block for block in blocks_in(SCRIPTS, "json") if block.lines[0].startswith('{"name"'))
    shown = msgspec.json.decode("\n".join(block.lines))
    log: list[Event] = []
    state: State | None = None
    seed = "examples are no secret"
    start, result = Start("4 1 6, Six!", seed=seed), Report(1, Won("Ana", {"Ana": 16, "Bo": 7, "Cy": -2}))
    for command in (Open("Friday", seed), Register("Ana"), Register("Bo"), Register("Cy"), start, result):
        log += decide(state, command)
        state = replay(log)
    assert state is not None
    real = view(state, "en")
    real["players"] = real["players"][:1]
    real["draw"]["commitment"] = "..."
    assert shown == real


def test_every_command_is_in_a_document(subtests: pytest.Subtests) -> None:
    for group in COMMANDS:
        with subtests.test(group=group):
            written = "\n".join(document.read_text("utf-8") for document in DOCUMENTS)
            each = COMMANDS[group]
            for command in each.commands if isinstance(each, Group) else [""]:
                words = f"floorjudge {group} {command}".rstrip()
                assert re.search(rf"{words}\b", written), f"no document shows {words}"


def test_every_command_of_the_lab_is_in_its_documents() -> None:
    written = "\n".join(document.read_text("utf-8") for document in (ROOT / "lab").rglob("*.md"))
    assert [name for name in LAB.commands if f"floorjudge-lab {name} " not in written] == []


@pytest.mark.parametrize("book", rulebooks(), ids=lambda book: book.id)
def test_the_readme_says_what_is_not_there_yet(book: Rulebook) -> None:
    (row,) = (line for line in DOCUMENTS[0].read_text("utf-8").splitlines() if line.startswith(f"| {book.name.en}"))
    planned = [clause for clause in book.clauses if clause.status == "planned"]
    assert bool(planned) == ("yet" in row)


def test_the_list_of_documents_names_them_all() -> None:
    listed = (ROOT / "docs" / "README.md").read_text("utf-8")
    missing = [
        path.relative_to(ROOT / "docs").as_posix()
        for path in sorted((ROOT / "docs").rglob("*.md"))
        if path.name != "README.md" and f"({path.relative_to(ROOT / 'docs').as_posix()})" not in listed
    ]
    assert missing == []


def test_what_counts_as_shown(subtests: pytest.Subtests) -> None:
    for shown, output, same in [
        ([], ["anything"], True),
        (["a"], ["a"], True),
        (["a"], ["a   ", ""], True),
        (["a"], ["b"], False),
        (["a"], ["a", "b"], False),
        (["a...c"], ["abbbc"], True),
        (["a...c"], ["abbb", "c"], False),
        (["a", "...", "c"], ["a", "b", "b", "c"], True),
        (["a", "...", "c"], ["a", "c"], True),
        (["a", "..."], ["b", "c"], False),
        (["a.c"], ["abc"], False),
    ]:
        with subtests.test(same=same):
            assert matches(shown, output) is same


def test_what_is_typed_and_how_a_refusal_ends() -> None:
    (step,) = steps(Block(3, "console", ("$ floorjudge event report", "Table 1", "> 16 7", "Not done. Too few.", ">")))
    assert (step.line, step.typed, expected_code(step)) == (3, ("16 7",), 2)

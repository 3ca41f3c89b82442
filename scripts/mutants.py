"""Changes the core in one small place at a time, and names the changes that no test notices.

python -m scripts.mutants                          the whole core
python -m scripts.mutants loops/mtr                every module of a folder
python -m scripts.mutants loops/mtr/asking.py:71   the changes on one line
python -m scripts.mutants exact tests/loops/game   with these tests instead of the folder's own; a file that is named runs whole

The tests run once unchanged, watched by coverage. Then each changed function runs, in a forked process, against the tests that reach
its line, those first that have noticed most. A change of a sentence's letters is left out: the translations know it.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import mmap
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from difflib import unified_diff
from functools import lru_cache, partial
from math import ceil
from pathlib import Path
from textwrap import indent
from types import CodeType, FunctionType
from typing import Any, NamedTuple, cast

import coverage
import libcst as cst
import pytest
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import Mutation, create_mutations

SOURCE, TESTS = Path("src/floorjudge"), Path("tests")
CORE = (
    *("exact", "loops/mtr", "loops/repetition", "loops/game", "loops/sheet", "loops/shortcuts"),
    *("formats/on_the_edge", "formats/swiss", "formats/pods"),
)
QUICK = "not engine and not server and not cluster and not benchmark and not exhaustive"
# A folder's own tests stand in the folder of its name and in files beside that; its further ones are these.
_EVENTS = "any_command coming_back corrections decks late_entry leaving model unreport floor/test_typed_results".split()
FURTHER = {"formats/on_the_edge": ["tests/clauses", *(f"tests/events/test_{name}.py" for name in _EVENTS)]}
CACHED = type(lru_cache(str))


class Mutant(NamedTuple):
    """One change: where it stands, what makes it, and the function's source before and after."""

    file: Path
    lines: range
    make: Callable[[], None]
    before: str
    after: str

    def __str__(self) -> str:
        """Return the place and the lines that differ."""
        difference = list(unified_diff(self.before.splitlines(), self.after.splitlines(), n=0, lineterm=""))[2:]
        lines = (line for line in difference if not line.startswith("@@"))
        return "\n".join([f"{self.file}:{self.lines.start}", *lines])


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Yield every change of a module's functions that compiles to another program and is more than another sentence."""
    tree, mutations, *_ = create_mutations(str(file), file.read_text())
    positions = MetadataWrapper(tree, unsafe_skip_copy=True).resolve(PositionProvider)
    module = importlib.import_module(".".join(file.with_suffix("").parts[1:]))
    classes = {
        child: node.name.value for node in tree.body if isinstance(node, cst.ClassDef) for child in node.body.body
    }
    for mutation in mutations:
        before = mutation.contained_by_top_level_function
        if not isinstance(before, cst.FunctionDef) or is_sentence(mutation):
            continue
        after = cast(cst.FunctionDef, before.deep_replace(mutation.original_node, mutation.mutated_node))
        owner = classes.get(before)
        function = found(getattr(module, owner) if owner else module, before.name.value)
        code = compiled(source(after), owner)
        if function is not None and code is not None and code != compiled(source(before), owner):
            where = positions[mutation.original_node]
            lines = range(where.start.line, where.end.line + 1)
            yield Mutant(file, lines, partial(setattr, function, "__code__", code), source(before), source(after))


def is_sentence(mutation: Mutation) -> bool:
    """Return whether a mutation changes the letters of a sentence."""
    return isinstance(mutation.original_node, cst.SimpleString) and " " in mutation.original_node.value


def found(owner: object, name: str) -> FunctionType | None:
    """Return the function behind a name, without what decorates it; None where a decorator hides it."""
    value = vars(owner).get(name)
    for _ in range(9):
        inner = (getattr(value, each, None) for each in ("__wrapped__", "fget", "__func__", "func"))
        value = next((each for each in inner if each is not None), value)
    return value if isinstance(value, FunctionType) else None


def source(function: cst.FunctionDef) -> str:
    """Return the text of a function without its decorators."""
    return str(cst.Module([function.with_changes(decorators=(), leading_lines=(), lines_after_decorators=())]).code)


def compiled(function: str, owner: str | None) -> CodeType | None:
    """Return the code of a function that stands in a class or in none; None for what Python does not compile."""
    text = f"class {owner}:\n{indent(function, ' ')}" if owner else function
    try:
        code: CodeType = compile(text, "mutant", "exec", annotations.compiler_flag, dont_inherit=True)
    except SyntaxError:
        return None
    for _ in range(2 if owner else 1):
        code = next(each for each in code.co_consts if isinstance(each, CodeType))
    return code


class Hunt:
    """A plugin of pytest that runs the collected tests unchanged, then for each mutant those that reach it."""

    def __init__(self, files: Sequence[tuple[Path, int | None]]) -> None:
        self.files = files
        self.seconds: dict[pytest.Item, float] = {}
        self.kills: Counter[pytest.Item] = Counter()
        self.caches: list[Any] = []
        self.noticed = mmap.mmap(-1, 4)
        self.terminal = os.fdopen(os.dup(1), "w", buffering=1)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests, then the mutants, and print what survived."""
        with muted():
            self.hunt(session)
        session.testsfailed = 0
        return True

    def hunt(self, session: pytest.Session) -> None:
        """Try the mutants, where the tests pass twice without one."""
        reached = self.run_unchanged(session)
        gc.unfreeze()
        self.caches = [each for each in gc.get_objects() if isinstance(each, CACHED)]
        if self.outcome(session, None, set().union(*reached.values())) != "survived":
            print("The tests fail when they run once more, without a mutant.", file=self.terminal)
            return
        counts: dict[Path, Counter[str]] = {file: Counter() for file, _ in self.files}
        for file, line in self.files:
            for mutant in mutants_of(file):
                if line is None or line in mutant.lines:
                    tests = set().union(*(reached.get((file, number), set()) for number in mutant.lines))
                    outcome = self.outcome(session, mutant, tests) if tests else "not reached"
                    counts[file][outcome] += 1
                    if outcome != "killed":
                        print(f"{outcome}: {mutant}\n", file=self.terminal)
            print(f"{file}: {dict(counts[file])}, {time.process_time():.0f} s\n", file=self.terminal)
        print(f"{sum(counts.values(), Counter())}", file=self.terminal)

    def run_unchanged(self, session: pytest.Session) -> dict[tuple[Path, int], set[pytest.Item]]:
        """Return the tests that reach each line; those that fail while they are watched are named and left out."""
        watch = coverage.Coverage(data_file=None, config_file=False, include=[str(file) for file, _ in self.files])
        names = {}
        for test, following in zip(session.items, [*session.items[1:], None], strict=True):
            names[test.nodeid] = test
            watch.start()
            watch.switch_context(test.nodeid)
            begun = time.process_time()
            test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
            self.seconds[test] = time.process_time() - begun
            watch.stop()
            if session.testsfailed:
                print(f"left out: {test.nodeid} fails without a mutant", file=self.terminal)
                del names[test.nodeid]
            session.testsfailed, session.shouldfail = 0, False
        print(f"{len(names)} tests, {sum(self.seconds.values()):.0f} s", file=self.terminal)
        data = watch.get_data()
        return {
            (file, line): {names[each] for each in contexts if each in names}
            for file, _ in self.files
            for line, contexts in data.contexts_by_lineno(str(file.resolve())).items()
        }

    def outcome(self, session: pytest.Session, mutant: Mutant | None, tests: set[pytest.Item]) -> str:
        """Return whether a mutant is killed by its tests or survives; without a mutant, whether they pass once more."""
        order = sorted(tests, key=lambda test: (-self.kills[test], self.seconds[test]))
        child = os.fork()
        if not child:
            for cache in self.caches:  # what was computed without the mutant
                cache.cache_clear()
            if mutant is not None:
                mutant.make()
            os._exit(self.run_until_noticed(session, order))
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
            return "survived"
        self.kills[order[int.from_bytes(self.noticed[:])]] += 1
        return "killed"

    def run_until_noticed(self, session: pytest.Session, order: Sequence[pytest.Item]) -> int:
        """Return 1 as soon as a test fails, 0 if none does; the system ends a process whose test takes far longer than it did."""
        for index, (test, following) in enumerate(zip(order, [*order[1:], None], strict=True)):
            self.noticed[:] = index.to_bytes(4)
            limit = ceil(time.process_time() + 2 + 5 * self.seconds[test])
            resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
            try:
                test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
            except BaseException:  # noqa: BLE001 (a mutant may raise anything, anywhere)
                return 1
            if session.testsfailed:
                return 1
        return 0


@contextmanager
def muted() -> Iterator[None]:
    """Send what tests and pytest print to nowhere for a while."""
    kept, nowhere = [os.dup(1), os.dup(2)], os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    try:
        yield
    finally:
        for stream, before in enumerate(kept, 1):
            os.dup2(before, stream)


def own_tests(place: str) -> set[str]:
    """Return the folder of tests with the name of a place, or of the folder around it, and the files beside that folder."""
    folder = next(each for each in (TESTS / place, *(TESTS / place).parents) if each.is_dir())
    beside = (file for around in folder.parents for file in around.glob("test_*.py") if TESTS in around.parents)
    further = (test for name, tests in FURTHER.items() if place.startswith(name) for test in tests)
    return {*map(str, (folder, *beside)), *further}


def main(arguments: Sequence[str]) -> int:
    """Hunt in the modules, folders and lines named, with the tests named or their own; in the whole core if none is named."""
    parser = argparse.ArgumentParser(
        prog="dev.py mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="PLACE or TEST", help="none: the whole core, by its own tests")
    names = parser.parse_args(arguments).names
    tests = {each for each in names if each.startswith("tests")}
    files: list[tuple[Path, int | None]] = []
    own: set[str] = set()
    for place in [each for each in names if each not in tests] or CORE:
        name, _, line = place.partition(":")
        if not (SOURCE / name).exists():
            parser.error(f"there is no {SOURCE / name}; name a folder or a module below {SOURCE}, such as loops/mtr")
        if line and not line.isdecimal():
            parser.error(f"“{line}” is no line of {SOURCE / name}; name its number, such as loops/mtr/asking.py:71")
        inside = sorted((SOURCE / name).rglob("*.py")) if (SOURCE / name).is_dir() else [SOURCE / name]
        files += [(file, int(line) if line else None) for file in inside if file.name != "__init__.py"]
        own |= own_tests(name)
    os.environ["FLOORJUDGE_HYPOTHESIS"] = "mutants"
    options = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:faulthandler", "--tb=no"]
    if not tests or any(Path(each).is_dir() for each in tests):  # a folder without the tests that take seconds
        options += ["-m", QUICK]
    return int(pytest.main([*options, *sorted(tests or own)], plugins=[Hunt(files)]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

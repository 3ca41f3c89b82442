"""Keep the translation catalogues and the texts of the source in step.

`python -m tests.support.messages` collects new texts into es, fr and pt, where they wait untranslated;
with `--check` it changes nothing and fails for whatever is missing, left over or has other gaps than the English.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

SOURCE = Path(__file__).parents[2] / "src" / "floorjudge"
KEYWORDS: dict[str, tuple[int, ...] | None] = {"text": None, "counted": (1, 2)}
# In the templates of pages a sentence is said where it stands.
KEYWORDS_OF_TEMPLATES: dict[str, tuple[int, ...] | None] = {"say": None, "counted": (1, 2)}
GAP = re.compile(r"\{(\w+)\}")
NARROW = re.compile(r" (?=[:;?»%]|!(?!=))|(?<=«) ")
APOSTROPHE = re.compile(r"(?<=\w)'(?=[\w{])")
TRANSLATED = ("es", "fr", "pt")
FIRST_COLLECTED = datetime(2026, 11, 21, tzinfo=UTC)


def catalogue_path(language: str) -> Path:
    """Return where the translations into a language are kept."""
    return SOURCE / "locale" / language / "LC_MESSAGES" / "floorjudge.po"


def texts_of_the_source() -> Catalog:
    """Return every text in the source, with the files (not the lines, which change too often) where it stands."""
    found = Catalog(project="floorjudge", charset="utf-8", fuzzy=False)
    kinds = (("**.py", "python", KEYWORDS), ("**.html", "jinja2", KEYWORDS_OF_TEMPLATES))
    for pattern, method, keywords in kinds:
        options = {pattern: {"silent": "false", "trimmed": "false"}}
        for name, _, message, _, _ in extract_from_dir(
            SOURCE, [(pattern, method)], options, keywords=keywords, comment_tags=()
        ):
            found.add(message, locations=[(name, 0)], flags=())
    return found


def read_catalogue(language: str) -> Catalog:
    """Return the translations into a language; an empty catalogue when there are none yet."""
    path = catalogue_path(language)
    if not path.exists():
        return Catalog(locale=language, project="floorjudge", charset="utf-8", fuzzy=False)
    with path.open("rb") as lines:
        return read_po(lines, locale=language)


def collect() -> None:
    """Bring every catalogue up to date, and compile it; a text that is gone is dropped, a new one is left empty."""
    template = texts_of_the_source()
    for language in TRANSLATED:
        catalogue = read_catalogue(language)
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.header_comment = f"# What floorjudge says, in {catalogue.locale_identifier}."
        # Fixed, so that collecting twice gives the same file.
        catalogue.creation_date = catalogue.revision_date = FIRST_COLLECTED
        catalogue.last_translator = catalogue.language_team = catalogue.msgid_bugs_address = "floorjudge"
        catalogue.obsolete.clear()
        for message in catalogue:
            message.flags.discard("python-format")
            message.flags.discard("python-brace-format")
            if language == "fr" and message.id and message.string:
                one = message.string
                message.string = typeset(one) if isinstance(one, str) else tuple(map(typeset, one))
        path = catalogue_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as lines:
            write_po(lines, catalogue, width=120, sort_output=True, no_location=True)
        with path.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, catalogue)


def typeset(french: str) -> str:
    """Return a French text with spaces that break no line before : ; ! ? » and % and after «, and with curved apostrophes."""
    return APOSTROPHE.sub("’", NARROW.sub("\u202f", french))


def gaps(message: str) -> set[str]:
    """Return the names of the gaps in a sentence."""
    return set(GAP.findall(message))


def forms(message: Message) -> list[tuple[str, str]]:
    """Return (English, translation) for each form of a message."""
    if isinstance(message.id, tuple):
        translated = message.string if isinstance(message.string, tuple) else ("", "")
        return [(message.id[min(index, 1)], form) for index, form in enumerate(translated)]
    return [(str(message.id), str(message.string))]


def out_of_reach() -> list[str]:
    """Return a line for each text that babel cannot collect: inside an f-string, or not written as a literal."""
    collected = {key for message in texts_of_the_source() if message.id for key in _keys(message)}
    found = []
    for path, line, said in (*_said_in_code(), *_said_in_templates()):
        if said not in collected:
            found.append(f"{path.relative_to(SOURCE)}:{line}: cannot be collected: {said}")
    return found


def _said_in_code() -> Iterator[tuple[Path, int, str]]:
    """Yield where a sentence is said in the code, and the sentence; its code in brackets where it is no literal."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in KEYWORDS
                and node.args
            ):
                said = node.args[0]
                value = said.value if isinstance(said, ast.Constant) else None
                yield path, node.lineno, value if isinstance(value, str) else f"({ast.unparse(said)})"


def _said_in_templates() -> Iterator[tuple[Path, int, str]]:
    """Yield the same for the templates of pages."""
    reader = Environment(autoescape=True)
    for path in sorted(SOURCE.rglob("*.html")):
        for node in reader.parse(path.read_text("utf-8")).find_all(nodes.Call):
            if isinstance(node.node, nodes.Name) and node.node.name in KEYWORDS_OF_TEMPLATES:
                said = node.args[0] if node.args else None
                value = said.value if isinstance(said, nodes.Const) else None
                yield path, node.lineno, value if isinstance(value, str) else f"({said})"


def _keys(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, list | tuple) else (str(message.id),)


def findings() -> list[str]:
    """Return a line for each text that is untranslated, left over, set otherwise than French is, or has other gaps than the English."""
    template = texts_of_the_source()
    wanted = {message.id for message in template if message.id}
    found = []
    for language in TRANSLATED:
        catalogue = read_catalogue(language)
        present = {message.id for message in catalogue if message.id}
        found += [f"{language}: not collected yet: {key!r}" for key in wanted - present]
        found += [f"{language}: no longer in the source: {key!r}" for key in present - wanted]
        for message in catalogue:
            for english, translation in forms(message) if message.id else []:
                if not translation.strip():
                    found.append(f"{language}: not translated: {english!r}")
                elif language == "fr" and typeset(translation) != translation:
                    found.append(f"fr: spaces or apostrophes are not those of French: {translation!r}")
                elif gaps(translation) - {"count"} != gaps(english) - {"count"}:
                    found.append(f"{language}: other gaps: {english!r} -> {translation!r}")
    return sorted(found) + out_of_reach()


def main() -> int:
    """Collect, or only look when asked with --check."""
    if "--check" not in sys.argv:
        collect()
        return 0
    problems = findings()
    print("\n".join(problems) or "translations: complete")  # noqa: T201 (a command's answer)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

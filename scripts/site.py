"""What MkDocs cannot find in docs/: the reference of the Python packages, every error and famous loop, contributing and changes, the source.

MkDocs calls the functions here by their names while `python3 dev.py docs` builds the site.
"""

from __future__ import annotations

import ast
import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from tests.magic.loops_page import loops_table
from tests.rulebook.coverage_page import clause_list
from tests.support.error_page import error_lists

ROOT = Path(__file__).parents[1]
DOCUMENTS = ROOT / "docs"
SOURCE = ROOT / "src" / "floorjudge"
# What programs import; the others are for people to use.
ROOMS = ("texts", "errors", "reading", "extras", "rulebook", "exact", "loops", "magic", "formats", "events", "store")
WITHOUT = {"migrations"}
# Pages of the checkout that stand outside docs/, and where they stand on the site.
BESIDE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "lab/README.md": "lab.md",
    "lab/docs/second-opinion.md": "second-opinion.md",
}
# Lists made from code that follow the text of a page.
ONLY_HERE = {"errors.md": error_lists, "magic-loops.md": loops_table, "rulebook-coverage.md": clause_list}
# What every error inherits is described with the base of them all.
WITHOUT_INHERITED = "    options:\n      inherited_members: false\n"
LINK = re.compile(r"\]\((?!https?://|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made, and those that stand outside docs/."""
    pages = {place: (ROOT / name).read_text("utf-8") for name, place in BESIDE.items()}
    for place, content in {**pages, **reference()}.items():
        files.append(File.generated(config, place, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Add what only the site has; lead a link that leaves docs/ to the page that stands here for the file, or to the source."""
    del files
    at = page.file.src_uri
    markdown += ONLY_HERE[at]() if at in ONLY_HERE else ""
    beside = {place: name for name, place in BESIDE.items()}
    folder = ((ROOT / beside[at]) if at in beside else (DOCUMENTS / at)).parent

    def led(link: re.Match[str]) -> str:
        target, anchor = (folder / link[1]).resolve(), link[2] or ""
        if not target.exists():
            return link[0]  # MkDocs says that it leads nowhere
        name = target.relative_to(ROOT).as_posix()
        place = BESIDE.get(name) or name.removeprefix("docs/")
        if target.is_dir() or place == name:
            return f"]({config.repo_url}/blob/main/{name}{anchor})"
        return f"]({posixpath.relpath(place, posixpath.dirname(at))}{anchor})"

    return LINK.sub(led, markdown)


def reference() -> dict[str, str]:
    """Return the pages of the reference: one for each package or module of the first level, and for each package in them."""
    modules = [path for room in ROOMS for path in modules_of(SOURCE / room)]
    pages = {
        f"reference/{name_of(path)}.md": f"# {name_of(path)}\n\n::: {name_of(path)}\n    options:\n"
        f"      show_root_heading: false\n{hidden(path)}{members(path)}"
        for path in modules
    }
    listed = "\n".join(f"- [{name_of(path)}]({name_of(path)}.md): {summary(path)}" for path in modules)
    return {"reference/index.md": f"# Python\n\nWhat programs import, a page for each package.\n\n{listed}\n", **pages}


def modules_of(path: Path) -> list[Path]:
    """Return a module, or a package and the packages inside it, from the outside in."""
    if not path.is_dir():
        return [path.with_suffix(".py")]
    inner = [each for each in sorted(path.iterdir()) if (each / "__init__.py").exists() and each.name not in WITHOUT]
    return [path, *(package for each in inner for package in modules_of(each))]


def name_of(path: Path) -> str:
    """Return the name by which a module is imported."""
    return ".".join(path.with_suffix("").relative_to(SOURCE.parent).parts)


def hidden(path: Path) -> str:
    """Return where the names stand that a package offers and a module of the same name hides on its page."""
    if not path.is_dir():
        return ""
    modules = {each.stem for each in path.glob("*.py")}
    offered = [name for name in exported(path) if name in modules]
    links = ", ".join(f"[`{name}`][{name_of(path)}.{name}.{name}]" for name in offered)
    return f"\nAlso imported from here, and described with the module of the same name: {links}.\n" if links else ""


def exported(path: Path) -> list[str]:
    """Return the names in the `__all__` of a package."""
    tree = ast.parse((path / "__init__.py").read_text("utf-8"))
    lists = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and [target.id for target in node.targets if isinstance(target, ast.Name)] == ["__all__"]
    ]
    return [str(name) for each in lists for name in ast.literal_eval(each)]


def members(path: Path) -> str:
    """Return the directives for the modules directly inside a package."""
    if not path.is_dir():
        return ""
    inner = sorted(each for each in path.glob("*.py") if not each.name.startswith("_"))
    return "".join(f"\n::: {name_of(each)}\n{WITHOUT_INHERITED if each.stem == 'errors' else ''}" for each in inner)


def summary(path: Path) -> str:
    """Return the first line of a module's docstring."""
    text = (path / "__init__.py" if path.is_dir() else path).read_text("utf-8")
    return text.partition('"""')[2].partition("\n")[0].removesuffix('"""')

"""Change XMage's sources: no database, no limit of 500 tokens, and a player without decisions that can be copied.

A repository keeps its public methods: those that find cards by name call `byName`, which the runner sets, those that list
names return `names`, and the others find nothing.
"""

import re
import sys
from pathlib import Path

UNUSED = ("CardScanner", "RepositoryUtil", "DatabaseVersion", "DatabaseBuild", "DatabaseUtils")
LINE = re.compile(r"^import com\.j256\..*\n|^[ \t]*@Database(?:Table|Field)\b(?:\(.*?\))?[ \t]*\n", re.MULTILINE)
QUERY = re.compile(r"^    public void buildQuery\(.*?^    }\n", re.MULTILINE | re.DOTALL)
HEAD = re.compile(r"^(?:package|import (?:java\.util|mage)\.|public enum) ?.*\n", re.MULTILINE)
METHOD = re.compile(r"^    (public [^\n;=]*?(\S+) \w+\(([^\n]*)\)) \{\n.*?^    \}\n", re.MULTILINE | re.DOTALL)
FIELDS = """    instance;
    public static java.util.function.Function<String, CardInfo> byName;
    public static java.util.Set<String> names;
    public static final java.util.Set<String> snowLandSetCodes = java.util.Set.of();
"""
BODIES = {
    "void": "",
    "long": "return 0;",
    "boolean": "return true;",
    "Boolean": "return true;",
    "CardInfo": "return {card};",
    "List<CardInfo>": "CardInfo card = {card}; return card == null ? java.util.List.of() : java.util.List.of(card);",
    "Set<String>": "return names;",
    "List<String>": "return java.util.List.of();",
    "List<ExpansionInfo>": "return java.util.List.of();",
}
CONSTRUCTOR = "    public StubPlayer("
COPYING = "    public StubPlayer(StubPlayer player) {\n        super(player);\n    }\n\n"
PHYREXIAN = re.compile(r"^    @Override\n    public \w+ \w*Phyrexian\w*\(.*?^    }\n", re.MULTILINE | re.DOTALL)
LIMIT = re.compile(r"(MAX_TOKENS_PER_GAME =) \d+;")


def repository(source: str) -> str:
    """Return a repository without a database."""
    methods = (
        f"    {method[1]} {{ {body.format(card='byName.apply(name)' if method[3].startswith('String name') else 'null')} }}\n"
        for method in METHOD.finditer(source)
        for body in [BODIES.get(method[2], "return null;")]
    )
    return "".join((*HEAD.findall(source), FIELDS, *methods, "}\n"))


def main(mage: Path) -> None:
    """Change the sources of the package mage in its folder."""
    folder = mage / "cards/repository"
    for name in UNUSED:
        (folder / f"{name}.java").unlink(missing_ok=True)
    for file in (
        *folder.glob("*.java"),
        mage / "players/StubPlayer.java",
        mage / "game/permanent/token/TokenImpl.java",
    ):
        source = QUERY.sub("", LINE.sub("", file.read_text("utf-8")))
        if file.stem in ("CardRepository", "ExpansionRepository"):
            source = repository(source)
        source = PHYREXIAN.sub("", source.replace(CONSTRUCTOR, COPYING + CONSTRUCTOR, 1))
        file.write_text(LIMIT.sub(r"\1 100000000;", source), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

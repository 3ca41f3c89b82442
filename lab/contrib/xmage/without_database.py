"""Take the database out of XMage's sources: annotations of its columns, and what asks it; cards are found by name without one."""

import re
import sys
from pathlib import Path

UNUSED = ("CardScanner", "RepositoryUtil", "DatabaseVersion", "DatabaseBuild", "DatabaseUtils")
LINE = re.compile(r"^import com\.j256\..*\n|^[ \t]*@Database(?:Table|Field)\b(?:\(.*?\))?[ \t]*\n", re.MULTILINE)
QUERY = re.compile(r"^    public void buildQuery\(.*?^    }\n", re.MULTILINE | re.DOTALL)


def main(folder: Path) -> None:
    """Change the sources of the package mage.cards.repository in a folder."""
    for name in UNUSED:
        (folder / f"{name}.java").unlink(missing_ok=True)
    for file in folder.glob("*.java"):
        file.write_text(QUERY.sub("", LINE.sub("", file.read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Write which class is which card, out of XMage's sets: name, class, set, number and rarity, with tabs between them."""

import re
import sys
from pathlib import Path

CARD = re.compile(
    r'new SetCardInfo\("(?P<name>(?:[^"\\]|\\.)+)",\s*(?P<number>"[^"]*"|\d+),\s*Rarity\.(?P<rarity>\w+),\s*'
    r"(?P<card>mage\.cards\.[\w.]+)\.class"
)
SET = re.compile(r'super\("[^"]*",\s*"(\w+)"')


def main(folder: str) -> None:
    """Print a line for each card; of several printings the first."""
    found: dict[str, str] = {}
    for file in sorted(Path(folder).glob("*.java")):
        source = file.read_text("utf-8")
        code = SET.search(source)
        for card in CARD.finditer(source):
            name = card["name"].replace('\\"', '"')
            fields = (name, card["card"], code[1] if code else "NONE", card["number"].strip('"'), card["rarity"])
            found.setdefault(name, "\t".join(fields))
    sys.stdout.write("".join(f"{found[name]}\n" for name in sorted(found)))


if __name__ == "__main__":
    main(sys.argv[1])

"""A strict reader of pages: what is wrong with the HTML of one, as a list of findings."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# Sentences whose gaps (not the symbols of mana) were not filled, and values that were never meant to be read.
UNSAID = re.compile(r"\{[a-z_]\w*\}|\bNone\b|\bUndefined\b|<function|object at 0x")


class Page(HTMLParser):
    """The elements of a page, with what is wrong about them."""

    def __init__(self, content: str) -> None:
        super().__init__(convert_charrefs=True)
        self.findings: list[str] = []
        self.headings: list[str] = []
        self.ids: list[str] = []
        self.labels: set[str] = set()
        self.fields: list[dict[str, str | None]] = []
        self.words: list[str] = []
        self.attributes: list[tuple[str, dict[str, str | None]]] = []
        self._open: list[str] = []
        self.feed(content)
        self.close()
        self.findings += [f"never closed: {tag}" for tag in self._open]
        self._judge()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.attributes.append((tag, given))
        if len(given) != len(attrs):
            self.findings.append(f"an attribute twice: {tag} {attrs}")
        if tag not in VOID:
            self._open.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(tag)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "label":
            self.labels.add(str(given.get("for")))
        if tag in {"input", "select", "textarea"} and given.get("type") not in {"hidden", "submit"}:
            self.fields.append({**given, "inside": "label" if "label" in self._open else None})
        for name, value in given.items():
            if name.startswith("on") or name == "style":
                self.findings.append(f"{name} in the page itself: {value}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.findings.append(f"closed out of order: {tag} in {self._open[-3:]}")
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in {"script", "style"}:
            self.findings.append(f"a {self._open[-1]} in the page itself")
        self.words.append(data)

    @property
    def text(self) -> str:
        """Everything that can be read, with single spaces."""
        return " ".join(" ".join(self.words).split())

    def _judge(self) -> None:
        if self.headings.count("h1") != 1:
            self.findings.append(f"{self.headings.count('h1')} headings of the first rank")
        ranks = [int(heading[1]) for heading in self.headings]
        skipped = [after for before, after in zip([0, *ranks], ranks, strict=False) if after > before + 1]
        self.findings += [f"a heading of rank {rank} too early" for rank in skipped]
        self.findings += [f"id twice: {name}" for name in set(self.ids) if self.ids.count(name) > 1]
        for field in self.fields:
            if not (field["inside"] or field.get("aria-label") or field.get("id") in self.labels):
                self.findings.append(f"a field without a label: {field}")
        self.findings += [f"unsaid: {found}" for found in UNSAID.findall(self.text)]


def findings(content: str) -> list[str]:
    """Return what is wrong with a page."""
    return Page(content).findings

"""The expressions of a judge's sheet, such as `life.Bo - 2 * tokens` and `mana >= 1`, read as linear ones.

Whole numbers (also as powers, `10^30`), names of resources (letters, digits, `_` and `.`; anything else between
backquotes), `+`, `-`, and `*` by a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, cast

from floorjudge.errors import BadInput
from floorjudge.exact import Linear, read_number, resource
from floorjudge.exact.first import Relation
from floorjudge.exact.work import product as units_of_product
from floorjudge.exact.work import spend, words
from floorjudge.texts import text

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\^\d+)?(?![\w.]))|(?P<name>[\w.]+)|`(?P<quoted>[^`]+)`|(?P<sign>[-+*]))", re.UNICODE
)
_RELATION = re.compile(r"(`[^`]*`)|(>=|<=|==|!=|>|<)")
LONGEST = 10_000


class NoExpression(BadInput):
    sentence = text(
        "“{written}” is no linear expression. Use whole numbers, names of resources, +, -, and * by a number; put unusual names "
        "between backquotes."
    )
    written: str


class NoComparison(BadInput):
    sentence = text("“{written}” is no comparison. Write two expressions with one of >= <= > < == != between them.")
    written: str


class NotLinear(BadInput):
    sentence = text("“{written}” multiplies two resources; only a number may multiply a resource.")
    written: str


class UnknownResource(BadInput):
    sentence = text("There is no resource “{name}” on this sheet. It has: {known}.")
    if_empty = (
        "known",
        text(
            "There is no resource “{name}” on this sheet: it declares none. Say in “resources” how much of it there is."
        ),
    )
    name: str
    known: tuple[str, ...]


class Token(NamedTuple):
    """A piece of an expression: its kind (number, name, sign) and its text."""

    kind: str
    written: str


def read_expression(written: str, where: str, known: frozenset[str]) -> Linear:
    """Return a linear expression over known resources.

    `where` names the field for the error.
    Raises BadInput for anything that is not one.
    """
    if len(written) > LONGEST:
        raise NoExpression(f"{written[:40]}…", where=where)
    return _Reader(written, where, known).total()


def read_comparison(written: str, where: str, known: frozenset[str]) -> tuple[Linear, Relation]:
    """Return a comparison of two linear expressions as (difference, relation to 0).

    Raises BadInput for anything that is not one.
    """
    relations = [match for match in _RELATION.finditer(written) if match[2]]
    if len(relations) != 1:
        raise NoComparison(written[:100], where=where)
    left, right = written[: relations[0].start()], written[relations[0].end() :]
    difference = read_expression(left, where, known) - read_expression(right, where, known)
    return difference, cast("Relation", relations[0][2])


def _tokens(written: str, where: str) -> Iterator[Token]:
    position = 0
    while written[position:].strip():
        match = _TOKEN.match(written, position)
        if match is None:
            raise NoExpression(written, where=where)
        kind = match.lastgroup or ""
        yield Token("name" if kind == "quoted" else kind, match[kind])
        position = match.end()


class _Reader:
    """Reads one expression from left to right."""

    def __init__(self, written: str, where: str, known: frozenset[str]) -> None:
        self._written, self._where, self._known = written, where, known
        # The next token is the last in the list.
        self._tokens = list(_tokens(written, where))[::-1]

    def total(self) -> Linear:
        """Return the sum of all terms."""
        total = self._term()
        while self._tokens:
            if self._takes("+"):
                total += self._term()
            elif self._takes("-"):
                total -= self._term()
            else:
                raise NoExpression(self._written, where=self._where)
        return total

    def _takes(self, sign: str) -> bool:
        """Return whether a sign comes next; if so, move past it."""
        comes = self._tokens[-1:] == [Token("sign", sign)]
        if comes:
            self._tokens.pop()
        return comes

    def _term(self) -> Linear:
        """Return factors with `*` between them; at most one of them is a resource."""
        product = self._factor()
        while self._takes("*"):
            factor = self._factor()
            if not product.is_constant and not factor.is_constant:
                raise NotLinear(self._written, where=self._where)
            spend(units_of_product(_length(product), _length(factor)))
            product = product.times(factor.constant) if factor.is_constant else factor.times(product.constant)
        return product

    def _factor(self) -> Linear:
        """Return a number or a resource, with any number of `-` before it."""
        sign = 1
        while self._takes("-"):
            sign = -sign
        if not self._tokens or self._tokens[-1].kind == "sign":
            raise NoExpression(self._written, where=self._where)
        token = self._tokens.pop()
        if token.kind == "number":
            return Linear({}, sign * read_number(token.written, self._where))
        if token.written not in self._known:
            raise UnknownResource(token.written, tuple(sorted(self._known)), where=self._where)
        return resource(token.written).times(sign)


def _length(factor: Linear) -> int:
    """Return how many words of 64 bits the numbers of a factor have together."""
    return sum(map(words, (factor.constant, *factor.terms.values())))

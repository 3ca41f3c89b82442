"""The expressions of a judge's sheet, such as `life.Bo - 2 * tokens` and `mana >= 1`, read as linear ones.

Whole numbers (also as powers, `10^30`), names of resources (letters, digits, `_` and `.`; anything else between
backquotes, a backquote in it written twice), `+`, `-`, and `*` by a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, cast

from floorjudge.errors import BadInput
from floorjudge.exact import Linear, linear, read_number, resource
from floorjudge.exact.first import Relation
from floorjudge.exact.work import product as units_of_product
from floorjudge.exact.work import spend, words
from floorjudge.texts import text

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\^\d+)?(?![\w.]))|(?P<name>[\w.]+)|`(?P<quoted>(?:[^`]++|``)++)`|(?P<sign>[-+*])|(?P<end>\Z))",
    re.UNICODE,
)
_RELATION = re.compile(r"(`[^`]*`)|(>=|<=|==|!=|>|<)")
# Units of arithmetic that take about as long as reading one token.
_TOKEN_COST = 15


class NoExpression(BadInput):
    sentence = text(
        "“{written}” is no linear expression. Use whole numbers, names of resources, +, -, and * by a number; put unusual names "
        "between backquotes, and write a backquote in a name twice."
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


def quoted(name: str) -> str:
    """Return the name of a resource as an expression."""
    return f"`{name.replace('`', '``')}`"


def read_expression(written: str, where: str, known: frozenset[str]) -> Linear:
    """Return a linear expression over known resources.

    `where` names the field for the error.
    Raises BadInput for anything that is not one.
    """
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
    """Yield the pieces of an expression; the last one has the kind `end`."""
    position, kind = 0, ""
    while kind != "end":
        spend(_TOKEN_COST)
        match = _TOKEN.match(written, position)
        if match is None:
            raise NoExpression(written, where=where)
        kind, position = match.lastgroup or "", match.end()
        yield Token("name", match[kind].replace("``", "`")) if kind == "quoted" else Token(kind, match[kind])


class _Reader:
    """Reads one expression from left to right."""

    def __init__(self, written: str, where: str, known: frozenset[str]) -> None:
        self._written, self._where, self._known = written, where, known
        self._tokens = _tokens(written, where)
        self._next = next(self._tokens)

    def total(self) -> Linear:
        """Return the sum of all terms."""
        factors: dict[str, int] = {}
        constant, sign = 0, 1
        while sign:
            term = self._term()
            constant += sign * term.constant
            for name, factor in term.terms.items():
                factors[name] = factors.get(name, 0) + sign * factor
            sign = self._sign()
        return linear(factors, constant)

    def _sign(self) -> int:
        """Return 1 or -1 for the sign before the next term, and move past it; 0 at the end."""
        if self._takes("+"):
            return 1
        if self._takes("-"):
            return -1
        if self._next.kind != "end":
            raise NoExpression(self._written, where=self._where)
        return 0

    def _takes(self, sign: str) -> bool:
        """Return whether a sign comes next; if so, move past it."""
        comes = self._next == Token("sign", sign)
        if comes:
            self._next = next(self._tokens)
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
        if self._next.kind in ("sign", "end"):
            raise NoExpression(self._written, where=self._where)
        token, self._next = self._next, next(self._tokens)
        if token.kind == "number":
            return Linear({}, sign * read_number(token.written, self._where))
        if token.written not in self._known:
            raise UnknownResource(token.written, tuple(sorted(self._known)), where=self._where)
        return resource(token.written).times(sign)


def _length(factor: Linear) -> int:
    """Return how many words of 64 bits the numbers of a factor have together."""
    return sum(map(words, (factor.constant, *factor.terms.values())))

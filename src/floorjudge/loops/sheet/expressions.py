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
    """An expression of a sheet cannot be read."""

    sentence = text(
        "“{written}” is no linear expression. Use whole numbers, names of resources, +, -, and * by a number; put unusual names "
        "between backquotes."
    )
    written: str


class NoComparison(BadInput):
    """A condition of a sheet is not one comparison."""

    sentence = text("“{written}” is no comparison. Write two expressions with one of >= <= > < == != between them.")
    written: str


class NotLinear(BadInput):
    """An expression of a sheet multiplies resources with each other."""

    sentence = text("“{written}” multiplies two resources; only a number may multiply a resource.")
    written: str


class UnknownResource(BadInput):
    """An expression of a sheet names a resource that the sheet does not declare."""

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
    """A piece of an expression: its kind (number, name, sign) and what is written."""

    kind: str
    written: str


def read_expression(written: str, where: str, known: frozenset[str]) -> Linear:
    """Return a linear expression over known resources.

    `where` names the field for the error.
    Raises BadInput for anything that is not one.
    """
    if len(written) > LONGEST:
        raise NoExpression(f"{written[:40]}…", where=where)
    tokens = list(_tokens(written, where))
    total = Linear()
    position = 0
    while position < len(tokens) or not position:
        sign, position = _signs(tokens, position, first=not position)
        if sign is None:
            raise NoExpression(written, where=where)
        term, position = _product(tokens, position, where, written, known)
        total += term.times(sign)
    return total


def read_comparison(written: str, where: str, known: frozenset[str]) -> tuple[Linear, Relation]:
    """Return a comparison of two linear expressions as (difference, relation to 0).

    Raises BadInput for anything that is not one.
    """
    found = [match for match in _RELATION.finditer(written) if match[2]]
    if len(found) != 1:
        raise NoComparison(written[:100], where=where)
    left, right = written[: found[0].start()], written[found[0].end() :]
    difference = read_expression(left, where, known) - read_expression(right, where, known)
    return difference, cast("Relation", found[0][2])


def _tokens(written: str, where: str) -> Iterator[Token]:
    position = 0
    while written[position:].strip():
        match = _TOKEN.match(written, position)
        if match is None:
            raise NoExpression(written, where=where)
        kind = match.lastgroup or ""
        yield Token("name" if kind == "quoted" else kind, match[kind])
        position = match.end()


def _signs(tokens: list[Token], position: int, *, first: bool) -> tuple[int | None, int]:
    """Return the sign before a term (+1, -1, or None when one is needed and missing), and where the term begins."""
    sign = 1 if first else None
    while position < len(tokens) and tokens[position].written in "+-" and tokens[position].kind == "sign":
        if tokens[position].written == "+" and (first or sign is not None):
            return None, position
        sign = (sign or 1) * (-1 if tokens[position].written == "-" else 1)
        position += 1
    return sign, position


def _product(tokens: list[Token], position: int, where: str, written: str, known: frozenset[str]) -> tuple[Linear, int]:
    """Return factors with `*` between them, and where they end; at most one of them is a resource."""
    product, position = _factor(tokens, position, where, written, known)
    while position < len(tokens) and tokens[position].written == "*" and tokens[position].kind == "sign":
        sign, position = _signs(tokens, position + 1, first=True)
        factor, position = _factor(tokens, position, where, written, known)
        factor = factor.times(sign or 1)
        if not product.is_constant and not factor.is_constant:
            raise NotLinear(written, where=where)
        spend(units_of_product(_length(product), _length(factor)))
        product = product.times(factor.constant) if factor.is_constant else factor.times(product.constant)
    return product, position


def _length(factor: Linear) -> int:
    """Return how many words of 64 bits the numbers of a factor have together."""
    return sum(map(words, (factor.constant, *factor.terms.values())))


def _factor(tokens: list[Token], position: int, where: str, written: str, known: frozenset[str]) -> tuple[Linear, int]:
    if position >= len(tokens) or tokens[position].kind == "sign":
        raise NoExpression(written, where=where)
    token = tokens[position]
    if token.kind == "number":
        return Linear({}, read_number(token.written, where)), position + 1
    if token.written not in known:
        raise UnknownResource(token.written, tuple(sorted(known)), where=where)
    return resource(token.written), position + 1

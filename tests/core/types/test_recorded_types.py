"""Common types, casts and decimal rules are those that Flink 2.3's own classes gave, for every pair of a list."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.core.types import DecimalType, LogicalType
from pyrite.core.types.casting import supports_explicit_cast, supports_implicit_cast
from pyrite.core.types.common_type import common_type
from pyrite.core.types.decimal_rules import (
    addition_type,
    average_type,
    division_type,
    modulo_type,
    multiplication_type,
    round_type,
    sum_type,
)
from tests.expressions.type_text import type_of

ANSWERS = Path(__file__).parent / "answers"


def recorded(name: str) -> Iterator[list[str]]:
    for line in (ANSWERS / name).read_text().splitlines():
        if not line.startswith("#"):
            yield line.split(" | ")


def read(text: str) -> LogicalType | None:
    return None if text == "-" else type_of(text)


def test_common_types_are_flinks() -> None:
    wrong = [
        f"{left} and {right}: expected {common}, got {actual}"
        for left, right, common, _ in recorded("pairs.txt")
        if (actual := common_type([type_of(left), type_of(right)])) != read(common)
    ]

    assert not wrong, "\n".join(wrong)


def test_casts_are_allowed_where_flink_allows_them() -> None:
    wrong = [
        f"{left} to {right}: expected {expected}, got {actual}"
        for left, right, _, expected in recorded("pairs.txt")
        if (actual := _cast(type_of(left), type_of(right))) != expected
    ]

    assert not wrong, "\n".join(wrong)


def _cast(source: LogicalType, target: LogicalType) -> str:
    if supports_implicit_cast(source, target):
        return "implicit"
    return "explicit" if supports_explicit_cast(source, target) else "none"


def decimal(text: str) -> DecimalType:
    return DecimalType(*ast.literal_eval(text))


def test_decimal_results_have_flinks_types() -> None:
    rules = (addition_type, multiplication_type, division_type, modulo_type)
    for left, right, *results in (parts for parts in recorded("decimals.txt") if len(parts) == 6):
        actual = [rule(decimal(left), decimal(right)) for rule in rules]
        assert actual == [decimal(result) for result in results], f"{left} and {right}"


def test_rounded_decimals_have_flinks_types() -> None:
    for number, digits, result in (parts for parts in recorded("decimals.txt") if len(parts) == 3):
        assert round_type(decimal(number), int(digits)) == decimal(result)


@pytest.mark.parametrize(("kind", "total", "average"), [((10, 2), (38, 2), (38, 6)), ((38, 18), (38, 18), (38, 18))])
def test_aggregated_decimals_have_flinks_types(
    kind: tuple[int, int], total: tuple[int, int], average: tuple[int, int]
) -> None:
    assert sum_type(DecimalType(*kind)) == DecimalType(*total)
    assert average_type(DecimalType(*kind)) == DecimalType(*average)

"""Kernels that there are for constant arguments only, such as patterns and units, equal their row forms."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyrite.core.types import (
    CharType,
    DateType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    RowType,
    TimestampType,
    string_type,
)
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference, FunctionCall, ValueLiteral
from tests.expressions.blocks import sliced, values
from tests.expressions.test_kernels_equal_rows import check

QUICK = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
TEXT = string_type()
COLUMN = object()
"""Where the column stands among the arguments."""
PATTERNS = ["", "%", "a", "a%", "%a", "%a%", "a%b", "_", "%_%", "a_", "%%", ".", "a.b%", "\\", "[%", "é%", "%😀"]
CONSTANTS: dict[str, list[tuple[Any, ...]]] = {
    "LIKE": [*((COLUMN, pattern) for pattern in PATTERNS), (COLUMN, "a!%%", "!"), (COLUMN, "!_b", "!")],
    "SUBSTRING": [(COLUMN, 0), (COLUMN, 2), (COLUMN, 1, 2), (COLUMN, 0, 0), (COLUMN, 3, 2147483647), (COLUMN, -1)],
    "LEFT": [(COLUMN, 2), (COLUMN, 0), (COLUMN, -1)],
    "TRIM": [(where, chars, COLUMN) for where in ("BOTH", "LEADING", "TRAILING") for chars in (" ", "ab", "😀a")],
    "LTRIM": [(COLUMN,), (COLUMN, "a "), (COLUMN, "é")],
    "RTRIM": [(COLUMN,), (COLUMN, "a "), (COLUMN, "")],
    "REPLACE": [(COLUMN, "a", "bb"), (COLUMN, "ab", ""), (COLUMN, "é", "e"), (COLUMN, "", "x")],
    "STARTSWITH": [(COLUMN, "a"), (COLUMN, ""), (COLUMN, "😀")],
    "ENDSWITH": [(COLUMN, "a"), (COLUMN, ""), (COLUMN, "é")],
    "CONCAT_WS": [(",", COLUMN, COLUMN), ("", COLUMN), (COLUMN, "a", "b")],
    "CONCAT": [(COLUMN, "x", COLUMN)],
    "||": [(COLUMN, "x"), ("x", COLUMN)],
}
TEXTS = st.one_of(st.none(), st.text(alphabet="aAbB .%_\\\n\r é😀ßİ", max_size=6))
UNITS = ["YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "DOY", "DOW", "ISODOW", "ISOYEAR", "HOUR", "MINUTE", "SECOND"]


def _literal(value: Any) -> ValueLiteral:
    if isinstance(value, int):
        return ValueLiteral(value, IntType(nullable=False))
    return ValueLiteral(value, CharType(max(len(value), 1), nullable=False))


@pytest.mark.parametrize("name", CONSTANTS)
@given(data=st.data())
@QUICK
def test_kernel_with_constants_equals_row_form(name: str, data: Any) -> None:
    form = data.draw(st.sampled_from(CONSTANTS[name]))
    texts = data.draw(st.lists(TEXTS, max_size=6))
    arguments = [FieldReference(0, "s", TEXT) if part is COLUMN else _literal(part) for part in form]

    check(resolve(name, arguments), [texts], [sliced(texts, TEXT)], len(texts))


@pytest.mark.parametrize("kind", [DateType(), TimestampType(3), TimestampType(6)], ids=str)
@given(data=st.data())
@settings(QUICK, max_examples=100)
def test_extract_kernel_equals_row_form(kind: LogicalType, data: Any) -> None:
    unit = data.draw(st.sampled_from(UNITS))
    times = data.draw(st.lists(values(kind), max_size=6))
    tree = resolve("EXTRACT", [_literal(unit), FieldReference(0, "t", kind)])

    check(tree, [times], [sliced(times, kind)], len(times))


@pytest.mark.parametrize("kind", [TimestampType(0), TimestampType(3), TimestampType(6)], ids=str)
@given(data=st.data())
@settings(QUICK, max_examples=60)
def test_rounding_kernel_equals_row_form(kind: LogicalType, data: Any) -> None:
    name, unit = data.draw(st.sampled_from(["FLOOR", "CEIL"])), data.draw(st.sampled_from(UNITS[4:5] + UNITS[-3:]))
    times = data.draw(st.lists(values(kind), max_size=6))
    tree = resolve(name, [FieldReference(0, "t", kind), _literal(unit)])

    check(tree, [times], [sliced(times, kind)], len(times))


@pytest.mark.parametrize("kind", [TimestampType(3), TimestampType(6), LocalZonedTimestampType(3)], ids=str)
@given(data=st.data())
@settings(QUICK, max_examples=60)
def test_date_format_kernel_equals_row_form(kind: LogicalType, data: Any) -> None:
    pattern = data.draw(st.sampled_from(["yyyy-MM-dd", "HH:mm", "yyyyMMdd HH:mm:ss", "EEE 'at' hh a", "D", ""]))
    times = data.draw(st.lists(values(kind), max_size=6)) * 2
    tree = resolve("DATE_FORMAT", [FieldReference(0, "t", kind), _literal(pattern)], "Europe/Berlin")

    check(tree, [times], [sliced(times, kind)], len(times))


@given(rows=st.lists(st.one_of(st.none(), st.tuples(st.one_of(st.none(), st.integers(-9, 9)), TEXTS)), max_size=6))
@QUICK
def test_field_access_kernel_equals_row_form(rows: list[Any]) -> None:
    kind = RowType.of([IntType(), TEXT], ["a", "b"])
    tree = resolve("DOT", [FieldReference(0, "r", kind), _literal("b")])

    check(tree, [rows], [sliced(rows, kind)], len(rows))


def test_constant_forms_have_kernels() -> None:
    without = [name for name, forms in CONSTANTS.items() if not any(_has_kernel(name, form) for form in forms)]

    assert not without


def _has_kernel(name: str, form: tuple[Any, ...]) -> bool:
    arguments = [FieldReference(0, "s", TEXT) if part is COLUMN else _literal(part) for part in form]
    call = resolve(name, arguments)
    assert isinstance(call, FunctionCall)
    return FUNCTIONS[name].kernel(call) is not None

"""Writes docs/guide/sql_functions.md from the catalog of functions: python docs/make_functions.py

sql_functions.txt has the functions of Flink's documentation; scripts/list_flink_functions.py generates it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from pyrite.core.errors import PyriteError
from pyrite.core.types import (
    ArrayType,
    BigIntType,
    BooleanType,
    DateType,
    DayTimeIntervalType,
    DayTimeResolution,
    DecimalType,
    DoubleType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    RowField,
    RowType,
    TimestampType,
    bytes_type,
    string_type,
)
from pyrite.expressions.aggregates import AGGREGATES
from pyrite.expressions.casts.kernels import cast_kernel
from pyrite.expressions.function import Argument, Function
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference, FunctionCall, ResolvedExpression, ValueLiteral, walk
from pyrite.relational.bind.aggregates import GROUPING_FUNCTIONS
from pyrite.relational.bind.expressions import WINDOW_FUNCTIONS

DOCS: Final = Path(__file__).resolve().parent
PAGE: Final = DOCS / "guide" / "sql_functions.md"
VECTORIZED, BY_ROW, MISSING = "vectorized", "by row", "missing"

_INT, _STRING, _DATE = IntType(), string_type(), DateType()
_TYPES: Final[tuple[LogicalType, ...]] = (
    BooleanType(),
    _INT,
    BigIntType(),
    DoubleType(),
    DecimalType(10, 2),
    _STRING,
    bytes_type(),
    _DATE,
    TimestampType(3),
    LocalZonedTimestampType(3),
    DayTimeIntervalType(DayTimeResolution.SECOND, fractional_precision=3),
    ArrayType(_INT),
    ArrayType(_STRING),
    MapType(_STRING, _INT),
    RowType((RowField("a", _INT),)),
)
"""The argument types to try."""
_CONSTANTS: Final[dict[LogicalType, tuple[Any, ...]]] = {
    _INT: (1,),
    _STRING: ("a", "DAY", "BOTH", "%a%", "yyyy-MM-dd"),
}
"""Some kernels need a constant: a pattern, a number of digits, a unit."""
_UNITS: Final = ("year", "quarter", "month", "week", "day", "hour", "minute", "second", "milli")
_SYNTAX: Final = frozenset(
    (
        *("DATE string", "TIME string", "TIMESTAMP string", "INTERVAL string range"),
        *(f"NUMERIC.{unit}\nNUMERIC.{unit}s" for unit in _UNITS),
        *("ANY.as(NAME1, NAME2, ...)", "callSql(STRING)"),
    )
)
"""Entries that are not functions in Pyrite: a constant, a name, an expression as text."""
_METHODS: Final = {
    "value1.between(value2, value3)": "BETWEEN ASYMMETRIC",
    "value1.notBetween(value2, value3)": "NOT BETWEEN ASYMMETRIC",
    "BOOLEAN.?(VALUE1, VALUE2)": "IF",
}
"""Entries of the Table API only, with their functions."""
_OF_FIELDS: Final = ("FIELD.sum0",)
"""Aggregates of the Table API only."""

_VARIANT, _WINDOWS = "VARIANT has no values yet", "for windows, which no query has yet"
_STRUCTURED, _BITMAP = "STRUCTURED has no values yet", "BITMAP has no values yet"
_JOIN: Final = "needs a join, which no query has yet"
_REASONS: Final = {
    "comparison": _JOIN,
    "variant": _VARIANT,
    "OBJECT_OF(className, [key, value [, key, value , ...]])": _STRUCTURED,
    "valueconstruction": _WINDOWS,
    "valuemodification": _STRUCTURED,
    "bitmap": _BITMAP,
    "bitmapagg": _BITMAP,
}
"""The reason for a missing entry, by entry or by group."""

HEAD: Final = """# SQL functions

*Generated from the catalog of functions by [make_functions.py](../make_functions.py).*

All functions in Flink 2.3's documentation, by group, with the names that it uses.

- *vectorized*: computed in columns, at least for some types of arguments. Calls for which no kernel has exactly Flink's
  result, with other types or with patterns that are not constant, are computed by row.
- *by row*: computed row by row, in Python.
- *missing*: rejected when the statement is planned, for the given reason.

Blocks of fewer than 200 rows are always computed by row, which is faster.
"""


def documented() -> dict[str, list[str]]:
    """The entries of Flink's documentation, by group."""
    groups: dict[str, list[str]] = {}
    for line in (DOCS / "sql_functions.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            entries = groups.setdefault(line.strip("[]"), [])
        elif line:
            entries.append(line.replace("\\n", "\n"))
    return groups


def page() -> str:
    groups = documented()
    forms = {(group, entry): form(entry) for group, entries in groups.items() for entry in entries}
    counts = [(kind, list(forms.values()).count(kind)) for kind in (VECTORIZED, BY_ROW, MISSING)]
    lines = [HEAD, "| | entries |", "| --- | --- |"]
    lines += [f"| {kind} | {count} |" for kind, count in counts]
    lines += [f"| all | {len(forms)} |"]
    for group, entries in groups.items():
        lines += ["", f"## {group}", "", "| function | |", "| --- | --- |"]
        lines += [f"| {_shown(entry)} | {_verdict(group, entry, forms[group, entry])} |" for entry in entries]
    return "\n".join(lines) + "\n"


def _verdict(group: str, entry: str, form: str) -> str:
    return f"{form}: {_REASONS.get(entry) or _REASONS[group]}" if form == MISSING else form


def _shown(entry: str) -> str:
    texts = [line.strip().replace("|", "\\|") for line in entry.splitlines() if line.strip()]
    return "<br>".join(f"`{text}`" if not text.startswith("**") else text.replace("**", "*") for text in texts)


def form(entry: str) -> str:
    """How an entry is computed."""
    if entry in _SYNTAX:
        return VECTORIZED
    functions = [
        function
        for function in FUNCTIONS.functions()
        if entry in function.documented_as or function.name == _METHODS.get(entry)
    ]
    if not functions:
        return BY_ROW if _is_aggregate(entry) else MISSING
    return VECTORIZED if any(map(is_vectorized, functions)) else BY_ROW


def _is_aggregate(entry: str) -> bool:
    """Whether it is an existing aggregate, or one of the functions of grouping sets."""
    return entry.split("(")[0] in (*AGGREGATES.names(), *GROUPING_FUNCTIONS, *_OF_FIELDS, *WINDOW_FUNCTIONS)


@lru_cache
def is_vectorized(function: Function) -> bool:
    """Whether some call of it over columns is computed by kernels alone."""
    if function.name in ("CAST", "TRY_CAST"):
        return any(cast_kernel(source, target) is not None for source, target in itertools.permutations(_TYPES, 2))
    return any(_by_kernels(call) for call in _calls(function))


def _by_kernels(tree: ResolvedExpression) -> bool:
    calls = [node for node in walk(tree) if isinstance(node, FunctionCall)]
    try:
        return bool(calls) and all(FUNCTIONS[call.function].kernel(call) is not None for call in calls)
    except (KeyError, ValueError):  # a constant that the parser would not create there
        return False


def _calls(function: Function) -> Iterator[ResolvedExpression]:
    """Calls of columns and constants that the function accepts."""
    for types in _arguments():
        for arguments in itertools.product(*(_candidates(place, kind) for place, kind in enumerate(types))):
            if function.signature([_argument(each) for each in arguments]) is not None:
                try:
                    yield resolve(function.name, arguments)
                except PyriteError:
                    continue


@lru_cache
def _arguments() -> list[tuple[LogicalType, ...]]:
    pairs = list(itertools.product(_TYPES, _TYPES))
    triples = [(first, kind, kind) for first in _TYPES for kind in _TYPES]
    mixed = [
        (_STRING, _INT, _STRING),
        (_STRING, _STRING, _INT),
        (_STRING, _INT, _DATE),
        (_STRING, _INT, TimestampType(3)),
    ]
    return [(), *((kind,) for kind in _TYPES), *pairs, *triples, *mixed, (_STRING, _STRING, _INT, _INT)]


def _candidates(place: int, kind: LogicalType) -> Sequence[ResolvedExpression]:
    column = FieldReference(place, f"c{place}", kind)
    return [column, *(ValueLiteral(value, kind) for value in _CONSTANTS.get(kind, ()))]


def _argument(expression: ResolvedExpression) -> Argument:
    if isinstance(expression, ValueLiteral):
        return Argument(expression.type, True, expression.value)
    return Argument(expression.type)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

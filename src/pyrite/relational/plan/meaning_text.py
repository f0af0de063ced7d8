"""Texts of state meanings: expressions over columns of tables, and the state that is derived from them.

The texts are stored in manifests of checkpoints and savepoints, and a job whose text differs is rejected: **never
change a text**. `tests/relational/plan/fixtures/meanings.txt` has examples of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final, Optional

from pyrite.core.types import DateType, LocalZonedTimestampType, LogicalType, TimestampType, TimeType
from pyrite.core.types.intervals import YearMonthIntervalType
from pyrite.core.types.logical_type import all_nullable
from pyrite.core.types.temporal import without_time_attributes
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.resolved import FieldReference, FunctionCall, PythonCall, ResolvedExpression, ValueLiteral
from pyrite.operators.relational.keyed.sort_column import SortColumn

Texts = tuple[str, ...]
UNKNOWN: Final = "\0"
"""A column that cannot be traced: state that depends on it has no meaning, so that it is never rejected."""
_UTC: Final = frozenset(("Etc/UTC", "Etc/UCT", "Etc/GMT", "Etc/Zulu", "GMT", "UCT", "UT", "Universal", "Z", "Zulu"))
"""Other names of UTC, which may be a machine's time zone."""
_CASTS: Final = ("CAST", "TRY_CAST")
_SYMMETRIC: Final = frozenset(("+", "*", "=", "<>", "AND", "OR"))
_LONGEST: Final = 600


def expression_text(tree: ResolvedExpression, columns: Sequence[str]) -> str:
    """Returns an expression over columns with these texts: `(orders.price * 2)`."""
    match tree:
        case FieldReference():
            return columns[tree.index]
        case ValueLiteral():
            return _literal(tree.value) + (" MONTH" if isinstance(tree.type, YearMonthIntervalType) else "")
        case FunctionCall():
            return _call(tree, [expression_text(each, columns) for each in _read(tree)])
        case PythonCall():
            path = tree.function.path
            name = path[-1].lower() if path else tree.function.name
            return f"{name}({_listed([expression_text(each, columns) for each in tree.arguments])})"
    return UNKNOWN


def _call(call: FunctionCall, arguments: list[str]) -> str:
    if call.function in _CASTS:
        kind = _type(call.type)
        is_same = kind == _type(call.arguments[0].type)
        return arguments[0] if is_same else f"{call.function}({_listed(arguments)} AS {kind})"
    if call.function in _SYMMETRIC:
        arguments = sorted(arguments)
    is_word = call.function.replace("$", "").replace("_", "").replace(" ", "").isalnum()
    if len(arguments) > 1 and (not is_word or call.function in _SYMMETRIC):
        return f"({f' {call.function} '.join(arguments)})"
    return f"{call.function}({_listed(arguments)})"


def _read(call: FunctionCall) -> Sequence[ResolvedExpression]:
    """Returns the arguments, without the session's time zone if the result does not depend on it."""
    function = FUNCTIONS.get(call.function)
    needs_zone = function is not None and function.needs_zone
    if not needs_zone and not (call.function in _CASTS and len(call.arguments) == 2):
        return call.arguments
    *operands, zone = call.arguments
    if needs_zone and _is_idle_zone(call, [each.type for each in operands]):
        return operands
    assert isinstance(zone, ValueLiteral), "the session's time zone is a constant"
    return (*operands, replace(zone, value=_zone(zone.value)))


def _is_idle_zone(call: FunctionCall, types: Sequence[LogicalType]) -> bool:
    if not types:
        return isinstance(call.type, LocalZonedTimestampType)  # the current time
    return any(isinstance(kind, (TimestampType, DateType, TimeType)) for kind in types)


def _zone(name: str) -> str:
    return "UTC" if name in _UTC else name


def _type(kind: LogicalType) -> str:
    """Returns the type without NOT NULL and time attributes, which do not affect values or are not in stored plans."""
    return all_nullable(without_time_attributes(kind)).as_summary_string()


def _literal(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "NULL", True: "TRUE", False: "FALSE"}[value]
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value)


def call_text(call: AggregateCall, columns: Sequence[str]) -> str:
    """Returns, for example, `SUM(DISTINCT orders.price) FILTER (orders.price > 5)`."""
    distinct = "DISTINCT " if call.is_distinct else ""
    arguments = _listed([columns[place] for place in call.arguments]) or "*"
    option = f" {call.option}" if call.option else ""
    condition = "" if call.filter is None else f" FILTER {columns[call.filter]}"
    return f"{call.function}({distinct}{arguments}){option}{condition}"


def rows_text(columns: Sequence[str]) -> str:
    """Returns, for example, `rows (orders.id, orders.price)`, in the order in which they are stored."""
    return f"rows ({_listed(columns)})"


def by_text(keys: Sequence[str]) -> str:
    """Returns, for example, ` by orders.id, orders.item`."""
    return f" by {_listed(keys)}" if keys else ""


def order_text(order: Sequence[SortColumn], columns: Sequence[str]) -> str:
    """Returns, for example, ` in order of orders.price DESC`.

    NULLs are named if they are not first in ASC or last in DESC.
    """
    items = [
        f"{columns[each.place]} {'DESC' if each.is_descending else 'ASC'}"
        + ("" if each.nulls_first is not each.is_descending else " NULLS " + ("FIRST" if each.nulls_first else "LAST"))
        for each in order
    ]
    return f" in order of {_listed(items)}" if items else ""


def range_text(start: int, end: Optional[int], has_numbers: bool) -> str:
    """Returns, for example, `, from 1 to 3 with their numbers`."""
    return f", from {start}{'' if end is None else f' to {end}'}{' with their numbers' if has_numbers else ''}"


def window_text(windows: object, zone: str, time: str) -> str:
    """Returns, for example, `Tumble(size_ms=60000, offset_ms=0) of orders.ts`."""
    return f"{windows!r} of {time}{'' if _zone(zone) == 'UTC' else f' in {zone}'}"


def one_of(texts: Sequence[str]) -> str:
    """Returns the text of a column with several origins: `EACH(orders.id, NULL)`."""
    return texts[0] if len(set(texts)) == 1 else f"EACH({_listed(texts)})"


def shortened(text: str) -> str:
    """Shortens a long text to its beginning and a hash."""
    if UNKNOWN in text:
        return UNKNOWN
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]}... (sha256 {sha256(text.encode()).hexdigest()[:16]})"


def _listed(texts: Sequence[str]) -> str:
    return ", ".join(texts)

"""Types of results from Python annotations."""

from __future__ import annotations

import datetime
import types
import typing
from decimal import Decimal
from typing import Any, Final, Optional

from pyrite.core.types import (
    MAX_LENGTH,
    ArrayType,
    BigIntType,
    BooleanType,
    DateType,
    DecimalType,
    DoubleType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    RowType,
    TimestampType,
    TimeType,
    VarBinaryType,
    VarCharType,
)
from pyrite.core.types.instant import Instant

_TYPES: Final[dict[Any, LogicalType]] = {
    bool: BooleanType(),
    int: BigIntType(),
    float: DoubleType(),
    str: VarCharType(MAX_LENGTH),
    bytes: VarBinaryType(MAX_LENGTH),
    bytearray: VarBinaryType(MAX_LENGTH),
    Decimal: DecimalType(38, 18),
    datetime.date: DateType(),
    datetime.time: TimeType(),
    datetime.datetime: TimestampType(6),
    Instant: LocalZonedTimestampType(9),
}


def type_of_hint(hint: Any) -> Optional[LogicalType]:
    """Returns the type for an annotation such as `int` or `list[str]`; None if the annotation is too general."""
    if isinstance(hint, LogicalType):
        return hint
    if hint in _TYPES:
        return _TYPES[hint]
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        annotated = [each for each in arguments[1:] if isinstance(each, LogicalType)]
        return annotated[0] if annotated else type_of_hint(arguments[0])
    if origin in (typing.Union, types.UnionType):
        options = [each for each in arguments if each is not type(None)]
        return type_of_hint(options[0]) if len(options) == 1 else None
    parts = [type_of_hint(each) for each in arguments if each is not Ellipsis]
    if not parts or any(part is None for part in parts):
        return None
    kinds = [part for part in parts if part is not None]
    if origin is list:
        return ArrayType(kinds[0])
    if origin is dict:
        return MapType(*kinds)
    return RowType.of(kinds) if origin is tuple else None


def result_hint(func: Any) -> Optional[LogicalType]:
    """Returns the type for the annotated result of a scalar function."""
    return type_of_hint(_return_annotation(func))


def rows_hint(func: Any) -> Optional[LogicalType]:
    """Returns the row type for the annotated result of a table function, such as `Iterator[tuple[int, str]]`."""
    arguments = typing.get_args(_return_annotation(func))
    return type_of_hint(arguments[0]) if arguments else None


def _return_annotation(func: Any) -> Any:
    target = getattr(func, "eval", func)
    if not hasattr(target, "__annotations__") and callable(target):
        target = type(target).__call__
    try:
        return typing.get_type_hints(target, include_extras=True).get("return")
    except (NameError, TypeError):
        return None

"""Functions that begin an expression: `col`, `lit`, `concat`, `if_then_else` and others, as PyFlink has them."""

from __future__ import annotations

import re
from typing import Any, Final, Optional

from pyrite.core.errors import ValidationException
from pyrite.expressions import expression_tree
from pyrite.expressions.functions import FUNCTIONS
from pyrite.relational.bind.column_lists import RANGE, WITH_COLUMNS, WITHOUT_COLUMNS
from pyrite.relational.sql.parser import parse_expression
from pyrite.table.calls.expression_methods import to_tree
from pyrite.table.calls.expression_units import JsonOnNull, TimePointUnit
from pyrite.table.calls.literals import literal
from pyrite.table.expression import Expression
from pyrite.table.types import DataType, as_data_type
from pyrite.table.user_defined_function import UserDefinedFunctionWrapper

__all__ = [
    "CURRENT_RANGE",
    "CURRENT_ROW",
    "UNBOUNDED_RANGE",
    "UNBOUNDED_ROW",
    "and_",
    "array",
    "atan2",
    "call",
    "call_sql",
    "coalesce",
    "col",
    "concat",
    "concat_ws",
    "convert_tz",
    "current_database",
    "current_date",
    "current_time",
    "current_timestamp",
    "current_watermark",
    "date_format",
    "descriptor",
    "e",
    "from_unixtime",
    "if_then_else",
    "json",
    "json_array",
    "json_array_agg",
    "json_object",
    "json_object_agg",
    "json_string",
    "lag",
    "lead",
    "lit",
    "local_time",
    "local_timestamp",
    "log",
    "map_",
    "map_from_arrays",
    "negative",
    "not_",
    "null_of",
    "object_of",
    "or_",
    "pi",
    "rand",
    "rand_integer",
    "range_",
    "row",
    "row_interval",
    "source_watermark",
    "temporal_overlaps",
    "timestamp_diff",
    "to_date",
    "to_timestamp",
    "to_timestamp_ltz",
    "unix_timestamp",
    "uuid",
    "with_all_columns",
    "with_columns",
    "without_columns",
]


_PART: Final = re.compile(r"`(?:[^`]|``)+`|[^.`]+")
_PATH: Final = re.compile(rf"(?:{_PART.pattern})(?:\.(?:{_PART.pattern}))*")


def _call(function: str, *arguments: Any) -> Expression[Any]:
    """A call; arguments that are None were left out."""
    return Expression(expression_tree.Call(function, tuple(to_tree(each) for each in arguments if each is not None)))


# Columns and constants ------------------------------------------------------------------------------------------------


def col(name: str) -> Expression[Any]:
    """The column of that name; `col("*")` is all of them."""
    return Expression(expression_tree.Star() if name == "*" else expression_tree.Name((name,)))


def lit(v: Any, data_type: Optional[DataType] = None) -> Expression[Any]:
    """A constant, of the type that the value has, or of a declared one."""
    return Expression(literal(v, None if data_type is None else as_data_type(data_type)))


def null_of(data_type: DataType) -> Expression[Any]:
    """NULL of a type."""
    return Expression(expression_tree.Literal(None, as_data_type(data_type).copy(nullable=True)))


def range_(start: str | int, end: str | int) -> Expression[Any]:
    """The columns from one to another, by name or by position from 1 on, for `with_columns`."""
    return _call(RANGE, _column(start), _column(end))


def _column(place: Any) -> Any:
    return col(place) if isinstance(place, str) else place


def with_columns(head: Any, *tails: Any) -> Expression[Any]:
    """These columns: names, positions from 1 on, or ranges."""
    return _call(WITH_COLUMNS, *map(_column, (head, *tails)))


def without_columns(head: Any, *tails: Any) -> Expression[Any]:
    """All columns but these."""
    return _call(WITHOUT_COLUMNS, *map(_column, (head, *tails)))


def with_all_columns() -> Expression[Any]:
    """All columns, as `col("*")`."""
    return col("*")


# Logic ----------------------------------------------------------------------------------------------------------------


def and_(predicate0: Any, predicate1: Any, *predicates: Any) -> Expression[bool]:
    return _chained("AND", predicate0, predicate1, *predicates)


def or_(predicate0: Any, predicate1: Any, *predicates: Any) -> Expression[bool]:
    return _chained("OR", predicate0, predicate1, *predicates)


def _chained(function: str, first: Any, *others: Any) -> Expression[bool]:
    result = first
    for other in others:
        result = _call(function, result, other)
    return result  # type: ignore[no-any-return]


def not_(expression: Expression[bool]) -> Expression[bool]:
    return _call("NOT", expression)


def if_then_else(condition: Any, if_true: Any, if_false: Any) -> Expression[Any]:
    """The one value where the condition is TRUE, else the other."""
    return _call("CASE", condition, if_true, if_false)


def coalesce(*args: Any) -> Expression[Any]:
    """The first of the values that is not NULL."""
    return _call("COALESCE", *args)


# Time -----------------------------------------------------------------------------------------------------------------


def current_database() -> Expression[str]:
    return _call("CURRENT_DATABASE")


def current_date() -> Expression[Any]:
    return _call("CURRENT_DATE")


def current_time() -> Expression[Any]:
    return _call("CURRENT_TIME")


def current_timestamp() -> Expression[Any]:
    return _call("CURRENT_TIMESTAMP")


def current_watermark(rowtimeAttribute: Any) -> Expression[Any]:
    return _call("CURRENT_WATERMARK", rowtimeAttribute)


def local_time() -> Expression[Any]:
    return _call("LOCALTIME")


def local_timestamp() -> Expression[Any]:
    return _call("LOCALTIMESTAMP")


def to_date(date_str: Any, format: Any = None) -> Expression[Any]:
    return _call("TO_DATE", date_str, format)


def to_timestamp(timestamp_str: Any, format: Any = None) -> Expression[Any]:
    return _call("TO_TIMESTAMP", timestamp_str, format)


def to_timestamp_ltz(*args: Any) -> Expression[Any]:
    return _call("TO_TIMESTAMP_LTZ", *args)


def temporal_overlaps(
    left_time_point: Any, left_temporal: Any, right_time_point: Any, right_temporal: Any
) -> Expression[bool]:
    """Whether two stretches of time, each a point and an end or a length, have a moment in common."""
    return _call("OVERLAPS", row(left_time_point, left_temporal), row(right_time_point, right_temporal))


def date_format(timestamp: Any, format: Any) -> Expression[str]:
    return _call("DATE_FORMAT", timestamp, format)


def timestamp_diff(time_point_unit: TimePointUnit, time_point1: Any, time_point2: Any) -> Expression[Any]:
    return _call("TIMESTAMPDIFF", time_point_unit, time_point1, time_point2)


def convert_tz(date_str: Any, tz_from: Any, tz_to: Any) -> Expression[str]:
    return _call("CONVERT_TZ", date_str, tz_from, tz_to)


def from_unixtime(unixtime: Any, format: Any = None) -> Expression[str]:
    return _call("FROM_UNIXTIME", unixtime, format)


def unix_timestamp(date_str: Any = None, format: Any = None) -> Expression[Any]:
    return _call("UNIX_TIMESTAMP", date_str, format)


def source_watermark() -> Expression[Any]:
    """The watermark of the stream or source itself, in a schema."""
    return _call("SOURCE_WATERMARK")


# Values of several parts ----------------------------------------------------------------------------------------------


def array(head: Any, *tail: Any) -> Expression[Any]:
    return _call("ARRAY", head, *tail)


def row(head: Any, *tail: Any) -> Expression[Any]:
    return _call("ROW", head, *tail)


def map_(key: Any, value: Any, *tail: Any) -> Expression[Any]:
    return _call("MAP", key, value, *tail)


def map_from_arrays(key: Any, value: Any) -> Expression[Any]:
    return _call("MAP_FROM_ARRAYS", key, value)


def object_of(class_name: str, *args: Any) -> Expression[Any]:
    return _call("OBJECT_OF", class_name, *args)


def descriptor(*column_names: str) -> Expression[Any]:
    """Columns by name, as an argument of a table function."""
    return Expression(expression_tree.Descriptor(column_names))


# Numbers and text -----------------------------------------------------------------------------------------------------


def pi() -> Expression[float]:
    return _call("PI")


def e() -> Expression[float]:
    return _call("E")


def rand(seed: Any = None) -> Expression[float]:
    return _call("RAND", seed)


def rand_integer(bound: Any, seed: Any = None) -> Expression[Any]:
    return _call("RAND_INTEGER", seed, bound)


def atan2(y: Any, x: Any) -> Expression[float]:
    return _call("ATAN2", y, x)


def negative(v: Any) -> Expression[Any]:
    return _call("NEGATE", v)


def log(v: Any, base: Any = None) -> Expression[float]:
    return _call("LOG", base, v)


def concat(first: Any, *others: Any) -> Expression[str]:
    return _call("CONCAT", first, *others)


def concat_ws(separator: Any, first: Any, *others: Any) -> Expression[str]:
    return _call("CONCAT_WS", separator, first, *others)


def uuid() -> Expression[str]:
    return _call("UUID")


# JSON -----------------------------------------------------------------------------------------------------------------


def json(value: Any) -> Expression[Any]:
    return _call("JSON", value)


def json_string(value: Any) -> Expression[str]:
    return _call("JSON_STRING", value)


def json_object(on_null: JsonOnNull = JsonOnNull.NULL, *args: Any) -> Expression[str]:
    return _call("JSON_OBJECT", on_null, *args)


def json_object_agg(on_null: JsonOnNull, key_expr: Any, value_expr: Any) -> Expression[str]:
    return _call("JSON_OBJECTAGG", on_null, key_expr, value_expr)


def json_array(on_null: JsonOnNull = JsonOnNull.ABSENT, *args: Any) -> Expression[str]:
    return _call("JSON_ARRAY", on_null, *args)


def json_array_agg(on_null: JsonOnNull, item_expr: Any) -> Expression[str]:
    return _call("JSON_ARRAYAGG", on_null, item_expr)


# Windows --------------------------------------------------------------------------------------------------------------

UNBOUNDED_ROW: Final[Expression[Any]] = _call("UNBOUNDED_ROW")
UNBOUNDED_RANGE: Final[Expression[Any]] = _call("UNBOUNDED_RANGE")
CURRENT_ROW: Final[Expression[Any]] = _call("CURRENT_ROW")
CURRENT_RANGE: Final[Expression[Any]] = _call("CURRENT_RANGE")


def row_interval(rows: int) -> Expression[Any]:
    """A number of rows, as the size of a window."""
    return _call("ROW_INTERVAL", rows)


def lag(expr: Any, offset: int = 1, default: Any = None) -> Expression[Any]:
    return _call("LAG", expr, offset, default)


def lead(expr: Any, offset: int = 1, default: Any = None) -> Expression[Any]:
    return _call("LEAD", expr, offset, default)


# Calls of any function ------------------------------------------------------------------------------------------------


def call(f: str | UserDefinedFunctionWrapper, *args: Any) -> Expression[Any]:
    """A call of a registered or built-in function by its name, or of a function of Python that is not registered."""
    arguments = tuple(map(to_tree, args))
    if isinstance(f, UserDefinedFunctionWrapper):
        return f.call(arguments)
    if not isinstance(f, str):
        raise ValidationException(f"call() takes the name of a function or what udf() and udtf() make, not {f!r}")
    *qualifier, name = parse_path(f)
    is_built_in = not qualifier and FUNCTIONS.get(name) is not None
    return Expression(
        expression_tree.Call(
            name.upper() if is_built_in or not qualifier else name, arguments, tuple(qualifier), written=name
        )
    )


def parse_path(path: str) -> tuple[str, ...]:
    """The parts of a name such as `catalog.database.object`, in backticks or not."""
    if not _PATH.fullmatch(path.strip()):
        raise ValidationException(f"'{path}' is not a name: parts with other signs than letters stand in backticks")
    parts = [part.strip() for part in _PART.findall(path)]
    return tuple(part[1:-1].replace("``", "`") if part.startswith("`") else part for part in parts)


def call_sql(sql_expression: str) -> Expression[Any]:
    """An expression as SQL text."""
    return Expression(parse_expression(sql_expression))

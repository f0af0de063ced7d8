"""Functions that create expressions: `col`, `lit`, `concat`, `if_then_else` and others, under PyFlink's names."""

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
    """Creates a call. Arguments that are None are omitted."""
    return Expression(expression_tree.Call(function, tuple(to_tree(each) for each in arguments if each is not None)))


# Columns and constants ------------------------------------------------------------------------------------------------


def col(name: str) -> Expression[Any]:
    """The column with this name. `col("*")` stands for all columns.

    >>> str(col("price") * 2)
    'times(price, 2)'
    """
    return Expression(expression_tree.Star() if name == "*" else expression_tree.Name((name,)))


def lit(v: Any, data_type: Optional[DataType] = None) -> Expression[Any]:
    """A constant. Its type is `data_type`, or follows from the value.

    >>> str(lit(1, DataTypes.BIGINT().not_null()))
    '1'
    """
    return Expression(literal(v, None if data_type is None else as_data_type(data_type)))


def null_of(data_type: DataType) -> Expression[Any]:
    """NULL of a type."""
    return Expression(expression_tree.Literal(None, as_data_type(data_type).copy(nullable=True)))


def range_(start: str | int, end: str | int) -> Expression[Any]:
    """A range of columns for `with_columns`, by names or by positions from 1.

    >>> sales = t_env.from_elements([("tea", 3, 1)], ["item", "price", "count"])
    >>> sales.select(with_columns(range_("price", "count"))).to_arrow().to_pylist()
    [{'price': 3, 'count': 1}]
    """
    return _call(RANGE, _column(start), _column(end))


def _column(place: Any) -> Any:
    return col(place) if isinstance(place, str) else place


def with_columns(head: Any, *tails: Any) -> Expression[Any]:
    """Selects columns by names, positions from 1, or ranges.

    >>> sales = t_env.from_elements([("tea", 3, 1)], ["item", "price", "count"])
    >>> sales.select(with_columns(1, "count")).to_arrow().to_pylist()
    [{'item': 'tea', 'count': 1}]
    """
    return _call(WITH_COLUMNS, *map(_column, (head, *tails)))


def without_columns(head: Any, *tails: Any) -> Expression[Any]:
    """Selects all columns except these.

    >>> sales = t_env.from_elements([("tea", 3, 1)], ["item", "price", "count"])
    >>> sales.select(without_columns("count")).to_arrow().to_pylist()
    [{'item': 'tea', 'price': 3}]
    """
    return _call(WITHOUT_COLUMNS, *map(_column, (head, *tails)))


def with_all_columns() -> Expression[Any]:
    """Selects all columns, as `col("*")`."""
    return col("*")


# Logic ----------------------------------------------------------------------------------------------------------------


def and_(predicate0: Any, predicate1: Any, *predicates: Any) -> Expression[bool]:
    """The conjunction of predicates, as `a & b & c`.

    >>> sales = t_env.from_elements([("tea", 3), ("cup", 5)], ["item", "price"])
    >>> sales.filter(and_(col("price") > 1, col("price") < 4)).select(col("item")).to_arrow().to_pylist()
    [{'item': 'tea'}]
    """
    return _chained("AND", predicate0, predicate1, *predicates)


def or_(predicate0: Any, predicate1: Any, *predicates: Any) -> Expression[bool]:
    """The disjunction of predicates, as `a | b | c`.

    >>> sales = t_env.from_elements([("tea", 3), ("cup", 5), ("jug", 9)], ["item", "price"])
    >>> sales.filter(or_(col("item") == "jug", col("price") < 4)).select(col("item")).to_arrow().to_pylist()
    [{'item': 'tea'}, {'item': 'jug'}]
    """
    return _chained("OR", predicate0, predicate1, *predicates)


def _chained(function: str, first: Any, *others: Any) -> Expression[bool]:
    result = first
    for other in others:
        result = _call(function, result, other)
    return result  # type: ignore[no-any-return]


def not_(expression: Expression[bool]) -> Expression[bool]:
    """The negation of a predicate, as `~a`."""
    return _call("NOT", expression)


def if_then_else(condition: Any, if_true: Any, if_false: Any) -> Expression[Any]:
    """`if_true` where the condition is TRUE, otherwise `if_false`.

    >>> sales = t_env.from_elements([("tea", 3), ("cup", 5)], ["item", "price"])
    >>> size = if_then_else(col("price") > 4, "big", "small").alias("size")
    >>> sales.select(col("item"), size).to_arrow().to_pylist()
    [{'item': 'tea', 'size': 'small'}, {'item': 'cup', 'size': 'big'}]
    """
    return _call("CASE", condition, if_true, if_false)


def coalesce(*args: Any) -> Expression[Any]:
    """The first argument that is not NULL.

    >>> sales = t_env.from_elements([("tea", None), ("cup", 5)], ["item", "price"])
    >>> sales.select(coalesce(col("price"), 0).alias("price")).to_arrow().to_pylist()
    [{'price': 0}, {'price': 5}]
    """
    return _call("COALESCE", *args)


# Time -----------------------------------------------------------------------------------------------------------------


def current_database() -> Expression[str]:
    """The name of the current database."""
    return _call("CURRENT_DATABASE")


def current_date() -> Expression[Any]:
    """The current date in the time zone of the session."""
    return _call("CURRENT_DATE")


def current_time() -> Expression[Any]:
    """The current time of day in the time zone of the session."""
    return _call("CURRENT_TIME")


def current_timestamp() -> Expression[Any]:
    """The current instant, as TIMESTAMP_LTZ."""
    return _call("CURRENT_TIMESTAMP")


def current_watermark(rowtimeAttribute: Any) -> Expression[Any]:
    """The current watermark of a rowtime attribute, NULL before the first watermark."""
    return _call("CURRENT_WATERMARK", rowtimeAttribute)


def local_time() -> Expression[Any]:
    """The current time of day in the time zone of the session."""
    return _call("LOCALTIME")


def local_timestamp() -> Expression[Any]:
    """The current date and time in the time zone of the session, as TIMESTAMP."""
    return _call("LOCALTIMESTAMP")


def to_date(date_str: Any, format: Any = None) -> Expression[Any]:
    """Parses a date, with an optional format such as `"dd.MM.yyyy"`.

    >>> t_env.from_elements([("2026-01-31",)], ["d"]).select(to_date(col("d")).alias("d")).to_arrow().to_pylist()
    [{'d': datetime.date(2026, 1, 31)}]
    """
    return _call("TO_DATE", date_str, format)


def to_timestamp(timestamp_str: Any, format: Any = None) -> Expression[Any]:
    """Parses a TIMESTAMP, with an optional format such as `"yyyy-MM-dd HH:mm"`.

    >>> times = t_env.from_elements([("2026-01-31 12:30:00",)], ["t"])
    >>> times.select(to_timestamp(col("t")).alias("t")).to_arrow().to_pylist()
    [{'t': datetime.datetime(2026, 1, 31, 12, 30)}]
    """
    return _call("TO_TIMESTAMP", timestamp_str, format)


def to_timestamp_ltz(*args: Any) -> Expression[Any]:
    """Converts a number of seconds or milliseconds, or a text with a format and time zone, to a TIMESTAMP_LTZ."""
    return _call("TO_TIMESTAMP_LTZ", *args)


def temporal_overlaps(
    left_time_point: Any, left_temporal: Any, right_time_point: Any, right_temporal: Any
) -> Expression[bool]:
    """Tests whether two periods overlap. Each is a point in time, and its other end or an interval."""
    return _call("OVERLAPS", row(left_time_point, left_temporal), row(right_time_point, right_temporal))


def date_format(timestamp: Any, format: Any) -> Expression[str]:
    """Formats a timestamp with a pattern such as `"yyyy-MM-dd"`.

    >>> times = t_env.from_elements([("2026-01-31 12:30:00",)], ["t"])
    >>> times.select(date_format(to_timestamp(col("t")), "HH:mm").alias("t")).to_arrow().to_pylist()
    [{'t': '12:30'}]
    """
    return _call("DATE_FORMAT", timestamp, format)


def timestamp_diff(time_point_unit: TimePointUnit, time_point1: Any, time_point2: Any) -> Expression[Any]:
    """The number of whole units from the first point in time to the second.

    >>> days = t_env.from_elements([("2026-01-31", "2026-02-02")], ["a", "b"])
    >>> difference = timestamp_diff(TimePointUnit.DAY, to_date(col("a")), to_date(col("b")))
    >>> days.select(difference.alias("days")).to_arrow().to_pylist()
    [{'days': 2}]
    """
    return _call("TIMESTAMPDIFF", time_point_unit, time_point1, time_point2)


def convert_tz(date_str: Any, tz_from: Any, tz_to: Any) -> Expression[str]:
    """Converts the text of a timestamp from one time zone to another.

    >>> times = t_env.from_elements([("1970-01-01 00:00:00",)], ["t"])
    >>> times.select(convert_tz(col("t"), "UTC", "America/Los_Angeles").alias("t")).to_arrow().to_pylist()
    [{'t': '1969-12-31 16:00:00'}]
    """
    return _call("CONVERT_TZ", date_str, tz_from, tz_to)


def from_unixtime(unixtime: Any, format: Any = None) -> Expression[str]:
    """Formats a number of seconds since 1970 in the time zone of the session."""
    return _call("FROM_UNIXTIME", unixtime, format)


def unix_timestamp(date_str: Any = None, format: Any = None) -> Expression[Any]:
    """The number of seconds from 1970 to a text, or to the current time without arguments."""
    return _call("UNIX_TIMESTAMP", date_str, format)


def source_watermark() -> Expression[Any]:
    """The watermark of the source or stream, for the watermark of a schema."""
    return _call("SOURCE_WATERMARK")


# Values of several parts ----------------------------------------------------------------------------------------------


def array(head: Any, *tail: Any) -> Expression[Any]:
    """An array of these elements.

    >>> t_env.from_elements([(1, 2)], ["a", "b"]).select(array(col("a"), col("b")).alias("both")).to_arrow().to_pylist()
    [{'both': [1, 2]}]
    """
    return _call("ARRAY", head, *tail)


def row(head: Any, *tail: Any) -> Expression[Any]:
    """A row of these fields.

    >>> t_env.from_elements([row(1, "tea"), row(2, "cup")]).alias("id", "item").to_arrow().to_pylist()
    [{'id': 1, 'item': 'tea'}, {'id': 2, 'item': 'cup'}]
    """
    return _call("ROW", head, *tail)


def map_(key: Any, value: Any, *tail: Any) -> Expression[Any]:
    """A map of alternating keys and values.

    >>> prices = t_env.from_elements([(3,)], ["price"]).select(map_("tea", col("price")).alias("prices"))
    >>> [dict(row[0]) for row in prices.execute().collect()]
    [{'tea': 3}]
    """
    return _call("MAP", key, value, *tail)


def map_from_arrays(key: Any, value: Any) -> Expression[Any]:
    """A map of an array of keys and an array of values."""
    return _call("MAP_FROM_ARRAYS", key, value)


def object_of(class_name: str, *args: Any) -> Expression[Any]:
    """An object of a structured type with alternating names and values of its fields."""
    return _call("OBJECT_OF", class_name, *args)


def descriptor(*column_names: str) -> Expression[Any]:
    """Column names as an argument of a table function."""
    return Expression(expression_tree.Descriptor(column_names))


# Numbers and text -----------------------------------------------------------------------------------------------------


def pi() -> Expression[float]:
    """The number pi, as DOUBLE."""
    return _call("PI")


def e() -> Expression[float]:
    """Euler's number, as DOUBLE."""
    return _call("E")


def rand(seed: Any = None) -> Expression[float]:
    """A random DOUBLE from 0 (inclusive) to 1 (exclusive), with an optional seed."""
    return _call("RAND", seed)


def rand_integer(bound: Any, seed: Any = None) -> Expression[Any]:
    """A random INT from 0 (inclusive) to `bound` (exclusive), with an optional seed."""
    return _call("RAND_INTEGER", seed, bound)


def atan2(y: Any, x: Any) -> Expression[float]:
    """The angle of the point (x, y), in radians.

    >>> t_env.from_elements([(0.0,)], ["x"]).select(atan2(col("x"), 1.0).alias("angle")).to_arrow().to_pylist()
    [{'angle': 0.0}]
    """
    return _call("ATAN2", y, x)


def negative(v: Any) -> Expression[Any]:
    """The negation of a number, as `-a`.

    >>> t_env.from_elements([(3,)], ["n"]).select(negative(col("n")).alias("n")).to_arrow().to_pylist()
    [{'n': -3}]
    """
    return _call("NEGATE", v)


def log(v: Any, base: Any = None) -> Expression[float]:
    """The natural logarithm, or the logarithm to a base.

    >>> t_env.from_elements([(8.0,)], ["n"]).select(log(col("n"), 2.0).alias("n")).to_arrow().to_pylist()
    [{'n': 3.0}]
    """
    return _call("LOG", base, v)


def concat(first: Any, *others: Any) -> Expression[str]:
    """Concatenates strings. NULL if an argument is NULL.

    >>> names = t_env.from_elements([("Ada", "Lovelace")], ["first", "last"])
    >>> names.select(concat(col("first"), " ", col("last")).alias("name")).to_arrow().to_pylist()
    [{'name': 'Ada Lovelace'}]
    """
    return _call("CONCAT", first, *others)


def concat_ws(separator: Any, first: Any, *others: Any) -> Expression[str]:
    """Concatenates strings with a separator. Skips arguments that are NULL.

    >>> names = t_env.from_elements([("Ada", "Lovelace")], ["first", "last"])
    >>> names.select(concat_ws(", ", col("last"), col("first")).alias("name")).to_arrow().to_pylist()
    [{'name': 'Lovelace, Ada'}]
    """
    return _call("CONCAT_WS", separator, first, *others)


def uuid() -> Expression[str]:
    """A random UUID, as a string."""
    return _call("UUID")


# JSON -----------------------------------------------------------------------------------------------------------------


def json(value: Any) -> Expression[Any]:
    """Marks a string as JSON, so that `json_object` and `json_array` insert it unquoted."""
    return _call("JSON", value)


def json_string(value: Any) -> Expression[str]:
    """Converts a value to a JSON string."""
    return _call("JSON_STRING", value)


def json_object(on_null: JsonOnNull = JsonOnNull.NULL, *args: Any) -> Expression[str]:
    """Builds a JSON object of alternating keys and values.

    >>> prices = t_env.from_elements([(3,)], ["price"])
    >>> prices.select(json_object(JsonOnNull.NULL, "tea", col("price")).alias("document")).to_arrow().to_pylist()
    [{'document': '{"tea":3}'}]
    """
    return _call("JSON_OBJECT", on_null, *args)


def json_object_agg(on_null: JsonOnNull, key_expr: Any, value_expr: Any) -> Expression[str]:
    """Aggregates keys and values to a JSON object."""
    return _call("JSON_OBJECTAGG", on_null, key_expr, value_expr)


def json_array(on_null: JsonOnNull = JsonOnNull.ABSENT, *args: Any) -> Expression[str]:
    """Builds a JSON array.

    >>> numbers = t_env.from_elements([(3,)], ["n"])
    >>> numbers.select(json_array(JsonOnNull.NULL, "a", col("n")).alias("document")).to_arrow().to_pylist()
    [{'document': '["a",3]'}]
    """
    return _call("JSON_ARRAY", on_null, *args)


def json_array_agg(on_null: JsonOnNull, item_expr: Any) -> Expression[str]:
    """Aggregates values to a JSON array."""
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
    """The value of an expression `offset` rows before the current one, in an OVER window."""
    return _call("LAG", expr, offset, default)


def lead(expr: Any, offset: int = 1, default: Any = None) -> Expression[Any]:
    """The value of an expression `offset` rows after the current one, in an OVER window."""
    return _call("LEAD", expr, offset, default)


# Calls of any function ------------------------------------------------------------------------------------------------


def call(f: str | UserDefinedFunctionWrapper, *args: Any) -> Expression[Any]:
    """A call of a built-in or registered function by name, or of an unregistered Python function.

    >>> items = t_env.from_elements([("tea",)], ["item"])
    >>> items.select(call("upper", col("item")).alias("item")).to_arrow().to_pylist()
    [{'item': 'TEA'}]
    """
    arguments = tuple(map(to_tree, args))
    if isinstance(f, UserDefinedFunctionWrapper):
        return f.call(arguments)
    if not isinstance(f, str):
        raise ValidationException(f"call() takes the name of a function or the result of udf() or udtf(), not {f!r}")
    *qualifier, name = parse_path(f)
    is_built_in = not qualifier and FUNCTIONS.get(name) is not None
    return Expression(
        expression_tree.Call(
            name.upper() if is_built_in or not qualifier else name, arguments, tuple(qualifier), written=name
        )
    )


def parse_path(path: str) -> tuple[str, ...]:
    """Splits a path such as `catalog.database.object`, whose parts may be quoted by backticks."""
    if not _PATH.fullmatch(path.strip()):
        raise ValidationException(f"'{path}' is not a valid path: quote parts with special characters in backticks")
    parts = [part.strip() for part in _PART.findall(path)]
    return tuple(part[1:-1].replace("``", "`") if part.startswith("`") else part for part in parts)


def call_sql(sql_expression: str) -> Expression[Any]:
    """An expression in SQL text.

    >>> t_env.from_elements([(3,)], ["n"]).select(call_sql("n + 1").alias("n")).to_arrow().to_pylist()
    [{'n': 4}]
    """
    return Expression(parse_expression(sql_expression))

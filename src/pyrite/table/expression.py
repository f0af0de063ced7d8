"""Expression: a column, a constant, or a computation over them. SQL text is parsed to the same trees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, Generic, Optional, TypeVar

from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    DateType,
    DayTimeResolution,
    LogicalType,
    TimestampType,
    TimeType,
    YearMonthIntervalType,
    YearMonthResolution,
)
from pyrite.core.types.intervals import DayTimeIntervalType
from pyrite.expressions import expression_tree
from pyrite.relational.bind.planned_query import PlannedQuery
from pyrite.relational.sql.literals import string_literal
from pyrite.table.calls.expression_methods import Build, Derived, Method, to_tree
from pyrite.table.calls.expression_text import text_of
from pyrite.table.calls.expression_units import (
    JsonExistsOnError,
    JsonOnNull,
    JsonQueryOnEmptyOrError,
    JsonQueryWrapper,
    JsonType,
    JsonValueOnEmptyOrError,
    TimeIntervalUnit,
    TimePointUnit,
)
from pyrite.table.calls.literals import MILLIS
from pyrite.table.types import DataType, DataTypes, as_data_type

__all__ = [
    "Expression",
    "JsonExistsOnError",
    "JsonOnNull",
    "JsonQueryOnEmptyOrError",
    "JsonQueryWrapper",
    "JsonType",
    "JsonValueOnEmptyOrError",
    "TimeIntervalUnit",
    "TimePointUnit",
]

T = TypeVar("T")
_MONTHS: Final = YearMonthIntervalType(YearMonthResolution.MONTH, nullable=False)
_BLANK: Final = string_literal(" ")


def _trim(side: str) -> Build:
    def build(
        operand: expression_tree.Expression, characters: expression_tree.Expression = _BLANK
    ) -> expression_tree.Expression:
        """Builds TRIM. Blanks are trimmed by default."""
        return expression_tree.Call("TRIM", (expression_tree.Symbol(side), characters, operand))

    return build


def _interval(unit: DayTimeResolution | YearMonthResolution, size: int) -> Build:
    """Returns a function that builds an interval. A value of 1 stands for `size` milliseconds or months."""
    is_months = isinstance(unit, YearMonthResolution)

    def build(operand: expression_tree.Expression) -> expression_tree.Expression:
        """The operand as an interval."""
        if isinstance(operand, expression_tree.Literal) and isinstance(operand.value, int):
            return expression_tree.Literal(operand.value * size, _MONTHS if is_months else MILLIS)
        kind: LogicalType = (
            YearMonthIntervalType(YearMonthResolution.MONTH) if is_months else DayTimeIntervalType(unit)  # type: ignore[arg-type]
        )
        many = operand if size in _SIZES_OF_UNITS else expression_tree.Call("*", (operand, to_tree(size)))
        return expression_tree.Call("INTERVAL", (many, expression_tree.TypeArgument(kind)))

    return build


_SECOND, _MINUTE, _HOUR, _DAY = 1000, 60_000, 3_600_000, 86_400_000
_SIZES_OF_UNITS: Final = frozenset((1, _SECOND, _MINUTE, _HOUR, _DAY))


def _aggregate_of_distinct(operand: expression_tree.Expression) -> expression_tree.Expression:
    """The aggregate over distinct values: `col("a").sum.distinct`."""
    if not isinstance(operand, expression_tree.Call):
        raise ValidationException("The distinct modifier can only be applied to an aggregate expression.")
    return replace(operand, is_distinct=True)


def _over(operand: expression_tree.Expression, alias: expression_tree.Expression) -> expression_tree.Expression:
    """The aggregate over the rows of a window of `over_window`."""
    name = alias.parts[-1] if isinstance(alias, expression_tree.Name) else str(alias)
    call = operand if isinstance(operand, expression_tree.Call) else expression_tree.Call("OVER", (operand,))
    return expression_tree.Over(call, expression_tree.Window(name))


def _log(
    operand: expression_tree.Expression, base: Optional[expression_tree.Expression] = None
) -> expression_tree.Expression:
    """The natural logarithm, or the logarithm to a base."""
    return expression_tree.Call("LOG", (operand,) if base is None else (base, operand))


def _negated(function: str) -> Build:
    return lambda *arguments: expression_tree.Call("NOT", (expression_tree.Call(function, arguments),))


def _with_unit(function: str, is_first: bool = False) -> Build:
    def build(
        operand: expression_tree.Expression, unit: Optional[expression_tree.Expression] = None
    ) -> expression_tree.Expression:
        parts = (operand,) if unit is None else (unit, operand) if is_first else (operand, unit)
        return expression_tree.Call(function, parts)

    return build


class Expression(Generic[T]):
    """A value for each row. Operators and methods return new expressions; values are computed when a job runs.

    >>> str((col("price") * 2).alias("double"))
    "as(times(price, 2), 'double')"
    """

    def __init__(self, j_expr_or_property_name: expression_tree.Expression) -> None:
        self.tree = j_expr_or_property_name

    def __str__(self) -> str:
        return text_of(self.tree)

    def __repr__(self) -> str:
        return f"Expression({self})"

    def __hash__(self) -> int:
        return hash(self.tree)

    def __bool__(self) -> bool:
        raise TypeError("an expression cannot be used as a bool: use &, | and ~ instead of and, or and not")

    def __getattr__(self, name: str) -> Expression[Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        return self.get(name)

    # Operators --------------------------------------------------------------------------------------------------------

    def _binary(self, operator: str, other: Any) -> Expression[Any]:
        return Expression(expression_tree.Call(operator, (self.tree, to_tree(other))))

    def _reversed(self, operator: str, other: Any) -> Expression[Any]:
        return Expression(expression_tree.Call(operator, (to_tree(other), self.tree)))

    def __eq__(self, other: object) -> Expression[bool]:  # type: ignore[override]
        return self._binary("=", other)

    def __ne__(self, other: object) -> Expression[bool]:  # type: ignore[override]
        return self._binary("<>", other)

    def __lt__(self, other: Any) -> Expression[bool]:
        return self._binary("<", other)

    def __gt__(self, other: Any) -> Expression[bool]:
        return self._binary(">", other)

    def __le__(self, other: Any) -> Expression[bool]:
        return self._binary("<=", other)

    def __ge__(self, other: Any) -> Expression[bool]:
        return self._binary(">=", other)

    def __and__(self, other: Any) -> Expression[bool]:
        return self._binary("AND", other)

    def __or__(self, other: Any) -> Expression[bool]:
        return self._binary("OR", other)

    def __rand__(self, other: Any) -> Expression[bool]:
        return self._binary("AND", other)

    def __ror__(self, other: Any) -> Expression[bool]:
        return self._binary("OR", other)

    def __invert__(self) -> Expression[bool]:
        return Expression(expression_tree.Call("IS NOT TRUE", (self.tree,)))

    def __add__(self, other: Any) -> Expression[Any]:
        return self._binary("+", other)

    def __sub__(self, other: Any) -> Expression[Any]:
        return self._binary("-", other)

    def __mul__(self, other: Any) -> Expression[Any]:
        return self._binary("*", other)

    def __truediv__(self, other: Any) -> Expression[Any]:
        return self._binary("/", other)

    def __mod__(self, other: Any) -> Expression[Any]:
        return self._binary("MOD", other)

    def __pow__(self, other: Any) -> Expression[Any]:
        return self._binary("POWER", other)

    def __radd__(self, other: Any) -> Expression[Any]:
        return self._reversed("+", other)

    def __rsub__(self, other: Any) -> Expression[Any]:
        return self._reversed("-", other)

    def __rmul__(self, other: Any) -> Expression[Any]:
        return self._binary("*", other)

    def __rtruediv__(self, other: Any) -> Expression[Any]:
        return self._reversed("/", other)

    def __rmod__(self, other: Any) -> Expression[Any]:
        return self._reversed("MOD", other)

    def __rpow__(self, other: Any) -> Expression[Any]:
        return self._reversed("POWER", other)

    def __neg__(self) -> Expression[Any]:
        return Expression(expression_tree.Call("NEGATE", (self.tree,)))

    def __abs__(self) -> Expression[Any]:
        return self.abs

    def __getitem__(self, index: Any) -> Expression[Any]:
        return self.at(index)

    # Names, types, order ----------------------------------------------------------------------------------------------

    def alias(self, name: str, *extra_names: str) -> Expression[T]:
        """Names the expression. Several names are for the columns of a table function."""
        return Expression(expression_tree.Alias(self.tree, name, extra_names))

    def as_argument(self, name: str) -> Expression[Any]:
        """Passes the expression as a named argument."""
        return Expression(expression_tree.NamedArgument(name, self.tree))

    def cast(self, data_type: DataType) -> Expression[Any]:
        """CAST of SQL. A value that does not fit the type fails the job.

        >>> numbers = t_env.from_elements([("3",)], ["n"])
        >>> numbers.select(col("n").cast(DataTypes.INT()).alias("n")).to_arrow().to_pylist()
        [{'n': 3}]
        """
        return Expression(expression_tree.Cast(self.tree, as_data_type(data_type)))

    def try_cast(self, data_type: DataType) -> Expression[Any]:
        """TRY_CAST of SQL. A value that does not fit the type becomes NULL.

        >>> numbers = t_env.from_elements([("x",)], ["n"])
        >>> numbers.select(col("n").try_cast(DataTypes.INT()).alias("n")).to_arrow().to_pylist()
        [{'n': None}]
        """
        return Expression(expression_tree.Cast(self.tree, as_data_type(data_type), is_try=True))

    asc = Derived(lambda operand: expression_tree.SortKey(operand, False, nulls_first=False))
    desc = Derived(lambda operand: expression_tree.SortKey(operand, True, nulls_first=True))

    def in_(self, first_element_or_table: Any, *remaining_elements: Any) -> Expression[bool]:
        """Tests whether the value equals an element, or a value in the only column of a table.

        >>> sales = t_env.from_elements([("tea", 3), ("cup", 5)], ["item", "price"])
        >>> sales.filter(col("item").in_("cup", "jug")).to_arrow().to_pylist()
        [{'item': 'cup', 'price': 5}]
        >>> gifts = t_env.from_elements([("tea",), ("jug",)], ["gift"])
        >>> sales.filter(col("item").in_(gifts)).to_arrow().to_pylist()
        [{'item': 'tea', 'price': 3}]
        """
        plan = getattr(first_element_or_table, "plan", None)
        if plan is not None:
            return Expression(expression_tree.InQuery(self.tree, PlannedQuery(plan)))
        elements = map(to_tree, (first_element_or_table, *remaining_elements))
        return Expression(expression_tree.Call("IN", (self.tree, *elements)))

    def get(self, name_or_index: str | int) -> Expression[Any]:
        """Returns a field of a row, by name or position."""
        return Expression(expression_tree.Call("DOT", (self.tree, to_tree(name_or_index))))

    # Arithmetic -------------------------------------------------------------------------------------------------------

    exp = Derived("EXP")
    log10 = Derived("LOG10")
    log2 = Derived("LOG2")
    ln = Derived("LN")
    log = Method(_log, base=None)
    cosh = Derived("COSH")
    sinh = Derived("SINH")
    sin = Derived("SIN")
    cos = Derived("COS")
    tan = Derived("TAN")
    cot = Derived("COT")
    asin = Derived("ASIN")
    acos = Derived("ACOS")
    atan = Derived("ATAN")
    tanh = Derived("TANH")
    degrees = Derived("DEGREES")
    radians = Derived("RADIANS")
    sqrt = Derived("SQRT")
    abs = Derived("ABS")
    sign = Derived("SIGN")
    round = Method("ROUND", "places")
    bin = Derived("BIN")
    hex = Derived("HEX")
    unhex = Derived("UNHEX")
    truncate = Method("TRUNCATE", n=0)

    # Conditions -------------------------------------------------------------------------------------------------------

    between = Method("BETWEEN", "lower_bound", "upper_bound")
    not_between = Method(_negated("BETWEEN"), "lower_bound", "upper_bound")

    def then(self, if_true: Any, if_false: Any) -> Expression[Any]:
        """`if_true` where the condition is TRUE, otherwise `if_false`.

        >>> prices = t_env.from_elements([(3,), (5,)], ["price"])
        >>> prices.select((col("price") > 4).then("big", "small").alias("size")).to_arrow().to_pylist()
        [{'size': 'small'}, {'size': 'big'}]
        """
        return Expression(expression_tree.Call("CASE", (self.tree, to_tree(if_true), to_tree(if_false))))

    if_null = Method("IFNULL", "null_replacement")
    is_null = Derived("IS NULL")
    is_not_null = Derived("IS NOT NULL")
    is_true = Derived("IS TRUE")
    is_false = Derived("IS FALSE")
    is_not_true = Derived("IS NOT TRUE")
    is_not_false = Derived("IS NOT FALSE")

    # Aggregates and windows -------------------------------------------------------------------------------------------

    distinct = Derived(_aggregate_of_distinct)
    sum = Derived("SUM")
    sum0 = Derived("SUM0")
    min = Derived("MIN")
    max = Derived("MAX")
    count = Derived("COUNT")
    avg = Derived("AVG")
    first_value = Derived("FIRST_VALUE")
    last_value = Derived("LAST_VALUE")
    list_agg = Method("LISTAGG", separator=None)
    stddev_pop = Derived("STDDEV_POP")
    stddev_samp = Derived("STDDEV_SAMP")
    var_pop = Derived("VAR_POP")
    var_samp = Derived("VAR_SAMP")
    collect = Derived("COLLECT")
    array_agg = Derived("ARRAY_AGG")
    percentile = Method("PERCENTILE", "percentage", frequency=None)
    over = Method(_over, "alias")
    start = Derived("WINDOW_START")
    end = Derived("WINDOW_END")
    rowtime = Derived("ROWTIME")
    proctime = Derived("PROCTIME OF")

    # Strings ----------------------------------------------------------------------------------------------------------

    concat = Method("CONCAT", "other")
    starts_with = Method("STARTSWITH", "start_expr")
    ends_with = Method("ENDSWITH", "end_expr")
    substring = Method("SUBSTRING", "begin_index", length=None)
    substr = Method("SUBSTR", "begin_index", length=None)
    trim_leading = Method(_trim("LEADING"), character=None)
    trim_trailing = Method(_trim("TRAILING"), character=None)
    trim = Method(_trim("BOTH"), character=None)
    replace = Method("REPLACE", search=None, replacement=None)
    translate = Method("TRANSLATE", "from_str", "to_str")
    char_length = Derived("CHAR_LENGTH")
    upper_case = Derived("UPPER")
    lower_case = Derived("LOWER")
    init_cap = Derived("INITCAP")
    like = Method("LIKE", pattern=None, escape=None)
    similar = Method("SIMILAR TO", pattern=None)
    position = Method("POSITION", haystack=None)
    lpad = Method("LPAD", "length", "pad")
    rpad = Method("RPAD", "length", "pad")
    overlay = Method("OVERLAY", "new_string", "starting", length=None)
    regexp = Method("REGEXP", "regex")
    regexp_count = Method("REGEXP_COUNT", "regex")
    regexp_replace = Method("REGEXP_REPLACE", "regex", "replacement")
    regexp_extract = Method("REGEXP_EXTRACT", "regex", extract_index=None)
    regexp_extract_all = Method("REGEXP_EXTRACT_ALL", "regex", extract_index=None)
    regexp_instr = Method("REGEXP_INSTR", "regex")
    regexp_substr = Method("REGEXP_SUBSTR", "regex")
    from_base64 = Derived("FROM_BASE64")
    to_base64 = Derived("TO_BASE64")
    ascii = Derived("ASCII")
    chr = Derived("CHR")
    decode = Method("DECODE", "charset")
    encode = Method("ENCODE", "charset")
    left = Method("LEFT", "length")
    right = Method("RIGHT", "length")
    instr = Method("INSTR", "s")
    locate = Method("LOCATE", "s", pos=None)
    url_decode = Method("URL_DECODE")
    url_encode = Method("URL_ENCODE")
    inet_aton = Method("INET_ATON")
    inet_ntoa = Method("INET_NTOA")
    parse_url = Method("PARSE_URL", "part_to_extract", key=None)
    printf = Method("PRINTF", "*obj")
    ltrim = Method("LTRIM", trim_str=None)
    rtrim = Method("RTRIM", trim_str=None)
    btrim = Method("BTRIM", trim_str=None)
    repeat = Method("REPEAT", "n")
    reverse = Derived("REVERSE")
    split_index = Method("SPLIT_INDEX", "separator", "index")
    str_to_map = Method("STR_TO_MAP", list_delimiter=None, key_value_delimiter=None)
    elt = Method("ELT", "expr", "*exprs")
    split = Method("SPLIT", "delimiter")
    md5 = Derived("MD5")
    sha1 = Derived("SHA1")
    sha224 = Derived("SHA224")
    sha256 = Derived("SHA256")
    sha384 = Derived("SHA384")
    sha512 = Derived("SHA512")
    sha2 = Method("SHA2", "hash_length")

    # Time -------------------------------------------------------------------------------------------------------------

    to_date = Derived(lambda operand: expression_tree.Cast(operand, DateType()))
    to_time = Derived(lambda operand: expression_tree.Cast(operand, TimeType()))
    to_timestamp = Derived(lambda operand: expression_tree.Cast(operand, TimestampType(3)))
    extract = Method(_with_unit("EXTRACT", is_first=True), "time_interval_unit")
    floor = Method(_with_unit("FLOOR"), time_interval_unit=None)
    ceil = Method(_with_unit("CEIL"), time_interval_unit=None)
    year = years = Derived(_interval(YearMonthResolution.YEAR, 12))
    quarter = quarters = Derived(_interval(YearMonthResolution.MONTH, 3))
    month = months = Derived(_interval(YearMonthResolution.MONTH, 1))
    week = weeks = Derived(_interval(DayTimeResolution.DAY, 7 * _DAY))
    day = days = Derived(_interval(DayTimeResolution.DAY, _DAY))
    hour = hours = Derived(_interval(DayTimeResolution.HOUR, _HOUR))
    minute = minutes = Derived(_interval(DayTimeResolution.MINUTE, _MINUTE))
    second = seconds = Derived(_interval(DayTimeResolution.SECOND, _SECOND))
    milli = millis = Derived(_interval(DayTimeResolution.SECOND, 1))

    # Collections ------------------------------------------------------------------------------------------------------

    flatten = Derived("FLATTEN")
    at = Method("ITEM", "index")
    cardinality = Derived("CARDINALITY")
    element = Derived("ELEMENT")
    array_append = Method("ARRAY_APPEND", "addition")
    array_contains = Method("ARRAY_CONTAINS", "needle")
    array_distinct = Method("ARRAY_DISTINCT")
    array_position = Method("ARRAY_POSITION", "needle")
    array_prepend = Method("ARRAY_PREPEND", "addition")
    array_remove = Method("ARRAY_REMOVE", "needle")
    array_reverse = Method("ARRAY_REVERSE")
    array_slice = Method("ARRAY_SLICE", "start_offset", end_offset=None)
    array_sort = Method("ARRAY_SORT", ascending_order=None, null_first=None)
    array_union = Method("ARRAY_UNION", "array")
    array_concat = Method("ARRAY_CONCAT", "*arrays")
    array_max = Method("ARRAY_MAX")
    array_join = Method("ARRAY_JOIN", "delimiter", null_replacement=None)
    array_min = Method("ARRAY_MIN")
    array_except = Method("ARRAY_EXCEPT", "array")
    array_intersect = Method("ARRAY_INTERSECT", "array")
    map_keys = Derived("MAP_KEYS")
    map_union = Method("MAP_UNION", "*maps")
    map_values = Derived("MAP_VALUES")
    map_entries = Derived("MAP_ENTRIES")
    object_update = Method("OBJECT_UPDATE", "*kv")

    # JSON -------------------------------------------------------------------------------------------------------------

    def is_json(self, json_type: Optional[JsonType] = None) -> Expression[bool]:
        """Tests whether the string is JSON, optionally of this type."""
        return Expression(expression_tree.Call(f"IS JSON {(json_type or JsonType.VALUE).name}", (self.tree,)))

    def json_exists(self, path: str, on_error: Optional[JsonExistsOnError] = None) -> Expression[bool]:
        """Tests whether the document has a value at the path."""
        behavior = expression_tree.Symbol((on_error or JsonExistsOnError.FALSE).name)
        return Expression(expression_tree.Call("JSON_EXISTS", (self.tree, to_tree(path), behavior)))

    def json_value(
        self,
        path: str,
        returning_type: DataType = DataTypes.STRING(),  # noqa: B008
        on_empty: JsonValueOnEmptyOrError = JsonValueOnEmptyOrError.NULL,
        default_on_empty: Any = None,
        on_error: JsonValueOnEmptyOrError = JsonValueOnEmptyOrError.NULL,
        default_on_error: Any = None,
    ) -> Expression[Any]:
        """Returns the scalar at the path.

        >>> documents = t_env.from_elements([('{"item": "tea"}',)], ["document"])
        >>> documents.select(col("document").json_value("$.item").alias("item")).to_arrow().to_pylist()
        [{'item': 'tea'}]
        """
        parts = [self.tree, to_tree(path), expression_tree.TypeArgument(as_data_type(returning_type))]
        for behavior, default in ((on_empty, default_on_empty), (on_error, default_on_error)):
            value = expression_tree.Literal(None, DataTypes.NULL()) if default is None else to_tree(default)
            parts += [expression_tree.Symbol(behavior.name), value]
        return Expression(expression_tree.Call("JSON_VALUE", tuple(parts)))

    def json_query(
        self,
        path: str,
        wrapping_behavior: JsonQueryWrapper = JsonQueryWrapper.WITHOUT_ARRAY,
        on_empty: JsonQueryOnEmptyOrError = JsonQueryOnEmptyOrError.NULL,
        on_error: JsonQueryOnEmptyOrError = JsonQueryOnEmptyOrError.NULL,
    ) -> Expression[Any]:
        """Returns the part of the document at the path, as JSON."""
        with_word = "" if wrapping_behavior is JsonQueryWrapper.WITHOUT_ARRAY else "WITH "
        words = [with_word + wrapping_behavior.name, on_empty.name, on_error.name]
        symbols = [expression_tree.Symbol(word.replace("_", " ")) for word in words]
        kind = expression_tree.TypeArgument(DataTypes.STRING())
        return Expression(expression_tree.Call("JSON_QUERY", (self.tree, to_tree(path), kind, *symbols)))

    json_quote = Method("JSON_QUOTE")
    json_unquote = Method("JSON_UNQUOTE")

    # Bitmaps ----------------------------------------------------------------------------------------------------------

    bitmap_and = Method("BITMAP_AND", "bitmap2")
    bitmap_andnot = Method("BITMAP_ANDNOT", "bitmap2")
    bitmap_and_agg = Method("BITMAP_AND_AGG")
    bitmap_and_cardinality_agg = Method("BITMAP_AND_CARDINALITY_AGG")
    bitmap_build = Method("BITMAP_BUILD")
    bitmap_build_agg = Method("BITMAP_BUILD_AGG")
    bitmap_build_cardinality_agg = Method("BITMAP_BUILD_CARDINALITY_AGG")
    bitmap_cardinality = Method("BITMAP_CARDINALITY")
    bitmap_from_bytes = Method("BITMAP_FROM_BYTES")
    bitmap_or = Method("BITMAP_OR", "bitmap2")
    bitmap_or_agg = Method("BITMAP_OR_AGG")
    bitmap_or_cardinality_agg = Method("BITMAP_OR_CARDINALITY_AGG")
    bitmap_to_array = Method("BITMAP_TO_ARRAY")
    bitmap_to_bytes = Method("BITMAP_TO_BYTES")
    bitmap_to_string = Method("BITMAP_TO_STRING")
    bitmap_xor = Method("BITMAP_XOR", "bitmap2")
    bitmap_xor_agg = Method("BITMAP_XOR_AGG")
    bitmap_xor_cardinality_agg = Method("BITMAP_XOR_CARDINALITY_AGG")

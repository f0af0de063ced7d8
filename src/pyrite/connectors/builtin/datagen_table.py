"""'connector' = 'datagen': a table of random values and sequences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Optional, Self, TypeVar

from pyrite.connectors.builtin.datagen_columns import (
    ColumnGenerator,
    CurrentTime,
    RandomArrays,
    RandomDecimals,
    RandomFloats,
    RandomMaps,
    RandomNumbers,
    RandomPast,
    RandomRows,
    RandomText,
    Sequence,
)
from pyrite.connectors.builtin.datagen_source import DatagenSource
from pyrite.core.config.config_options import (
    ConfigOption,
    fraction,
    parse_bool,
    parse_duration_ms,
    whole_number,
)
from pyrite.core.connector.source import Source
from pyrite.core.connector.table import (
    SkipsUnreadColumns,
    SupportsLimitPushDown,
    TableContext,
    TableFactory,
    TableSource,
)
from pyrite.core.connector.table_options import TableOptions, nearest_name
from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    MAX_LENGTH,
    ArrayType,
    BinaryType,
    BooleanType,
    CharType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    RowType,
    TimestampType,
    TimeType,
    VarBinaryType,
    VarCharType,
    YearMonthIntervalType,
)
from pyrite.core.types.arrow import to_arrow_schema

T = TypeVar("T")

ROWS_PER_SECOND: Final = ConfigOption(
    "rows-per-second", whole_number(1), 10_000, "Rows per second to control the emit rate."
)
NUMBER_OF_ROWS: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "number-of-rows", whole_number(0), None, "Total number of rows to emit. By default, the source is unbounded."
)
SCAN_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.parallelism", whole_number(1), None, "The parallelism of the source; by default the job's parallelism."
)
_DOUBLES: Final = (4.9e-324, 1.7976931348623157e308)
_FLOATS: Final = (1.401298464324817e-45, 3.4028234663852886e38)
"""Java's MIN_VALUE and MAX_VALUE, Flink's bounds: the smallest positive number and the largest."""
_MOST_INTERVAL_MS: Final = (2**63 - 1) // 1_000_000
_LENGTH: Final = 100
_COLLECTION_LENGTH: Final = 3


class FieldOptions:
    """Reads the options of fields, and collects the supported keys."""

    def __init__(self, options: dict[str, str]) -> None:
        self._options = options
        self.keys: set[str] = set()

    def get(self, path: str, name: str, parse: Callable[[str], T], default: T) -> T:
        key = f"fields.{path}.{name}"
        self.keys.add(key)
        text = self._options.get(key)
        if text is None:
            return default
        try:
            return parse(text)
        except ValueError as error:
            raise ValidationException(f"Invalid value for option '{key}'.\n\n{text!r}: {error}") from None

    def required(self, path: str, name: str) -> int:
        number = self.get(path, name, int, None)
        if number is None:
            raise ValidationException(
                f"Could not find required property 'fields.{path}.{name}' for sequence generator."
            )
        return number

    def bounds(self, path: str, parse: Callable[[str], T], low: T, high: T) -> tuple[T, T]:
        least, most = self.get(path, "min", parse, low), self.get(path, "max", parse, high)
        if least > most:  # type: ignore[operator]
            raise ValidationException(f"'fields.{path}.min' is {least}, which is above 'fields.{path}.max', {most}.")
        return least, most

    def null_rate(self, path: str) -> float:
        return self.get(path, "null-rate", fraction, 0.0)


def generator_of(path: str, kind: LogicalType, options: FieldOptions) -> ColumnGenerator:
    """The generator of a field, by its options."""
    match options.get(path, "kind", str, "random"):
        case "random":
            _check_length(path, kind, options)
            return random_generator(path, kind, options)
        case "sequence":
            return _sequence(path, kind, options)
        case other:
            raise ValidationException(f"Unsupported generator kind: {other}")


def random_generator(path: str, kind: LogicalType, options: FieldOptions) -> ColumnGenerator:
    match kind:
        case DateType() | TimeType():
            return CurrentTime(path, kind)
        case BinaryType():
            return RandomText(path, kind, length=kind.length)
        case VarBinaryType():
            return _text(path, kind, options, 0.0)
    nulls = options.null_rate(path)
    match kind:
        case BooleanType():
            return RandomNumbers(path, kind, nulls)
        case CharType():
            return RandomText(path, kind, nulls, kind.length)
        case VarCharType():
            return _text(path, kind, options, nulls)
        case IntegerNumericType():
            most = (1 << (kind.bits - 1)) - 1
            return RandomNumbers(path, kind, nulls, *options.bounds(path, whole_number(~most, most), ~most, most))
        case FloatType() | DoubleType():
            limits = _FLOATS if isinstance(kind, FloatType) else _DOUBLES
            return RandomFloats(path, kind, nulls, *options.bounds(path, float, *limits))
        case DecimalType():
            return _decimals(path, kind, options, nulls)
        case YearMonthIntervalType():
            return RandomNumbers(path, kind, nulls, *options.bounds(path, int, 0, 120_000))
        case DayTimeIntervalType():
            most = _MOST_INTERVAL_MS
            return RandomNumbers(path, kind, nulls, *options.bounds(path, whole_number(-most, most), -most, most))
        case TimestampType() | LocalZonedTimestampType():
            return RandomPast(path, kind, nulls, options.get(path, "max-past", parse_duration_ms, 0))
    return _nested(path, kind, options, nulls)


def _nested(path: str, kind: LogicalType, options: FieldOptions, nulls: float) -> ColumnGenerator:
    if isinstance(kind, RowType):
        parts = tuple(random_generator(f"{path}.{field.name}", field.type, options) for field in kind.fields)
        return RandomRows(path, kind, nulls, parts=parts)
    if not isinstance(kind, (ArrayType, MultisetType, MapType)):
        raise ValidationException(f"Unsupported type: {kind}")
    length = options.get(path, "length", whole_number(0), _COLLECTION_LENGTH)
    if isinstance(kind, ArrayType):
        element = random_generator(f"{path}.element", kind.element_type, options)
        return RandomArrays(path, kind, nulls, element=element, length=length)
    value: ColumnGenerator
    if isinstance(kind, MapType):
        key = random_generator(f"{path}.key", kind.key_type, options)
        value = random_generator(f"{path}.value", kind.value_type, options)
    else:
        key = random_generator(f"{path}.element", kind.element_type, options)
        value = RandomNumbers(f"{path}.count", IntType(nullable=False), 0.0, 0, 10)
    if key.null_rate:
        raise ValidationException(f"'fields.{key.path}.null-rate': the keys of a map cannot be null.")
    return RandomMaps(path, kind, nulls, key=key, value=value, length=length)


def _text(path: str, kind: VarCharType | VarBinaryType, options: FieldOptions, nulls: float) -> RandomText:
    length = options.get(path, "length", whole_number(1), kind.length)
    varies = options.get(path, "var-len", parse_bool, False)
    return RandomText(path, kind, nulls, _LENGTH if length == MAX_LENGTH else length, varies)


def _decimals(path: str, kind: DecimalType, options: FieldOptions, nulls: float) -> RandomDecimals:
    largest = 10.0 ** (kind.precision - kind.scale) - 10.0**-kind.scale
    low, high = options.bounds(path, float, *_DOUBLES)
    return RandomDecimals(path, kind, nulls, max(-largest, low), min(largest, high))


def _sequence(path: str, kind: LogicalType, options: FieldOptions) -> ColumnGenerator:
    start, end = options.required(path, "start"), options.required(path, "end")
    if start > end:
        raise ValidationException(f"'fields.{path}.start' is {start}, which is above 'fields.{path}.end', {end}.")
    match kind:
        case DateType() | TimeType():
            return CurrentTime(path, kind)
        case BooleanType():
            return RandomNumbers(path, kind)
        case IntegerNumericType():
            most = (1 << (kind.bits - 1)) - 1
            if start < ~most or end > most:
                raise ValidationException(f"'fields.{path}': {kind} cannot hold all numbers from {start} to {end}.")
        case BinaryType() if kind.length != 8:
            raise ValidationException(f"'fields.{path}': a sequence generates 8 bytes, which do not fit {kind}.")
        case BinaryType() | VarBinaryType() | CharType() | VarCharType() | FloatType() | DoubleType() | DecimalType():
            pass
        case _:
            raise ValidationException(f"Unsupported type: {kind}")
    return Sequence(path, kind, 0.0, start, end)


def _check_length(path: str, kind: LogicalType, options: FieldOptions) -> None:
    keys = set(options.keys)
    is_variable = isinstance(kind, (VarCharType, VarBinaryType))
    if options.get(path, "var-len", parse_bool, False) and not is_variable:
        raise ValidationException(
            "Only supports specifying 'fields.#.var-len' option for variable-length types "
            f"(VARCHAR/STRING/VARBINARY/BYTES). The type of field '{path}' is not within this range."
        )
    length = options.get(path, "length", whole_number(0), None)
    if length is not None and isinstance(kind, (CharType, BinaryType)):
        raise ValidationException(f"Custom length for fixed-length type (CHAR/BINARY) field '{path}' is not supported.")
    if length is not None and isinstance(kind, (VarCharType, VarBinaryType)) and length > kind.length:
        raise ValidationException(
            f"Custom length '{length}' for variable-length type (VARCHAR/STRING/VARBINARY/BYTES) field '{path}' "
            f"should be shorter than '{kind.length}' defined in the schema."
        )
    options.keys = keys


@dataclass(frozen=True)
class DatagenTableSource(TableSource, SupportsLimitPushDown, SkipsUnreadColumns):
    """Generates random values and sequences. Bounded if a number of rows or a sequence is configured."""

    row_type: RowType
    columns: tuple[ColumnGenerator, ...]
    rows_per_second: int
    number_of_rows: Optional[int]
    scan_parallelism: Optional[int]
    unread: frozenset[int] = frozenset()

    @property
    def produced_type(self) -> RowType:
        return self.row_type

    @property
    def is_bounded(self) -> bool:
        return self.number_of_rows is not None or any(isinstance(column, Sequence) for column in self.columns)

    @property
    def parallelism(self) -> Optional[int]:
        return self.scan_parallelism

    def as_summary_string(self) -> str:
        return "DataGenTableSource"

    def apply_limit(self, limit: int) -> Self:
        rows = limit if self.number_of_rows is None else min(limit, self.number_of_rows)
        return replace(self, number_of_rows=rows)

    def skip_unread(self, used_columns: frozenset[int]) -> Self:
        return replace(self, unread=frozenset(range(len(self.columns))) - used_columns)

    def create_source(self) -> Source[Any]:
        return DatagenSource(
            self.columns,
            to_arrow_schema(self.row_type),
            float(self.rows_per_second),
            self.number_of_rows,
            unread=self.unread,
        )


class DatagenTableFactory(TableFactory):
    """Creates tables with 'connector' = 'datagen'."""

    identifier = "datagen"
    optional_options = (ROWS_PER_SECOND, NUMBER_OF_ROWS, SCAN_PARALLELISM)
    option_prefixes = ("fields.",)

    def describe_source(self, context: TableContext) -> TableSource:
        options = TableOptions(self, context)
        fields = FieldOptions(dict(context.options))
        columns = tuple(generator_of(field.name, field.type, fields) for field in context.row_type.fields)
        self._check_keys(context, fields)
        options.validate()
        return DatagenTableSource(
            context.row_type,
            columns,
            options.get(ROWS_PER_SECOND),
            options.get(NUMBER_OF_ROWS),
            options.get(SCAN_PARALLELISM),
        )

    def _check_keys(self, context: TableContext, fields: FieldOptions) -> None:
        """Checks for unsupported options. As in Flink, watermark options are not supported."""
        keys = {"connector", *(option.key for option in self.optional_options), *fields.keys}
        unknown = sorted(set(context.options) - keys)
        if unknown:
            raise ValidationException(
                "Unsupported options found for 'datagen'.\n\nUnsupported options:\n\n"
                + "\n".join(unknown)
                + "\n\nSupported options:\n\n"
                + "\n".join(sorted(keys))
                + nearest_name(unknown[0], keys)
            )

"""Columns: Python values of a state as columns of a DataFrame."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Any, Final, Optional, TypeAlias

import pyarrow as pa
from pyspark.sql import types as spark
from pyspark.sql.pandas.types import to_arrow_type

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.rows import Row
from pyrite.core.types.types_factory import TypeInformation
from pyrite.state.evolution.loading import dumps
from pyrite.state_processor.inference import UntypedError, fields_of, infer, of_type_info, parts_of, without_nulls
from pyrite.state_processor.spark_types import spark_type

PICKLED: Final = "pickled"
TEXT: Final = "_text"
"""The suffix of the column that describes the pickles of a column as text."""
_BATCH: Final = 10_000
_NUMBERS: Final = (spark.ByteType, spark.ShortType, spark.IntegerType, spark.LongType)
ValueType: TypeAlias = "TypeInformation | spark.DataType | str | None"
"""The type of a column: one of Pyrite's, one of Spark's or its DDL, PICKLED, or None for inference from values."""


@dataclass(frozen=True)
class Column:
    """A column. If `kind` is None, values are pickled, and their texts are in a second column."""

    name: str
    kind: Optional[spark.DataType]

    def fields(self) -> list[spark.StructField]:
        if self.kind is not None:
            return [spark.StructField(self.name, self.kind)]
        return [
            spark.StructField(self.name, spark.BinaryType()),
            spark.StructField(self.name + TEXT, spark.StringType()),
        ]

    def arrays(self, values: Sequence[Any]) -> list[pa.Array]:
        if self.kind is None:
            pickles = [None if value is None else dumps(value) for value in values]
            return [pa.array(pickles, pa.binary()), pa.array(list(map(text_of, values)), pa.string())]
        kind, arrow = self.kind, to_arrow_type(self.kind, timezone="UTC")
        try:
            if isinstance(kind, _NUMBERS) and set(map(type, values)) <= {int}:
                return [pa.array(values, arrow)]
            return [pa.array([fitted(value, kind) for value in values], arrow)]
        except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
            raise self._misfit(values, kind, arrow) from error

    def _misfit(self, values: Sequence[Any], kind: spark.DataType, arrow: pa.DataType) -> InvalidProgramError:
        for value in values:
            try:
                pa.array([fitted(value, kind)], arrow)
            except (pa.ArrowException, TypeError, ValueError, OverflowError):
                text = repr(value)[:200]
                break
        else:
            text = "a value"
        return InvalidProgramError(
            f"{text} does not fit the type of column '{self.name}', {kind.simpleString()}, inferred from the first "
            f"values. Pass a type for all values, as value_type={kind.simpleString()!r}, or value_type={PICKLED!r}"
        )


def schema_of(columns: Iterable[Column]) -> spark.StructType:
    return spark.StructType([field for column in columns for field in column.fields()])


def batches(columns: Sequence[Column], rows: Iterable[Sequence[Any]]) -> Iterator[pa.RecordBatch]:
    """Rows, each with a value for every column, as Arrow batches."""
    names = [field.name for column in columns for field in column.fields()]
    rest = iter(rows)
    while chunk := list(islice(rest, _BATCH)):
        values = zip(columns, zip(*chunk, strict=True), strict=True)
        arrays = [array for column, column_values in values for array in column.arrays(column_values)]
        yield pa.RecordBatch.from_arrays(arrays, names=names)


def kind_of(value_type: ValueType) -> Optional[spark.DataType]:
    """The requested type; None for inference from values."""
    if isinstance(value_type, str) and value_type != PICKLED:
        return spark.DataType.fromDDL(value_type)
    if isinstance(value_type, TypeInformation):
        return of_type_info(value_type)
    return value_type if isinstance(value_type, spark.DataType) else None


def column_for(name: str, values: Iterable[Any]) -> Column:
    """A column for values like these."""
    try:
        return Column(name, spark_type(without_nulls(infer(values))))
    except UntypedError:
        return Column(name, None)


def fitted(value: Any, kind: spark.DataType) -> Any:
    """Converts a value for an Arrow type. Nothing is dropped: misfits raise an error."""
    if value is None:
        return None
    match kind:
        case spark.StructType():
            return _struct(value, kind)
        case spark.ArrayType():
            return [fitted(element, kind.elementType) for element in value]
        case spark.MapType():
            return [(fitted(key, kind.keyType), fitted(item, kind.valueType)) for key, item in value.items()]
        case spark.StringType():
            return value.name if isinstance(value, Enum) else value if isinstance(value, str) else _text(value)
    if isinstance(value, bool) != isinstance(kind, spark.BooleanType):  # Arrow would convert it to a number
        raise TypeError(f"expected {kind.simpleString()}, got {value}")
    if isinstance(kind, _NUMBERS) and not isinstance(value, int):  # Arrow would truncate it
        raise TypeError(f"expected {kind.simpleString()}, got {value!r}")
    return value


def _text(value: Any) -> str:
    if isinstance(value, (dict, list, tuple, int, float, bytes)):
        raise TypeError(f"expected a string, got {value!r}")
    return str(value)


def _struct(value: Any, kind: spark.StructType) -> dict[str, Any]:
    if isinstance(value, dict):
        fields: dict[str, Any] = value
    else:
        names = fields_of(value)
        if names is None:
            raise TypeError(f"expected a record, got {value!r}")
        if set(names) != set(kind.names) and len(names) == len(kind.names) and names[:1] == ("f0",):
            names = tuple(kind.names)  # fields without names are matched by position
        fields = dict(zip(names, parts_of(value), strict=True))
    unknown = fields.keys() - set(kind.names)
    if unknown:
        raise TypeError(f"unknown fields {sorted(unknown)}")
    return {field.name: fitted(fields.get(field.name), field.dataType) for field in kind.fields}


def text_of(value: Any) -> Optional[str]:
    """A value as readable text: JSON if possible."""
    if value is None:
        return None
    try:
        return json.dumps(_plain(value), ensure_ascii=False)
    except (TypeError, ValueError):
        return repr(value)


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, dict):
        if not all(isinstance(key, (str, int)) for key in value):
            raise TypeError
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list) or type(value) is tuple or (isinstance(value, Row) and value._fields is None):
        return [_plain(item) for item in value]
    names = fields_of(value)
    if names is None:
        return str(value)
    return {name: _plain(item) for name, item in zip(names, parts_of(value), strict=True)}

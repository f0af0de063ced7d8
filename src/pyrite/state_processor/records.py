"""Rows of a DataFrame as Python values: structs are Rows, arrays lists, maps dicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Union

import pyarrow as pa

from pyrite.core.types.rows import Row
from pyrite.core.types.types_factory import TypeInformation

Convert = Union[type[Any], TypeInformation, Callable[[Any], Any]]
"""The target type of a column's values: a dataclass or NamedTuple, `tuple`, a declared type, or a function."""


def records_of(batch: pa.RecordBatch) -> Iterator[Row]:
    """Each row, with its fields by name."""
    names = tuple(batch.schema.names)
    columns = [[_value(item, column.type) for item in column.to_pylist()] for column in batch.columns]
    for values in zip(*columns, strict=True):
        row = Row(*values)
        row.set_field_names(names)
        yield row


def _value(item: Any, kind: pa.DataType) -> Any:
    if item is None or not pa.types.is_nested(kind):
        return item
    if pa.types.is_struct(kind):
        row = Row(*(_value(item[field.name], field.type) for field in kind))
        row.set_field_names([field.name for field in kind])
        return row
    if pa.types.is_map(kind):
        return {_value(key, kind.key_type): _value(value, kind.item_type) for key, value in item}
    return [_value(element, kind.value_type) for element in item]


@dataclass(frozen=True)
class KeyOf:
    """The key of a row: a column, whose structs become tuples, or the result of a function."""

    key: str | Callable[[Row], Any]

    def __call__(self, row: Row) -> Any:
        if not isinstance(self.key, str):
            return self.key(row)
        key = row[self.key]
        return tuple(key) if isinstance(key, Row) else key


def converted(value: Any, convert: Convert) -> Any:
    """Converts a column's value for state."""
    if value is None:
        return None
    if isinstance(convert, TypeInformation):
        return convert.fit(value)
    if not isinstance(value, Row) or not isinstance(convert, type):
        return convert(value)
    if convert is tuple:
        return tuple(value)
    if convert is dict:
        return value.as_dict(recursive=True)
    return convert(**value.as_dict())

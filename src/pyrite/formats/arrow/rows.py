"""ArrowRows: converts rows of one type to Arrow record batches and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any, Optional, TypeAlias

import pyarrow as pa

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.rows import Row, RowKind
from pyrite.core.types.type_information import fit_column, only
from pyrite.core.types.types_factory import RowTypeInfo
from pyrite.formats.arrow.values import file_type, from_arrow, named_parts, to_arrow

RowType: TypeAlias = "RowTypeInfo | pa.Schema"
"""The fields of a file's rows: `Types.ROW_NAMED(...)` or an Arrow schema."""
_MISFITS = (pa.ArrowException, TypeError, ValueError, OverflowError, KeyError)


@persisted("arrow-rows/1")
class ArrowRows:
    """Converts rows, tuples, lists or dicts with the same fields."""

    def __init__(self, row_type: RowType) -> None:
        if isinstance(row_type, RowTypeInfo):
            self.schema = pa.schema([pa.field(name, file_type(kind, name)) for name, kind in named_parts(row_type)])
            self._kinds = row_type.get_field_types()
            self._to = [to_arrow(kind) for kind in self._kinds]
            self._from = [from_arrow(kind) for kind in self._kinds]
        elif isinstance(row_type, pa.Schema):
            self.schema = row_type
            self._kinds = []
            self._to = self._from = [None] * len(row_type)
        else:
            raise InvalidProgramError(
                f"expected the type of rows, Types.ROW_NAMED([names], [types]) or a pyarrow.Schema, got {row_type!r}"
            )
        self.names: tuple[str, ...] = tuple(self.schema.names)

    # To Arrow ---------------------------------------------------------------------------------------------------------

    def batch(self, values: Sequence[Any]) -> pa.RecordBatch:
        """Converts records to columns. TypeError quotes the first record that does not fit."""
        try:
            return self._batch(values)
        except _MISFITS as error:
            for value in values:
                try:
                    self._batch([value])
                except _MISFITS as misfit:
                    raise TypeError(f"{_excerpt(value)} does not fit the file's fields: {misfit}") from None
            raise TypeError(f"the records do not fit the file's fields: {error}") from None

    def _batch(self, values: Sequence[Any]) -> pa.RecordBatch:
        columns = zip(*self._fields(values), strict=True)
        arrays = [
            self._array(index, field, column)
            for index, (field, column) in enumerate(zip(self.schema, columns, strict=True))
        ]
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def _array(self, index: int, field: pa.Field, column: Sequence[Any]) -> pa.Array:
        try:
            if self._kinds:
                column = fit_column(self._kinds[index], list(column))
            convert = self._to[index]
            if convert is not None:
                column = [None if value is None else convert(value) for value in column]
            array = pa.array(column, field.type)
            if not field.nullable and array.null_count:
                raise TypeError("it must not be None")
            return array
        except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
            raise TypeError(f"field '{field.name}': {error}") from None

    def _fields(self, values: Sequence[Any]) -> Iterable[Sequence[Any]]:
        names = self.names
        if only(values, Row) and {row._fields for row in values} <= {None, names}:
            values = [row._values for row in values]
        if only(values, tuple, list) and set(map(len, values)) == {len(names)}:
            return values
        if only(values, dict) and len(names) > 1 and set(map(len, values)) == {len(names)}:
            return map(itemgetter(*names), values)
        return map(self._fields_of, values)

    def _fields_of(self, value: Any) -> Sequence[Any]:
        match value:
            case Row() if value._fields is not None:
                return value.get_fields_by_names(self.names)
            case Row():
                return self._fields_of(value._values)
            case tuple() | list():
                if len(value) != len(self.names):
                    raise TypeError(f"expected {len(self.names)} fields, {list(self.names)}, got {len(value)}")
                return value
            case dict():
                if not value.keys() <= set(self.names):
                    raise TypeError(f"expected the fields {list(self.names)}")
                return [value.get(name) for name in self.names]
        raise TypeError(f"expected a Row, a tuple, a list or a dict, got {type(value).__name__}")

    # From Arrow -------------------------------------------------------------------------------------------------------

    def rows(self, batch: pa.RecordBatch, names_in_file: Optional[Sequence[str]] = None) -> list[Row]:
        """Converts a batch to rows. A missing column is None in all of them."""
        names_in_file = self.names if names_in_file is None else names_in_file
        columns = []
        for name, field, convert in zip(names_in_file, self.schema, self._from, strict=True):
            index = batch.schema.get_field_index(name)
            if index < 0:
                columns.append([None] * batch.num_rows)
                continue
            array = batch.column(index)
            values = python_values(array if array.type == field.type else array.cast(field.type))
            if convert is not None:
                values = [None if value is None else convert(value) for value in values]
            columns.append(values)
        return make_rows(self.names, columns)


def make_rows(names: tuple[str, ...], columns: Sequence[Sequence[Any]]) -> list[Row]:
    """Builds rows from columns. Skips the argument checks of `Row(...)`."""
    new = Row.__new__
    rows = []
    for values in zip(*columns, strict=True):
        row = new(Row)
        row._fields = names
        row._values = list(values)
        row._row_kind = RowKind.INSERT
        rows.append(row)
    return rows


def python_values(array: pa.Array) -> list[Any]:
    """Converts an array to Python values: by numpy, several times faster than `to_pylist`, where it is exact."""
    kind = array.type
    plain = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)
    if (plain and not array.null_count) or pa.types.is_string(kind) or pa.types.is_binary(kind):
        values: list[Any] = array.to_numpy(zero_copy_only=False).tolist()
    else:
        values = array.to_pylist(maps_as_pydicts="strict")
    return values


def _excerpt(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:197] + "..."

"""Fields of CSV as typed values and back: single values, and arrays and rows in one field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.composite_type_info import BasicArrayTypeInfo, ObjectArrayTypeInfo, RowTypeInfo
from pyrite.core.types.rows import Row, RowKind
from pyrite.core.types.type_information import TypeInformation, inside, misfit
from pyrite.formats.text_values import Reader, Writer, text_reader, text_writer


@persisted("csv-values/1")
@dataclass(frozen=True)
class CsvValues:
    """Conversion of values to and from their fields."""

    array_delimiter: str = ";"
    null_literal: Optional[str] = None
    ignores_errors: bool = False

    def row_reader(self, kind: RowTypeInfo) -> Callable[[list[str]], Row]:
        """Returns a function that converts the fields of a line to a row."""
        names = tuple(kind.get_field_names())
        readers = [self._reader(field, self._several_reader) for field in kind.get_field_types()]
        return lambda texts: self._row(names, readers, texts)

    def row_writer(self, kind: RowTypeInfo) -> Callable[[Any], list[str]]:
        """Returns a function that converts a row to the fields of a line."""
        names = kind.get_field_names()
        writers = [self._writer(field, self._several_writer) for field in kind.get_field_types()]
        return lambda row: _written(names, writers, kind._fields_of(row))

    # Reading ----------------------------------------------------------------------------------------------------------

    def _reader(self, kind: TypeInformation, several: Callable[[TypeInformation], Optional[Reader]]) -> Reader:
        """Returns a reader of texts that may be the null literal."""
        reader = text_reader(kind) or several(kind)
        if reader is None:
            raise _without_form(kind)
        null_literal, ignores_errors = self.null_literal, self.ignores_errors

        def read_field(text: str) -> Any:
            if text == null_literal:
                return None
            try:
                return reader(text)
            except (TypeError, ValueError):
                if ignores_errors:
                    return None
                raise

        return read_field

    def _several_reader(self, kind: TypeInformation) -> Optional[Reader]:
        delimiter = self.array_delimiter
        if isinstance(kind, (BasicArrayTypeInfo, ObjectArrayTypeInfo)):
            reader = self._reader(kind._element_type, _none)
            return lambda text: [reader(part) for part in text.split(delimiter)] if text else []
        if isinstance(kind, RowTypeInfo):
            names = tuple(kind.get_field_names())
            readers = [self._reader(field, _none) for field in kind.get_field_types()]
            return lambda text: self._row(names, readers, text.split(delimiter)) if text else None
        return None

    def _row(self, names: tuple[str, ...], readers: list[Reader], texts: list[str]) -> Row:
        if len(texts) != len(names) and not self.ignores_errors:
            raise misfit(f"{len(names)} fields", texts, f"{len(texts)} fields")
        values: list[Any] = []
        try:
            for reader, text in zip(readers, texts, strict=False):
                values.append(reader(text))
        except TypeError as error:
            raise inside(f"field {names[len(values)]!r}", error) from None
        row = Row.__new__(Row)
        row._fields, row._row_kind = names, RowKind.INSERT
        row._values = values + [None] * (len(names) - len(values))
        return row

    # Writing ----------------------------------------------------------------------------------------------------------

    def _writer(self, kind: TypeInformation, several: Callable[[TypeInformation], Optional[Writer]]) -> Writer:
        write = text_writer(kind, iso=False) or several(kind)
        if write is None:
            raise _without_form(kind)
        null_text = self.null_literal or ""
        return lambda value: null_text if value is None else write(value)

    def _several_writer(self, kind: TypeInformation) -> Optional[Writer]:
        if isinstance(kind, (BasicArrayTypeInfo, ObjectArrayTypeInfo)):
            write = self._writer(kind._element_type, _none)
            return lambda value: self._joined(list(map(write, _checked_list(kind, value))))
        if isinstance(kind, RowTypeInfo):
            names = kind.get_field_names()
            writers = [self._writer(field, _none) for field in kind.get_field_types()]
            return lambda value: self._joined(_written(names, writers, kind._fields_of(value)))
        return None

    def _joined(self, texts: list[str]) -> str:
        for text in texts:
            if self.array_delimiter in text:
                raise misfit(f"an element without the array element delimiter {self.array_delimiter!r}", text)
        return self.array_delimiter.join(texts)


def _written(names: list[str], writers: list[Writer], values: Any) -> list[str]:
    texts: list[str] = []
    try:
        for write, value in zip(writers, values, strict=True):
            texts.append(write(value))
    except TypeError as error:
        raise inside(f"field {names[len(texts)]!r}", error) from None
    return texts


def _checked_list(kind: TypeInformation, value: Any) -> Any:
    if not isinstance(value, (list, tuple)):
        raise misfit(kind, value)
    return value


def _none(kind: TypeInformation) -> None:
    """An array or a row in a field contains single values only."""


def _without_form(kind: TypeInformation) -> InvalidProgramError:
    return InvalidProgramError(
        f"CSV: a field cannot have the type {kind!r}: expected text, numbers, booleans, dates and times, bytes, arrays "
        "(BASIC_ARRAY, OBJECT_ARRAY) or rows of them"
    )

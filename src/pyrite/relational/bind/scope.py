"""Scope: the columns that names in an expression refer to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Optional

from pyrite.core.types import LogicalType, RowType, StructuredType, string_type
from pyrite.expressions.expression_tree import Path
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, ValueLiteral
from pyrite.relational.bind.errors import BindError, UnknownNameError, nearest


@dataclass(frozen=True)
class ScopeField:
    """A column of the input, with the alias or path of its table."""

    name: str
    type: LogicalType
    qualifier: Path = ()
    is_hidden: bool = False
    """Whether no name refers to it, and `*` excludes it."""
    needs_qualifier: bool = False
    """Whether only a name with its table refers to it: USING and NATURAL merge it with a column of the other side."""

    def is_of(self, qualifier: Path) -> bool:
        """Returns whether a qualifier is the alias, or a suffix of the path, of the column's table."""
        return bool(qualifier) and self.qualifier[-len(qualifier) :] == qualifier


class Scope:
    """Columns by position."""

    def __init__(self, fields: Sequence[ScopeField]) -> None:
        self.fields = list(fields)

    @staticmethod
    def of(row: RowType, qualifier: Path = ()) -> Scope:
        return Scope([ScopeField(field.name, field.type, qualifier) for field in row.fields])

    @staticmethod
    def named(row: RowType, names: Sequence[str]) -> Scope:
        """Creates a scope of a row's columns under other names. A name that repeats is ambiguous."""
        return Scope([ScopeField(name, field.type) for name, field in zip(names, row.fields, strict=True)])

    def requalified(self, alias: str, columns: Path = ()) -> Scope:
        names = columns or [field.name for field in self.fields]
        return Scope([ScopeField(n, field.type, (alias,)) for n, field in zip(names, self.fields, strict=True)])

    def __add__(self, other: Scope) -> Scope:
        return Scope([*self.fields, *other.fields])

    def reference(self, index: int) -> FieldReference:
        return FieldReference(index, self.fields[index].name, self.fields[index].type)

    def resolve(self, parts: Path, at: int = -1) -> ResolvedExpression:
        """Resolves a name to a column, or to a field of a nested column."""
        column, nested = self.locate(parts, at)
        return self._nested(column, nested, parts, at)

    def locate(self, parts: Path, at: int = -1) -> tuple[FieldReference, Path]:
        """Resolves a name to a column and the names of nested fields after it."""
        splits = range(len(parts) - 1, -1, -1)
        for split in splits:
            column = self._column(parts[:split], parts[split], at)
            if column is not None:
                nested = parts[split + 1 :]
                found = [(column, path) for path in _paths(column.type, nested)]
                return _nearest(found, parts, at) or (column, nested)
        for split in splits:
            implied = self._implied(parts[:split], parts[split:], at)
            if implied is not None:
                return implied
        raise self._unknown(parts, at)

    def _implied(self, qualifier: Path, names: Path, at: int) -> Optional[tuple[FieldReference, Path]]:
        """Resolves a field of a row that is named without the enclosing rows."""
        paths = [
            (self.reference(index), path)
            for index, field in enumerate(self.fields)
            if not field.is_hidden and (not qualifier or field.is_of(qualifier))
            for path in _paths(field.type, names)
        ]
        return _nearest(paths, names, at)

    def _nested(self, column: FieldReference, names: Path, parts: Path, at: int) -> ResolvedExpression:
        """Returns a nested field of a column."""
        value: ResolvedExpression = column
        for name in names:
            kind = value.type
            if not isinstance(kind, (RowType, StructuredType)):
                raise BindError(f"Table '{parts[0]}' not found", at)
            fields = _field_names(kind)
            if name not in fields:
                table = ".".join(self.fields[column.index].qualifier)
                message = f"Column '{'.'.join(parts)}' not found in table '{table}'"
                raise BindError(message, at, nearest(name, fields))
            value = _field_of(value, name)
        return value

    def _column(self, qualifier: Path, name: str, at: int) -> Optional[FieldReference]:
        matches = [
            index
            for index, field in enumerate(self.fields)
            if field.name == name
            and not field.is_hidden
            and (field.is_of(qualifier) if qualifier else not field.needs_qualifier)
        ]
        if len(matches) > 1:
            raise BindError(f"Column '{name}' is ambiguous", at)
        return self.reference(matches[0]) if matches else None

    def _unknown(self, parts: Path, at: int) -> UnknownNameError:
        name = parts[-1]
        if len(parts) > 1:
            own = [field.name for field in self.fields if field.is_of(parts[:-1])]
            if own:
                table = ".".join(parts[:-1])
                return UnknownNameError(f"Column '{name}' not found in table '{table}'", at, nearest(name, own))
            tables = {".".join(field.qualifier) for field in self.fields if field.qualifier}
            return UnknownNameError(f"Table '{parts[0]}' not found", at, nearest(parts[0], tables))
        names = [field.name for field in self.fields]
        return UnknownNameError(f"Column '{name}' not found in any table", at, nearest(name, names))

    def star(self, qualifier: Path, at: int) -> list[tuple[str, ResolvedExpression]]:
        """Returns the columns of `*` or `t.*`, or the fields of a row, `t.r.*`, with their names."""
        visible = [(i, field) for i, field in enumerate(self.fields) if not field.is_hidden]
        selected = [i for i, field in visible if (field.is_of(qualifier) if qualifier else not field.needs_qualifier)]
        if qualifier and not selected:
            return self._row_star(qualifier, at)
        return [(self.fields[index].name, self.reference(index)) for index in selected]

    def _row_star(self, qualifier: Path, at: int) -> list[tuple[str, ResolvedExpression]]:
        try:
            row = self.resolve(qualifier, at)
        except BindError:
            tables = {field.qualifier[-1] for field in self.fields if field.qualifier}
            hint = nearest(qualifier[-1], tables)
            raise BindError(f"Unknown identifier '{'.'.join(qualifier)}'", at, hint) from None
        if not isinstance(row.type, (RowType, StructuredType)):
            raise BindError("Not a record type. The '*' operator requires a record", at)
        return [(name, _field_of(row, name)) for name in _field_names(row.type)]


def _paths(kind: LogicalType, names: Path) -> Iterator[Path]:
    """Iterates over paths to a field in a row or its nested rows."""
    if not names:
        yield ()
    elif isinstance(kind, RowType):
        if names[0] in kind.names:
            inner = kind.fields[kind.names.index(names[0])]
            yield from ((inner.name, *path) for path in _paths(inner.type, names[1:]))
        else:
            for field in kind.fields:
                yield from ((field.name, *path) for path in _paths(field.type, names))


def _nearest(
    found: Sequence[tuple[FieldReference, Path]], names: Path, at: int
) -> Optional[tuple[FieldReference, Path]]:
    """Returns the candidate with the shortest path, if any."""
    least = min((len(path) for _, path in found), default=0)
    shortest = [each for each in found if len(each[1]) == least]
    if len(shortest) > 1:
        raise BindError(f"Column '{'.'.join(names)}' is ambiguous", at)
    return shortest[0] if shortest else None


def _field_names(kind: RowType | StructuredType) -> list[str]:
    return [field.name for field in (kind.fields if isinstance(kind, RowType) else kind.attributes)]


def _field_of(row: ResolvedExpression, name: str) -> ResolvedExpression:
    return resolve("DOT", [row, ValueLiteral(name, string_type().not_null())])

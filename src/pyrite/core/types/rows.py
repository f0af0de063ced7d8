"""Row: a record of fields by position and by name, and RowKind: the change that a row describes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, Final

from pyrite.core.persistence.persisted import persisted


@persisted("row-kind/1")
class RowKind(Enum):
    """The change that a row describes."""

    INSERT = 0
    UPDATE_BEFORE = 1
    UPDATE_AFTER = 2
    DELETE = 3

    def __str__(self) -> str:
        return ("+I", "-U", "+U", "-D")[self.value]


_KINDS: Final = tuple(RowKind)


@persisted("row/1")
class Row:
    """A record of fields.

    `Row(1, "x")` has fields by position only, `Row(a=1, b="x")` has names too. A Row of names creates rows:
    `Person = Row("name", "age")`, then `Person("Alice", 11)`. Fields are read with `row[0]`, `row["name"]` or
    `row.name`, and set with `row[0] = ...` or `row["name"] = ...`.

    Two rows are equal if their kinds and fields are equal: fields are compared by name if both rows have names, by
    position if neither has. A row pickles by its fields in order, so that it can be a key by its bytes.

    >>> sale = Row(item="tea", price=3)
    >>> sale.item, sale["price"], sale.as_dict()
    ('tea', 3, {'item': 'tea', 'price': 3})
    """

    __slots__ = ("_fields", "_row_kind", "_values")

    _fields: tuple[str, ...] | None
    _row_kind: RowKind
    _values: list[Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if kwargs:
            if args:
                raise ValueError("a Row takes its fields either by position or by name, not both")
            self._fields = tuple(kwargs)
            self._values = list(kwargs.values())
        else:
            self._fields = None
            self._values = list(args)
        self._row_kind = RowKind.INSERT

    @staticmethod
    def of_kind(row_kind: RowKind, *args: Any, **kwargs: Any) -> Row:
        """A row with a kind other than INSERT; fields as in the constructor."""
        row = Row(*args, **kwargs)
        row._row_kind = row_kind
        return row

    def as_dict(self, recursive: bool = False) -> dict[str, Any]:
        """The fields by name; with `recursive`, rows in fields, and in their lists and dicts, become dicts too."""
        if self._fields is None:
            raise TypeError(f"{self!r} has no field names, so it cannot become a dict")
        values = map(_without_rows, self._values) if recursive else self._values
        return dict(zip(self._fields, values, strict=False))

    def get_row_kind(self) -> RowKind:
        """The change that the row describes; INSERT by default."""
        return self._row_kind

    def set_row_kind(self, row_kind: RowKind) -> None:
        """Sets the change that the row describes."""
        self._row_kind = row_kind

    def set_field_names(self, field_names: Sequence[str]) -> None:
        """Sets the names of the fields, one for each."""
        self._fields = tuple(field_names)

    def get_fields_by_names(self, names: Sequence[str]) -> list[Any]:
        """The fields in the order of `names`; all fields as they are if the row has no names."""
        if self._fields is None or self._fields == tuple(names):
            return self._values
        missing = [name for name in names if name not in self._fields]
        if missing:
            raise ValueError(f"no fields {missing} in {self!r}")
        return [self._values[self._fields.index(name)] for name in names]

    def __call__(self, *args: Any) -> Row:
        """A row with this row's values as its field names."""
        if len(args) > len(self._values):
            raise ValueError(f"expected {len(self._values)} values for the fields {self._values}, got {args}")
        row = Row(*args)
        row._fields = tuple(self._values)
        row._row_kind = self._row_kind
        return row

    def __getitem__(self, item: Any) -> Any:
        if isinstance(item, (int, slice)):
            return self._values[item]
        if self._fields is None:
            raise AttributeError(f"no field {item!r}: {self!r} has no field names")
        return self._values[self._index(item)]

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, (int, slice)):
            self._values[key] = value
            return
        if self._fields is None:
            raise KeyError(f"no field {key!r}: {self!r} has no field names")
        self._values[self._index(key)] = value

    def _index(self, name: Any) -> int:
        if self._fields is None or name not in self._fields:
            raise ValueError(f"no field {name!r} in {self!r}")
        return self._fields.index(name)

    def __getattr__(self, item: str) -> Any:
        if item[0] == "_":
            raise AttributeError(item)
        if self._fields is None or item not in self._fields:
            raise AttributeError(f"no field {item!r} in {self!r}")
        return self._values[self._fields.index(item)]

    def __contains__(self, item: Any) -> bool:
        return item in (self._values if self._fields is None else self._fields)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Row) or type(self) is not type(other) or self._row_kind is not other._row_kind:
            return False
        if self._fields == other._fields:
            return self._values == other._values
        if self._fields is None or other._fields is None or len(self._values) != len(other._values):
            return False
        return self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        if self._fields is None:
            return hash(tuple(self._values))
        # Rows with the same names in another order are equal.
        return hash(frozenset(zip(self._fields, self._values, strict=False)))

    def __repr__(self) -> str:
        if self._fields is None:
            return f"<Row({', '.join(map(repr, self._values))})>"
        return f"Row({', '.join(f'{name}={value!r}' for name, value in zip(self._fields, self._values, strict=False))})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Plain tuples and ints only, and no state: equal rows result in equal bytes, regardless of the origin of their
        # parts.
        if self._fields is None and self._row_kind is RowKind.INSERT:
            return Row, tuple(self._values)
        return row_from_parts, (self._row_kind.value, self._fields, *self._values)


@persisted("row-from-parts/1")
def row_from_parts(kind: int, fields: tuple[str, ...] | None, *values: Any) -> Row:
    row = Row(*values)
    row._fields = fields
    row._row_kind = _KINDS[kind]
    return row


def _without_rows(value: Any) -> Any:
    if isinstance(value, Row):
        return value.as_dict(recursive=True)
    if isinstance(value, list):
        return [_without_rows(item) for item in value]
    if isinstance(value, dict):
        return {key: _without_rows(item) for key, item in value.items()}
    return value

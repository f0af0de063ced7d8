"""Constraints of a sink inside of values: NOT NULL and lengths in rows, arrays and maps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.types import ArrayType, LogicalType, MapType, RowField, RowType, StructuredType
from pyrite.operators.relational.sink.length_constraint import LengthConstraint, null_in

Fields = tuple[Any, ...]
Enforce = Callable[[Fields], Fields]
"""Enforces constraints on the fields of a row. Raises BrokenConstraintError or DroppedRow."""


class BrokenConstraintError(Exception):
    """A value that violates a constraint. `sentence` returns the error message for the name of a column."""

    def __init__(self, column: str, sentence: Callable[[str], str]) -> None:
        super().__init__(sentence(column))
        self.column = column
        self.sentence = sentence


class DroppedRow(Exception):  # not an error: the row is dropped
    """A NULL violates a constraint, and such rows are dropped."""


@dataclass(frozen=True)
class NestedConstraints:
    """With `drops`, rows with a NULL are dropped; otherwise they fail the job. `lengths` is IGNORE, TRIM_PAD or ERROR.

    Without `collections`, only rows are checked, not arrays and maps.
    """

    drops: bool
    lengths: str
    collections: bool

    def of_fields(self, fields: Sequence[RowField]) -> Optional[tuple[Enforce, str]]:
        """Returns a function that enforces constraints inside a row's fields, and its description; None without any."""
        steps = [(place, field, self._inside(field.type)) for place, field in enumerate(fields)]
        found = [(place, field.name, *inside) for place, field, inside in steps if inside is not None]
        if not found:
            return None

        def enforce(row: Fields) -> Fields:
            values = list(row)
            for place, name, check, _, _ in found:
                if values[place] is not None:
                    values[place] = check(values[place], name)
            return tuple(values)

        kinds = {kind: [(name, text) for _, name, _, each, text in found if each == kind] for *_, kind, _ in found}
        order = [kind for kind in ("Row", "Array", "Map") if kind in kinds]
        return enforce, ", ".join(_text(kind, kinds[kind]) for kind in order)

    def _inside(self, kind: LogicalType) -> Optional[tuple[Callable[[Any, str], Any], str, str]]:
        """Returns a function that enforces the constraints inside of a value, with its kind and its description."""
        match kind:
            case RowType():
                return self._of_row(kind.fields)
            case StructuredType():
                return self._of_row([RowField(each.name, each.type) for each in kind.attributes])
            case ArrayType() if self.collections:
                enforce, text = self._declared([RowField("element", kind.element_type)])
                return lambda value, name: _array(enforce, value, name), "Array", text
            case MapType() if self.collections:
                enforce, text = self._declared([RowField("key", kind.key_type), RowField("value", kind.value_type)])
                return lambda value, name: _map(enforce, value, name), "Map", text
        return None

    def _of_row(self, fields: Sequence[RowField]) -> tuple[Callable[[Any, str], Any], str, str]:
        enforce, text = self._declared(fields)

        def check(value: Any, name: str) -> Any:
            try:
                return enforce(value)
            except BrokenConstraintError as error:
                raise BrokenConstraintError(f"{name}.{error.column}", error.sentence) from None

        return check, "Row", text

    def _declared(self, fields: Sequence[RowField]) -> tuple[Enforce, str]:
        """Returns a function that enforces the constraints of the fields, then the constraints inside of them."""
        required = [(place, field.name) for place, field in enumerate(fields) if not field.type.nullable]
        sized = [LengthConstraint.of(place, field.name, field.type) for place, field in enumerate(fields)]
        lengths = [] if self.lengths == "IGNORE" else [each for each in sized if each is not None]
        inside = self.of_fields(fields)

        def enforce(row: Fields) -> Fields:
            for place, name in required:
                if row[place] is None:
                    if self.drops:
                        raise DroppedRow
                    raise BrokenConstraintError(name, null_in)
            for each in lengths:
                if row[each.column] is not None:
                    row = self._of_length(row, each)
            return row if inside is None else inside[0](row)

        return enforce, _described(required, lengths, inside)

    def _of_length(self, row: Fields, constraint: LengthConstraint) -> Fields:
        value = row[constraint.column]
        if not constraint.refuses_length(len(value)):
            return row
        if self.lengths == "ERROR":
            raise BrokenConstraintError(constraint.name, lambda name: constraint.sentence(name, len(value)))
        return (*row[: constraint.column], constraint.fitted_value(value), *row[constraint.column + 1 :])


def _array(enforce: Enforce, value: Any, name: str) -> Any:
    for number, element in enumerate(value):
        try:
            enforce((element,))
        except BrokenConstraintError as error:
            rest = error.column.replace("element", "")
            raise BrokenConstraintError(f"{name}[{number}]{rest}", error.sentence) from None
    return value


def _map(enforce: Enforce, value: Any, name: str) -> Any:
    for entry in value.items():
        try:
            enforce(entry)
        except BrokenConstraintError as error:
            own, dot, rest = error.column.partition(".")
            raise BrokenConstraintError(f"{name}[{own}]{rest if dot else ''}", error.sentence) from None
    return value


def _described(
    required: list[tuple[int, str]], lengths: list[LengthConstraint], inside: Optional[tuple[Enforce, str]]
) -> str:
    texts = [each.name for each in lengths if each.is_text]
    others = [each.name for each in lengths if not each.is_text]
    parts = [f"NotNullEnforcer(fields=[{', '.join(name for _, name in required)}])"] if required else []
    parts += [f"LengthEnforcer(fields=[{', '.join(names)}])" for names in (texts, others) if names]
    return ", ".join([*parts, *([inside[1]] if inside is not None else [])])


def _text(kind: str, parts: list[tuple[str, str]]) -> str:
    sign = "==" if kind == "Map" else "="
    return f"Nested{kind}Enforcer(constraints=[{', '.join(f'{{{name}{sign}[{text}]}}' for name, text in parts)}])"

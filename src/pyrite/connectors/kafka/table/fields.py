"""RecordFields: the columns of a Kafka table in the key and in the value of its records."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.connectors.kafka.table.options import (
    KEY_FIELDS,
    KEY_FIELDS_PREFIX,
    KEY_FORMAT,
    VALUE_FIELDS_INCLUDE,
    ValueFields,
)
from pyrite.core.connector.table_options import TableOptions, nearest_name
from pyrite.core.errors import ValidationException
from pyrite.core.types import RowField, RowType


@dataclass(frozen=True)
class RecordFields:
    """The indices of physical columns in the key and in the value, in the order of the formats."""

    row_type: RowType
    key: tuple[int, ...]
    value: tuple[int, ...]
    prefix: str = ""

    @property
    def key_type(self) -> RowType:
        """The row type of the key format. Its names lack the prefix."""
        fields = (self.row_type.fields[place] for place in self.key)
        return RowType(
            tuple(RowField(field.name.removeprefix(self.prefix), field.type) for field in fields), nullable=False
        )

    @property
    def value_type(self) -> RowType:
        return RowType(tuple(self.row_type.fields[place] for place in self.value), nullable=False)


def record_fields(options: TableOptions, row_type: RowType) -> RecordFields:
    """The fields by the options of a table. ValidationException, in Flink's words, if they do not fit the columns."""
    prefix = options.get(KEY_FIELDS_PREFIX) or ""
    key = _key_fields(options, row_type, prefix)
    strategy = options.get(VALUE_FIELDS_INCLUDE)
    if strategy is ValueFields.ALL and prefix:
        raise ValidationException(
            f"A key prefix is not allowed when option '{VALUE_FIELDS_INCLUDE.key}' is set to 'ALL'. "
            "Set it to 'EXCEPT_KEY' instead to avoid field overlaps."
        )
    excluded = key if strategy is ValueFields.EXCEPT_KEY else ()
    value = tuple(place for place in range(len(row_type.fields)) if place not in excluded)
    return RecordFields(row_type, key, value, prefix)


def _key_fields(options: TableOptions, row_type: RowType, prefix: str) -> tuple[int, ...]:
    key_format, names = options.get(KEY_FORMAT), options.get(KEY_FIELDS)
    if key_format is None:
        if names is not None:
            raise ValidationException(
                f"The option '{KEY_FIELDS.key}' can only be declared if a key format is defined using "
                f"'{KEY_FORMAT.key}'."
            )
        return ()
    if not names:
        raise ValidationException(
            f"A key format '{KEY_FORMAT.key}' requires the declaration of one or more of key fields using "
            f"'{KEY_FIELDS.key}'."
        )
    for name in names:
        if name not in row_type.names:
            raise ValidationException(
                f"Could not find the field '{name}' in the table schema for usage in the key format. "
                "A key field must be a regular, physical column. The following columns can be selected in the "
                f"'{KEY_FIELDS.key}' option:\n[{', '.join(row_type.names)}]" + nearest_name(name, row_type.names)
            )
        if not name.startswith(prefix):
            raise ValidationException(
                f"All fields in '{KEY_FIELDS.key}' must be prefixed with '{prefix}' when option "
                f"'{KEY_FIELDS_PREFIX.key}' is set but field '{name}' is not prefixed."
            )
    return tuple(row_type.names.index(name) for name in names)

"""RowMaker: converts records into the parameters of a statement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional

from pyrite.connectors.jdbc.statement import Statement
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.composite_type_info import RowTypeInfo
from pyrite.core.types.rows import Row


@persisted("jdbc-row-maker/1")
class RowMaker:
    """Accepts rows, tuples and lists; with a row type also dicts, and rows with names in a different order."""

    def __init__(self, statement: Statement, type_info: Optional[RowTypeInfo]) -> None:
        if type_info is not None:
            if not isinstance(type_info, RowTypeInfo):
                raise InvalidProgramError(f"type_info must be a row type, Types.ROW([...]), not {type_info!r}")
            statement.check_fields(len(type_info.get_field_types()))
        self._type = type_info
        self._fields = statement.fields

    def __call__(self, values: list[Any]) -> list[Sequence[Any]]:
        if self._type is not None:
            return [row._values for row in self._type.fit_all(values)]
        rows = [value._values if isinstance(value, Row) else value for value in values]
        for row in rows:
            if not isinstance(row, (tuple, list)) or len(row) != self._fields:
                raise TypeError(f"expected a row of {self._fields} fields, got {row!r}")
        return rows

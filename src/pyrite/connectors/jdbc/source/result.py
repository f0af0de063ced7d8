"""ResultMaker: converts rows of a query's result into records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Optional

from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.composite_type_info import RowTypeInfo
from pyrite.core.types.rows import Row


@persisted("jdbc-result-maker/1")
class ResultMaker:
    """Converts each row into a Row with column names or of a row type, and then with the user's extractor."""

    def __init__(self, extractor: Optional[Callable[[Row], Any]], type_info: Optional[RowTypeInfo]) -> None:
        self._extractor = extractor
        self._type = type_info

    def __call__(self, columns: list[str], rows: list[Sequence[Any]]) -> list[Any]:
        make_row = Row(*columns)
        records: list[Any] = [make_row(*row) for row in rows]
        if self._type is not None:
            records = self._type.fit_all([list(row) for row in rows])
        return records if self._extractor is None else list(map(self._extractor, records))

"""The values that a failed computation was reading: attached to the error, and read by the code that reports it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.core.functions.user_function import shorten
from pyrite.expressions.aggregates.aggregate import AggregateCall

_NOTE: Final = "_pyrite_failed_values"
NULL_ROWTIME: Final = "RowTime field should not be null, please convert it to a non-null long value."
"""Flink's sentence."""


@dataclass(frozen=True)
class FailedValues:
    """The known values of a row, by positions in the block, and the column or call that failed."""

    values: Mapping[int, Any]
    column: str = ""
    call: Optional[AggregateCall] = None
    row: str = ""
    """The text of the whole row for the error message, if known."""

    def what(self, names: Sequence[str]) -> str:
        """Returns the column, or the call with the names of its arguments."""
        if self.call is None:
            return self.column
        distinct = "DISTINCT " if self.call.is_distinct else ""
        return f"{self.call.function}({distinct}{', '.join(names[place] for place in self.call.arguments)})"


def note_values(error: Exception, values: FailedValues) -> None:
    """Attaches values to an error, unless it already has some from closer to the failure."""
    if noted_values(error) is None:
        setattr(error, _NOTE, values)


def noted_values(error: BaseException) -> Optional[FailedValues]:
    return getattr(error, _NOTE, None)


def row_text(batch: Any, place: int) -> str:
    """Formats a row of a batch for error messages, without internal columns."""
    row = batch.slice(place, 1).to_pylist()[0]
    return shorten({name: value for name, value in row.items() if not name.startswith("$op")})


def rowtime_column(batch: Any, place: int) -> Any:
    """Returns the column of the time attribute. ValueError if it contains NULL."""
    check_times(batch.column(place), batch, batch.schema.names[place])
    return batch.column(place)


def check_times(times: Any, batch: Any, name: str) -> None:
    """Raises ValueError if a time of the batch's rows is NULL."""
    if times.null_count:
        raise null_rowtime(name, row_text(batch, times.is_null().index(True).as_py()))


def null_rowtime(column: str, row: str) -> ValueError:
    error = ValueError(NULL_ROWTIME)
    note_values(error, FailedValues({}, column, row=row))
    return error

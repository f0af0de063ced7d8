"""MessageDecoder: reads a block of messages by columns where the result is exact, else message by message."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.connector.table_format import ColumnDecoder, DecodedRows, UndecodableMessageError
from pyrite.core.types import RowType
from pyrite.formats.field_error import FieldError
from pyrite.formats.table_values import batch_of_rows

_PART: Final = 64
"""A block with a message that only the row reader can read is divided into parts of this size, to read the others fast.
"""
_SHOWN: Final = 200


class MessageDecoder(ColumnDecoder):
    """The base of decoders with both methods. `what` names a message in errors."""

    def __init__(self, row_type: RowType, what: str, ignores_errors: bool) -> None:
        self._row_type = row_type
        self._what = what
        self._ignores_errors = ignores_errors

    @abstractmethod
    def read_columns(self, messages: Sequence[Optional[bytes]]) -> Optional[Any]:
        """Returns a record batch with a row for each message; None if the result could differ from `read_rows`."""

    @abstractmethod
    def read_rows(self, message: Optional[bytes]) -> Iterable[tuple[Any, ...]]:
        """Returns the rows of a message. Raises FieldError, or another ValueError, for an invalid message."""

    def decode(self, messages: Sequence[Optional[bytes]]) -> DecodedRows:
        batch = self.read_columns(messages) if messages else None
        if batch is not None:
            return DecodedRows(batch)
        if len(messages) <= _PART or not self._row_type.fields:
            return self.decode_rows(messages)
        parts = []
        for start in range(0, len(messages), _PART):
            part = messages[start : start + _PART]
            batch = self.read_columns(part)
            parts.append(self._part(part, start) if batch is None else DecodedRows(batch))
        return _joined(parts, len(messages))

    def _part(self, messages: Sequence[Optional[bytes]], start: int) -> DecodedRows:
        try:
            return self.decode_rows(messages)
        except UndecodableMessageError as error:
            raise UndecodableMessageError(start + error.index, error.field, error.reason) from None

    def decode_rows(self, messages: Sequence[Optional[bytes]]) -> DecodedRows:
        """Decodes message by message."""
        rows: list[tuple[Any, ...]] = []
        origins: list[int] = []
        skip_count = 0
        for index, message in enumerate(messages):
            try:
                for row in self.read_rows(message):
                    rows.append(row)
                    origins.append(index)
            except ValueError as error:
                if not self._ignores_errors:
                    raise self._error(index, message or b"", error) from None
                skip_count += 1
        batch = batch_of_rows(rows, self._row_type)
        one_each = origins == list(range(len(messages)))
        return DecodedRows(batch, None if one_each else np.array(origins, np.int64), skip_count)

    def _error(self, index: int, message: bytes, error: ValueError) -> UndecodableMessageError:
        field, reason = (error.path, error.reason) if isinstance(error, FieldError) else ("", str(error))
        excerpt = message[:_SHOWN].decode(errors="replace") + ("..." if len(message) > _SHOWN else "")
        problem = f"{reason.rstrip('.')}. Failed to deserialize {self._what} '{excerpt}'"
        return UndecodableMessageError(index, field, problem)


def _joined(parts: list[DecodedRows], count: int) -> DecodedRows:
    batch = pa.concat_batches([part.batch for part in parts])
    skip_count = sum(part.skipped for part in parts)
    if all(part.origins is None for part in parts):
        return DecodedRows(batch, None, skip_count)
    origins = [
        start + (np.arange(len(part.batch)) if part.origins is None else part.origins)
        for start, part in zip(range(0, count, _PART), parts, strict=True)
    ]
    return DecodedRows(batch, np.concatenate(origins), skip_count)

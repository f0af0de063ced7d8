"""Decoder: deserializes messages into records, with a policy for bad records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Optional, Protocol

from pyrite.core.connector.bad_records import BadRecord, BadRecords
from pyrite.core.connector.source import SourceReaderContext
from pyrite.core.errors import BadRecordError, ConnectorError, MissingDependencyError
from pyrite.core.metrics.declared_metrics import NUM_BAD_RECORDS


class _Schema(Protocol):
    def deserialize(self, message: Any, /) -> Any: ...


class Decoder:
    """Deserializes blocks of messages. `data_of` extracts the bytes of a message, to be quoted in errors."""

    def __init__(
        self,
        schema: _Schema,
        policy: BadRecords,
        context: SourceReaderContext,
        data_of: Callable[[Any], bytes] = bytes,
    ) -> None:
        self._deserialize = schema.deserialize
        self._data_of = data_of
        self._policy = policy
        self._emit_side = context.emit_side
        group = None if context.runtime_context is None else context.runtime_context.get_metrics_group()
        self._counter = None if group is None else group.counter(NUM_BAD_RECORDS.name)

    def decode(self, messages: Sequence[Any], position: Callable[[int], str]) -> tuple[list[Any], Optional[list[int]]]:
        """The records, and the indices of their messages, or None if every message became a record.

        A message that the schema deserializes to None is skipped. `position(index)` describes the position of a
        message in errors.
        """
        try:
            values = list(map(self._deserialize, messages))
        except Exception:  # find the bad record
            values = [self._read(message, index, position) for index, message in enumerate(messages)]
        if len(values) != len(messages):  # a StopIteration raised by the schema ended the map
            values = [self._read(message, index, position) for index, message in enumerate(messages)]
        if type(None) not in set(map(type, values)):
            return values, None
        indices = [index for index, value in enumerate(values) if value is not None]
        return [values[index] for index in indices], indices

    def _read(self, message: Any, index: int, position: Callable[[int], str]) -> Any:
        try:
            return self._deserialize(message)
        except (ConnectorError, MissingDependencyError):  # not a bad record, so the policy does not apply
            raise
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            where = position(index)
            if not self._policy.skipped:
                raise BadRecordError(
                    f"{where}: {_quoted(self._data_of(message))} cannot be read: {reason}. "
                    "Fix the record or the schema, or handle bad records with BadRecords.SKIP or to_side_output"
                ) from error
            if self._counter is not None:
                self._counter.inc()
            if self._policy.tag is not None:
                self._emit_side(self._policy.tag, [BadRecord(self._data_of(message), reason, where)])
            return None


def _quoted(message: bytes, limit: int = 200) -> str:
    text = repr(message[:limit])
    return text if len(message) <= limit else f"{text}... ({len(message)} bytes)"

"""Encoding: records into messages of a store, by a schema, with a policy for those that cannot be written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Optional

from pyrite.common.bad_records import BadRecords
from pyrite.common.errors import BadRecordError, ConnectorError, InvalidProgramError, MissingDependencyError
from pyrite.common.functions import RuntimeContext
from pyrite.common.serialization import SerializationSchema
from pyrite.connectors.decoding import BAD_RECORDS
from pyrite.operators.user_function import shorten

_UNWRITTEN: Final = object()


class Encoding:
    """Writes blocks of records. BadRecords.FAIL raises and shows the record; SKIP leaves it out and counts it.

    A sink has no side output: a policy that has one is refused.
    """

    def __init__(
        self,
        schema: SerializationSchema,
        policy: BadRecords = BadRecords.FAIL,
        runtime_context: Optional[RuntimeContext] = None,
    ) -> None:
        if policy.tag is not None:
            raise InvalidProgramError("a sink has no side output: take BadRecords.FAIL or BadRecords.SKIP")
        self._serialize = schema.serialize
        self._skips = policy.skipped
        self._counter = None if runtime_context is None else runtime_context.get_metrics_group().counter(BAD_RECORDS)

    def encode(self, records: Sequence[Any]) -> tuple[list[bytes], Optional[list[int]]]:
        """The messages, and the indices of their records; None: every record gave one."""
        try:
            messages = list(map(self._serialize, records))
        except Exception:  # one of them cannot be written: one by one, to find it
            messages = []
        if len(messages) == len(records):
            return messages, None
        written = [self._write(record) for record in records]
        kept = [index for index, message in enumerate(written) if message is not _UNWRITTEN]
        return [written[index] for index in kept], None if len(kept) == len(records) else kept

    def _write(self, record: Any) -> Any:
        try:
            return self._serialize(record)
        except (ConnectorError, MissingDependencyError):  # not the record's fault: no policy lets it go
            raise
        except Exception as error:
            if not self._skips:
                raise BadRecordError(
                    f"{shorten(record)} cannot be written: {type(error).__name__}: {error}. "
                    "Mend the record or the schema, or let bad records go with BadRecords.SKIP"
                ) from error
            if self._counter is not None:
                self._counter.inc()
            return _UNWRITTEN

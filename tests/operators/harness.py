"""The test kit's harness, with explicit keys and whole blocks: how our own operator tests feed an operator."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any, Optional

from pyrite.common.block import Block
from pyrite.core.config.configuration import Configuration
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.metrics.declared_metrics import NUM_LATE_RECORDS_DROPPED
from pyrite.operators.operator import Operator
from pyrite.state.key_codec import encode_keys
from pyrite.testing.harness import OperatorTestHarness, Recorder, StreamRecord, Watermark


def late_records(operator: Operator) -> int:
    """How many records came too late and were dropped, as the operator's metric says."""
    values = operator.context.metrics.values()
    return sum(value for name, value in values.items() if name.name == NUM_LATE_RECORDS_DROPPED.name)


class Recorded:
    """What one output got. `events` has blocks of records, watermarks and idle marks in their order."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    @property
    def blocks(self) -> list[Block]:
        return self._recorder.blocks

    @property
    def values(self) -> list[Any]:
        return self._recorder.values

    @property
    def stamped(self) -> list[tuple[Any, int]]:
        """Every record with its timestamp, or NO_TIMESTAMP."""
        return [(record.value, record.timestamp) for record in self._recorder.records]

    @property
    def watermarks(self) -> list[int]:
        return self._recorder.watermarks

    @property
    def events(self) -> list[tuple[str, Any]]:
        events: list[tuple[str, Any]] = []
        for kind, group in groupby(self._recorder.events, type):
            if kind is StreamRecord:
                events.append(("records", [record.value for record in group if isinstance(record, StreamRecord)]))
            elif kind is Watermark:
                events.extend(("watermark", mark.timestamp) for mark in group if isinstance(mark, Watermark))
            else:
                events.extend(("idle", mark) for mark in group)
        return events

    def clear(self) -> None:
        self._recorder.clear()


class Harness(OperatorTestHarness):
    """Sets an operator up as subtask 2 of 3, opens it and plays its task."""

    def __init__(
        self,
        operator: Operator,
        keyed: bool = False,
        batch: bool = False,
        sides: tuple[str, ...] = (),
        parameters: Optional[Mapping[str, str]] = None,
        uid: str = "",
    ) -> None:
        super().__init__(
            operator,
            [lambda value: None] if keyed else [],
            batch=batch,
            uid=uid,
            subtask=1,
            parallelism=3,
            job_parameters=parameters,
            configuration=Configuration(parameters),
            now_ms=1_000_000,
        )
        self.context = operator.context
        self.main = Recorded(self.output)
        self._sides_wanted = sides

    @property
    def sides(self) -> dict[str, Recorded]:
        return {tag: Recorded(self.side_recorder(OutputTag(tag))) for tag in self._sides_wanted}

    def feed(
        self,
        values: list[Any],
        timestamps: Optional[list[int]] = None,
        keys: Optional[list[Any]] = None,
        input_index: int = 0,
    ) -> None:
        """One block; `keys` are the user's."""
        encoded = None if keys is None else encode_keys(keys)
        self.operator.process_block(Block(values, timestamps, encoded), input_index)

    def feed_keyed(self, *pairs: tuple[Any, Any], timestamps: Optional[list[int]] = None, input_index: int = 0) -> None:
        """One block of (key, value) pairs."""
        self.feed([value for _, value in pairs], timestamps, [key for key, _ in pairs], input_index)

    def watermark(self, watermark_ms: int) -> None:
        self.operator.process_watermark(watermark_ms)

    def pass_time(self, by_ms: int) -> None:
        self.advance_processing_time(by_ms)

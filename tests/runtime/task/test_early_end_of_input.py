"""A reader that returns END_OF_INPUT before it was given its splits: no record is lost."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.connectors.builtin.number_sequence import NumberSequenceSource
from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.connector.source import END_OF_INPUT, EndOfInput, SourceBlock, SourceReader, SourceReaderContext
from pyrite.core.job.job_status import JobStatus
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing import simulate


class EagerReader(SourceReader[Any]):
    """Treats having no records as the end."""

    def __init__(self, reader: SourceReader[Any]) -> None:
        self._reader = reader

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        return self._reader.poll(max_records, timeout_ms) or END_OF_INPUT

    def add_splits(self, splits: list[Any]) -> None:
        self._reader.add_splits(splits)

    def notify_no_more_splits(self) -> None:
        self._reader.notify_no_more_splits()

    def snapshot_state(self, checkpoint_id: int) -> list[Any]:
        return self._reader.snapshot_state(checkpoint_id)


class EagerSource(NumberSequenceSource):
    def create_reader(self, context: SourceReaderContext) -> SourceReader[Any]:
        return EagerReader(super().create_reader(context))


@pytest.mark.parametrize("seed", range(10))
def test_job_whose_reader_ends_before_its_split_comes_has_all_records(seed: int) -> None:
    env = StreamExecutionEnvironment().set_parallelism(2)
    env.from_source(EagerSource(0, 9), WatermarkStrategy.no_watermarks(), "numbers").sink_to(CollectSink())
    result = simulate(env, seed)
    assert (result.status, sorted(result.results)) == (JobStatus.FINISHED, list(range(10)))

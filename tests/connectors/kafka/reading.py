"""A Kafka source's enumerator and readers, run without a job."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Optional

from confluent_kafka import Producer

from pyrite.common import SimpleStringSchema
from pyrite.connectors.kafka.source.source import KafkaSource, KafkaSourceBuilder
from pyrite.core.clock import ManualClock
from pyrite.core.connector.source import EndOfInput, Source, SourceBlock, SourceReader, SourceReaderContext
from pyrite.runtime.master.attempt.split_assignment import SplitAssignment
from pyrite.runtime.wire.messages import AssignSplits, NoMoreSplits, SourceEvent
from servers.kafka import KafkaServer

PATIENCE_S = 30.0


def builder(broker: KafkaServer, *topics: str) -> KafkaSourceBuilder:
    """A source of strings."""
    made = KafkaSource.builder().set_bootstrap_servers(broker.address)
    made.set_value_only_deserializer(SimpleStringSchema())
    return made.set_topics(*topics) if topics else made


def produce(
    broker: KafkaServer, topic: str, values: Sequence[str | bytes | None], partition: int = 0, **more: Any
) -> None:
    """Writes values to a partition, and waits until they are there."""
    producer = Producer({"bootstrap.servers": broker.address, "log_level": 0})
    for value in values:
        producer.produce(topic, value, partition=partition, **more)
    assert producer.flush(PATIENCE_S) == 0


class Run:
    """A source with its readers: what a job would do with them, one step after the other."""

    def __init__(
        self,
        source: Source[Any],
        parallelism: int = 1,
        state: Any = None,
        splits: Sequence[Sequence[Any]] = (),
        context: Callable[[int], Optional[SourceReaderContext]] = lambda subtask: None,
    ) -> None:
        """`state` and `splits` are what `snapshot` gave; the splits may be distributed differently."""
        self.source = source
        self.assignment = SplitAssignment(source, parallelism, (state is not None, state))
        self.assignment.start()
        self.readers: list[SourceReader[Any]] = []
        for subtask in range(parallelism):
            made = context(subtask) or SourceReaderContext(subtask, parallelism, ManualClock())
            reader = source.create_reader(made)
            reader.open()
            self.readers.append(reader)
            if subtask < len(splits) and splits[subtask]:
                reader.add_splits(list(splits[subtask]))
            self.assignment.add_reader(subtask)
        self.look()

    def look(self, now_ms: int = 0) -> None:
        """Lets the enumerator do what is due, and tells the readers."""
        self.assignment.advance(now_ms)
        for number, call in self.assignment.take_calls():
            try:
                result, error = call(), None
            except Exception as raised:
                result, error = None, raised
            self.assignment.called(number, result, error)
        for subtask, message in self.assignment.take():
            reader = self.readers[subtask]
            if isinstance(message, AssignSplits):
                reader.add_splits(message.splits)
            elif isinstance(message, SourceEvent):
                reader.handle_source_event(message.event)
            else:
                assert isinstance(message, NoMoreSplits)
                reader.notify_no_more_splits()

    def blocks(self, count: int, max_records: int = 1000) -> list[SourceBlock]:
        """Blocks with so many records in all."""
        actual: list[SourceBlock] = []
        until = time.monotonic() + PATIENCE_S
        while sum(len(block.values) for block in actual) < count:
            assert time.monotonic() < until, f"only {actual}"
            for reader in self.readers:
                polled = reader.poll(max_records, 10)
                if isinstance(polled, SourceBlock):
                    actual.append(polled)
        return actual

    def values(self, count: int, max_records: int = 1000) -> list[Any]:
        return [value for block in self.blocks(count, max_records) for value in block.values]

    def rest(self) -> list[Any]:
        """What bounded readers give until their end."""
        return [value for values in self.rest_blocks() for value in values]

    def rest_blocks(self) -> list[Any]:
        """The same by blocks: lists of records, or columns."""
        actual: list[Any] = []
        until = time.monotonic() + PATIENCE_S
        left = list(self.readers)
        while left:
            assert time.monotonic() < until, f"no end after {actual}"
            for reader in list(left):
                polled = reader.poll(1000, 10)
                if isinstance(polled, EndOfInput):
                    left.remove(reader)
                elif polled is not None and len(polled.values):
                    actual.append(polled.values)
        return actual

    def snapshot(self, checkpoint_id: int = 1) -> tuple[Any, list[list[Any]]]:
        state = self.assignment.snapshot(checkpoint_id)
        return state, [reader.snapshot_state(checkpoint_id) for reader in self.readers]

    def close(self) -> None:
        for reader in self.readers:
            reader.close()
        self.assignment.close()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

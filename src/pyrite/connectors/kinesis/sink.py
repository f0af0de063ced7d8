"""Sinks for Kinesis streams and Firehose: they send batches, and retry rejected records."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, ClassVar, Final, Optional, Self

from pyrite.connectors.base.encoding import encode
from pyrite.connectors.kinesis.client import AwsSettings
from pyrite.core.backoff import Backoff
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, Declaration, Guarantee
from pyrite.core.connector.serialization import SerializationSchema
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import ConnectorError, InvalidProgramError

_BACKOFF: Final = Backoff(50, retries=7)
Entry = dict[str, Any]


class PartitionKeyGenerator:
    """Generates the partition keys of records."""

    def __init__(self, key_of: Callable[[Any], str]) -> None:
        self.key_of = key_of

    @staticmethod
    def fixed() -> PartitionKeyGenerator:
        """Generates one key: all records go to one shard, in order."""
        return PartitionKeyGenerator(_fixed)

    @staticmethod
    def random() -> PartitionKeyGenerator:
        """Generates random keys: records are spread over the shards."""
        return PartitionKeyGenerator(_random)


def _fixed(_: Any) -> str:
    return "pyrite"


def _random(_: Any) -> str:
    return f"{random.getrandbits(128):032x}"


@dataclass(frozen=True)
class BatchSettings:
    """The limits of a request, by default AWS's."""

    fail_on_error: bool = False
    records: int = 500
    size_bytes: int = 5 << 20
    record_bytes: int = 10 << 20


class BatchWriter(SinkWriter):
    """Sends a block in batches, and waits until the service has accepted all of them, so a flush has nothing to do."""

    def __init__(self, sink: _BatchSink) -> None:
        self._sink = sink
        self._client = sink.settings.client(sink.service, type(sink).__name__)

    def write(self, block: RowBlock) -> None:
        for batch in self._batches(self._sink.entries(block.values)):
            self._send(batch)

    def _batches(self, entries: list[Entry]) -> Iterator[list[Entry]]:
        limits, size = self._sink.limits, 0
        batch: list[Entry] = []
        for entry in entries:
            length = len(entry["Data"]) + len(entry.get("PartitionKey", ""))
            if length > limits.record_bytes:
                raise ConnectorError(
                    f"a record has {length} bytes, but {self._sink.place} accepts at most {limits.record_bytes}"
                )
            if batch and (len(batch) == limits.records or size + length > limits.size_bytes):
                yield batch
                batch, size = [], 0
            batch.append(entry)
            size += length
        if batch:
            yield batch

    def _send(self, batch: list[Entry]) -> None:
        sink = self._sink
        for failures in count(1):
            try:
                answers = sink.send(self._client, batch)
            except Exception as error:
                raise ConnectorError(
                    f"{sink.place} did not accept records: {sink.settings.secrets.masked(error)}"
                ) from None
            refused = [number for number, answer in enumerate(answers) if answer.get("ErrorCode")]
            if not refused:
                return
            reason = f"{answers[refused[0]]['ErrorCode']}: {answers[refused[0]].get('ErrorMessage', '')}"
            if sink.limits.fail_on_error or not _BACKOFF.wait_after(failures):
                raise ConnectorError(f"{sink.place} refused {len(refused)} records: {reason}")
            batch = [batch[number] for number in refused]


class _BatchSink(Sink):
    service: ClassVar[str]

    def __init__(self, name: str, schema: SerializationSchema, settings: AwsSettings, limits: BatchSettings) -> None:
        self.name = name
        self.settings = settings
        self.limits = limits
        self._serialize = schema.serialize

    @property
    def place(self) -> str:
        """The stream and the service, for errors."""
        return f"{self.name} at {self.settings.place(self.service)}"

    @abstractmethod
    def entries(self, values: list[Any]) -> list[Entry]:
        """The entries of a request."""

    @abstractmethod
    def send(self, client: Any, batch: list[Entry]) -> list[Entry]:
        """Sends a request. Returns the results of all entries."""

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return BatchWriter(self)


class KinesisStreamsSink(_BatchSink):
    """Writes to a stream, at least once."""

    service = "kinesis"
    declaration: ClassVar[Declaration] = Declaration(
        "Kinesis",
        (Guarantee(AT_LEAST_ONCE, "no transactions"),),
        needs="pyrite[kinesis]",
        tried_with="moto 5, a stand-in for AWS",
    )

    def __init__(
        self,
        name: str,
        schema: SerializationSchema,
        settings: AwsSettings,
        limits: BatchSettings,
        keys: PartitionKeyGenerator,
    ) -> None:
        super().__init__(name, schema, settings, limits)
        self._key_of = keys.key_of

    @staticmethod
    def builder() -> KinesisStreamsSinkBuilder:
        """Begins a sink."""
        return KinesisStreamsSinkBuilder()

    def entries(self, values: list[Any]) -> list[Entry]:
        entries = zip(encode(self._serialize, values), map(self._key_of, values), strict=True)
        return [{"Data": data, "PartitionKey": key} for data, key in entries]

    def send(self, client: Any, batch: list[Entry]) -> list[Entry]:
        answers: list[Entry] = client.put_records(StreamName=self.name, Records=batch)["Records"]
        return answers


class KinesisFirehoseSink(_BatchSink):
    """Writes to a Firehose delivery stream, at least once."""

    service = "firehose"
    declaration: ClassVar[Declaration] = Declaration(
        "Kinesis Firehose",
        (Guarantee(AT_LEAST_ONCE, "no transactions"),),
        needs="pyrite[kinesis]",
        tried_with="moto 5, a stand-in for AWS",
    )

    @staticmethod
    def builder() -> KinesisFirehoseSinkBuilder:
        """Begins a sink."""
        return KinesisFirehoseSinkBuilder()

    def entries(self, values: list[Any]) -> list[Entry]:
        return [{"Data": data} for data in encode(self._serialize, values)]

    def send(self, client: Any, batch: list[Entry]) -> list[Entry]:
        answers: list[Entry] = client.put_record_batch(DeliveryStreamName=self.name, Records=batch)["RequestResponses"]
        return answers


def _positive(name: str, value: int) -> int:
    if value < 1:
        raise InvalidProgramError(f"{name} must be above 0, not {value}")
    return value


class _Builder:
    """The common settings of both builders. Blocks are sent immediately, one request at a time: nothing is buffered."""

    what: ClassVar[str]

    def __init__(self) -> None:
        self._name = ""
        self._schema: Optional[SerializationSchema] = None
        self._properties: Mapping[str, str] = {}
        self._limits = BatchSettings()

    def set_serialization_schema(self, serialization_schema: SerializationSchema) -> Self:
        """Sets the schema that serializes records. Required."""
        self._schema = serialization_schema
        return self

    def set_fail_on_error(self, fail_on_error: bool) -> Self:
        """Whether a rejected record fails the job. By default it is sent again."""
        self._limits = replace(self._limits, fail_on_error=fail_on_error)
        return self

    def set_max_batch_size(self, max_batch_size: int) -> Self:
        """Sets the maximum number of records in a request."""
        self._limits = replace(self._limits, records=_positive("max_batch_size", max_batch_size))
        return self

    def set_max_in_flight_requests(self, max_in_flight_requests: int) -> Self:
        """Validated, without effect: one request is in progress at a time."""
        _positive("max_in_flight_requests", max_in_flight_requests)
        return self

    def set_max_buffered_requests(self, max_buffered_requests: int) -> Self:
        """Validated, without effect: no record waits for more than its block."""
        _positive("max_buffered_requests", max_buffered_requests)
        return self

    def set_max_time_in_buffer_ms(self, max_time_in_buffer_ms: int) -> Self:
        """Validated, without effect: no record waits for more than its block."""
        _positive("max_time_in_buffer_ms", max_time_in_buffer_ms)
        return self

    def set_max_batch_size_in_bytes(self, max_batch_size_in_bytes: int) -> Self:
        """Sets the maximum size of a request in bytes."""
        size_bytes = _positive("max_batch_size_in_bytes", max_batch_size_in_bytes)
        self._limits = replace(self._limits, size_bytes=size_bytes)
        return self

    def set_max_record_size_in_bytes(self, max_record_size_in_bytes: int) -> Self:
        """Sets the maximum size of a record in bytes. A larger record fails the job."""
        record_bytes = _positive("max_record_size_in_bytes", max_record_size_in_bytes)
        self._limits = replace(self._limits, record_bytes=record_bytes)
        return self

    def _checked(self) -> tuple[str, SerializationSchema, AwsSettings, BatchSettings]:
        if not self._name:
            raise InvalidProgramError(f"{self.what} needs the name of a stream")
        if self._schema is None:
            raise InvalidProgramError(f"{self.what} needs set_serialization_schema()")
        return self._name, self._schema, AwsSettings.of(self._properties), self._limits


class KinesisStreamsSinkBuilder(_Builder):
    """Builds a KinesisStreamsSink."""

    what = "KinesisStreamsSink"

    def __init__(self) -> None:
        super().__init__()
        self._keys = PartitionKeyGenerator.random()

    def set_stream_name(self, stream_name: str) -> KinesisStreamsSinkBuilder:
        """Sets the stream. Required."""
        self._name = stream_name
        return self

    def set_partition_key_generator(self, partition_key_generator: PartitionKeyGenerator) -> KinesisStreamsSinkBuilder:
        """Sets the generator of partition keys. Required."""
        self._keys = partition_key_generator
        return self

    def set_kinesis_client_properties(self, kinesis_client_properties: Mapping[str, str]) -> KinesisStreamsSinkBuilder:
        """Sets region, credentials and endpoint, by Flink's keys."""
        self._properties = kinesis_client_properties
        return self

    def build(self) -> KinesisStreamsSink:
        """Returns the sink. InvalidProgramError if a required setting is missing."""
        return KinesisStreamsSink(*self._checked(), self._keys)


class KinesisFirehoseSinkBuilder(_Builder):
    """Builds a KinesisFirehoseSink."""

    what = "KinesisFirehoseSink"

    def set_delivery_stream_name(self, delivery_stream_name: str) -> KinesisFirehoseSinkBuilder:
        """Sets the delivery stream. Required."""
        self._name = delivery_stream_name
        return self

    def set_firehose_client_properties(
        self, firehose_client_properties: Mapping[str, str]
    ) -> KinesisFirehoseSinkBuilder:
        """Sets region, credentials and endpoint, by Flink's keys."""
        self._properties = firehose_client_properties
        return self

    def build(self) -> KinesisFirehoseSink:
        """Returns the sink. InvalidProgramError if a required setting is missing."""
        return KinesisFirehoseSink(*self._checked())

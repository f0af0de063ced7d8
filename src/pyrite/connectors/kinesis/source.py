"""FlinkKinesisConsumer: reads Kinesis streams, with the positions of shards in the checkpoint."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar, Final, Optional

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.kinesis.client import AwsSettings
from pyrite.connectors.kinesis.reader import KinesisReader
from pyrite.connectors.kinesis.shards import (
    AT_TIMESTAMP,
    LATEST,
    TRIM_HORIZON,
    Shard,
    ShardAssigner,
    ShardEnumerator,
    ShardSplit,
    ShardsState,
    by_hash,
    by_number,
    list_shards,
)
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.guarantee import EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.serialization import DeserializationSchema
from pyrite.core.connector.source import (
    Boundedness,
    Source,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted

INITIAL_POSITION: Final = "flink.stream.initpos"
INITIAL_TIMESTAMP: Final = "flink.stream.initpos.timestamp"
DISCOVERY_MS: Final = "flink.shard.discovery.intervalmillis"
MAX_RECORDS: Final = "flink.shard.getrecords.maxrecordcount"
INTERVAL_MS: Final = "flink.shard.getrecords.intervalmillis"
_OTHERS: Final = (INITIAL_POSITION, INITIAL_TIMESTAMP, DISCOVERY_MS, MAX_RECORDS, INTERVAL_MS)
_POSITIONS: Final = (LATEST, TRIM_HORIZON, AT_TIMESTAMP)


@persisted("kinesis-shard-assigner/1")
class KinesisShardAssigner:
    """Assigns shards to readers."""

    def __init__(self, assign: ShardAssigner) -> None:
        """`assign(shard, parallelism)` returns the index of a reader."""
        self.assign = assign

    @staticmethod
    def default_shard_assigner() -> KinesisShardAssigner:
        """Assigns shards by a hash of stream and shard."""
        return KinesisShardAssigner(by_hash)

    @staticmethod
    def uniform_shard_assigner() -> KinesisShardAssigner:
        """Assigns shards by their numbers."""
        return KinesisShardAssigner(by_number)


@persisted("flink-kinesis-consumer/1")
class FlinkKinesisConsumer(Source[ShardSplit]):
    """Reads streams, each shard in order. Shards of a resharding are discovered at run time, and read immediately."""

    declaration: ClassVar[Declaration] = Declaration(
        "Kinesis",
        (Guarantee(EXACTLY_ONCE, "the shards' positions are part of the checkpoint"),),
        needs="pyrite[kinesis]",
        tried_with="moto 5, a stand-in for AWS",
    )

    def __init__(
        self, streams: str | list[str], deserializer: DeserializationSchema, config_props: Mapping[str, str]
    ) -> None:
        self._streams = [streams] if isinstance(streams, str) else list(streams)
        if not self._streams:
            raise InvalidProgramError("FlinkKinesisConsumer needs the name of a stream")
        self._settings = AwsSettings.of(config_props, _OTHERS)
        self._schema = deserializer
        self._first = _first_position(config_props)
        self._discovery_ms = _number(config_props, DISCOVERY_MS, 10_000)
        self._limit = _number(config_props, MAX_RECORDS, 10_000)
        self._interval_ms = _number(config_props, INTERVAL_MS, 200)
        self._assigner = KinesisShardAssigner.default_shard_assigner()
        self._bad_records = BadRecords.FAIL

    def set_shard_assigner(self, shard_assigner: KinesisShardAssigner) -> FlinkKinesisConsumer:
        """Sets how shards are assigned to subtasks."""
        self._assigner = shard_assigner
        return self

    def set_bad_records(self, policy: BadRecords) -> FlinkKinesisConsumer:
        """Sets the policy for records that cannot be read. By default they fail the job."""
        self._bad_records = BadRecords.checked(policy)
        return self

    def guarantee(self) -> Guarantee:
        return self.declaration.ways[0]

    def get_boundedness(self) -> Boundedness:
        return Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[ShardSplit]:
        decoder = Decoder(self._schema, self._bad_records, context)
        return KinesisReader(self._settings, decoder, context, self._limit, self._interval_ms)

    def create_enumerator(self, context: SplitEnumeratorContext[ShardSplit]) -> SplitEnumerator[ShardSplit]:
        return self.restore_enumerator(context, ShardsState())

    def restore_enumerator(
        self, context: SplitEnumeratorContext[ShardSplit], checkpoint: Any
    ) -> SplitEnumerator[ShardSplit]:
        return ShardEnumerator(
            context, self._list_shards, self._first, self._discovery_ms, self._assigner.assign, checkpoint
        )

    def _list_shards(self) -> list[Shard]:
        try:
            return list_shards(self._settings.client("kinesis", "FlinkKinesisConsumer"), self._streams)
        except ConnectorError:
            raise
        except Exception as error:
            place, streams = self._settings.place("kinesis"), ", ".join(self._streams)
            raise ConnectorError(
                f"the shards of {streams} at {place} cannot be listed: {self._settings.secrets.masked(error)}"
            ) from None


def _number(properties: Mapping[str, str], key: str, default: int) -> int:
    value = str(properties.get(key, default))
    if not value.isdigit() or int(value) < 1:
        raise InvalidProgramError(f"{key} must be a number above 0, not {value!r}")
    return int(value)


def _first_position(properties: Mapping[str, str]) -> tuple[str, str]:
    """The initial position of shards. LATEST becomes the current time, so that a restart skips no records."""
    kind = properties.get(INITIAL_POSITION, LATEST)
    if kind not in _POSITIONS:
        raise InvalidProgramError(f"{INITIAL_POSITION} must be one of {', '.join(_POSITIONS)}, not {kind!r}")
    if kind == TRIM_HORIZON:
        return kind, ""
    at: Optional[str] = properties.get(INITIAL_TIMESTAMP) if kind == AT_TIMESTAMP else datetime.now(UTC).isoformat()
    try:
        return AT_TIMESTAMP, datetime.fromisoformat(str(at)).isoformat()
    except ValueError:
        raise InvalidProgramError(f"{INITIAL_TIMESTAMP} must be a time in ISO 8601 format, not {at!r}") from None

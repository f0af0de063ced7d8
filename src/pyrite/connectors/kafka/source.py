"""KafkaSource: the records of topics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pyrite.connectors.kafka.cluster import KafkaCluster
from pyrite.connectors.kafka.enumerator import EnumeratorState, KafkaSourceEnumerator, Reading, restored
from pyrite.connectors.kafka.reader import KafkaSourceReader, ReaderSetup
from pyrite.connectors.kafka.split import KafkaPartitionSplit
from pyrite.core.connector.guarantee import EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.source import (
    Boundedness,
    Source,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.persisted import persisted

if TYPE_CHECKING:
    from pyrite.connectors.kafka.source_builder import KafkaSourceBuilder

_OFFSETS = Guarantee(EXACTLY_ONCE, "offsets are part of the checkpoint")


@persisted("kafka-source/1", was=("pyrite.connectors.kafka.source:KafkaSource",))
class KafkaSource(Source[KafkaPartitionSplit]):
    """Reads Kafka. Each partition is a split, with watermarks of its own; made by `KafkaSource.builder()`."""

    declared: ClassVar = Declaration(
        "Kafka",
        (_OFFSETS,),
        needs="pyrite[kafka]; a Kafka broker",
        tried_with="Kafka 4.3.1, KRaft",
    )

    def __init__(self, reading: Reading, setup: ReaderSetup, client_id_prefix: str) -> None:
        self._reading = reading
        self._setup = setup
        self._client_id_prefix = client_id_prefix

    @staticmethod
    def builder() -> KafkaSourceBuilder:
        from pyrite.connectors.kafka.source_builder import KafkaSourceBuilder

        return KafkaSourceBuilder()

    def guarantee(self) -> Guarantee:
        return _OFFSETS

    def get_boundedness(self) -> Boundedness:
        return Boundedness.BOUNDED if self._reading.bounded else Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[KafkaPartitionSplit]:
        return KafkaSourceReader(self._setup, self._settings(str(context.subtask)), context)

    def create_enumerator(
        self, context: SplitEnumeratorContext[KafkaPartitionSplit]
    ) -> SplitEnumerator[KafkaPartitionSplit]:
        return KafkaSourceEnumerator(context, self._reading, self._connect, EnumeratorState())

    def restore_enumerator(
        self, context: SplitEnumeratorContext[KafkaPartitionSplit], checkpoint: Any
    ) -> SplitEnumerator[KafkaPartitionSplit]:
        return KafkaSourceEnumerator(context, self._reading, self._connect, restored(checkpoint))

    def _connect(self) -> KafkaCluster:
        settings = self._settings("enumerator")
        return KafkaCluster(settings, settings["isolation.level"] == "read_committed", self._setup.timeout_s)

    def _settings(self, client: str) -> Mapping[str, Any]:
        if not self._client_id_prefix:
            return self._setup.settings
        return {**self._setup.settings, "client.id": f"{self._client_id_prefix}-{client}"}

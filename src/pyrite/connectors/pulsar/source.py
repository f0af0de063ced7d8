"""PulsarSource: topics, with the position of each in the checkpoint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Optional

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.pulsar.admin import Admin
from pyrite.connectors.pulsar.cursors import CursorKind, StartCursor
from pyrite.connectors.pulsar.reader import NAME, PulsarReader, ReaderSettings
from pyrite.connectors.pulsar.topics import TopicEnumerator, TopicSplit, TopicsState
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
from pyrite.core.extras import load
from pyrite.core.persisted import persisted

if TYPE_CHECKING:
    from pyrite.connectors.pulsar.source_builder import PulsarSourceBuilder

_SOUGHT: Final = (CursorKind.MESSAGE_ID, CursorKind.PUBLISH_TIME)
"""Starts that no initial position of a subscription stands for."""


@persisted("pulsar-source-setup/1", was=("pyrite.connectors.pulsar.source:SourceSetup",))
@dataclass(frozen=True)
class SourceSetup:
    """What a builder has collected."""

    reading: ReaderSettings
    topics: tuple[str, ...]
    pattern: str
    start: StartCursor
    reset: bool
    """Whether a job without a checkpoint begins at the start cursor, even if its subscription is further."""
    boundedness: Boundedness
    discovery_ms: int
    schema: DeserializationSchema
    bad_records: BadRecords


@persisted("pulsar-source/1", was=("pyrite.connectors.pulsar.source:PulsarSource",))
class PulsarSource(Source[TopicSplit]):
    """Reads topics, each partition in order by one reader, with an exclusive subscription that holds what is unread.

    Messages are acknowledged when a checkpoint taken after them is complete. Made by `PulsarSource.builder()`.
    """

    declared: ClassVar[Declaration] = Declaration(
        "Pulsar",
        (Guarantee(EXACTLY_ONCE, "message ids are part of the checkpoint"),),
        needs="pyrite[pulsar]; to go on from a checkpoint that is not the last, retention of acknowledged messages",
        tried_with="Pulsar 4.0, standalone",
    )

    def __init__(self, setup: SourceSetup) -> None:
        self._setup = setup

    @staticmethod
    def builder() -> PulsarSourceBuilder:
        from pyrite.connectors.pulsar.source_builder import PulsarSourceBuilder

        return PulsarSourceBuilder()

    def guarantee(self) -> Guarantee:
        return self.declared.ways[0]

    def get_boundedness(self) -> Boundedness:
        return self._setup.boundedness

    def create_reader(self, context: SourceReaderContext) -> SourceReader[TopicSplit]:
        decoder = Decoder(self._setup.schema, self._setup.bad_records, context)
        return PulsarReader(self._setup.reading, decoder, context)

    def create_enumerator(self, context: SplitEnumeratorContext[TopicSplit]) -> SplitEnumerator[TopicSplit]:
        return self.restore_enumerator(context, TopicsState())

    def restore_enumerator(
        self, context: SplitEnumeratorContext[TopicSplit], checkpoint: Any
    ) -> SplitEnumerator[TopicSplit]:
        return TopicEnumerator(context, self._find, self._setup.discovery_ms, checkpoint)

    def _find(self, known: frozenset[str], first: bool) -> list[TopicSplit]:
        """New topics and partitions, subscribed to: from now on nothing of them is dropped. They are begun at once.

        Those that come later are read from their first message.
        """
        setup = self._setup
        pulsar = setup.reading.pulsar
        names = Admin(pulsar, NAME).topics_like(setup.pattern) if setup.pattern else setup.topics
        client = pulsar.client(NAME)
        try:
            topics = [one for name in names for one in client.get_topic_partitions(name) if one not in known]
            for topic in topics:
                self._subscribe(client, topic, first)
        except Exception as error:
            shown = setup.pattern or ", ".join(setup.topics)
            raise pulsar.error(NAME, f"topics {shown} cannot be subscribed to", error) from None
        finally:
            client.close()
        start = self._begin() if first else None
        return [TopicSplit(topic, start) for topic in topics]

    def _subscribe(self, client: Any, topic: str, first: bool) -> None:
        pulsar = load("pulsar", "pulsar", NAME)
        latest = first and self._setup.start.kind is CursorKind.LATEST
        position = pulsar.InitialPosition.Latest if latest else pulsar.InitialPosition.Earliest
        try:
            client.subscribe(topic, self._setup.reading.subscription, initial_position=position).close()
        except pulsar.ConsumerBusy:
            return  # a reader of an earlier attempt has it still: it is there

    def _begin(self) -> Optional[StartCursor]:
        """Where readers begin; None: where the subscription stands."""
        kind = self._setup.start.kind
        return self._setup.start if self._setup.reset or kind in _SOUGHT else None

"""Built-in sources and sinks, and the interfaces for custom ones."""

from pyrite.common.block import Block
from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.builtin.number_sequence import DataGeneratorSource, NumberSequenceSource, RateLimiterStrategy
from pyrite.connectors.builtin.terminal import CollectSink, DiscardingSink, PrintSink
from pyrite.core.connector.bad_records import BadRecord, BadRecords
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.connector.source import (
    END_OF_INPUT,
    Boundedness,
    EndOfInput,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
    SourceSplit,
    SplitEnumerator,
    SplitEnumeratorContext,
)

__all__ = [
    "END_OF_INPUT",
    "BadRecord",
    "BadRecords",
    "Block",
    "Boundedness",
    "CollectSink",
    "Committer",
    "DataGeneratorSource",
    "DeliveryGuarantee",
    "DiscardingSink",
    "EndOfInput",
    "NumberSequenceSource",
    "PrintSink",
    "RateLimiterStrategy",
    "Sink",
    "SinkWriter",
    "Source",
    "SourceBlock",
    "SourceReader",
    "SourceReaderContext",
    "SourceSplit",
    "SplitEnumerator",
    "SplitEnumeratorContext",
    "WriterInitContext",
]

"""Sources and sinks that come with Pyrite, and what one needs to write others."""

from pyrite.common.bad_records import BadRecord, BadRecords
from pyrite.common.block import Block
from pyrite.common.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.common.source import (
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
from pyrite.connectors.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.number_sequence import DataGeneratorSource, NumberSequenceSource, RateLimiterStrategy
from pyrite.connectors.terminal import CollectSink, DiscardingSink, PrintSink

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

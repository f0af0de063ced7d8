"""Kinesis: streams and Firehose, of AWS's or of a stand-in."""

from pyrite.connectors.kinesis.sink import (
    KinesisFirehoseSink,
    KinesisFirehoseSinkBuilder,
    KinesisStreamsSink,
    KinesisStreamsSinkBuilder,
    PartitionKeyGenerator,
)
from pyrite.connectors.kinesis.source import FlinkKinesisConsumer, KinesisShardAssigner

__all__ = [
    "FlinkKinesisConsumer",
    "KinesisFirehoseSink",
    "KinesisFirehoseSinkBuilder",
    "KinesisShardAssigner",
    "KinesisStreamsSink",
    "KinesisStreamsSinkBuilder",
    "PartitionKeyGenerator",
]

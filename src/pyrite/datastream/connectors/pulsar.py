"""Pulsar."""

from pyrite.connectors.pulsar.cursors import StartCursor, StopCursor
from pyrite.connectors.pulsar.ranges import RangeGenerator
from pyrite.connectors.pulsar.routing import MessageDelayer, TopicRoutingMode
from pyrite.connectors.pulsar.sink import PulsarSink, PulsarSinkBuilder
from pyrite.connectors.pulsar.source import PulsarSource, PulsarSourceBuilder

__all__ = [
    "MessageDelayer",
    "PulsarSink",
    "PulsarSinkBuilder",
    "PulsarSource",
    "PulsarSourceBuilder",
    "RangeGenerator",
    "StartCursor",
    "StopCursor",
    "TopicRoutingMode",
]

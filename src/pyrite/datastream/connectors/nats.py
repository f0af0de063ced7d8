"""NATS JetStream."""

from pyrite.connectors.nats.sink import NatsSink
from pyrite.connectors.nats.source import NatsSource

__all__ = ["NatsSink", "NatsSource"]

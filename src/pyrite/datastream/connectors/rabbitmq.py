"""RabbitMQ."""

from pyrite.connectors.rabbitmq.connection_config import RMQConnectionConfig
from pyrite.connectors.rabbitmq.sink import RMQSink
from pyrite.connectors.rabbitmq.source import RMQSource
from pyrite.connectors.rabbitmq.stream_source import RMQStreamSource

__all__ = ["RMQConnectionConfig", "RMQSink", "RMQSource", "RMQStreamSource"]

"""RMQSink: writes records as persistent messages to a RabbitMQ queue."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Any, ClassVar, Optional

from pyrite.connectors.base.encoding import encode
from pyrite.connectors.base.keep_alive_thread import KeepAliveThread
from pyrite.connectors.rabbitmq.connection_config import RMQConnectionConfig, close_quietly, declare_queue
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, Declaration, Guarantee
from pyrite.core.connector.serialization import SerializationSchema
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import ConnectorError, InvalidProgramError

_log = logging.getLogger(__name__)
_PERSISTENT = 2

CorrelationId = Callable[[Any], str]
"""Returns the correlation id of a record's message."""


class RMQWriter(SinkWriter):
    """Publishes each block in a transaction of the channel, and waits until the broker has written it to disk.

    A lost connection is reopened, once per block, unless the settings forbid it, and the block is sent again.
    """

    def __init__(
        self,
        config: RMQConnectionConfig,
        queue: str,
        serialize: Callable[[Any], bytes],
        correlation_id: Optional[CorrelationId],
    ) -> None:
        self._config = config
        self._queue = queue
        self._serialize = serialize
        self._correlation_id = correlation_id
        self._needed_by = f"RMQSink to queue '{queue}'"
        self._lock = threading.Lock()
        self._returned: list[Any] = []
        self._connect()
        self._keep_alive = KeepAliveThread(self._keep, config.heartbeat_s() / 4, "rabbitmq-sink")

    def _connect(self) -> None:
        self._pika, self._connection = self._config.connect(self._needed_by)
        declare_queue(self._pika, self._connection, self._queue)
        self._channel = self._connection.channel()
        self._channel.add_on_return_callback(lambda channel, method, properties, body: self._returned.append(method))
        self._channel.tx_select()

    def write(self, block: RowBlock) -> None:
        with self._lock:
            try:
                self._publish(block.values)
            except self._pika.exceptions.AMQPError as error:
                message = f"{self._needed_by}: RabbitMQ did not accept the records: {error!r}"
                if not self._config.is_automatic_recovery():
                    raise ConnectorError(message) from None
                _log.warning("%s. Reconnecting", message)
                self._publish_again(block.values)

    def _publish_again(self, values: list[Any]) -> None:
        try:
            self._connect()
            self._publish(values)
        except self._pika.exceptions.AMQPError as error:
            raise ConnectorError(f"{self._needed_by}: RabbitMQ did not accept the records: {error!r}") from None

    def _publish(self, values: list[Any]) -> None:
        make_properties, correlation_id = self._pika.BasicProperties, self._correlation_id
        properties = make_properties(delivery_mode=_PERSISTENT)
        publish, queue = self._channel.basic_publish, self._queue
        for value, body in zip(values, encode(self._serialize, values), strict=True):
            if correlation_id is not None:
                properties = make_properties(delivery_mode=_PERSISTENT, correlation_id=correlation_id(value))
            publish("", queue, body, properties, mandatory=True)
        self._channel.tx_commit()
        self._connection.process_data_events(0)
        if self._returned:
            raise ConnectorError(
                f"{self._needed_by}: {len(self._returned)} records were returned: the queue does not exist"
            )

    def _keep(self) -> None:
        """Sends heartbeats. The next block detects a lost connection, for which pika may raise a ValueError."""
        with self._lock, contextlib.suppress(self._pika.exceptions.AMQPError, ValueError):
            self._connection.process_data_events(0)

    def close(self) -> None:
        self._keep_alive.close()
        close_quietly(self._pika, self._connection)


class RMQSink(Sink):
    """Writes to a queue, at least once: a crash may cause duplicates. A missing queue is created as durable."""

    declaration: ClassVar[Declaration] = Declaration(
        "RabbitMQ queue",
        (Guarantee(AT_LEAST_ONCE, "every block is confirmed, but the broker cannot detect duplicates"),),
        needs="pyrite[rabbitmq]",
        tried_with="RabbitMQ 3.10",
    )

    def __init__(
        self, connection_config: RMQConnectionConfig, queue_name: str, serialization_schema: SerializationSchema
    ) -> None:
        if not queue_name:
            raise InvalidProgramError("RMQSink needs the name of a queue")
        self._config = connection_config
        self._queue = queue_name
        self._schema = serialization_schema
        self._correlation_id: Optional[CorrelationId] = None

    def set_correlation_id(self, correlation_id: CorrelationId) -> RMQSink:
        """Sets a correlation id for each message, by which readers such as RMQSource can drop duplicates."""
        self._correlation_id = correlation_id
        return self

    def guarantee(self) -> Guarantee:
        return self.declaration.ways[0]

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return RMQWriter(self._config, self._queue, self._schema.serialize, self._correlation_id)

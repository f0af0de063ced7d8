"""Consumer: receives messages of a queue, keeps its connection alive, and reconnects if it is lost."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.connectors.base.keep_alive_thread import KeepAliveThread
from pyrite.connectors.rabbitmq.connection_config import RMQConnectionConfig, close_quietly, declare_queue
from pyrite.core.errors import ConnectorError

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Message:
    """A message from the broker. Its tag is valid in one session, that is, for one connection."""

    session: int
    tag: int
    properties: Any
    body: bytes


Subscribe = Callable[[Any, Callable[..., None]], None]
"""Starts to consume on a channel, with a callback for messages."""


class Consumer:
    """Receives into a buffer. The task calls its methods; a keep-alive thread sends heartbeats and reconnects.

    After a lost connection the broker sends unacknowledged messages again, so the buffer is cleared. Without
    acknowledgements it sends nothing again, and the buffer is kept.
    """

    def __init__(
        self,
        config: RMQConnectionConfig,
        queue: str,
        subscribe: Subscribe,
        needed_by: str,
        acknowledges: bool = True,
        declares: bool = True,
    ) -> None:
        """`declares` says whether to create a missing queue."""
        self._config = config
        self._queue = queue
        self._declares = declares
        self._subscribe = subscribe
        self._needed_by = needed_by
        self._acknowledges = acknowledges
        self._messages: deque[Message] = deque()
        self._changed = threading.Condition()
        self._pika: Any = None
        self._connection: Any = None
        self._channel: Any = None
        self._session = 0
        self._failure: Optional[ConnectorError] = None
        self._keep_alive: Optional[KeepAliveThread] = None

    def open(self) -> None:
        """Connects. ConnectorError if the connection cannot be opened."""
        self._connect()
        recovery_s = self._config.get_network_recovery_interval() / 1000
        period_s = max(0.05, min(self._config.heartbeat_s() / 4, recovery_s))
        self._keep_alive = KeepAliveThread(self._keep, period_s, "rabbitmq-consumer")

    def take(self, most: int, timeout_ms: int) -> list[Message]:
        """Up to `most` messages. Waits for the first one."""
        with self._changed:
            if not self._messages and self._failure is None:
                if self._channel is None:
                    self._changed.wait(timeout_ms / 1000)
                else:
                    self._serve(timeout_ms / 1000)
            if self._failure is not None:
                raise self._failure
            return [self._messages.popleft() for _ in range(min(most, len(self._messages)))]

    def acknowledge(self, session: int, tag: int) -> None:
        """Acknowledges all messages of the session up to this one.

        Messages of another session were acknowledged in that session, or the broker sends them again.
        """
        with self._changed:
            if session == self._session and self._channel is not None:
                try:
                    self._channel.basic_ack(tag, multiple=True)
                except self._pika.exceptions.AMQPError as error:
                    self._connection_lost(error)

    def close(self) -> None:
        if self._keep_alive is not None:
            self._keep_alive.close()
        with self._changed:
            self._drop()

    # The connection ---------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        pika, connection = self._config.connect(self._needed_by)
        session = self._session + 1
        messages: deque[Message] = deque()

        def on_message(channel: Any, method: Any, properties: Any, body: bytes) -> None:
            messages.append(Message(session, method.delivery_tag, properties, body))

        try:
            if self._declares:
                declare_queue(pika, connection, self._queue)
            channel = connection.channel()
            channel.add_on_cancel_callback(self._on_cancel)
            if self._config.get_prefetch_count() is not None:
                channel.basic_qos(prefetch_count=self._config.get_prefetch_count())
            self._subscribe(channel, on_message)
        except pika.exceptions.AMQPError as error:
            close_quietly(pika, connection)
            raise ConnectorError(f"{self._needed_by}: RabbitMQ refused the subscription: {error}") from None
        with self._changed:
            messages.extendleft(reversed(self._messages))
            self._messages = messages
            self._pika, self._connection, self._channel, self._session = pika, connection, channel, session
            self._changed.notify_all()

    def _on_cancel(self, method: Any) -> None:
        self._failure = ConnectorError(
            f"{self._needed_by}: the broker ended the subscription: the queue may have been deleted"
        )

    def _serve(self, timeout_s: float) -> None:
        """Processes received messages and heartbeats."""
        try:
            self._connection.process_data_events(timeout_s)
            if not self._channel.is_open:
                raise self._pika.exceptions.ChannelWrongStateError("the broker has closed the channel")
        except self._pika.exceptions.AMQPError as error:
            self._connection_lost(error)

    def _connection_lost(self, error: Exception) -> None:
        message = f"{self._needed_by}: the connection to RabbitMQ was lost: {error!r}"
        self._drop()
        if not self._config.is_automatic_recovery():
            self._failure = ConnectorError(message)
            return
        _log.warning("%s. Reconnecting", message)
        if self._acknowledges:
            self._messages.clear()

    def _drop(self) -> None:
        connection, self._connection, self._channel = self._connection, None, None
        if connection is not None:
            close_quietly(self._pika, connection)

    def _keep(self) -> None:
        if self._failure is not None:
            return
        with self._changed:
            if self._channel is not None:
                self._serve(0)
                return
        try:
            self._connect()
        except ConnectorError as error:
            _log.warning("%s", error)

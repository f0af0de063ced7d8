"""RMQConnectionConfig: the address of a RabbitMQ broker, and the settings of connections."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, Optional

from pyrite.core.connector.urls import check_url
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted

_HEARTBEAT_S = 60
"""The default heartbeat interval of brokers."""


@persisted("rabbitmq-settings/1")
@dataclass(frozen=True)
class _Settings:
    """The user's settings. None is the client's default."""

    uri: Optional[str] = field(default=None, repr=False)
    host: Optional[str] = None
    port: Optional[int] = None
    virtual_host: Optional[str] = None
    user_name: Optional[str] = None
    password: Optional[str] = field(default=None, repr=False)
    network_recovery_interval: Optional[int] = None
    automatic_recovery: Optional[bool] = None
    topology_recovery: Optional[bool] = None
    connection_timeout: Optional[int] = None
    requested_channel_max: Optional[int] = None
    requested_frame_max: Optional[int] = None
    requested_heartbeat: Optional[int] = None
    prefetch_count: Optional[int] = None


@persisted("rabbitmq-connection-config/1")
class RMQConnectionConfig:
    """The settings of connections, created by its Builder. Its repr omits the password and the URI."""

    def __init__(self, settings: _Settings) -> None:
        self._settings = settings

    def __repr__(self) -> str:
        return f"RMQConnectionConfig({self._settings!r})"

    def get_host(self) -> Optional[str]:
        """The broker's host, unless there is a URI."""
        return self._settings.host

    def get_port(self) -> Optional[int]:
        """The broker's port, unless there is a URI."""
        return self._settings.port

    def get_virtual_host(self) -> Optional[str]:
        """The virtual host, unless there is a URI."""
        return self._settings.virtual_host

    def get_user_name(self) -> Optional[str]:
        """The user name, unless there is a URI."""
        return self._settings.user_name

    def get_password(self) -> Optional[str]:
        """The password, unless there is a URI."""
        return self._settings.password

    def get_uri(self) -> Optional[str]:
        """The broker's URI, if one was set."""
        return self._settings.uri

    def get_network_recovery_interval(self) -> int:
        """Milliseconds between reconnection attempts."""
        return 5000 if self._settings.network_recovery_interval is None else self._settings.network_recovery_interval

    def is_automatic_recovery(self) -> bool:
        """Whether a source reconnects automatically. Otherwise a lost connection fails the attempt."""
        return self._settings.automatic_recovery is not False

    def is_topology_recovery(self) -> bool:
        """The configured value. It has no effect: every new connection declares a missing queue."""
        return self._settings.topology_recovery is not False

    def get_connection_timeout(self) -> Optional[int]:
        """Milliseconds."""
        return self._settings.connection_timeout

    def get_requested_channel_max(self) -> Optional[int]:
        """The maximum number of channels, if configured."""
        return self._settings.requested_channel_max

    def get_requested_frame_max(self) -> Optional[int]:
        """The maximum size of a frame in bytes, if configured."""
        return self._settings.requested_frame_max

    def get_requested_heartbeat(self) -> Optional[int]:
        """Seconds."""
        return self._settings.requested_heartbeat

    def get_prefetch_count(self) -> Optional[int]:
        """The maximum number of unacknowledged messages; None: no limit."""
        return self._settings.prefetch_count

    def heartbeat_s(self) -> float:
        """Seconds between heartbeats."""
        return self._settings.requested_heartbeat or _HEARTBEAT_S

    def connect(self, needed_by: str) -> tuple[ModuleType, Any]:
        """The client's module and a new connection. ConnectorError if it could not be opened."""
        pika = load("pika", "rabbitmq", needed_by)
        logging.getLogger("pika").setLevel(logging.CRITICAL)  # pika also raises the errors that it logs with tracebacks
        parameters = self._parameters(pika)
        address = f"{parameters.host}:{parameters.port}"
        try:
            return pika, pika.BlockingConnection(parameters)
        except (pika.exceptions.AMQPError, OSError) as error:
            reason = str(error) or repr(error)
            raise ConnectorError(f"{needed_by}: no connection to RabbitMQ at {address}: {reason}") from None

    def _parameters(self, pika: ModuleType) -> Any:
        settings = self._settings
        parameters = pika.ConnectionParameters() if settings.uri is None else pika.URLParameters(settings.uri)
        seconds = None if settings.connection_timeout is None else settings.connection_timeout / 1000
        requested = {
            "host": settings.host,
            "port": settings.port,
            "virtual_host": settings.virtual_host,
            "heartbeat": settings.requested_heartbeat,
            "frame_max": settings.requested_frame_max or None,
            "channel_max": settings.requested_channel_max or None,
            "socket_timeout": seconds,
            "stack_timeout": seconds,
        }
        for name, value in requested.items():
            if value is not None:
                setattr(parameters, name, value)
        if settings.user_name is not None:
            parameters.credentials = pika.PlainCredentials(settings.user_name, settings.password or "")
        return parameters

    class Builder:
        """Builds a configuration. A URI or a host is required."""

        def __init__(self) -> None:
            self._settings = _Settings()

        def _set(self, **changes: Any) -> RMQConnectionConfig.Builder:
            self._settings = replace(self._settings, **changes)
            return self

        def set_host(self, host: str) -> RMQConnectionConfig.Builder:
            """The broker's host."""
            return self._set(host=host)

        def set_port(self, port: int) -> RMQConnectionConfig.Builder:
            """The broker's port."""
            if not 0 < port < 65536:
                raise InvalidProgramError(f"the port must be a number from 1 to 65535, not {port}")
            return self._set(port=port)

        def set_virtual_host(self, vhost: str) -> RMQConnectionConfig.Builder:
            """The virtual host."""
            return self._set(virtual_host=vhost)

        def set_user_name(self, user_name: str) -> RMQConnectionConfig.Builder:
            """The user name."""
            return self._set(user_name=user_name)

        def set_password(self, password: str) -> RMQConnectionConfig.Builder:
            """The password."""
            return self._set(password=password)

        def set_uri(self, uri: str) -> RMQConnectionConfig.Builder:
            """`amqp://user:password@host:port/virtual_host`, or `amqps://` for TLS."""
            if not uri.startswith(("amqp://", "amqps://")):
                raise InvalidProgramError("the URI of a RabbitMQ broker must begin with amqp:// or amqps://")
            check_url(uri, "a RabbitMQ broker")
            return self._set(uri=uri)

        def set_topology_recovery_enabled(self, topology_recovery_enabled: bool) -> RMQConnectionConfig.Builder:
            """For PyFlink programs. Has no effect."""
            return self._set(topology_recovery=topology_recovery_enabled)

        def set_requested_heartbeat(self, requested_heartbeat: int) -> RMQConnectionConfig.Builder:
            """Seconds between heartbeats."""
            return self._set(requested_heartbeat=_not_negative("requested_heartbeat", requested_heartbeat))

        def set_requested_frame_max(self, requested_frame_max: int) -> RMQConnectionConfig.Builder:
            """Bytes; 0: the client's default."""
            if requested_frame_max and not 4096 <= requested_frame_max <= 131072:
                raise InvalidProgramError(
                    f"requested_frame_max must be 0 or from 4096 to 131072, not {requested_frame_max}"
                )
            return self._set(requested_frame_max=requested_frame_max)

        def set_requested_channel_max(self, requested_channel_max: int) -> RMQConnectionConfig.Builder:
            """0: the client's default."""
            return self._set(requested_channel_max=_not_negative("requested_channel_max", requested_channel_max))

        def set_network_recovery_interval(self, network_recovery_interval: int) -> RMQConnectionConfig.Builder:
            """Milliseconds between reconnection attempts."""
            return self._set(
                network_recovery_interval=_not_negative("network_recovery_interval", network_recovery_interval)
            )

        def set_connection_timeout(self, connection_timeout: int) -> RMQConnectionConfig.Builder:
            """The connection timeout in milliseconds; 0: the client's default."""
            return self._set(connection_timeout=_not_negative("connection_timeout", connection_timeout) or None)

        def set_automatic_recovery(self, automatic_recovery: bool) -> RMQConnectionConfig.Builder:
            """Whether a source reconnects automatically. Otherwise a lost connection fails the attempt."""
            return self._set(automatic_recovery=automatic_recovery)

        def set_prefetch_count(self, prefetch_count: int) -> RMQConnectionConfig.Builder:
            """The maximum number of messages between two checkpoints. A low value limits the throughput."""
            if not 0 <= prefetch_count < 65536:
                raise InvalidProgramError(f"prefetch_count must be from 0 (no limit) to 65535, not {prefetch_count}")
            return self._set(prefetch_count=prefetch_count or None)

        def build(self) -> RMQConnectionConfig:
            """Returns the configuration. InvalidProgramError without a URI or a host."""
            if self._settings.uri is None and self._settings.host is None:
                raise InvalidProgramError("RMQConnectionConfig needs set_host() or set_uri()")
            return RMQConnectionConfig(self._settings)


def _not_negative(name: str, value: int) -> int:
    if value < 0:
        raise InvalidProgramError(f"{name} must be at least 0, not {value}")
    return value


def declare_queue(pika: ModuleType, connection: Any, queue: str) -> None:
    """Creates a durable queue if it does not exist. An existing queue is not changed."""
    try:
        connection.channel().queue_declare(queue, passive=True)
    except pika.exceptions.ChannelClosedByBroker as error:
        if (
            error.reply_code != 404 or "no queue" not in error.reply_text
        ):  # the queue may exist, but may not be available yet
            raise
        connection.channel().queue_declare(queue, durable=True)


def close_quietly(pika: ModuleType, connection: Any) -> None:
    """Closes a connection, which may be broken."""
    if connection.is_open:
        with contextlib.suppress(pika.exceptions.AMQPError):
            connection.close()

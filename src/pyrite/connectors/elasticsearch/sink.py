"""ElasticsearchSink, and its builders."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Optional, TypeVar

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.elasticsearch.bulk import BulkWriter
from pyrite.connectors.elasticsearch.emitter import ElasticsearchEmitter
from pyrite.connectors.elasticsearch.options import BulkSettings, ConnectionSettings, FlushBackoffType
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, NO_GUARANTEE, Declaration, Guarantee
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import InvalidProgramError

B = TypeVar("B", bound="ElasticsearchSinkBuilderBase")

_PLAIN = Guarantee(AT_LEAST_ONCE, "no transactions, documents without an id")
_IDS = Guarantee(EXACTLY_ONCE, "document ids: a repeated write replaces the document")
_NONE = Guarantee(NO_GUARANTEE, "not flushed at checkpoints")


class ElasticsearchSink(Sink):
    """Sends documents in bulk requests. Created by Elasticsearch7SinkBuilder."""

    declaration: ClassVar[Declaration] = Declaration(
        "Elasticsearch, OpenSearch", (_PLAIN, _IDS, _NONE), "pyrite[elasticsearch]", "OpenSearch 2.19"
    )

    def __init__(
        self,
        connection: ConnectionSettings,
        bulk: BulkSettings,
        emitter: ElasticsearchEmitter,
        delivery_guarantee: DeliveryGuarantee,
    ) -> None:
        self._connection = connection
        self._bulk = bulk
        self._emitter = emitter
        self._flushes = delivery_guarantee is not DeliveryGuarantee.NONE

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return BulkWriter(self._connection, self._bulk, self._emitter, self._flushes)

    def guarantee(self) -> Guarantee:
        if not self._flushes:
            return _NONE
        return _PLAIN if self._emitter.key_field is None else _IDS


class ElasticsearchSinkBuilderBase:
    """Builds an ElasticsearchSink. Hosts and an emitter are required."""

    def __init__(self) -> None:
        self._connection = ConnectionSettings()
        self._bulk = BulkSettings()
        self._emitter: Optional[ElasticsearchEmitter] = None
        self._delivery_guarantee = DeliveryGuarantee.AT_LEAST_ONCE

    def set_emitter(self: B, emitter: ElasticsearchEmitter) -> B:
        """Sets the emitter, which converts records into documents. Required."""
        self._emitter = emitter
        return self

    def set_hosts(self: B, hosts: str | list[str]) -> B:
        """Sets the hosts: `localhost:9200`, optionally with `http://` or `https://`. Required."""
        addresses = [hosts] if isinstance(hosts, str) else hosts
        return self._connect(hosts=tuple(host if "://" in host else f"http://{host}" for host in addresses))

    def set_delivery_guarantee(self: B, delivery_guarantee: DeliveryGuarantee) -> B:
        """Sets AT_LEAST_ONCE, the default, or NONE, which does not flush at checkpoints."""
        if DeliveryGuarantee.checked(delivery_guarantee) is DeliveryGuarantee.EXACTLY_ONCE:
            raise InvalidProgramError(
                "Elasticsearch has no transactions: delivery_guarantee must be AT_LEAST_ONCE or NONE. With a key field "
                "in the emitter, AT_LEAST_ONCE writes each document effectively once"
            )
        self._delivery_guarantee = delivery_guarantee
        return self

    def set_bulk_flush_max_actions(self: B, num_max_actions: int) -> B:
        """Sets the maximum number of documents in a request. The default is 1000; -1: no limit."""
        return self._send(max_actions=_count("bulk_flush_max_actions", num_max_actions))

    def set_bulk_flush_max_size_mb(self: B, max_size_mb: int) -> B:
        """Sets the maximum size of a request. The default is 5 MB; -1: no limit."""
        return self._send(max_size_mb=_count("bulk_flush_max_size_mb", max_size_mb))

    def set_bulk_flush_interval(self: B, interval_millis: int) -> B:
        """Sets the maximum delay of documents. By default, -1, they are sent when full or at the next checkpoint."""
        return self._send(interval_ms=_count("bulk_flush_interval", interval_millis))

    def set_bulk_flush_backoff_strategy(
        self: B, flush_backoff_type: FlushBackoffType, max_retries: int, delay_millis: int
    ) -> B:
        """Sets the retries of requests that an overloaded server rejects. By default they fail the job."""
        if not isinstance(flush_backoff_type, FlushBackoffType):
            names = [kind.name for kind in FlushBackoffType]
            raise InvalidProgramError(f"flush_backoff_type must be one of {names}, not {flush_backoff_type!r}")
        return self._send(backoff=flush_backoff_type.backoff(max_retries, delay_millis))

    def set_connection_username(self: B, username: str) -> B:
        """Sets the user name for HTTP basic authentication."""
        return self._connect(username=username)

    def set_connection_password(self: B, password: str) -> B:
        """Sets the password for HTTP basic authentication."""
        return self._connect(password=password)

    def set_connection_path_prefix(self: B, prefix: str) -> B:
        """Sets the path prefix of all requests, for a server that is not at the root."""
        return self._connect(path_prefix=prefix)

    def set_connection_request_timeout(self: B, timeout: int) -> B:
        """Has no effect: a task has a separate connection, and never waits for a connection pool."""
        return self

    def set_connection_timeout(self: B, timeout: int) -> B:
        """Sets the timeout in milliseconds, for connecting and for answers: the last setting of either applies."""
        return self._connect(timeout_ms=timeout)

    def set_socket_timeout(self: B, timeout: int) -> B:
        """See `set_connection_timeout`. The default is 10 s."""
        return self._connect(timeout_ms=timeout)

    def _connect(self: B, **changed: Any) -> B:
        self._connection = replace(self._connection, **changed)
        return self

    def _send(self: B, **changed: Any) -> B:
        self._bulk = replace(self._bulk, **changed)
        return self

    def build(self) -> ElasticsearchSink:
        """Returns the sink. InvalidProgramError if a required setting is missing."""
        if self._emitter is None or not self._connection.hosts:
            raise InvalidProgramError("an ElasticsearchSink needs set_hosts() and set_emitter()")
        return ElasticsearchSink(self._connection, self._bulk, self._emitter, self._delivery_guarantee)


class Elasticsearch7SinkBuilder(ElasticsearchSinkBuilderBase):
    """Builds a sink for Elasticsearch 7 and later, and for OpenSearch."""


class Elasticsearch6SinkBuilder(ElasticsearchSinkBuilderBase):
    """Builds a sink for Elasticsearch 6, whose documents have a type, by default `_doc`. Not tested with a server."""

    def build(self) -> ElasticsearchSink:
        if self._emitter is not None and self._emitter.doc_type is None:
            self._emitter = replace(self._emitter, doc_type="_doc")
        return super().build()


def _count(option: str, value: int) -> int:
    if value < 1 and value != -1:
        raise InvalidProgramError(f"{option} must be at least 1, or -1, not {value!r}")
    return value

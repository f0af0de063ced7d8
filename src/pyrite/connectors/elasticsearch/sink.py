"""ElasticsearchSink, and the builders that make it."""

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
_IDS = Guarantee(EXACTLY_ONCE, "document ids: a repeat replaces the document")
_NONE = Guarantee(NO_GUARANTEE, "not flushed at checkpoints")


class ElasticsearchSink(Sink):
    """Documents in bulk requests. Made by Elasticsearch7SinkBuilder."""

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
    """Needs hosts and an emitter."""

    def __init__(self) -> None:
        self._connection = ConnectionSettings()
        self._bulk = BulkSettings()
        self._emitter: Optional[ElasticsearchEmitter] = None
        self._delivery_guarantee = DeliveryGuarantee.AT_LEAST_ONCE

    def set_emitter(self: B, emitter: ElasticsearchEmitter) -> B:
        """What makes requests of records. Required."""
        self._emitter = emitter
        return self

    def set_hosts(self: B, hosts: str | list[str]) -> B:
        """`localhost:9200`, or with `http://` or `https://` before it."""
        addresses = [hosts] if isinstance(hosts, str) else hosts
        return self._connect(hosts=tuple(host if "://" in host else f"http://{host}" for host in addresses))

    def set_delivery_guarantee(self: B, delivery_guarantee: DeliveryGuarantee) -> B:
        """AT_LEAST_ONCE, the default, or NONE, which does not flush at checkpoints."""
        if DeliveryGuarantee.checked(delivery_guarantee) is DeliveryGuarantee.EXACTLY_ONCE:
            raise InvalidProgramError(
                "Elasticsearch has no transactions: delivery_guarantee is AT_LEAST_ONCE or NONE. With a key field of "
                "the emitter, a document is there once all the same"
            )
        self._delivery_guarantee = delivery_guarantee
        return self

    def set_bulk_flush_max_actions(self: B, num_max_actions: int) -> B:
        """1000 documents if it is not set; -1: any number."""
        return self._send(max_actions=_count("bulk_flush_max_actions", num_max_actions))

    def set_bulk_flush_max_size_mb(self: B, max_size_mb: int) -> B:
        """5 MB a request if it is not set; -1: any size."""
        return self._send(max_size_mb=_count("bulk_flush_max_size_mb", max_size_mb))

    def set_bulk_flush_interval(self: B, interval_millis: int) -> B:
        """-1, as if it is not set: documents wait for a full request or the next checkpoint."""
        return self._send(interval_ms=_count("bulk_flush_interval", interval_millis))

    def set_bulk_flush_backoff_strategy(
        self: B, flush_backoff_type: FlushBackoffType, max_retries: int, delay_millis: int
    ) -> B:
        """How requests are sent again that the server has no room for. Without it, the job fails and restarts."""
        if not isinstance(flush_backoff_type, FlushBackoffType):
            names = [kind.name for kind in FlushBackoffType]
            raise InvalidProgramError(f"flush_backoff_type is one of {names}, not {flush_backoff_type!r}")
        return self._send(backoff=flush_backoff_type.backoff(max_retries, delay_millis))

    def set_connection_username(self: B, username: str) -> B:
        """The user name of HTTP basic authentication."""
        return self._connect(username=username)

    def set_connection_password(self: B, password: str) -> B:
        """The password of HTTP basic authentication."""
        return self._connect(password=password)

    def set_connection_path_prefix(self: B, prefix: str) -> B:
        """A path that all requests begin with, for a server that is not at the root."""
        return self._connect(path_prefix=prefix)

    def set_connection_request_timeout(self: B, timeout: int) -> B:
        """Has no effect: a task has a connection of its own, and never waits for one of a pool."""
        return self

    def set_connection_timeout(self: B, timeout: int) -> B:
        """In milliseconds. The client has one limit for connecting and for answers: what was set last counts."""
        return self._connect(timeout_ms=timeout)

    def set_socket_timeout(self: B, timeout: int) -> B:
        """See `set_connection_timeout`. 10 s if it is not set."""
        return self._connect(timeout_ms=timeout)

    def _connect(self: B, **changed: Any) -> B:
        self._connection = replace(self._connection, **changed)
        return self

    def _send(self: B, **changed: Any) -> B:
        self._bulk = replace(self._bulk, **changed)
        return self

    def build(self) -> ElasticsearchSink:
        """The sink. InvalidProgramError if something it needs was not set."""
        if self._emitter is None or not self._connection.hosts:
            raise InvalidProgramError("an ElasticsearchSink needs set_hosts and set_emitter")
        return ElasticsearchSink(self._connection, self._bulk, self._emitter, self._delivery_guarantee)


class Elasticsearch7SinkBuilder(ElasticsearchSinkBuilderBase):
    """For Elasticsearch 7 and later, and for OpenSearch."""


class Elasticsearch6SinkBuilder(ElasticsearchSinkBuilderBase):
    """For Elasticsearch 6, whose documents have a type, `_doc` if the emitter names none. Not tried with a server."""

    def build(self) -> ElasticsearchSink:
        if self._emitter is not None and self._emitter.doc_type is None:
            self._emitter = replace(self._emitter, doc_type="_doc")
        return super().build()


def _count(option: str, value: int) -> int:
    if value < 1 and value != -1:
        raise InvalidProgramError(f"{option} is 1 or more, or -1, not {value!r}")
    return value

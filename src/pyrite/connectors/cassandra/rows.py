"""RowSender: writes rows with a prepared statement, many concurrently, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Optional

from pyrite.connectors.cassandra.cluster_builder import ClusterBuilder
from pyrite.connectors.cassandra.options import CassandraFailureHandler, WriteSettings
from pyrite.connectors.cassandra.query import is_idempotent, with_settings
from pyrite.core.errors import ConnectorError
from pyrite.core.extras import load
from pyrite.core.types.rows import Row


def connected(builder: ClusterBuilder) -> tuple[Any, Any]:
    """Connects to a cluster, and returns it with its session. ConnectorError names a cluster that is unreachable."""
    cluster = builder.build_cluster()
    try:
        return cluster, cluster.connect()
    except Exception as error:
        cluster.shutdown()
        raise _failure(cluster, error) from None


def _failure(cluster: Any, error: Exception) -> ConnectorError:
    places = ", ".join(f"{point}:{cluster.port}" for point in cluster.contact_points)
    return ConnectorError(f"Cassandra at {places}: {type(error).__name__}: {error}")


def values_of(record: Any, fields: int) -> Sequence[Any]:
    """A record's values. TypeError if their number differs from the statement's."""
    values = record._values if isinstance(record, Row) else record
    if not isinstance(values, (tuple, list)) or len(values) != fields:
        raise TypeError(f"expected a row or a tuple of {fields} fields, got {record!r}")
    return values


class RowSender:
    """Sends requests from one thread, in order, so that their timestamps, which order the writes, increase."""

    def __init__(
        self, builder: ClusterBuilder, query: str, settings: WriteSettings, handler: CassandraFailureHandler
    ) -> None:
        self._settings = settings
        self._handler = handler
        self._cluster, self._session = connected(builder)
        driver = load("cassandra", "cassandra", "the Cassandra connector")
        self._unset = load("cassandra.query", "cassandra", "the Cassandra connector").UNSET_VALUE
        try:
            self._statement = self._session.prepare(with_settings(query, settings))
        except Exception as error:
            self._cluster.shutdown()
            raise _failure(self._cluster, error) from None
        self._fields = len(self._statement.column_metadata)
        self._statement.is_idempotent = is_idempotent(query)
        if settings.consistency_level is not None:
            self._statement.consistency_level = getattr(driver.ConsistencyLevel, settings.consistency_level.name)

    def send(self, records: Iterable[Any], timestamps_us: Optional[Callable[[], int]] = None) -> None:
        """Writes records, and waits for all of them. `timestamps_us` replaces the current time as their timestamp."""
        if timestamps_us is not None:
            self._cluster.timestamp_generator = timestamps_us
        in_progress: deque[Any] = deque()
        for record in records:
            in_progress.append(self._request(record))
            if len(in_progress) >= self._settings.max_concurrent_requests:
                self._await(in_progress.popleft())
        while in_progress:
            self._await(in_progress.popleft())

    def _request(self, record: Any) -> Any:
        values = values_of(record, self._fields)
        if not self._settings.saves_nulls:
            values = [self._unset if value is None else value for value in values]
        return self._session.execute_async(self._statement, values, trace=self._settings.tracing)

    def _await(self, request: Any) -> None:
        try:
            request.result()
        except Exception as error:
            self._handler.on_failure(_failure(self._cluster, error))

    def close(self) -> None:
        self._cluster.shutdown()

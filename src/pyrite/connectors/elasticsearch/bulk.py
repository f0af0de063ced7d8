"""BulkWriter: sends documents in bulk requests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, Final, Optional

from pyrite.connectors.base.batching_writer import BatchingWriter
from pyrite.connectors.elasticsearch.emitter import ElasticsearchEmitter
from pyrite.connectors.elasticsearch.options import BulkSettings, ConnectionSettings
from pyrite.core.errors import ConnectorError
from pyrite.core.extras import load

_MANY: Final = 1 << 30
_NO_ROOM: Final = (429, 502, 503, 504)
_SHOWN: Final = 300

Item = bytes
"""Two lines: an action and a document; for a delete, only the action."""


class BulkWriter(BatchingWriter):
    """Retries requests that an overloaded server rejects. A rejected document fails the job."""

    def __init__(
        self, connection: ConnectionSettings, bulk: BulkSettings, emitter: Optional[ElasticsearchEmitter], flushes: bool
    ) -> None:
        """Without an emitter, a subclass creates the items."""
        client = load("opensearchpy", "elasticsearch", "the Elasticsearch connector")
        self._no_connection: type[Exception] = client.ConnectionError
        self._refused: type[Exception] = client.TransportError
        self._address = connection.address
        self._backoff = bulk.backoff
        self._max_bytes = bulk.max_size_mb << 20 if bulk.max_size_mb > 0 else _MANY
        self._emit = None if emitter is None else emitter.emit
        self._flushes = flushes
        login = {} if connection.username is None else {"http_auth": (connection.username, connection.password or "")}
        self._client = client.OpenSearch(
            list(connection.hosts),
            url_prefix=connection.path_prefix,
            timeout=connection.timeout_ms / 1000,
            max_retries=0,
            **login,
        )
        self._dumps = self._client.transport.serializer.dumps
        super().__init__(bulk.max_actions if bulk.max_actions > 0 else _MANY, max(bulk.interval_ms, 0))

    def _items_of(self, values: list[Any]) -> list[Item]:
        assert self._emit is not None
        return ["{}\n{}\n".format(*map(self._dumps, self._emit(value))).encode() for value in values]

    def flush(self, end_of_input: bool) -> None:
        """Sends buffered documents; without a guarantee only at the end of input."""
        if self._flushes or end_of_input:
            super().flush(end_of_input)

    def _send(self, items: Sequence[Item]) -> None:
        for request in _requests(items, self._max_bytes):
            self._send_request(request)

    def _send_request(self, items: list[Item]) -> None:
        for failures in count(1):
            items, reason = self._bulk(items)
            if not items:
                return
            if not self._backoff.wait_after(failures):
                raise ConnectorError(f"Elasticsearch at {self._address}: {reason}")

    def _bulk(self, items: list[Item]) -> tuple[list[Item], str]:
        """Sends a request. Returns the items to retry, and the reason."""
        try:
            answer = self._client.bulk(body=b"".join(items))
        except self._no_connection as error:
            return items, str(error)
        except self._refused as error:
            status = getattr(error, "status_code", 0)
            if status in _NO_ROOM:
                return items, str(error)
            raise ConnectorError(f"Elasticsearch at {self._address}: {error}") from None
        if not answer["errors"]:
            return [], ""
        results = [next(iter(result.items())) for result in answer["items"]]
        failed = [
            (item, result)
            for item, (action, result) in zip(items, results, strict=True)
            if result["status"] >= 300 and (action, result["status"]) != ("delete", 404)
        ]
        for item, result in failed:
            if result["status"] not in _NO_ROOM:
                line = item.splitlines()[-1][:_SHOWN].decode(errors="replace")
                reason = f"index {result['_index']} rejected {line}: {result['error']}"
                raise ConnectorError(f"Elasticsearch at {self._address}: {reason}")
        return [item for item, _ in failed], str(failed[0][1]["error"]) if failed else ""

    def close(self) -> None:
        super().close()
        self._client.close()


def _requests(items: Sequence[Item], max_bytes: int) -> Iterator[list[Item]]:
    """Divides items into requests of at most `max_bytes`, with at least one document each."""
    part: list[Item] = []
    size = 0
    for item in items:
        if part and size + len(item) > max_bytes:
            yield part
            part, size = [], 0
        part.append(item)
        size += len(item)
    if part:
        yield part

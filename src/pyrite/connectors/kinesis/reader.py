"""KinesisReader: reads shards with background requests, one at a time for each shard."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, Optional

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.kinesis.client import AwsSettings
from pyrite.connectors.kinesis.shards import AFTER, AT_TIMESTAMP, ShardSplit
from pyrite.core.connector.source import EndOfInput, SourceBlock, SourceReader, SourceReaderContext
from pyrite.core.errors import ConnectorError

_THREADS: Final = 8


class _Shard:
    """A shard in progress. `records` are fetched and not polled yet. `iterator` is None after the end of the shard."""

    def __init__(self, split: ShardSplit) -> None:
        self.split = split
        self.iterator: Optional[str] = ""
        self.records: list[dict[str, Any]] = []
        self.request: Optional[Future[dict[str, Any]]] = None
        self.not_before_ms = 0


class KinesisReader(SourceReader[ShardSplit]):
    """Reads shards. A position advances when records are polled."""

    def __init__(
        self, settings: AwsSettings, decoder: Decoder, context: SourceReaderContext, limit: int, interval_ms: int
    ) -> None:
        self._settings = settings
        self._decoder = decoder
        self._clock = context.clock
        self._limit = limit
        self._interval_ms = interval_ms
        self._shards: dict[str, _Shard] = {}

    def open(self) -> None:
        self._client = self._settings.client("kinesis", "FlinkKinesisConsumer")
        self._pool = ThreadPoolExecutor(_THREADS, "kinesis")

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def add_splits(self, splits: list[ShardSplit]) -> None:
        self._shards.update({split.split_id: _Shard(split) for split in splits})

    def notify_no_more_splits(self) -> None:
        """Has no effect: new shards may appear at any time."""

    def snapshot_state(self, checkpoint_id: int) -> list[ShardSplit]:
        return [shard.split for shard in self._shards.values()]

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        requests = [request for shard in self._shards.values() if (request := self._request(shard)) is not None]
        if requests and not any(shard.records for shard in self._shards.values()):
            wait(requests, timeout_ms / 1000, FIRST_COMPLETED)
        for shard in list(self._shards.values()):
            if shard.request is not None and shard.request.done():
                self._take(shard, shard.request)
            if shard.records or shard.iterator is None:
                self._shards[shard.split.split_id] = self._shards.pop(shard.split.split_id)  # round-robin
                return self._block(shard, max_records)
        return None

    def _request(self, shard: _Shard) -> Optional[Future[dict[str, Any]]]:
        due = shard.iterator is not None and not shard.records and self._clock.now_ms() >= shard.not_before_ms
        if shard.request is None and due:
            assert shard.iterator is not None
            shard.request = self._pool.submit(_fetch, self._client, shard.split, shard.iterator, self._limit)
        return shard.request

    def _take(self, shard: _Shard, request: Future[dict[str, Any]]) -> None:
        shard.request = None
        shard.not_before_ms = self._clock.now_ms() + self._interval_ms
        try:
            response = request.result()
        except Exception as error:
            name = type(error).__name__
            if name in ("ProvisionedThroughputExceededException", "ExpiredIteratorException"):
                shard.iterator = ""
                return
            place = self._settings.place("kinesis")
            raise ConnectorError(
                f"shard {shard.split.split_id} at {place} cannot be read: {self._settings.secrets.masked(error)}"
            ) from None
        shard.iterator = response.get("NextShardIterator")
        shard.records = response["Records"]

    def _block(self, shard: _Shard, max_records: int) -> SourceBlock:
        records, shard.records = shard.records[:max_records], shard.records[max_records:]
        split_id = shard.split.split_id
        values, indices = self._decoder.decode(
            [record["Data"] for record in records],
            lambda index: f"{split_id}, sequence number {records[index]['SequenceNumber']}",
        )
        times = [int(record["ApproximateArrivalTimestamp"].timestamp() * 1000) for record in records]
        if records:
            shard.split = replace(shard.split, kind=AFTER, at=records[-1]["SequenceNumber"])
        ended = shard.iterator is None and not shard.records
        if ended:
            del self._shards[split_id]
        return SourceBlock(split_id, values, times if indices is None else [times[index] for index in indices], ended)


def _fetch(client: Any, split: ShardSplit, iterator: str, limit: int) -> dict[str, Any]:
    """Fetches the next records, in another thread. An empty iterator begins at the split's position."""
    if not iterator:
        where: dict[str, Any] = {}
        if split.kind == AFTER:
            where["StartingSequenceNumber"] = split.at
        elif split.kind == AT_TIMESTAMP:
            where["Timestamp"] = datetime.fromisoformat(split.at)
        response = client.get_shard_iterator(
            StreamName=split.stream, ShardId=split.shard, ShardIteratorType=split.kind, **where
        )
        iterator = response["ShardIterator"]
    records: dict[str, Any] = client.get_records(ShardIterator=iterator, Limit=limit)
    return records

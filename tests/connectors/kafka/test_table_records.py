"""Messages of Kafka become columns: without a broker."""

from __future__ import annotations

from typing import Any, Optional

import pytest
from confluent_kafka import Message

from pyrite.connectors.kafka.table.records import ColumnMessageDecoder
from pyrite.connectors.kafka.table.table import KafkaTableFactory, KafkaTableSource
from pyrite.core.clock import ManualClock
from pyrite.core.connector.source import SourceReaderContext
from pyrite.core.errors import BadRecordError
from pyrite.formats.json.quick_reader import QuickReader
from pyrite.formats.message_decoder import MessageDecoder
from tests.connectors.kafka.tables import SOMEWHERE, context, options_of


class CountingContext:
    """A runtime context that counts what was skipped."""

    def __init__(self) -> None:
        self.count = 0

    def get_metrics_group(self) -> CountingContext:
        return self

    def counter(self, name: str) -> CountingContext:
        assert name == "numBadRecords"
        return self

    def inc(self, count: int = 1) -> None:
        self.count += count


def source(**options: str) -> KafkaTableSource:
    made = options_of(SOMEWHERE, "t", **{"scan_startup_mode": "earliest-offset", **options})
    return KafkaTableFactory().describe_source(context(made))


def message(offset: int, value: Optional[bytes], key: Optional[bytes] = None, **more: Any) -> Message:
    return Message(topic="t", partition=3, offset=offset, value=value, key=key, timestamp=(1, 1000), **more)


def decoded(table: KafkaTableSource, *messages: Message, counting: Any = None) -> list[tuple[Any, ...]]:
    decoder = ColumnMessageDecoder(table.records(), SourceReaderContext(0, 1, ManualClock(), runtime_context=counting))
    block, timestamps = decoder.decode("t-3", list(messages))
    assert timestamps is None
    return [tuple(row.values()) for row in block.batch.to_pylist()]


def test_plain_records_make_no_python_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("a row was made")

    monkeypatch.setattr(MessageDecoder, "decode_rows", refuse)
    monkeypatch.setattr(QuickReader, "read", refuse)
    messages = [message(n, b'{"id":%d,"name":"x"}' % n) for n in range(3)]
    assert decoded(source(), *messages) == [(0, "x", None), (1, "x", None), (2, "x", None)]


def test_skipped_records_are_counted_and_metadata_follows_the_rows() -> None:
    counting = CountingContext()
    table = source(json_ignore__parse__errors="true").apply_projection([0]).apply_readable_metadata(["offset"])
    messages = [message(5, b"{"), message(6, b'[{"id":1},{"id":2}]'), message(7, None), message(8, b'{"id":3}')]
    assert decoded(table, *messages, counting=counting) == [(1, 6), (2, 6), (3, 8)]
    assert counting.count == 1


def test_each_row_of_the_value_goes_with_each_row_of_the_key() -> None:
    table = source(key_format="json", key_fields="name", value_fields__include="EXCEPT_KEY")
    keys = b'[{"name":"a"},{"name":"b"}]'
    messages = [
        message(0, b'[{"id":1},{"id":2}]', keys),
        message(1, b'{"id":3}'),  # as in Flink: no row without a key that the format can read
        message(2, b'{"id":4}', b'{"name":"c"}'),
    ]
    assert [row[:2] for row in decoded(table, *messages)] == [(1, "a"), (1, "b"), (2, "a"), (2, "b"), (4, "c")]


def test_key_that_cannot_be_read_is_named() -> None:
    table = source(key_format="json", key_fields="name", value_fields__include="EXCEPT_KEY")
    with pytest.raises(BadRecordError, match="Kafka topic 't', partition 3, offset 9: the key cannot be read: "):
        decoded(table, message(8, b"{}", b"{}"), message(9, b"{}", b"x"))


def test_all_metadata_is_read_where_there_is_none() -> None:
    keys = ["headers", "leader-epoch", "timestamp-type", "partition"]
    table = source().apply_projection([]).apply_readable_metadata(keys)
    assert decoded(table, message(0, b"{}", leader_epoch=4), message(1, b"{}", headers=[("h", None)])) == [
        ([], 4, "CreateTime", 3),
        ([("h", None)], None, "CreateTime", 3),
    ]

"""Redis: a server that is killed, repeats of a commit, settings that are wrong, secrets."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pyrite.common.block import Block
from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.base.staging import Part, Stage
from pyrite.connectors.redis.sink import RedisCommitter, StagedCommands
from pyrite.connectors.redis.source import StreamSplit
from pyrite.core.clock import ManualClock
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.connector.source import SourceBlock, SourceReader, SourceReaderContext
from pyrite.core.errors import BadRecordError, CommittableLostError, ConnectorError, InvalidProgramError
from pyrite.datastream.connectors.redis import RedisSink, RedisStreamSource
from servers.redis import RedisServer
from tests.connectors.redis.server import client, shared_server, started


@pytest.fixture
def own_server() -> Iterator[RedisServer]:
    server = started()
    yield server
    server.stop()


def reader_of(url: str, key: str, field: str = "value") -> SourceReader[StreamSplit]:
    source = RedisStreamSource(url, key, SimpleStringSchema(), field)
    reader = source.create_reader(SourceReaderContext(0, 1, ManualClock(0)))
    reader.open()
    reader.add_splits([StreamSplit(key, "0")])
    return reader


def values_of(polled: Any) -> list[Any]:
    assert isinstance(polled, SourceBlock)
    return polled.values


def new_key() -> str:
    return f"k{uuid.uuid4().hex[:12]}"


def test_reader_continues_when_the_server_was_killed(own_server: RedisServer) -> None:
    redis, key = client(own_server.url), new_key()
    redis.xadd(key, {"value": "1"})
    reader = reader_of(own_server.url, key)
    assert values_of(reader.poll(10, 1000)) == ["1"]
    own_server.kill()
    own_server.start()
    redis.xadd(key, {"value": "2"})
    assert values_of(reader.poll(10, 1000)) == ["2"]


def restored(reader: SourceReader[StreamSplit], key: str) -> SourceReader[StreamSplit]:
    again = reader_of(shared_server().url, key)
    again.add_splits(reader.snapshot_state(1))
    return again


def test_entries_that_were_trimmed_before_they_were_read_fail_the_job() -> None:
    redis, key = client(shared_server().url), new_key()
    for number in range(3):
        redis.xadd(key, {"value": str(number)})
    reader = reader_of(shared_server().url, key)
    assert values_of(reader.poll(10, 1000)) == ["0", "1", "2"]
    redis.xtrim(key, maxlen=0, approximate=False)  # these were read
    redis.xadd(key, {"value": "3"})
    assert values_of(restored(reader, key).poll(10, 1000)) == ["3"]
    redis.xadd(key, {"value": "4"})
    redis.xtrim(key, maxlen=1, approximate=False)
    with pytest.raises(ConnectorError, match="lost 1 entries before they were read; the job has read up to"):
        restored(reader, key).poll(10, 1000)


@pytest.mark.parametrize("again", [False, True])
def test_stream_that_was_deleted_fails_the_job(again: bool) -> None:
    redis, key = client(shared_server().url), new_key()
    redis.xadd(key, {"value": "0"})
    reader = reader_of(shared_server().url, key)
    assert values_of(reader.poll(10, 1000)) == ["0"]
    redis.delete(key)
    if again:
        redis.xadd(key, {"value": "1"}, id="1-1")
    with pytest.raises(ConnectorError, match="was deleted or recreated"):
        restored(reader, key).poll(10, 1000)


def test_timestamps_are_those_of_the_entries() -> None:
    key = new_key()
    client(shared_server().url).xadd(key, {"value": "1"}, id="1700000000000-5")
    polled = reader_of(shared_server().url, key).poll(10, 1000)
    assert isinstance(polled, SourceBlock) and polled.timestamps == [1_700_000_000_000]


def test_field_holds_the_record() -> None:
    key = new_key()
    client(shared_server().url).xadd(key, {"order": "7", "other": "x"})
    assert values_of(reader_of(shared_server().url, key, "order").poll(10, 1000)) == ["7"]


def test_entry_without_the_field_is_a_bad_record() -> None:
    key = new_key()
    client(shared_server().url).xadd(key, {"other": "x"}, id="5-0")
    with pytest.raises(BadRecordError, match=rf"stream '{key}', entry 5-0: .* has no field b'value'. It has b'other'"):
        reader_of(shared_server().url, key).poll(10, 1000)


def staged(mark: str, commands: list[tuple[Any, ...]], number: int = 1) -> StagedCommands:
    stage = Stage()
    stage.add(commands)
    return StagedCommands(mark, stage.take(), time.time(), number)


class Breaking(Part):
    """Commands, of which only some can be read."""

    def __init__(self, part: Part, limit: int) -> None:
        self._whole, self._limit = part, limit

    def items(self) -> Iterator[list[Any]]:
        yield [command for some in self._whole.items() for command in some][: self._limit]
        raise KeyboardInterrupt


def test_commit_once_more_changes_nothing() -> None:
    key = new_key()
    sink = RedisSink(shared_server().url, lambda value: ("RPUSH", key, value), DeliveryGuarantee.EXACTLY_ONCE)
    committable = staged(new_key(), [("RPUSH", key, "a"), ("RPUSH", key, "b")])
    for _ in range(2):
        committer = RedisCommitter(sink.settings)
        committer.commit([committable])
        committer.close()
    assert client(shared_server().url).lrange(key, 0, -1) == [b"a", b"b"]


def test_writer_has_one_mark_that_continues_with_its_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrite.connectors.redis.sink._AT_ONCE", 2)
    url, key = shared_server().url, new_key()
    sink = RedisSink(url, lambda value: ("RPUSH", key, value), DeliveryGuarantee.EXACTLY_ONCE)
    writer = sink.create_writer(WriterInitContext(3, 4, 1, print, print, job_id=key, operator_id="sink"))
    owed: list[StagedCommands] = []
    for some in (["a", "b", "c", "d", "e"], ["f"], ["g", "h"]):
        writer.write(Block(some))
        owed += writer.prepare_commit() + writer.prepare_commit()
    committer = RedisCommitter(sink.settings)
    for due in (owed[:1], owed[:2], owed, owed[:1], owed):
        committer.commit(due)
    assert client(url).lrange(key, 0, -1) == [b"a", b"b", b"c", b"d", b"e", b"f", b"g", b"h"]
    (mark,) = client(url).keys(f"pyrite:{key}:sink:3:*")
    assert (client(url).get(mark), client(url).ttl(mark) > 6 * 24 * 3600) == (b"3:0", True)


def test_commit_that_broke_in_the_middle_continues_behind_what_has_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrite.connectors.redis.sink._AT_ONCE", 2)
    url, key = shared_server().url, new_key()
    sink = RedisSink(url, lambda value: ("RPUSH", key, value), DeliveryGuarantee.EXACTLY_ONCE)
    owed = staged(new_key(), [("RPUSH", key, number) for number in range(5)])
    broken = replace(owed, parts=[*owed.parts[:-1], Breaking(owed.parts[-1], 3)])
    committer = RedisCommitter(sink.settings)
    with pytest.raises(KeyboardInterrupt):
        committer.commit([broken])
    assert client(url).lrange(key, 0, -1) == [b"0", b"1"]
    committer.commit([owed])
    assert client(url).lrange(key, 0, -1) == [b"0", b"1", b"2", b"3", b"4"]


def test_commands_that_are_older_than_marks_are_not_run_again() -> None:
    sink = RedisSink(shared_server().url, lambda value: ("INCR", value), DeliveryGuarantee.EXACTLY_ONCE)
    owed = replace(staged(new_key(), [("INCR", new_key())]), staged_at=time.time() - 8 * 24 * 3600)
    with pytest.raises(CommittableLostError, match="may have run before: progress marks expire"):
        RedisCommitter(sink.settings).commit([owed])


def test_command_that_is_refused_within_a_commit_fails_each_repeat() -> None:
    url, key = shared_server().url, new_key()
    client(url).set(f"{key}:text", "abc")
    sink = RedisSink(url, lambda value: ("INCR", value), DeliveryGuarantee.EXACTLY_ONCE)
    owed = staged(new_key(), [("SET", f"{key}:a", 1), ("INCR", f"{key}:text"), ("INCR", f"{key}:b")])
    for message in ("commands were refused", "a command of a complete checkpoint was refused", "was refused at"):
        with pytest.raises(ConnectorError, match=rf"{message}.*not an integer"):
            RedisCommitter(sink.settings).commit([owed])
    assert client(url).get(f"{key}:b") == b"1"


@pytest.mark.parametrize("command", [("INCR",), ("ZADD", "scores", "incr", 1)], ids=lambda command: command[0])
def test_command_that_is_not_idempotent_is_refused(command: tuple[Any, ...]) -> None:
    sink = RedisSink(shared_server().url, lambda value: (*command, value), idempotent=True)
    with pytest.raises(InvalidProgramError, match=f"{command[0]} is not idempotent"):
        sink.commands(["a"])


def test_server_that_is_not_there_is_reported_with_its_address_and_without_the_password() -> None:
    reader = reader_of("redis://:hunter2@127.0.0.1:1/0", "k")
    with pytest.raises(
        ConnectorError, match=r"k cannot be read at redis://127\.0\.0\.1:1/0: ConnectionError"
    ) as reported:
        reader.poll(1, 0)
    assert "hunter2" not in str(reported.value)


def test_password_is_in_no_text() -> None:
    source = RedisStreamSource("redis://:hunter2@h/0", "k", SimpleStringSchema())
    assert "hunter2" not in repr(vars(source))


@pytest.mark.parametrize(
    "wrong, reported", [({"start": "first"}, "start must be the id"), ({"streams": []}, "needs the key")]
)
def test_wrong_setting_is_reported(wrong: dict[str, Any], reported: str) -> None:
    settings: dict[str, Any] = {"streams": "k"} | wrong
    with pytest.raises(InvalidProgramError, match=reported):
        RedisStreamSource("redis://h", deserialization_schema=SimpleStringSchema(), **settings)


@pytest.mark.parametrize(
    ("url", "reported"),
    [
        ("redis://h/zz", "the database in the URL of a Redis server must be a number, not 'zz'"),
        ("redis://h?nope=1", "an option that redis-py does not support: .*nope"),
        ("http://h", "must begin with redis://"),
    ],
)
def test_wrong_url_is_reported(url: str, reported: str) -> None:
    with pytest.raises(InvalidProgramError, match=reported):
        RedisCommitter(RedisSink(url, lambda value: ("SET", value, 1)).settings)


def test_guarantee_that_is_a_text_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match=r"\(EXACTLY_ONCE, AT_LEAST_ONCE, NONE\), not 'EXACTLY_ONCE'"):
        RedisSink("redis://h", lambda value: ("SET", value, 1), "EXACTLY_ONCE")  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, "SET a 1"])
def test_mapper_that_makes_no_command_is_reported(value: Any) -> None:
    with pytest.raises(InvalidProgramError, match="must return a command such as"):
        RedisSink("redis://h", lambda _: value).commands([1])

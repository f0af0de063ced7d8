"""HTTP: passing and final refusals, keys, what a webhook answers and when."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Callable
from typing import Any, Optional

import pytest

from pyrite.common import WatermarkStrategy
from pyrite.common.block import Block
from pyrite.connectors.http.webhook import ListenerSplit
from pyrite.core.clock import ManualClock
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, AT_MOST_ONCE, Delivery
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.sink import SinkWriter, WriterInitContext
from pyrite.core.connector.source import SourceBlock, SourceReader, SourceReaderContext
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors.http import HttpSink, SocketSink, WebhookSource
from servers.server import free_port
from tests.connectors.http.peers import Listener, Target
from tests.whole.contract.cases.http import Lines

PLACE = WriterInitContext(0, 1, 1, lambda text, to_stderr: None, lambda values: None)


def writer_to(target: Target, retries: int = 3) -> SinkWriter:
    return HttpSink(target.url, SimpleStringSchema(), retries=retries, retry_pause_ms=1).create_writer(PLACE)


def test_request_that_fails_for_a_passing_reason_is_made_again_with_the_same_key() -> None:
    target = Target(lambda number: 503 if number < 2 else 200)
    writer_to(target).write(Block(["a"]))
    assert (target.bodies, len(set(target.keys)), target.requests) == ([b"a"], 1, 3)


def test_final_refusal_is_reported_and_not_tried_again() -> None:
    target = Target(lambda number: 400)
    with pytest.raises(ConnectorError, match=r"http://127\.0\.0\.1:\d+/in refused records: 400 Bad Request ok"):
        writer_to(target).write(Block(["a"]))
    assert target.requests == 1


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504, 507, 520, 599])
def test_answer_that_passes_is_tried_again(status: int) -> None:
    target = Target(lambda number: status if number < 1 else 200)
    writer_to(target).write(Block(["a"]))
    assert (target.bodies, target.requests) == ([b"a"], 2)


@pytest.mark.parametrize("status", [301, 404, 501, 505])
def test_answer_for_good_is_not_tried_again(status: int) -> None:
    target = Target(lambda number: status)
    with pytest.raises(ConnectorError, match=f"refused records: {status}"):
        writer_to(target).write(Block(["a"]))
    assert target.requests == 1


@pytest.mark.parametrize("chunked", [False, True])
def test_long_answer_is_in_nobodys_way(chunked: bool) -> None:
    target = Target(says=lambda target, headers: "long" * 10_000, chunked=chunked)
    writer = writer_to(target)
    writer.write(Block(["a", "b"]))
    assert (target.bodies, target.requests) == ([b"a", b"b"], 2)


def test_refusals_end_when_the_retries_do() -> None:
    target = Target(lambda number: 429)
    with pytest.raises(ConnectorError, match="did not accept 1 records: 429"):
        writer_to(target, retries=2).write(Block(["a"]))
    assert target.requests == 3


def test_server_that_is_not_there_is_reported_with_its_address() -> None:
    sink = HttpSink("http://127.0.0.1:1/x?token=hunter2", SimpleStringSchema(), retries=0)
    with pytest.raises(ConnectorError, match=r"http://127\.0\.0\.1:1/x did not accept") as reported:
        sink.create_writer(PLACE).write(Block(["a"]))
    assert "hunter2" not in str(reported.value)


def refusal(target: Target, headers: dict[str, str], query: str = "") -> str:
    sink = HttpSink(target.url + query, SimpleStringSchema(), headers=headers, retries=0)
    with pytest.raises(ConnectorError) as reported:
        sink.create_writer(PLACE).write(Block(["a"]))
    return str(reported.value)


@pytest.mark.parametrize("status", [400, 503])
def test_answer_that_shows_what_was_sent_is_reported_without_it(status: int) -> None:
    target = Target(lambda number: status, lambda target, headers: f"no {target} with {headers['Authorization']}!")
    reported = refusal(target, {"Authorization": "Bearer hunter2"}, "?key=hunter%33&a=hunter4")
    assert reported.endswith("no /in?key=******&a=****** with ******!")


@pytest.mark.parametrize("secret", ["hunter2", "key", "hunter3"])
def test_part_of_what_was_sent_is_not_reported(secret: str) -> None:
    target = Target(lambda number: 400, lambda target, headers: f"you sent <{secret}>")
    assert "you sent <******>" in refusal(target, {"Authorization": "Basic hunter2", "X-Key": "key"}, "?k=hunter%33")


@pytest.mark.parametrize("before", range(488, 502))
def test_secret_that_is_cut_off_is_not_reported(before: int) -> None:
    target = Target(lambda number: 400, lambda target, headers: "-" * before + "hunter2" * 10)
    assert "h" not in refusal(target, {"X-Key": "hunter2"}).partition("-")[2]


def reader_at(port: int, checkpointing: bool = True, timeout_ms: int = 5000) -> SourceReader[ListenerSplit]:
    source = WebhookSource(port, SimpleStringSchema(), "/in", timeout_ms=timeout_ms)
    reader = source.create_reader(SourceReaderContext(0, 1, ManualClock(0), checkpointing=checkpointing))
    reader.add_splits([ListenerSplit()])
    return reader


def post(port: int, body: str, path: str = "/in") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("POST", path, body)
    return connection.getresponse().status


def polled(reader: SourceReader[ListenerSplit]) -> list[str]:
    until = time.monotonic() + 5
    while time.monotonic() < until:
        block = reader.poll(10, 50)
        if isinstance(block, SourceBlock):
            return block.values
    return []


def test_request_is_answered_when_its_checkpoint_is_complete() -> None:
    port = free_port()
    reader = reader_at(port)
    answers: list[int] = []
    caller = threading.Thread(target=lambda: answers.append(post(port, "a")))
    caller.start()
    assert polled(reader) == ["a"]
    reader.snapshot_state(1)
    assert answers == []
    reader.notify_checkpoint_complete(1)
    caller.join(5)
    assert answers == [200]
    reader.close()


def test_request_without_a_checkpoint_in_time_is_answered_so() -> None:
    port = free_port()
    reader = reader_at(port, timeout_ms=50)
    assert post(port, "a") == 504
    reader.close()


def test_request_is_answered_at_once_without_checkpoints() -> None:
    port = free_port()
    reader = reader_at(port, checkpointing=False)
    assert post(port, "a") == 202
    assert polled(reader) == ["a"]
    assert post(port, "a", "/elsewhere") == 404
    reader.close()


@pytest.mark.parametrize(("interval_ms", "delivery"), [(None, AT_MOST_ONCE), (500, AT_LEAST_ONCE)])
def test_guarantee_of_a_webhook_is_that_of_a_job_with_such_checkpoints(
    interval_ms: Optional[int], delivery: Delivery
) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    source = WebhookSource(8080, SimpleStringSchema())
    env.from_source(source, WatermarkStrategy.no_watermarks(), "hooks")
    if interval_ms is not None:
        env.enable_checkpointing(interval_ms)
    assert source.guarantee().delivery == delivery


def test_port_that_is_taken_is_reported() -> None:
    port = free_port()
    first = reader_at(port)
    with pytest.raises(ConnectorError, match=rf"cannot listen at 127\.0\.0\.1:{port}"):
        reader_at(port)
    first.close()


@pytest.mark.parametrize("port", ["8080", 0, 65536, None])
@pytest.mark.parametrize(
    "make", [lambda port: WebhookSource(port, Lines()), lambda port: SocketSink("h", port, Lines())]
)
def test_port_must_be_a_number(make: Callable[[Any], Any], port: Any) -> None:
    with pytest.raises(InvalidProgramError, match=rf"from 1 to 65535, not {port!r}"):
        make(port)


@pytest.mark.parametrize("timeout_ms", [-5, 0, "5"])
def test_timeout_of_a_webhook_must_be_a_number_from_1(timeout_ms: Any) -> None:
    with pytest.raises(InvalidProgramError, match=f"timeout_ms must be at least 1, not {timeout_ms!r}"):
        WebhookSource(8080, SimpleStringSchema(), timeout_ms=timeout_ms)


def test_socket_has_all_at_a_checkpoint() -> None:
    listener = Listener()
    writer = SocketSink("127.0.0.1", listener.port, Lines()).create_writer(PLACE)
    writer.write(Block(["a", "b"]))
    writer.flush(end_of_input=False)
    assert listener.heard(2) == [b"a", b"b"]
    writer.close()


def test_socket_that_is_not_there_is_reported() -> None:
    with pytest.raises(ConnectorError, match=r"127\.0\.0\.1:1 did not accept records"):
        SocketSink("127.0.0.1", 1, Lines(), max_retry=0).create_writer(PLACE)

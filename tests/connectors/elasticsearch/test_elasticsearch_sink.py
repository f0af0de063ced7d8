"""ElasticsearchSink against a real OpenSearch node."""

from __future__ import annotations

import sys
import time
from datetime import datetime
from typing import Any

import pytest

from pyrite.common import Row, Types
from pyrite.common.block import Block
from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.elasticsearch.bulk import _requests
from pyrite.connectors.elasticsearch.options import BulkSettings
from pyrite.core.errors import ConnectorError, InvalidProgramError, MissingDependencyError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors.elasticsearch import (
    Elasticsearch6SinkBuilder,
    Elasticsearch7SinkBuilder,
    ElasticsearchEmitter,
    ElasticsearchSink,
    FlushBackoffType,
)
from pyrite.testing import simulate
from servers.opensearch import OpenSearchServer
from servers.server import free_port
from tests.connectors.elasticsearch.node import new_index
from tests.connectors.jdbc.writers import place


def builder_of(node: OpenSearchServer, index: str, key: str | None = "id") -> Elasticsearch7SinkBuilder:
    return (
        Elasticsearch7SinkBuilder().set_hosts(node.address).set_emitter(ElasticsearchEmitter.static_index(index, key))
    )


def write(sink: ElasticsearchSink, *records: Any) -> None:
    writer = sink.create_writer(place())
    try:
        writer.write(Block(list(records)))
        writer.flush(end_of_input=False)
    finally:
        writer.close()


def documents(node: OpenSearchServer, index: str) -> dict[str, Any]:
    node.ask(f"{index}/_refresh", {}, "POST")
    return {hit["_id"]: hit["_source"] for hit in node.ask(f"{index}/_search?size=1000")["hits"]["hits"]}


@pytest.mark.slow
def test_program_of_pyflink_writes_documents(node: OpenSearchServer) -> None:
    index = new_index()
    env = StreamExecutionEnvironment()
    stream = env.from_collection(
        [{"name": "ada", "id": "1"}, {"name": "luna", "id": "2"}, {"name": "eve", "id": "1"}],
        Types.MAP(Types.STRING(), Types.STRING()),
    )
    sink = (
        Elasticsearch7SinkBuilder()
        .set_emitter(ElasticsearchEmitter.static_index(index, "id"))
        .set_hosts([node.address])
        .set_delivery_guarantee(DeliveryGuarantee.AT_LEAST_ONCE)
        .set_bulk_flush_max_actions(1)
        .set_bulk_flush_max_size_mb(2)
        .set_bulk_flush_interval(1000)
        .set_bulk_flush_backoff_strategy(FlushBackoffType.CONSTANT, 3, 3000)
        .set_connection_request_timeout(30000)
        .set_connection_timeout(31000)
        .set_socket_timeout(32000)
        .build()
    )
    stream.sink_to(sink).set_parallelism(1)
    simulate(env)
    assert documents(node, index) == {"1": {"name": "eve", "id": "1"}, "2": {"name": "luna", "id": "2"}}


@pytest.mark.slow
def test_index_is_that_of_a_field(node: OpenSearchServer) -> None:
    first, second = new_index(), new_index()
    emitter = ElasticsearchEmitter.dynamic_index("where", "id")
    sink = Elasticsearch7SinkBuilder().set_hosts(f"http://{node.address}").set_emitter(emitter).build()
    write(sink, Row(where=first, id=1, at=datetime(2024, 5, 1)), {"where": second, "id": 2, "in": {"x": [1]}})
    assert documents(node, first) == {"1": {"where": first, "id": 1, "at": "2024-05-01T00:00:00"}}
    assert documents(node, second) == {"2": {"where": second, "id": 2, "in": {"x": [1]}}}


@pytest.mark.slow
def test_documents_without_a_key_get_ids(node: OpenSearchServer) -> None:
    index = new_index()
    write(builder_of(node, index, None).build(), {"n": 1}, {"n": 1})
    assert sorted(document["n"] for document in documents(node, index).values()) == [1, 1]


@pytest.mark.slow
def test_documents_arrive_after_the_interval(node: OpenSearchServer) -> None:
    index = new_index()
    node.ask(index, {}, "PUT")
    writer = builder_of(node, index).set_bulk_flush_interval(20).build().create_writer(place())
    writer.write(Block([{"id": 1}]))
    until = time.monotonic() + 60
    while not documents(node, index):
        assert time.monotonic() < until
        time.sleep(0.05)
    writer.close()


@pytest.mark.slow
def test_document_that_does_not_fit_is_shown(node: OpenSearchServer) -> None:
    index = new_index()
    node.ask(index, {"mappings": {"properties": {"n": {"type": "integer"}}}}, "PUT")
    backoff = builder_of(node, index).set_bulk_flush_backoff_strategy(FlushBackoffType.CONSTANT, 9, 60_000)
    with pytest.raises(ConnectorError, match=rf'{node.address}: index {index} rejected .*"n":"many"'):
        write(backoff.build(), {"id": 1, "n": 7}, {"id": 2, "n": "many"})


@pytest.mark.slow
def test_documents_survive_a_server_that_is_killed(node: OpenSearchServer) -> None:
    index = new_index()
    sink = builder_of(node, index).set_bulk_flush_backoff_strategy(FlushBackoffType.EXPONENTIAL, 9, 100).build()
    writer = sink.create_writer(place())
    writer.write(Block([{"id": 1}]))
    writer.flush(end_of_input=False)
    node.kill()
    node.start()
    writer.write(Block([{"id": 2}]))
    writer.flush(end_of_input=False)
    writer.close()
    assert sorted(documents(node, index)) == ["1", "2"]


def test_server_that_is_away_is_named_without_secrets() -> None:
    port = free_port()
    builder = Elasticsearch7SinkBuilder().set_hosts(f"http://me:secret@127.0.0.1:{port}")
    builder.set_connection_username("me").set_connection_password("secret2").set_connection_path_prefix("es")
    sink = builder.set_emitter(ElasticsearchEmitter.static_index("i")).build()
    with pytest.raises(ConnectorError, match=f"Elasticsearch at 127.0.0.1:{port}: ") as raised:
        write(sink, {"a": 1})
    assert "secret" not in f"{raised.value!r} {sink!r} {sink._connection!r}"


def test_missing_package_is_named_with_its_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opensearchpy", None)
    sink = Elasticsearch7SinkBuilder().set_hosts("x:1").set_emitter(ElasticsearchEmitter.static_index("i")).build()
    with pytest.raises(MissingDependencyError, match=r"pip install 'pyrite\[elasticsearch\]'"):
        write(sink, {"a": 1})


def test_wrong_options_name_what_is_allowed() -> None:
    builder = Elasticsearch7SinkBuilder()
    with pytest.raises(InvalidProgramError, match="AT_LEAST_ONCE or NONE"):
        builder.set_delivery_guarantee(DeliveryGuarantee.EXACTLY_ONCE)
    with pytest.raises(InvalidProgramError, match=r"NONE\), not 'NONE'"):
        Elasticsearch7SinkBuilder().set_delivery_guarantee("NONE")  # type: ignore[arg-type]
    with pytest.raises(InvalidProgramError, match="at least 1, or -1, not 0"):
        builder.set_bulk_flush_max_actions(0)
    with pytest.raises(InvalidProgramError, match="'EXPONENTIAL'"):
        builder.set_bulk_flush_backoff_strategy("EXPONENTIAL", 1, 1)  # type: ignore[arg-type]
    with pytest.raises(InvalidProgramError, match=r"set_hosts\(\) and set_emitter"):
        builder.build()


@pytest.mark.parametrize(
    ("key", "guarantee", "reported"),
    [
        (None, DeliveryGuarantee.AT_LEAST_ONCE, "at-least-once"),
        ("id", DeliveryGuarantee.AT_LEAST_ONCE, "exactly-once"),
        ("id", DeliveryGuarantee.NONE, "none"),
    ],
)
def test_guarantee_depends_on_the_key(key: str | None, guarantee: DeliveryGuarantee, reported: str) -> None:
    builder = Elasticsearch7SinkBuilder().set_hosts("x:1").set_emitter(ElasticsearchEmitter.static_index("i", key))
    assert str(builder.set_delivery_guarantee(guarantee).build().guarantee().delivery) == reported


def test_documents_of_version_6_have_a_type() -> None:
    builder = Elasticsearch6SinkBuilder().set_hosts("x:1").set_emitter(ElasticsearchEmitter.static_index("i", "id"))
    assert builder.build()._emitter.emit({"id": 1})[0] == {"index": {"_index": "i", "_id": "1", "_type": "_doc"}}


def test_record_that_is_no_document_is_refused() -> None:
    with pytest.raises(TypeError, match="a dict or a row with names, got 7"):
        ElasticsearchEmitter.static_index("i").emit(7)


def test_requests_are_cut_by_size() -> None:
    assert list(_requests([b"aa", b"b", b"cccc", b"d"], 3)) == [[b"aa", b"b"], [b"cccc"], [b"d"]]


def test_pauses_grow_as_they_should() -> None:
    constant = FlushBackoffType.CONSTANT.backoff(2, 100)
    growing = FlushBackoffType.EXPONENTIAL.backoff(3, 100)
    assert [(constant.pause_ms(failures), constant.is_over(failures)) for failures in (1, 2)] == [(100, False)] * 2
    assert [growing.pause_ms(failures) for failures in (1, 2, 3)] == [100, 200, 400]
    assert constant.is_over(3)
    assert growing.is_over(4)
    assert FlushBackoffType.NONE.backoff(3, 100).is_over(1)
    assert BulkSettings().backoff.is_over(1)

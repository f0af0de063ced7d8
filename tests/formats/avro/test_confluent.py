"""Confluent's wire format, with schemas known beforehand and with a real registry (Apicurio's, by Confluent's API)."""

from __future__ import annotations

import contextlib
import http.client
import json
import pickle
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyrite.common import BadRecords, Row, Types
from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.base.encoding import encode
from pyrite.core.clock import ManualClock
from pyrite.core.connector.source import SourceReaderContext
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.datastream.formats.avro import (
    ConfluentRegistryAvroDeserializationSchema,
    ConfluentRegistryAvroSerializationSchema,
    ConfluentSchemaRegistry,
    FixedSchemaRegistry,
)
from servers.schema_registry import SchemaRegistryServer
from servers.server import ServerMissingError, free_port


def schema(*fields: dict[str, Any]) -> str:
    return json.dumps({"type": "record", "name": "Order", "fields": list(fields)})


OLD = schema({"name": "id", "type": "int"})
NEW = schema({"name": "id", "type": "int"}, {"name": "note", "type": "string", "default": "none"})
KNOWN = FixedSchemaRegistry({7: OLD, 9: NEW})


def reader(read_as: str | None = None) -> ConfluentRegistryAvroDeserializationSchema:
    return ConfluentRegistryAvroDeserializationSchema(KNOWN, read_as)


def test_message_is_a_zero_byte_the_id_and_the_record() -> None:
    writer = ConfluentRegistryAvroSerializationSchema("orders-value", OLD, KNOWN)
    assert writer.serialize(Row(5)) == b"\x00\x00\x00\x00\x07\x0a"
    assert pickle.loads(pickle.dumps(writer)).serialize(Row(6)) == b"\x00\x00\x00\x00\x07\x0c"


def test_message_is_read_by_the_schema_it_was_written_with() -> None:
    schema_of_each = reader()
    assert schema_of_each.deserialize(b"\x00\x00\x00\x00\x07\x0a") == Row(id=5)
    assert pickle.loads(pickle.dumps(schema_of_each)).deserialize(b"\x00\x00\x00\x00\x09\x0a\x02x") == Row(
        id=5, note="x"
    )


def test_message_is_read_as_another_schema_has_it() -> None:
    evolved = reader(NEW)
    assert evolved.deserialize(b"\x00\x00\x00\x00\x07\x0a") == Row(id=5, note="none")
    assert evolved.get_produced_type() == Types.ROW_NAMED(["id", "note"], [Types.INT(), Types.STRING()])
    assert reader(OLD).deserialize(b"\x00\x00\x00\x00\x09\x0a\x02x") == Row(id=5)


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (b"\x00\x00\x00", "does not begin with a zero byte"),
        (b"\x01\x00\x00\x00\x07\x0a", "does not begin with a zero byte"),
        (b"\x00\x00\x00\x00\x08\x0a", r"no schema has the id 8; the registry has \[7, 9\]"),
        (b"\x00\x00\x00\x00\x07", "ends before its record does"),
    ],
)
def test_message_that_is_none_is_refused(message: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        reader().deserialize(message)


def test_unknown_schema_is_not_registered_with_fixed_ones() -> None:
    writer = ConfluentRegistryAvroSerializationSchema("s", schema({"name": "x", "type": "int"}), KNOWN)
    with pytest.raises(InvalidProgramError, match=r"the schema of 's' is none of the schemas with the ids \[7, 9\]"):
        writer.serialize(Row(1))


# The registry ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def registry() -> Iterator[ConfluentSchemaRegistry]:
    try:
        server = SchemaRegistryServer()
        server.start()
    except ServerMissingError as missing:
        pytest.skip(str(missing))
    yield ConfluentSchemaRegistry(server.url, user="someone", password="secret")
    server.stop()


def test_rows_go_through_a_registry(registry: ConfluentSchemaRegistry) -> None:
    writer = ConfluentRegistryAvroSerializationSchema("orders/a-value", NEW, registry)
    message = writer.serialize(Row(5, "x"))
    assert message[5:] == b"\x0a\x02x"
    assert ConfluentRegistryAvroDeserializationSchema(registry).deserialize(message) == Row(id=5, note="x")
    again = pickle.loads(pickle.dumps(writer))
    assert again.serialize(Row(5, "x")) == message


def test_rows_of_an_older_schema_are_read_through_a_registry(registry: ConfluentSchemaRegistry) -> None:
    old = ConfluentRegistryAvroSerializationSchema("evolving-value", OLD, registry).serialize(Row(5))
    new = ConfluentRegistryAvroSerializationSchema("evolving-value", NEW, registry).serialize(Row(6, "x"))
    assert old[:5] != new[:5]
    evolved = ConfluentRegistryAvroDeserializationSchema(registry, NEW)
    assert [evolved.deserialize(old), evolved.deserialize(new)] == [Row(id=5, note="none"), Row(id=6, note="x")]


def test_id_that_the_registry_does_not_know_is_a_bad_record(registry: ConfluentSchemaRegistry) -> None:
    with pytest.raises(ValueError, match="no schema has the id 4711 at http"):
        ConfluentRegistryAvroDeserializationSchema(registry).deserialize(b"\x00\x00\x00\x12\x67\x0a")


def test_schema_that_the_registry_refuses_tells_what_it_says(registry: ConfluentSchemaRegistry) -> None:
    with pytest.raises(ConnectorError, match=r"says 4\d\d to /subjects/bad/versions: "):
        registry.register("bad", '{"type": "frob"}')


def test_registry_that_does_not_answer_fails_whatever_the_policy() -> None:
    nobody = ConfluentSchemaRegistry(f"http://127.0.0.1:{free_port()}")
    context = SourceReaderContext(0, 1, ManualClock(0))
    decoder = Decoder(ConfluentRegistryAvroDeserializationSchema(nobody), BadRecords.SKIP, context)
    with pytest.raises(ConnectorError, match=r"the schema registry at http://127.0.0.1:.* does not answer"):
        decoder.decode([b"\x00\x00\x00\x00\x07\x0a"], str)
    with pytest.raises(ConnectorError, match="does not answer"):
        encode(ConfluentRegistryAvroSerializationSchema("s", OLD, nobody).serialize, [Row(1)])


def answer(status: str, body: Any) -> bytes:
    text = body if isinstance(body, str) else json.dumps(body)
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode()


def read_request(caller: socket.socket) -> None:
    """To its end: a socket that is closed before that resets the connection, and the answer is lost."""
    with caller.makefile("rb") as request:
        request.readline()
        headers = http.client.parse_headers(request)
        request.read(int(headers.get("Content-Length", 0)))


@pytest.fixture
def answers() -> Iterator[Callable[[bytes], ConfluentSchemaRegistry]]:
    """Servers that say the same to whatever they are asked."""
    with contextlib.ExitStack() as listeners:

        def serve(said: bytes) -> ConfluentSchemaRegistry:
            listener = listeners.enter_context(socket.create_server(("127.0.0.1", 0)))

            def run() -> None:
                with contextlib.suppress(OSError):
                    while True:
                        with listener.accept()[0] as caller:
                            read_request(caller)
                            caller.sendall(said)

            threading.Thread(target=run, daemon=True).start()
            return ConfluentSchemaRegistry(f"http://127.0.0.1:{listener.getsockname()[1]}", timeout_s=5)

        yield serve


@pytest.mark.parametrize(
    ("said", "reported"),
    [
        (answer("404 Not Found", "<html>"), "says 404"),
        (answer("404 Not Found", {"error_code": 404, "message": "HTTP 404 Not Found"}), "says 404"),
        (answer("200 OK", {"message": "log in"}), "has no '(schema|id)': is the url right"),
        (answer("200 OK", [1]), "has no '(schema|id)': is the url right"),
        (answer("200 OK", "<html>"), "has no '(schema|id)': is the url right"),
        (b"-ERR unknown command\r\n", "does not answer: RemoteProtocolError"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{",
            "does not answer: .*: peer closed connection",
        ),
        (b"", "does not answer: RemoteProtocolError: Server disconnected"),
    ],
)
def test_answer_that_is_none_of_a_registry_fails_whatever_the_policy(
    said: bytes, reported: str, answers: Callable[[bytes], ConfluentSchemaRegistry]
) -> None:
    registry = answers(said)
    context = SourceReaderContext(0, 1, ManualClock(0))
    decoder = Decoder(ConfluentRegistryAvroDeserializationSchema(registry), BadRecords.SKIP, context)
    with pytest.raises(ConnectorError, match=reported):
        decoder.decode([b"\x00\x00\x00\x00\x07\x0a"], str)
    with pytest.raises(ConnectorError, match=reported):
        encode(ConfluentRegistryAvroSerializationSchema("s", OLD, registry).serialize, [Row(1)])


@pytest.mark.parametrize(
    "url",
    [
        "http://me:secret/x@host:8081",
        "http://host:secret",
        "http://host:8081?apikey=secret",
        "http://me:sec#secret@host",
    ],
)
def test_url_with_more_than_an_address_is_refused(url: str) -> None:
    with pytest.raises(InvalidProgramError) as raised:
        ConfluentSchemaRegistry(url)
    assert "secret" not in str(raised.value)


def test_credentials_do_not_appear(registry: ConfluentSchemaRegistry) -> None:
    assert "secret" not in repr(registry) and "someone" not in repr(registry)
    with pytest.raises(InvalidProgramError, match="not in the url") as raised:
        ConfluentSchemaRegistry("http://someone:secret@host:8081")
    assert "secret" not in str(raised.value)
    with pytest.raises(InvalidProgramError, match="expected a url such as http://host:8081"):
        ConfluentSchemaRegistry("host:8081")

"""encode: what cannot be written fails the job with the record shown."""

from __future__ import annotations

import socket

import pytest

from pyrite.common import SimpleStringSchema
from pyrite.connectors.base.encoding import encode
from pyrite.connectors.builtin.socket_sink import SocketSink
from pyrite.core.errors import BadRecordError, ConnectorError
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing import simulate

TEXT = SimpleStringSchema().serialize


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError


def test_records_become_messages() -> None:
    assert encode(TEXT, ["a", "é"]) == [b"a", b"\xc3\xa9"]


def test_bad_record_fails_with_itself_and_the_reason() -> None:
    expected = r"17 cannot be written: TypeError: SimpleStringSchema: expected str, got 17 \(int\)\. Fix the schema"
    with pytest.raises(BadRecordError, match=expected):
        encode(TEXT, ["a", 17, "b", 18])


def test_bad_record_without_a_repr_fails_all_the_same() -> None:
    with pytest.raises(BadRecordError, match=r"<Unspeakable instance at .*> cannot be written"):
        encode(TEXT, [Unspeakable()])


def test_error_of_a_server_is_not_the_records() -> None:
    def away(record: object) -> bytes:
        raise ConnectorError("the registry does not answer")

    with pytest.raises(ConnectorError, match=r"^the registry does not answer$"):
        encode(away, [1])


def test_job_fails_with_record_operator_and_reason() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(1)
        sink = SocketSink("127.0.0.1", server.getsockname()[1], SimpleStringSchema())
        env.from_collection(["a", 17]).sink_to(sink).name("letters")
        result = simulate(env)
    assert result.status is JobStatus.FAILED
    reported = str(result.cause)
    assert "17 cannot be written: TypeError: SimpleStringSchema: expected str" in reported
    assert "in operator 'letters'" in reported

"""Encoding: what cannot be written fails the job with the record shown, or is left out and counted."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.common import BadRecords, SerializationSchema, SimpleStringSchema
from pyrite.common.block import Block
from pyrite.common.errors import BadRecordError, InvalidProgramError
from pyrite.common.job_status import JobStatus
from pyrite.common.output_tag import OutputTag
from pyrite.common.sink import Sink, SinkWriter, WriterInitContext
from pyrite.connectors.encoding import Encoding
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing import simulate


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError


class Nothing(SerializationSchema):
    """Writes None for some: a message without bytes, such as Kafka's tombstone."""

    def serialize(self, element: Any) -> bytes:
        return None if element == "gone" else element.encode()  # type: ignore[return-value]


def test_records_become_messages() -> None:
    assert Encoding(SimpleStringSchema()).encode(["a", "é"]) == ([b"a", b"\xc3\xa9"], None)


def test_bad_record_fails_with_itself_and_the_reason() -> None:
    expected = r"17 cannot be written: TypeError: SimpleStringSchema: expected str, got 17 \(int\)\. Mend the record"
    with pytest.raises(BadRecordError, match=expected):
        Encoding(SimpleStringSchema()).encode(["a", 17])


def test_bad_record_without_a_repr_fails_all_the_same() -> None:
    with pytest.raises(BadRecordError, match=r"<Unspeakable instance at .*> cannot be written"):
        Encoding(SimpleStringSchema()).encode([Unspeakable()])


def test_bad_record_is_left_out_when_the_policy_says_so() -> None:
    assert Encoding(SimpleStringSchema(), BadRecords.SKIP).encode(["a", 17, "b"]) == ([b"a", b"b"], [0, 2])


def test_message_that_is_none_stays_beside_a_bad_record() -> None:
    encoding = Encoding(Nothing(), BadRecords.SKIP)
    assert encoding.encode(["gone", "a"]) == ([None, b"a"], None)
    assert encoding.encode(["gone", 1, "a"]) == ([None, b"a"], [0, 2])


def test_side_output_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match="a sink has no side output"):
        Encoding(SimpleStringSchema(), BadRecords.to_side_output(OutputTag("bad")))


class TextSink(Sink):
    """Writes nothing anywhere, by a schema."""

    def __init__(self, policy: BadRecords) -> None:
        self._policy = policy

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return _TextWriter(Encoding(SimpleStringSchema(), self._policy, context.runtime_context), context)


class _TextWriter(SinkWriter):
    def __init__(self, encoding: Encoding, context: WriterInitContext) -> None:
        self._encoding = encoding
        self._context = context

    def write(self, block: Block) -> None:
        self._context.emit_result(self._encoding.encode(block.values)[0])


def test_job_fails_with_record_operator_and_reason() -> None:
    env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(1)
    env.from_collection(["a", 17]).sink_to(TextSink(BadRecords.FAIL)).name("letters")
    result = simulate(env)
    assert result.status is JobStatus.FAILED
    told = str(result.cause)
    assert "17 cannot be written: TypeError: SimpleStringSchema: expected str" in told
    assert "in operator 'letters'" in told and "TextSink" in told


def test_job_goes_on_without_bad_records() -> None:
    env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(1)
    env.from_collection(["a", 17, "b"]).sink_to(TextSink(BadRecords.SKIP))
    assert simulate(env).results == [b"a", b"b"]

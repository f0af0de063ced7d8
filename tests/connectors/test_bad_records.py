"""Bad records of a source that decodes: a job fails and shows them, continues without them, or has them elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.common import DeserializationSchema, WatermarkStrategy
from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.builtin.collection import CollectionReader, CollectionSource, Position
from pyrite.core.connector.source import EndOfInput, SourceBlock, SourceReader, SourceReaderContext
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import OutputTag, StreamExecutionEnvironment
from pyrite.datastream.connectors import BadRecord, BadRecords
from pyrite.datastream.formats.json import JsonSchema
from pyrite.testing import Fault, SimulationOptions, simulate
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger

MESSAGES = [b'{"n": %d}' % number if number % 4 else b"<%d>" % number for number in range(24)]
GOOD = [number for number in range(24) if number % 4]
BAD = [number for number in range(24) if not number % 4]
TAG = OutputTag("bad")


class MessageSource(CollectionSource):
    """Messages of a list, decoded, as a connector does it."""

    def __init__(self, messages: list[bytes], schema: DeserializationSchema, policy: BadRecords) -> None:
        super().__init__(messages)
        self._schema = schema
        self._policy = policy

    def create_reader(self, context: SourceReaderContext) -> SourceReader[Position]:
        return _MessageReader(self._elements, Decoder(self._schema, self._policy, context))


class _MessageReader(CollectionReader):
    def __init__(self, messages: list[bytes], decoder: Decoder) -> None:
        super().__init__(messages)
        self._decoder = decoder

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        first = self._index or 0
        polled = super().poll(max_records, timeout_ms)
        if not isinstance(polled, SourceBlock):
            return polled
        values, _ = self._decoder.decode(polled.values, lambda index: f"list, index {first + index}")
        return SourceBlock(polled.split_id, values)


def numbers(policy: BadRecords) -> tuple[StreamExecutionEnvironment, Any]:
    env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(2)
    source = MessageSource(MESSAGES, JsonSchema(), policy)
    return env, env.from_source(source, WatermarkStrategy.no_watermarks(), "messages")


def test_job_fails_with_the_first_bad_record() -> None:
    env, stream = numbers(BadRecords.FAIL)
    stream.print()
    result = simulate(env)
    assert result.status is JobStatus.FAILED
    assert "list, index 0: b'<0>' cannot be read: JSONDecodeError: Expecting value" in str(result.cause)
    assert "in operator 'messages'" in str(result.cause)


@pytest.mark.parametrize("seed", range(5))
def test_job_has_good_and_bad_records_once_each_when_crashed(seed: int) -> None:
    LEDGERS.clear()
    env, stream = numbers(BadRecords.to_side_output(TAG))
    stream.map(lambda value: value["n"]).sink_to(LedgerSink("good"))
    stream.get_side_output(TAG).sink_to(LedgerSink("dead letters"))
    env.enable_checkpointing(10)
    options = SimulationOptions(faults=(Fault.TASK, Fault.DRIVER), most_faults=2, time_passes=0.5)
    assert simulate(env, seed, options).status is JobStatus.FINISHED
    assert sorted(read_ledger("good")) == GOOD
    letters: list[BadRecord] = sorted(read_ledger("dead letters"), key=lambda letter: int(letter.data[1:-1]))
    assert [letter.data for letter in letters] == [b"<%d>" % number for number in BAD]
    assert letters[1].position == "list, index 4" and "Expecting value" in letters[1].reason


def test_job_continues_without_bad_records() -> None:
    LEDGERS.clear()
    env, stream = numbers(BadRecords.SKIP)
    stream.map(lambda value: value["n"]).sink_to(LedgerSink("good"))
    assert simulate(env).status is JobStatus.FINISHED
    assert read_ledger("good") == GOOD


def test_policy_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match=r"to_side_output\(\) takes an OutputTag, not 'bad'"):
        BadRecords.to_side_output("bad")  # type: ignore[arg-type]
    with pytest.raises(InvalidProgramError, match=r"set_bad_records\(\) takes BadRecords.FAIL, SKIP .*, not 'SKIP'"):
        BadRecords.checked("SKIP")

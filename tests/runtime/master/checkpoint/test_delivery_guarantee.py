"""A job's guarantee: its sources, checkpoints and sinks decide it together."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.common import WatermarkStrategy
from pyrite.core.connector.guarantee import AT_MOST_ONCE, Guarantee
from pyrite.core.connector.source import Boundedness
from pyrite.datastream import SinkFunction, StreamExecutionEnvironment
from pyrite.datastream.connectors import CollectSink, NumberSequenceSource, PrintSink
from pyrite.runtime.master.checkpoint.delivery_guarantee import delivery_guarantee


class Endless(NumberSequenceSource):
    def get_boundedness(self) -> Boundedness:
        return Boundedness.CONTINUOUS_UNBOUNDED


class Forgetful(NumberSequenceSource):
    def guarantee(self) -> Guarantee:
        return Guarantee(AT_MOST_ONCE, "no replay")


class Nothing(SinkFunction):
    def invoke(self, value: Any, context: Any) -> None:
        pass


def described(source: NumberSequenceSource, sink: Any, exchange: bool = False, **settings: str) -> str:
    env = StreamExecutionEnvironment()
    for key, value in settings.items():
        prefix = "" if "_" in key else "execution.checkpointing."
        env.get_configuration().set_string(prefix + key.replace("__", ".").replace("_", "-"), value)
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "numbers")
    (stream.rebalance() if exchange else stream).add_sink(sink).name("out")
    return str(delivery_guarantee(env.get_job_spec().plan().execution.job, env.get_configuration()))


def test_two_phase_sink_behind_a_replayable_source_is_exactly_once() -> None:
    assert described(Endless(0, 9), CollectSink(), interval="1s") == "end to end: exactly-once"


@pytest.mark.parametrize("mode", ["BATCH", "AUTOMATIC"])
def test_batch_job_needs_no_checkpoints(mode: str) -> None:
    assert (
        described(NumberSequenceSource(0, 9), CollectSink(), execution__runtime_mode=mode) == "end to end: exactly-once"
    )


@pytest.mark.parametrize(
    "sink, reason", [(PrintSink(), "no transactions"), (Nothing(), "a function that is called again")]
)
def test_sink_that_writes_as_it_goes_is_at_least_once(sink: Any, reason: str) -> None:
    assert (
        described(Endless(0, 9), sink, interval="1s") == f"end to end: at-least-once, because of sink 'out' ({reason})"
    )


@pytest.mark.parametrize("source", [Endless(0, 9), NumberSequenceSource(0, 9)])
@pytest.mark.parametrize("sink", [CollectSink(), PrintSink(), Nothing()])
def test_job_without_checkpoints_is_at_most_once(source: NumberSequenceSource, sink: Any) -> None:
    assert described(source, sink) == (
        "end to end: at-most-once, because of checkpoints (checkpointing is off, so a failure ends the job: "
        "set execution.checkpointing.interval)"
    )


def test_job_that_restarts_without_checkpoints_guarantees_nothing() -> None:
    actual = described(Endless(0, 9), CollectSink(), restart_strategy__type="fixed-delay")
    assert actual.startswith(
        "end to end: none, because of checkpoints (checkpointing is off, so a restart reads all input again"
    )


def test_job_without_exchange_is_exactly_once_in_any_mode() -> None:
    actual = described(Endless(0, 9), CollectSink(), interval="1s", mode="AT_LEAST_ONCE")
    assert actual == "end to end: exactly-once"


def test_mode_of_checkpoints_is_a_link_where_there_is_an_exchange() -> None:
    actual = described(Endless(0, 9), CollectSink(), exchange=True, interval="1s", mode="AT_LEAST_ONCE")
    assert actual.startswith("end to end: at-least-once, because of checkpoints (execution.checkpointing.mode is")


def test_source_that_forgets_and_sink_that_repeats_guarantee_nothing() -> None:
    actual = described(Forgetful(0, 9), PrintSink(), interval="1s")
    assert actual == "end to end: none, because of source 'numbers' (no replay) and sink 'out' (no transactions)"

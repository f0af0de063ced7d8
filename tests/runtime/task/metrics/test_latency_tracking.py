"""Latency markers: sources send them among their records, operators note how long they took."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.runtime.task.metrics.latency_tracking import LatencyHistogram
from pyrite.runtime.wire.frames import (
    FrameKind,
    LatencyMarker,
    decode_latency_marker,
    encode_latency_marker,
)
from tests.runtime.task.task import Task

MARKER = LatencyMarker(1_000_000, "src", 3)


def task(level: int, **settings: str) -> Task:
    env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(2)
    keyed = env.from_sequence(1, 10).map(lambda value: value).name("Plus").key_by(lambda value: value)
    keyed.reduce(lambda one, other: one + other).name("Sum").map(lambda value: value).print()
    configuration = Configuration({f"metrics.latency.{name}": value for name, value in settings.items()})
    return Task(env, level, 1, configuration=configuration)


def latencies(task: Task) -> dict[str, Any]:
    task.pass_time(500)  # metrics of operators are read twice a second
    report = task.core.report()
    return {name.path: value for _, name, value in report.items() if name.groups[:1] == ("latency",)}


def test_source_sends_markers_after_its_records_to_one_receiver() -> None:
    source = task(0, interval="200 ms")
    source.take_frames()
    source.pass_time(199)
    assert FrameKind.LATENCY not in source.take_kinds()
    source.pass_time(1)
    (frame,) = [frame for frame in source.take_frames() if frame[1].kind == FrameKind.LATENCY]
    marker = decode_latency_marker(frame[2])
    assert (marker.marked_ms, marker.subtask) == (source.clock.now_ms(), 1)
    (name,) = latencies(source)  # the operator that is chained to the source, and not the source
    assert name.startswith(f"latency.source_id.{marker.operator_id}.operator_id.")


def test_source_sends_none_when_they_are_off() -> None:
    source = task(0)
    source.pass_time(60_000)
    assert FrameKind.LATENCY not in source.take_kinds()


@pytest.mark.parametrize(
    ("granularity", "source"),
    [
        ("single", ""),
        ("operator", ".source_id.src"),
        ("subtask", ".source_id.src.source_subtask_index.3"),
    ],
)
def test_every_operator_of_a_chain_notes_a_marker(granularity: str, source: str) -> None:
    last = task(1, granularity=granularity)
    last.clock.advance(70)
    last.receive(FrameKind.LATENCY, encode_latency_marker(MARKER))
    known = latencies(last)
    assert len(known) == 3
    for name, value in known.items():
        assert name.startswith(f"latency{source}.operator_id.")
        assert name.endswith(".operator_subtask_index.1.latency")
        assert (value["count"], value["max"]) == (1, 70)


def test_statistics_are_those_of_the_last_values() -> None:
    histogram = LatencyHistogram(4)
    for value in (1000, 10, 20, 30, 40):
        histogram.update(value)
    read = histogram.read()
    expected = {"count": 5, "min": 10, "max": 40, "mean": 25.0, "median": 25.0, "p75": 37.5, "p99": 40.0}
    assert {name: read[name] for name in expected} == expected
    assert read["stddev"] == pytest.approx(12.909944)

"""Watermark alignment: no source of a group continues while it is too far ahead of the slowest."""

from __future__ import annotations

from pyrite.connectors.builtin.collection import Position
from pyrite.core.metrics.declared_metrics import CURRENT_INPUT_WATERMARK, IS_IDLE
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK, Duration
from pyrite.core.time.watermark_strategy import TimestampAssigner, WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.operators.source import SourceOperator
from pyrite.runtime.master.attempt.attempt_tasks import AttemptTasks
from pyrite.runtime.master.attempt.watermark_alignment import WatermarkAligner
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.testing import OperatorTestHarness, ScriptedSource
from pyrite.testing.harness import Watermark
from tests.runtime.reports import report


class Itself(TimestampAssigner):
    def extract_timestamp(self, value: int, record_timestamp: int) -> int:
        return value


def aligned(group: str = "g", drift_ms: int = 100) -> WatermarkStrategy:
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(Itself())
    return strategy.with_watermark_alignment(group, Duration.of_millis(drift_ms), Duration.of_millis(500))


def aligner(*strategies: WatermarkStrategy) -> WatermarkAligner:
    env = StreamExecutionEnvironment().set_parallelism(1)
    first, *others = [
        env.from_source(ScriptedSource([]), strategy, f"s{number}") for number, strategy in enumerate(strategies)
    ]
    first.union(*others).print()
    return WatermarkAligner(AttemptTasks(env.get_job_spec().plan().execution, []))


def reports(*marks: int | TaskReport) -> dict[tuple[int, int], TaskReport]:
    actual = [mark if isinstance(mark, TaskReport) else report((CURRENT_INPUT_WATERMARK, mark)) for mark in marks]
    return dict(zip(((0, pid) for pid in range(len(actual))), actual, strict=True))


def test_every_source_may_go_as_far_as_the_slowest_and_the_drift() -> None:
    assert aligner(aligned(), aligned()).limits(reports(1000, 5000), 500) == {(0, 0): 1100, (0, 1): 1100}


def test_source_that_has_reported_no_watermark_holds_all() -> None:
    assert aligner(aligned(), aligned()).limits(reports(MIN_WATERMARK, 5), 500)[0, 1] == MIN_WATERMARK + 100


def test_groups_do_not_wait_for_each_other() -> None:
    actual = aligner(aligned("a"), aligned("b"), WatermarkStrategy.no_watermarks()).limits(reports(1, 500, 9), 500)
    assert actual == {(0, 0): 101, (0, 1): 600}


def test_idle_and_ended_sources_hold_nobody() -> None:
    group = aligner(aligned(), aligned(), aligned())
    actual = group.limits(reports(report((CURRENT_INPUT_WATERMARK, 1), (IS_IDLE, True)), 500, MAX_WATERMARK), 500)
    assert set(actual.values()) == {600}


def test_all_idle_sources_may_continue() -> None:
    idle = report((CURRENT_INPUT_WATERMARK, 1), (IS_IDLE, True))
    assert set(aligner(aligned(), aligned()).limits(reports(idle, idle), 500).values()) == {MAX_WATERMARK}


def test_limits_are_reported_at_the_interval() -> None:
    group = aligner(aligned())
    assert group.limits(reports(1), 500) and not group.limits(reports(2), 900) and group.limits(reports(2), 1000)


def test_source_reads_nothing_while_it_is_beyond_the_limit() -> None:
    source = SourceOperator(ScriptedSource([10, 500, 600]), aligned())
    harness = OperatorTestHarness(source)
    source.add_splits([Position(0)])
    source.poll_once(2, 0)
    harness.advance_processing_time(200)
    source.hold_back(200)
    assert (source.is_held_back, source.poll_once(10, 0)) == (True, (0, False))
    source.hold_back(499)
    assert source.poll_once(10, 0) == (1, False)
    assert harness.extract_output_values() == [10, 500, 600]
    assert Watermark(499) in harness.get_output()

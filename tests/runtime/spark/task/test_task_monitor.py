"""TaskMonitor: the time and memory of a task's process, and where its main thread is stuck."""

from __future__ import annotations

import re
import threading

from pyrite.core.clock import ManualClock
from pyrite.core.metrics.metric_group import MetricGroup
from pyrite.runtime.spark.task.mailbox import Mailbox
from pyrite.runtime.spark.task.task_monitor import TaskMonitor
from pyrite.runtime.task.metrics.stopwatch import Spending


def read_elsewhere(metrics: MetricGroup) -> dict[str, object]:
    """The values as the thread that sends reports sees them."""
    values: dict[str, object] = {}
    thread = threading.Thread(
        target=lambda: values.update({name.name: value for name, value in metrics.values().items()})
    )
    thread.start()
    thread.join()
    return values


def monitored(clock: ManualClock) -> tuple[TaskMonitor, MetricGroup]:
    monitor, metrics = TaskMonitor(clock), MetricGroup()
    monitor.expose(metrics, Mailbox(1 << 20, 1 << 20))
    return monitor, metrics


def test_time_is_reported_by_what_it_is_spent_on() -> None:
    clock = ManualClock()
    monitor, metrics = monitored(clock)
    clock.advance(30)
    monitor.stopwatch.switch(Spending.IDLE)
    clock.advance(70)
    values = read_elsewhere(metrics)
    assert (values["accumulateBusyTimeMs"], values["accumulateIdleTimeMs"]) == (30, 70)


def test_step_that_takes_long_is_reported_with_its_place() -> None:
    clock = ManualClock()
    monitor, metrics = monitored(clock)
    clock.advance(1000)
    monitor.stopwatch.step_us = clock.monotonic_us()
    clock.advance(2000)
    assert [read_elsewhere(metrics)[name] for name in ("currentStepTimeMs", "currentStepPlace")] == [2000, ""]
    clock.advance(2000)
    assert "threading.py" in str(read_elsewhere(metrics)["currentStepPlace"])  # where the main thread waits for it


def test_task_that_waits_for_input_is_not_stuck() -> None:
    clock = ManualClock()
    monitor, metrics = monitored(clock)
    monitor.stopwatch.switch(Spending.IDLE)
    clock.advance(10_000)
    assert read_elsewhere(metrics)["currentStepTimeMs"] == 0


def test_task_over_its_memory_says_how_much_it_takes() -> None:
    monitor, metrics = monitored(ManualClock())
    monitor.limit_memory(32 << 20)
    assert monitor.over_memory("map (1/2)") is None
    hoard = b"x" * (80 << 20)
    read_elsewhere(metrics)
    error = monitor.over_memory("map (1/2)")
    assert re.match(r"map \(1/2\) uses \d+\.\d{3}mb .* of memory, but its slot has 32\.000mb", str(error)), error
    monitor.limit_memory(0)
    assert monitor.over_memory("map (1/2)") is None
    assert len(hoard) == 80 << 20

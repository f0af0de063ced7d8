"""SubtaskMeter: counts records and bytes of a subtask. ChainMetrics: metrics of its operators, read at intervals."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Optional

from pyrite.core.clock import Clock
from pyrite.core.functions.accumulators import Accumulator
from pyrite.core.metrics.declared_metrics import (
    CURRENT_INPUT_WATERMARK,
    CURRENT_OUTPUT_WATERMARK,
    IS_IDLE,
    NUM_BUFFERS_OUT,
    NUM_BYTES_IN,
    NUM_BYTES_IN_RATE,
    NUM_BYTES_OUT,
    NUM_BYTES_OUT_RATE,
    NUM_RECORDS_IN,
    NUM_RECORDS_IN_RATE,
    NUM_RECORDS_OUT,
    NUM_RECORDS_OUT_RATE,
    NUM_STATE_ENTRIES,
    NUM_TIMERS,
    SOURCE_TO_SINK_LATENCY,
)
from pyrite.core.metrics.metric_group import MetricGroup
from pyrite.core.metrics.metric_rate import Rate
from pyrite.core.metrics.metric_spec import MetricName, MetricSpec
from pyrite.core.metrics.rocksdb_metrics import ROCKSDB_METRICS
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.operators.capabilities import HasTimers
from pyrite.operators.operator import Operator
from pyrite.operators.source import SourceOperator
from pyrite.runtime.task.chain.operator_chain import OperatorChain
from pyrite.runtime.wire.task_report import DelayHistogram
from pyrite.state.rocksdb.backend import RocksDBBackend

_READ_US = 500_000
"""The interval at which user accumulators and metrics are read."""


@dataclass(frozen=True)
class ChainMetrics:
    """The last values of metrics and accumulators that only the main loop may read, for reports by other threads."""

    accumulators: dict[str, Accumulator[Any, Any]] = field(default_factory=dict)
    operators: dict[str, dict[MetricName, Any]] = field(default_factory=dict)
    """Operator metrics by operator id."""


def expose_operator(operator: Operator) -> None:
    """Registers the metrics common to all operators."""
    metrics = operator.context.metrics
    metrics.expose(CURRENT_OUTPUT_WATERMARK, lambda: operator.output.watermark_ms)
    metrics.expose(NUM_STATE_ENTRIES, operator.state_entries)
    metrics.expose(NUM_TIMERS, operator.timer_count if isinstance(operator, HasTimers) else lambda: 0)
    backend, configuration = operator.context.backend, operator.context.settings.configuration
    if isinstance(backend, RocksDBBackend):
        for metric in ROCKSDB_METRICS:
            if configuration.get(metric.option):
                ask = partial(backend.native_property, metric.spec.name)
                metrics.add_group(metric.spec.infix).expose(metric.spec, ask)


def read_chain_metrics(chain: OperatorChain, before: ChainMetrics) -> ChainMetrics:
    """Reads the current values; returns `before` if a function in the event loop is changing an accumulator."""
    try:
        accumulators = copy.deepcopy(chain.accumulators)
    except RuntimeError:
        if not chain.has_event_loop:
            raise
        return before
    return ChainMetrics(
        accumulators,
        {operator.context.place.operator_id: operator.context.metrics.values() for operator in chain.operators},
    )


class SubtaskMeter:
    """The counters of one subtask. Written by the main loop, read by other threads for reports."""

    def __init__(self, chain: OperatorChain, clock: Clock, metrics: MetricGroup) -> None:
        """`metrics` receives the metrics of the subtask as a whole."""
        self._chain = chain
        self._clock = clock
        self._due_us = 0
        self._is_stale = False
        self.records_in = 0
        self.bytes_in = 0
        self.watermark_ms = MIN_WATERMARK
        """The current input watermark."""
        self.delays = DelayHistogram()
        self.operators = ChainMetrics()
        """The metrics of operators, and the accumulators of functions, as last read."""
        self._expose(metrics)

    def _expose(self, metrics: MetricGroup) -> None:
        expose, writers, head = metrics.expose, self._chain.writers, self._chain.head
        source = head if isinstance(head, SourceOperator) else None

        def count(total: MetricSpec[int], rate: MetricSpec[float], ask: Callable[[], int]) -> None:
            expose(total, ask)
            expose(rate, Rate(ask, self._clock))

        count(NUM_RECORDS_IN, NUM_RECORDS_IN_RATE, lambda: self.records_in)
        count(NUM_RECORDS_OUT, NUM_RECORDS_OUT_RATE, lambda: sum(writer.records_out for writer in writers))
        count(NUM_BYTES_IN, NUM_BYTES_IN_RATE, lambda: self.bytes_in)
        count(NUM_BYTES_OUT, NUM_BYTES_OUT_RATE, lambda: sum(writer.bytes_out for writer in writers))
        expose(NUM_BUFFERS_OUT, lambda: sum(writer.frames_out for writer in writers))
        expose(CURRENT_INPUT_WATERMARK, lambda: self.watermark_ms if source is None else source.sent_watermark_ms)
        expose(IS_IDLE, lambda: source is not None and source.is_idle)
        expose(SOURCE_TO_SINK_LATENCY, lambda: dict(self.delays.counts))
        for operator in self._chain.operators:
            expose_operator(operator)

    def operators_changed(self) -> None:
        """Marks the metrics as stale: operators or functions were called."""
        self._is_stale = True

    def due_us(self) -> Optional[int]:
        """The time of the next read of operator metrics, by the monotonic clock; None if nothing has changed."""
        return self._due_us if self._is_stale else None

    def read_if_due(self) -> None:
        if self._is_stale and self._clock.monotonic_us() >= self._due_us:
            self.read()

    def read(self) -> None:
        self._due_us = self._clock.monotonic_us() + _READ_US
        self._is_stale = False
        self.operators = read_chain_metrics(self._chain, self.operators)

    def last_accumulators(self) -> dict[str, Accumulator[Any, Any]]:
        """Reads and returns the current accumulators of functions."""
        self.read()
        return self.operators.accumulators

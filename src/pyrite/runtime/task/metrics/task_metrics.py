"""ChainMetrics: what only a task's main loop may read of its operators and functions."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pyrite.core.functions.accumulators import Accumulator
from pyrite.core.metrics.declared_metrics import CURRENT_OUTPUT_WATERMARK, NUM_STATE_ENTRIES, NUM_TIMERS
from pyrite.core.metrics.metric_spec import MetricName
from pyrite.core.metrics.rocksdb_metrics import ROCKSDB_METRICS
from pyrite.operators.capabilities import HasTimers
from pyrite.operators.operator import Operator
from pyrite.runtime.task.chain.operator_chain import OperatorChain
from pyrite.state.rocksdb.backend import RocksDBBackend


@dataclass(frozen=True)
class ChainMetrics:
    """What only the main loop may read of operators and functions, as it last did: reports are made elsewhere."""

    accumulators: dict[str, Accumulator[Any, Any]] = field(default_factory=dict)
    operators: dict[str, dict[MetricName, Any]] = field(default_factory=dict)
    """By operator id."""


def expose_operator(operator: Operator) -> None:
    """Registers the metrics that every operator has."""
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
    """The values now; those before, where a function in the event loop is just changing an accumulator."""
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

"""ChainMetrics: what only a task's main loop may read of its operators and functions."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

from pyrite.core.functions.accumulators import Accumulator
from pyrite.runtime.task.operator_chain import OperatorChain


@dataclass(frozen=True)
class ChainMetrics:
    """What only the main loop may read of operators and functions, as it last did: reports are made elsewhere."""

    accumulators: dict[str, Accumulator[Any, Any]] = field(default_factory=dict)
    metrics: dict[str, Any] = field(default_factory=dict)
    state_entries: int = 0
    timers: int = 0
    late_records: int = 0


def read_chain_metrics(chain: OperatorChain, before: ChainMetrics) -> ChainMetrics:
    """The figures now; those before, where a function in the event loop is just changing an accumulator."""
    operators = chain.operators
    try:
        accumulators = copy.deepcopy(chain.accumulators)
    except RuntimeError:
        if not chain.has_event_loop:
            raise
        return before
    return ChainMetrics(
        accumulators,
        chain.user_metrics(),
        sum(operator.state_entries() for operator in operators),
        sum(operator.timer_count() for operator in operators),
        sum(operator.late_records() for operator in operators),
    )

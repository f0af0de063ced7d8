"""table.exec.emit.*: when windows in GROUP BY announce their results. Errors are in Flink's words."""

from __future__ import annotations

from dataclasses import fields
from typing import Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.sql_options import (
    ALLOW_LATENESS,
    EARLY_FIRE,
    EARLY_FIRE_DELAY,
    LATE_FIRE,
    LATE_FIRE_DELAY,
    STATE_TTL,
)
from pyrite.core.errors import TableException
from pyrite.operators.relational.emitting_windows import EmitStrategy
from pyrite.operators.relational.time_windows import Session
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.windows import EmittingWindowAggregate, WindowAggregate


def with_emit_strategy(node: RelNode, configuration: Configuration) -> RelNode:
    """A window aggregate as the options have it."""
    is_early, is_late = configuration.get(EARLY_FIRE), configuration.get(LATE_FIRE)
    if not isinstance(node, WindowAggregate) or not (is_early or is_late):
        return node
    if not node.windowing.is_group_window:
        raise TableException(
            "Currently, window table function based aggregate doesn't support early-fire and late-fire configuration "
            f"'{EARLY_FIRE.key}' and '{LATE_FIRE.key}'."
        )
    if isinstance(node.windowing.windows, Session):
        raise TableException("Session window doesn't support EMIT strategy currently.")
    if node.windowing.is_of_rows:
        raise TableException(f"early results of windows of rows ('{EARLY_FIRE.key}') are not supported yet")
    strategy = _strategy(configuration, node.windowing.is_event_time)
    if strategy.early_ms is None and strategy.late_ms is None:
        return node
    plain = {each.name: getattr(node, each.name) for each in fields(WindowAggregate)}
    return EmittingWindowAggregate(**plain, strategy=strategy)


def _strategy(configuration: Configuration, is_event_time: bool) -> EmitStrategy:
    early_ms = _delay(configuration.get(EARLY_FIRE), configuration.get(EARLY_FIRE_DELAY), "Early", "early")
    late_ms = _delay(configuration.get(LATE_FIRE), configuration.get(LATE_FIRE_DELAY), "Late", "late")
    lateness_ms = configuration.get(ALLOW_LATENESS)
    if lateness_ms is None:
        lateness_ms = configuration.get(STATE_TTL)
    if late_ms is None:
        lateness_ms = 0
    elif is_event_time and lateness_ms <= 0:
        raise TableException(
            "The 'AFTER WATERMARK' emit strategy requires set 'allow-lateness' or 'minIdleStateRetentionTime' in table "
            "config."
        )
    elif late_ms > lateness_ms:
        raise TableException(
            f"Allow-lateness [{lateness_ms}ms] should not be smaller than Late-fire delay [{late_ms}ms] when enable "
            "late-fire emit strategy."
        )
    return EmitStrategy(early_ms, late_ms if is_event_time else None, lateness_ms if is_event_time else 0)


def _delay(is_enabled: bool, delay_ms: Optional[int], name: str, word: str) -> Optional[int]:
    if is_enabled and delay_ms is None:
        raise TableException(
            f"{name}-fire delay should not be null or negative value whenenable {word}-fire emit strategy."
        )
    return delay_ms if is_enabled else None

"""EXPLAIN PLAN_ADVICE: options that would make a plan cheaper, and possible problems, in Flink's words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.sql_options import AGG_PHASE_STRATEGY, MINI_BATCH, MINI_BATCH_LATENCY, MINI_BATCH_SIZE
from pyrite.core.errors import TableException
from pyrite.expressions.aggregates.partials import can_merge
from pyrite.relational.passes.check_determinism import check_updates
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan.aggregate import GroupAggregate
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.render import Describe

_NONE: Final = "No available advice..."


def advice_on(plans: Sequence[RelNode], settings: PassSettings) -> str:
    """Returns the section below the plans."""
    texts = []
    if any(_has_advice(plan, settings) for plan in plans):
        changes = ", ".join(f"'{key}' to {value}" for key, value in _changes(settings.configuration))
        texts.append(
            f"[ADVICE] You might want to enable local-global two-phase optimization by configuring ({changes})."
        )
    if not settings.is_batch:
        texts += [f"[WARNING] {warning}" for warning in map(_warning, plans) if warning]
    return "\n".join(f"advice[{number}]: {text}" for number, text in enumerate(texts, 1)) or _NONE


def _warning(plan: RelNode) -> str:
    """Returns why updates may be wrong; empty if such plans are rejected."""
    try:
        check_updates(plan)
    except TableException as error:
        return str(error).rstrip()
    return ""


def with_advice(describe_node: Describe, settings: PassSettings) -> Describe:
    """Marks the nodes that the advice refers to."""

    def described(node: RelNode) -> str:
        text = describe_node(node)
        return text.replace("(", "(advice=[1], ", 1) if _could_be_split(node, settings) else text

    return described


def _has_advice(node: RelNode, settings: PassSettings) -> bool:
    return _could_be_split(node, settings) or any(_has_advice(each, settings) for each in node.inputs)


def _could_be_split(node: RelNode, settings: PassSettings) -> bool:
    """Returns whether the node is an aggregate that has one phase and could have two."""
    return isinstance(node, GroupAggregate) and not settings.is_batch and can_merge(node.calls)


def _changes(configuration: Configuration) -> list[tuple[str, str]]:
    changes = []
    if configuration.get(AGG_PHASE_STRATEGY) == "ONE_PHASE":
        changes.append((AGG_PHASE_STRATEGY.key, "'AUTO'"))
    if not configuration.get(MINI_BATCH):
        changes.append((MINI_BATCH.key, "'true'"))
    positive = "a positive long value"
    changes += [(each.key, positive) for each in (MINI_BATCH_LATENCY, MINI_BATCH_SIZE) if configuration.get(each) <= 0]
    return changes

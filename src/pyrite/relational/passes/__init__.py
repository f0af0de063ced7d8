"""Passes over relational nodes: one file, one function each. `PASSES` is their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyrite.relational.passes.merge_calcs import merge_calcs
from pyrite.relational.passes.prune_columns import prune_columns
from pyrite.relational.passes.push_filters import push_filters
from pyrite.relational.passes.push_limits import push_limits
from pyrite.relational.passes.push_partitions import push_partitions
from pyrite.relational.passes.push_watermarks import push_watermarks
from pyrite.relational.passes.simplify import simplify
from pyrite.relational.plan.nodes import RelNode

PASSES: Final[tuple[Callable[[RelNode], RelNode], ...]] = (
    simplify,
    push_watermarks,
    merge_calcs,
    push_partitions,
    push_filters,
    push_limits,
    prune_columns,
)


def optimized(plan: RelNode) -> RelNode:
    """The plan after all passes."""
    for each in PASSES:
        plan = each(plan)
    return plan

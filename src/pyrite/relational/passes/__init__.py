"""Passes over relational nodes: one function in one file each.

`PASSES` are the passes that depend only on the plan, in their order. `PHYSICAL_PASSES` follow; they depend on settings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from pyrite.relational.passes.add_exchanges import add_exchanges
from pyrite.relational.passes.add_mini_batch import add_mini_batch
from pyrite.relational.passes.check_determinism import check_determinism
from pyrite.relational.passes.choose_joins import choose_joins
from pyrite.relational.passes.choose_over import choose_over
from pyrite.relational.passes.choose_sorts import choose_sorts
from pyrite.relational.passes.infer_changelog import infer_changelog
from pyrite.relational.passes.joins.choose_time_joins import choose_time_joins
from pyrite.relational.passes.merge_calcs import merge_calcs
from pyrite.relational.passes.normalize_sources import normalize_sources
from pyrite.relational.passes.prune_columns import prune_columns
from pyrite.relational.passes.push_filters import push_filters
from pyrite.relational.passes.push_join_conditions import push_join_conditions
from pyrite.relational.passes.push_limits import push_limits
from pyrite.relational.passes.push_partitions import push_partitions
from pyrite.relational.passes.push_watermarks import push_watermarks
from pyrite.relational.passes.recognize_rank import recognize_rank
from pyrite.relational.passes.recognize_windows import recognize_windows
from pyrite.relational.passes.reuse_sinks import with_shared_sinks
from pyrite.relational.passes.reuse_subplans import reuse_subplans, reused_across
from pyrite.relational.passes.rewrite_set_operations import rewrite_set_operations
from pyrite.relational.passes.settings import STREAMING, PassSettings
from pyrite.relational.passes.simplify import simplify
from pyrite.relational.passes.split_aggregates import split_aggregates
from pyrite.relational.passes.split_distinct import split_distinct
from pyrite.relational.passes.split_grouping_sets import split_grouping_sets
from pyrite.relational.passes.subqueries.decorrelate import decorrelate
from pyrite.relational.plan.nodes import RelNode

PASSES: Final[tuple[Callable[[RelNode], RelNode], ...]] = (
    decorrelate,
    rewrite_set_operations,
    split_grouping_sets,
    simplify,
    push_watermarks,
    merge_calcs,
    push_join_conditions,
    push_partitions,
    push_filters,
    push_limits,
    prune_columns,
)
PHYSICAL_PASSES: Final[tuple[Callable[[RelNode, PassSettings], RelNode], ...]] = (
    split_distinct,
    recognize_windows,
    recognize_rank,
    choose_sorts,
    choose_over,
    choose_time_joins,
    choose_joins,
    add_exchanges,
    normalize_sources,
    infer_changelog,
    check_determinism,
    add_mini_batch,
    split_aggregates,
    reuse_subplans,
)


def optimized(plan: RelNode, settings: PassSettings = STREAMING) -> RelNode:
    """Applies all passes to a plan."""
    for each in PASSES:
        plan = each(plan)
    for physical in PHYSICAL_PASSES:
        plan = physical(plan, settings)
    return plan


def all_optimized(plans: Sequence[RelNode], settings: PassSettings) -> list[RelNode]:
    """Applies all passes to the plans of one job, which share common nodes."""
    best = [optimized(plan, settings) for plan in plans]
    return reused_across(with_shared_sinks(best, settings), settings)

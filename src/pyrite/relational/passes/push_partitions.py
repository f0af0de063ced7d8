"""push_partitions: a source that supports it reads only partitions in which rows may meet the condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Optional

from pyrite.core.connector.table import SupportsPartitionPushDown
from pyrite.core.types import LogicalType
from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.compile.rows import compile_rows
from pyrite.expressions.determinism import is_deterministic
from pyrite.expressions.partition_values import partition_value
from pyrite.expressions.resolved import PythonCall, ResolvedExpression, columns_of, walk
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.substitution import all_of
from pyrite.relational.plan import nodes
from pyrite.relational.plan.abilities import PartitionPushDown
from pyrite.relational.plan.nodes import RelNode, rewritten

Partition = Mapping[str, Optional[str]]


def push_partitions(plan: RelNode) -> RelNode:
    return rewritten(plan, _pushed)


def _pushed(node: RelNode) -> RelNode:
    if not isinstance(node, nodes.Calc) or node.condition is None or not isinstance(node.input, nodes.Scan):
        return node
    scan = node.input
    if not isinstance(scan.source, SupportsPartitionPushDown) or scan.watermark is not None:
        return node  # filtered rows would not advance the watermark
    fields = scan.scan_type.fields
    keys = {place: field for place, field in enumerate(fields) if field.name in scan.table.partition_keys}
    filters = conjuncts(node.condition)
    usable = [each for each in filters if columns_of(each) and columns_of(each) <= set(keys) and _is_computable(each)]
    partitions = scan.source.list_partitions() if usable else None
    if partitions is None:
        return node
    matching = _matching(partitions, usable, {place: (field.name, field.type) for place, field in keys.items()})
    if matching is None:
        return node
    condition = all_of([each for each in filters if each not in usable])
    listing = ", ".join(_shown(each) for each in matching)
    ability = PartitionPushDown(tuple(tuple(each.items()) for each in matching))
    narrowed = scan.with_ability(ability, f"partitions=[{listing}]")
    return merged(replace(node, input=narrowed, condition=condition))


def _is_computable(tree: ResolvedExpression) -> bool:
    """Returns whether the filter can be computed now: user-defined functions run only in the job."""
    return is_deterministic(tree) and not any(isinstance(node, PythonCall) for node in walk(tree))


def _matching(
    partitions: Sequence[Partition], filters: Sequence[ResolvedExpression], keys: Mapping[int, tuple[str, LogicalType]]
) -> Optional[list[Partition]]:
    """Returns the partitions that meet all filters; None if a filter cannot be computed for a partition's value."""
    compute, used = compile_rows(filters)
    try:
        columns = [[_value(each[keys[place][0]], keys[place][1]) for each in partitions] for place in used]
        results = compute(columns)
    except Exception:  # the error recurs when the partition is read, if at all
        return None
    return [each for each, met in zip(partitions, results, strict=True) if all(value is True for value in met)]


def _value(text: Optional[str], kind: LogicalType) -> Any:
    return None if text is None else partition_value(text, kind)


def _shown(partition: Partition) -> str:
    texts = {key: "null" if text is None else text for key, text in partition.items()}
    return f"{{{', '.join(f'{key}={text}' for key, text in texts.items())}}}"

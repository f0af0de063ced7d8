"""push_partitions: partitions whose values no condition lets through are not read, if the source can leave them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, Optional

import pyarrow as pa

from pyrite.core.connector.table import SupportsPartitionPushDown
from pyrite.core.types import LocalZonedTimestampType, LogicalType, string_type
from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.compile.kernels import KernelCompiler, is_deterministic
from pyrite.expressions.resolution import cast
from pyrite.expressions.resolved import FieldReference, PythonCall, ResolvedExpression, columns_of, walk
from pyrite.relational.passes.merge_calcs import both, merged
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode, rewritten

Partition = Mapping[str, Optional[str]]


def push_partitions(plan: RelNode) -> RelNode:
    return rewritten(plan, _pushed)


def _pushed(node: RelNode) -> RelNode:
    if not isinstance(node, nodes.Calc) or node.condition is None or not isinstance(node.input, nodes.Scan):
        return node
    scan, keys = node.input, node.input.table.partition_keys
    if not isinstance(scan.source, SupportsPartitionPushDown) or not keys or scan.watermark is not None:
        return node  # rows that are left out would not move the watermark
    places = {key: scan.row_type.names.index(key) for key in keys}
    filters = conjuncts(node.condition)
    usable = [each for each in filters if _is_usable(each, set(places.values()))]
    partitions = scan.source.list_partitions() if usable else None
    if partitions is None:
        return node
    columns = {place: _values(partitions, key, scan.row_type.children[place]) for key, place in places.items()}
    if any(column is None for column in columns.values()):
        return node
    try:
        kept = _matching(partitions, columns, usable)
    except Exception:  # raised for a row that is there, by the job
        return node
    source = scan.source.apply_partitions(kept)
    condition: Optional[ResolvedExpression] = reduce(both, [each for each in filters if each not in usable], None)
    pushed = replace(scan, source=source, pushed=(*scan.pushed, f"partitions=[{', '.join(map(_shown, kept))}]"))
    return merged(replace(node, input=pushed, condition=condition))


def _shown(partition: Partition) -> str:
    return "{" + ", ".join(f"{key}={'null' if text is None else text}" for key, text in partition.items()) + "}"


def _is_usable(tree: ResolvedExpression, places: set[int]) -> bool:
    """Whether a condition says something of partitions alone, which the planner can find out."""
    used = columns_of(tree)
    of_user = any(isinstance(node, PythonCall) for node in walk(tree))
    return bool(used) and used <= places and is_deterministic(tree) and not of_user


def _values(partitions: Sequence[Partition], key: str, kind: LogicalType) -> Optional[Any]:
    """The values of a partition column; None if a text is no value of its type: then the reader decides."""
    texts = pa.array([partition[key] for partition in partitions], pa.string())
    if isinstance(kind, LocalZonedTimestampType):  # their text depends on a time zone
        return None
    tree = cast(FieldReference(0, key, string_type()), kind.copy(nullable=True), is_try=True)
    values = KernelCompiler([tree]).compile(tree)(lambda place: texts, len(texts), {})
    return None if values.null_count > texts.null_count else values


def _matching(
    partitions: Sequence[Partition], columns: Mapping[int, Any], filters: Sequence[ResolvedExpression]
) -> list[Partition]:
    kept = list(range(len(partitions)))
    for tree in filters:
        matches = KernelCompiler([tree]).compile(tree)(columns.__getitem__, len(partitions), {}).to_pylist()
        kept = [place for place in kept if matches[place]]
    return [partitions[place] for place in kept]

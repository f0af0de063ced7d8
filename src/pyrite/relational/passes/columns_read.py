"""The columns of each scan that are read, for sources that generate values: they can skip the others.

Plans do not change: the translator, which creates each source once, uses the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Optional

from pyrite.expressions.resolved import columns_of
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.two_phases import MiniBatchAssigner

ReadColumns = Mapping[int, frozenset[int]]
"""The columns by the identity of the scan."""


def columns_read(plans: Sequence[RelNode]) -> ReadColumns:
    """Returns the columns that all plans of a job read: they may share scans."""
    read_columns: dict[int, set[int]] = {}
    seen: set[int] = set()
    waiting = list(plans)
    for plan in plans:
        _note(plan, None, read_columns)
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        waiting += node.inputs
        columns = _columns_of_input(node)
        for each in node.inputs:
            _note(each, columns, read_columns)
    return {scan: frozenset(columns) for scan, columns in read_columns.items()}


def _columns_of_input(node: RelNode) -> Optional[Iterable[int]]:
    """Returns the input columns that a node reads; None if it may read all."""
    match node:
        case nodes.Calc():
            trees = node.projections if node.condition is None else (*node.projections, node.condition)
            return {column for tree in trees for column in columns_of(tree)}
        case nodes.WatermarkAssigner():
            return {node.rowtime, *columns_of(node.watermark)}
        case MiniBatchAssigner() if node.is_passed_through:
            return ()
    return None


def _note(node: RelNode, columns: Optional[Iterable[int]], read_columns: dict[int, set[int]]) -> None:
    """Adds the columns that are read of a scan, also below nodes that pass its rows on."""
    while isinstance(node, (MiniBatchAssigner, nodes.WatermarkAssigner)):
        node = node.input
    if isinstance(node, nodes.Scan):
        own = read_columns.setdefault(id(node), set())
        own.update(range(len(node.row_type.fields)) if columns is None else columns)
        for tree in (node.rowtime, node.watermark):
            own.update(() if tree is None else columns_of(tree))

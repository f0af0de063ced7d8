"""Gives every operator the id under which its state is found again.

It is the user's uid where there is one. Else it is made from what the operator does and the ids of its inputs, so that
edits elsewhere in the program, names and parallelism do not change it; twins are told apart by their order.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from hashlib import blake2b

from pyrite.graph.stream_graph import StreamEdge, StreamNode


def name_operators(nodes: list[StreamNode], edges: list[StreamEdge]) -> list[StreamNode]:
    """The nodes, which follow their inputs, with their `operator_id`."""
    ids: dict[int, str] = {}
    twins: Counter[str] = Counter()
    for node in nodes:
        inputs = sorted(
            (edge.input_index, ids[edge.source], edge.side_output or "") for edge in edges if edge.target == node.id
        )
        told = repr((node.kind.name, node.operator.factory.__name__, inputs))
        twins[told] += 1
        generated = blake2b(f"{told}{twins[told]}".encode(), digest_size=8).hexdigest()
        ids[node.id] = node.uid or node.uid_hash or generated
    return [replace(node, operator_id=ids[node.id]) for node in nodes]

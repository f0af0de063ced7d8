"""Pass: gives every operator the id under which its state is restored.

It is the user's uid where there is one. Else it is made from the operator's kind and the ids of its inputs, so that
edits elsewhere in the program, names and parallelism do not change it; twins differ by their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b

from pyrite.core.errors import InvalidProgramError
from pyrite.graph.plan_settings import PlanSettings
from pyrite.graph.stream_graph import StreamGraph, StreamNode


def name_operators(graph: StreamGraph, settings: PlanSettings) -> StreamGraph:
    """The graph with every `operator_id`."""
    _check_uids(graph.nodes, settings.needs_uids)
    ids: dict[int, str] = {}
    output_ids: dict[int, str] = {}  # part of the ids of the operators after it
    twins: Counter[str] = Counter()
    for node in graph.nodes:
        inputs = sorted(
            (edge.input_index, output_ids[edge.source], edge.side_output or "")
            for edge in graph.edges
            if edge.target == node.id
        )
        identity = repr((node.kind.name, node.operator.kind, inputs))
        twins[identity] += 1
        hash_id = blake2b(f"{identity}{twins[identity]}".encode(), digest_size=8).hexdigest()
        ids[node.id] = node.uid or node.uid_hash or hash_id
        output_ids[node.id] = ids[node.id] if node.operator.is_in_ids else inputs[0][1]
    return replace(graph, nodes=tuple(replace(node, operator_id=ids[node.id]) for node in graph.nodes))


def _check_uids(nodes: Sequence[StreamNode], uids_are_required: bool) -> None:
    names: dict[str, str] = {}
    for node in nodes:
        if uids_are_required and not (node.uid or node.uid_hash):
            raise InvalidProgramError(f"'{node.name}' has no uid, and auto-generated uids are disabled: call uid()")
        if node.uid:
            if node.uid in names:
                raise InvalidProgramError(f"uid '{node.uid}' is used twice, by '{names[node.uid]}' and '{node.name}'")
            names[node.uid] = node.name

"""StreamGraph: what the program said, one node an operator, before any chaining."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.core.blocks.edge_format import ROWS, EdgeFormat
from pyrite.core.job.loop import LoopRole, LoopSpec
from pyrite.core.job.partitioning import Partitioning
from pyrite.core.operator_spec import OperatorSpec
from pyrite.graph.transformation import ChainingStrategy, TransformationKind

PARALLELISM_DEFAULT: Final = -1
"""A parallelism or max parallelism that is left to the job's settings; `resolve_parallelism` fills it in."""


@dataclass(frozen=True)
class StreamNode:
    """One operator of the program."""

    id: int
    name: str
    kind: TransformationKind
    operator: OperatorSpec
    parallelism: int
    max_parallelism: int
    uid: str
    uid_hash: str
    description: str
    chaining: ChainingStrategy
    slot_sharing_group: str
    buffer_timeout_ms: int
    keyed: bool
    bounded: bool
    output_type: Any = None
    loop: Optional[LoopSpec] = None
    """The loop that it is in: see `passes/find_loops`."""
    loop_role: Optional[LoopRole] = None
    non_parallel: bool = False
    """Whether the operator is right with parallelism 1 only: `force_non_parallel`."""
    operator_id: str = ""
    """Under which its state is restored: see `passes/name_operators`."""
    state_meaning: str = ""
    """What its state is of, in a query: that of another meaning is refused. Empty: not said."""

    @property
    def loop_name(self) -> str:
        return "" if self.loop is None else self.loop.loop


@dataclass(frozen=True)
class StreamEdge:
    """Records of one operator's output, or of one of its side outputs, that another one takes."""

    source: int
    target: int
    input_index: int
    partitioning: Partitioning
    side_output: Optional[str] = None
    format: EdgeFormat = ROWS


@dataclass(frozen=True)
class StreamGraph:
    """Operators in an order in which every one follows its inputs, and the edges between them."""

    job_name: str
    nodes: tuple[StreamNode, ...]
    edges: tuple[StreamEdge, ...]

    def node(self, node_id: int) -> StreamNode:
        return self._by_id()[node_id]

    def _by_id(self) -> dict[int, StreamNode]:
        return {node.id: node for node in self.nodes}

    def inputs(self, node_id: int) -> list[StreamEdge]:
        return [edge for edge in self.edges if edge.target == node_id]

    def outputs(self, node_id: int) -> list[StreamEdge]:
        return [edge for edge in self.edges if edge.source == node_id]

    @property
    def has_loops(self) -> bool:
        return bool(self.feedback())

    def feedback(self) -> list[tuple[int, int]]:
        """The feedback edges: the tail and the head of each loop."""
        heads = {node.loop_name: node.id for node in self.nodes if node.loop_role is LoopRole.HEAD}
        return [(node.id, heads[node.loop_name]) for node in self.nodes if node.loop_role is LoopRole.TAIL]

    @property
    def is_bounded(self) -> bool:
        return all(node.bounded for node in self.nodes)


def downstream(start: Collection[int], edges: Sequence[StreamEdge]) -> set[int]:
    """These nodes and all after them."""
    return _reached(start, {(edge.source, edge.target) for edge in edges})


def upstream(start: Collection[int], edges: Sequence[StreamEdge]) -> set[int]:
    """These nodes and all before them."""
    return _reached(start, {(edge.target, edge.source) for edge in edges})


def _reached(start: Collection[int], ways: set[tuple[int, int]]) -> set[int]:
    reachable, new = set(start), set(start)
    while new:
        new = {target for source, target in ways if source in new} - reachable
        reachable |= new
    return reachable

"""InFlightReader: reads a subtask's in-flight data from a checkpoint, and routes it to its current operator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from typing import Any, Optional

from pyrite.core.blocks.block import Block
from pyrite.core.blocks.edge_codec import is_arrow
from pyrite.core.blocks.row_block import PICKLE, RowBlock
from pyrite.core.errors import StateUnreadableError
from pyrite.operators.operator import Operator
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.runtime.wire.deployment import InFlightRestore, InputEdge, SubtaskDeployment
from pyrite.runtime.wire.frames import Buffer, FrameKind, restored
from pyrite.runtime.wire.in_flight_items import InFlightItem, decode_items
from pyrite.runtime.wire.in_flight_routing import WHAT_TO_DO
from pyrite.runtime.wire.partitioners import WITHOUT_KEYED_STATE, BlockPartitioner, make_partitioner
from pyrite.state.handles import StateReader


class InFlightReader:
    """The in-flight data for the operators of one subtask."""

    def __init__(
        self, deployment: SubtaskDeployment, operators: Sequence[Operator], files: Optional[StateReader]
    ) -> None:
        self._deployment = deployment
        self._operators = operators
        self._files = files
        restores = () if deployment.restore is None else deployment.restore.in_flight
        self._on_edges = [(restore, restore.edge) for restore in restores if restore.edge is not None]
        self._in_chain = [restore for restore in restores if restore.edge is None]

    def frames(self) -> list[Buffer]:
        """In-flight data of edges, as frames of their channels."""
        edges = {edge.edge: edge for edge in self._deployment.inputs}
        return [frame for restore, edge in self._on_edges for frame in self._frames(restore, edges[edge])]

    def feed_chain(self) -> int:
        """Passes records to operators that now receive them within the chain; returns the number of records.

        Must be called when the chain is open and before any other input: no checkpoint can begin before these records
        have been processed, so no checkpoint has to contain them.
        """
        count = 0
        for restore in self._in_chain:
            operator = self._operators[restore.operator]
            for block in self._blocks(restore):
                count += len(block)
                operator.process_block(block)
        return count

    def _frames(self, restore: InFlightRestore, edge: InputEdge) -> Iterator[Buffer]:
        items = self._own(restore, edge) if restore.by_key else self._items(restore, edge)
        for item in items:
            if restore.as_recorded:
                yield restored(edge.edge, item.sender, item.kind, item.payload, item.records)
            elif item.kind == FrameKind.BLOCK:
                sender = edge.senders[item.sender % len(edge.senders)]
                yield restored(edge.edge, sender, item.kind, item.payload, item.records)

    def _own(self, restore: InFlightRestore, edge: InputEdge) -> Iterator[InFlightItem]:
        """The records whose keys belong to the subtask, by the key selector: the encoding of keys may have changed."""
        everyone = range(self._deployment.vertex.parallelism)
        partitioner = self._partitioner(edge)
        partitioner.open(OperatorRuntimeContext(self._operators[0].context, WITHOUT_KEYED_STATE))
        try:
            for ref, readers in zip(restore.refs, restore.receivers or repeat(everyone), strict=False):
                for item in self._items(replace(restore, refs=(ref,)), edge):
                    if item.kind == FrameKind.BLOCK:
                        yield from self._own_part(item, edge, partitioner, readers)
        finally:
            partitioner.close()

    def _own_part(
        self, item: InFlightItem, edge: InputEdge, partitioner: BlockPartitioner, readers: range
    ) -> Iterator[InFlightItem]:
        for receiver, part in partitioner.split(edge.format.codec.decode(item.payload)):
            if receiver not in readers:  # no subtask reads it there
                raise StateUnreadableError(
                    f"{self._operators[0].label()}: the key selector now gives another key for a record "
                    f"that was in flight to it: {_first_record(part)!r:.200}. {WHAT_TO_DO}"
                )
            if receiver == self._deployment.subtask:
                yield item._replace(records=len(part), payload=edge.format.encode(part))

    def _partitioner(self, edge: InputEdge) -> BlockPartitioner:
        vertex = self._deployment.vertex
        assert edge.partitioning is not None
        label = self._operators[0].label()
        return make_partitioner(edge.partitioning, 0, 1, vertex.parallelism, vertex.max_parallelism, label)

    def _blocks(self, restore: InFlightRestore) -> Iterator[Block]:
        for item in self._items(restore):
            if item.kind == FrameKind.BLOCK:
                yield _decoded(item.payload).unkeyed()

    def _items(self, restore: InFlightRestore, edge: Optional[InputEdge] = None) -> Iterator[InFlightItem]:
        """The items in the files; raises if the edge's current codec cannot decode them."""
        for item in self._stored(restore):
            if edge is not None and item.kind == FrameKind.BLOCK and not edge.format.codec.reads(item.payload):
                raise StateUnreadableError(
                    f"{self._operators[0].label()}: the records that were in flight to it are "
                    f"{'columns' if is_arrow(item.payload) else 'rows'}, which its input no longer carries. "
                    f"{WHAT_TO_DO}"
                )
            yield item

    def _stored(self, restore: InFlightRestore) -> Iterator[InFlightItem]:
        assert self._files is not None
        for ref in restore.refs:
            yield from decode_items(self._files.read(ref))


def _first_record(block: Block) -> Any:
    return block.values[0] if isinstance(block, RowBlock) else block


def _decoded(payload: bytes) -> Block:
    """Decodes a block whose edge no longer exists, by the form of its payload."""
    if not is_arrow(payload):
        return PICKLE.decode(payload)
    from pyrite.core.blocks.column_block import ArrowCodec  # it needs pyarrow, which most jobs do not

    return ArrowCodec().decode(payload)

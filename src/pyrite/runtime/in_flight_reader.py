"""InFlightReader: a subtask's part of what was in flight, read from a checkpoint and put where it belongs now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from typing import Optional

from pyrite.common.block import Block
from pyrite.common.errors import StateUnreadableError
from pyrite.operators.operator import Operator
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.runtime.deployment import InFlightRestore, InputEdge, SubtaskDeployment
from pyrite.runtime.frames import RESTORED, Buffer, FrameHeader, FrameKind, decode_block, encode_block, pack
from pyrite.runtime.in_flight_items import InFlightItem, decode_frames_v1, decode_items
from pyrite.runtime.in_flight_routing import WHAT_TO_DO
from pyrite.runtime.partitioners import BlockPartitioner, make_partitioner
from pyrite.state.handles import StateReader


class InFlightReader:
    """What was in flight to the operators of one subtask."""

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
        """What comes over an edge, as frames of its channels."""
        edges = {edge.edge: edge for edge in self._deployment.inputs}
        return [frame for restore, edge in self._on_edges for frame in self._frames(restore, edges[edge])]

    def feed_chain(self) -> int:
        """Hands records to operators that now get them within the chain; how many there were.

        To be called when the chain is open and nothing else has come: no checkpoint can begin before these records
        have had their effect, so none has to hold them.
        """
        count = 0
        for restore in self._in_chain:
            operator = self._operators[restore.operator]
            for block in self._blocks(restore):
                count += len(block)
                operator.process_block(block)
        return count

    def _frames(self, restore: InFlightRestore, edge: InputEdge) -> Iterator[Buffer]:
        items = self._own(restore, edge) if restore.by_key else self._items(restore)
        for item in items:
            if restore.as_recorded:
                yield _frame(item, edge.edge, item.sender)
            elif item.kind == FrameKind.BLOCK:
                yield _frame(item, edge.edge, edge.senders[item.sender % len(edge.senders)])

    def _own(self, restore: InFlightRestore, edge: InputEdge) -> Iterator[InFlightItem]:
        """The records whose keys are the subtask's: asked of the selector, as keys may be encoded differently now."""
        everyone = range(self._deployment.vertex.parallelism)
        partitioner = self._partitioner(edge)
        partitioner.open(OperatorRuntimeContext(self._operators[0].context))
        try:
            for ref, readers in zip(restore.refs, restore.receivers or repeat(everyone), strict=False):
                for item in self._items(replace(restore, refs=(ref,))):
                    if item.kind == FrameKind.BLOCK:
                        yield from self._own_part(item, partitioner, readers)
        finally:
            partitioner.close()

    def _own_part(self, item: InFlightItem, partitioner: BlockPartitioner, readers: range) -> Iterator[InFlightItem]:
        block = decode_block(item.payload)
        for receiver, part in partitioner.split(Block(block.values, block.timestamps)):
            if receiver not in readers:  # nobody would take it
                raise StateUnreadableError(
                    f"{self._operators[0].label()}: a record that was in flight to it has another key now, as its key "
                    f"selector gives it: {part.values[0]!r:.200}. {WHAT_TO_DO}"
                )
            if receiver == self._deployment.subtask:
                yield _with_block(item, part)

    def _partitioner(self, edge: InputEdge) -> BlockPartitioner:
        vertex = self._deployment.vertex
        assert edge.partitioning is not None
        label = self._operators[0].label()
        return make_partitioner(edge.partitioning, 0, 1, vertex.parallelism, vertex.max_parallelism, label)

    def _blocks(self, restore: InFlightRestore) -> Iterator[Block]:
        for item in self._items(restore):
            if item.kind == FrameKind.BLOCK:
                yield replace(decode_block(item.payload), keys=None)

    def _items(self, restore: InFlightRestore) -> Iterator[InFlightItem]:
        assert self._files is not None
        for ref in restore.refs:
            data = self._files.read(ref)
            if restore.former_edge is None:
                yield from decode_items(data)
            else:
                yield from decode_frames_v1(data).get(restore.former_edge, ())


def _with_block(item: InFlightItem, block: Block) -> InFlightItem:
    return item._replace(records=len(block), payload=encode_block(block))


def _frame(item: InFlightItem, edge: int, sender: int) -> bytes:
    return pack(FrameHeader(item.kind, edge, sender, 0, RESTORED, 0, item.records), item.payload)

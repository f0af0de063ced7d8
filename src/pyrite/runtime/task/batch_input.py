"""BatchInput: what a batch task keeps of its input until all of it is there."""

from __future__ import annotations

from collections.abc import Iterator

from pyrite.core.blocks.block import Block
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.errors import InvalidProgramError
from pyrite.operators.operator import Operator
from pyrite.runtime.task.grouped_input import GroupedInput
from pyrite.runtime.task.spooled_input import SpooledInput
from pyrite.runtime.wire.deployment import InputEdge, SubtaskDeployment


class BatchInput:
    """Keeps keyed input, which is replayed key by key, or the input of a head whose second input comes first."""

    def __init__(self, deployment: SubtaskDeployment, head: Operator) -> None:
        self._head = head
        budget_bytes = deployment.settings.memory_bytes // 4
        by_key = head.batch_by_key and head.context.backend is not None  # a sink has no state that goes with a key
        grouped = by_key and any(edge.keyed for edge in deployment.inputs)
        self._grouped = GroupedInput(budget_bytes) if grouped else None
        self._waiting = SpooledInput(budget_bytes) if head.second_input_first and not grouped else None

    def keeps(self, block: Block, edge: InputEdge, size: int) -> bool:
        """Whether the block, of so many encoded bytes, is kept; else it is to be worked on now."""
        if self._grouped is not None and edge.keyed:
            if not isinstance(block, RowBlock):
                raise InvalidProgramError(f"{self._head.label()} gets columns, which batch cannot give it key by key")
            self._grouped.add(edge.input_index, block, size)
            return True
        if self._waiting is not None and edge.input_index == 0:
            self._waiting.add(block, edge)
            return True
        return False

    def replay(self) -> Iterator[None]:
        """Has the head work on what was kept, a block a step."""
        if self._grouped is not None:
            yield from self._replay_groups(self._grouped)
        elif self._waiting is not None:
            for block in self._waiting.blocks():
                self._head.process_block(block, 0)
                yield

    def _replay_groups(self, grouped: GroupedInput) -> Iterator[None]:
        backend = self._head.context.backend
        assert backend is not None
        for key, blocks in grouped.groups():
            for input_index, block in blocks:
                self._head.process_block(block, input_index)
                yield
            backend.context.key = key
            self._head.end_key()

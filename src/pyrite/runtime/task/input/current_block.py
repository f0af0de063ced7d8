"""CurrentBlock: the block that a task is processing, slice by slice."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import Optional

from pyrite.core.blocks.block import Block
from pyrite.core.blocks.edge_format import ROWS, EdgeFormat
from pyrite.runtime.wire.deployment import InputEdge
from pyrite.runtime.wire.frames import Buffer, ChannelId, FrameKind, restored


class CurrentBlock:
    """Records of one edge in their order of arrival, from one or more of its channels.

    Blocks that arrive while the task is busy are appended, so that an operator with expensive calls gets few large
    blocks instead of many small ones.
    """

    def __init__(self) -> None:
        self._block: Optional[Block] = None
        self._offset = 0
        self._runs: deque[tuple[ChannelId, int, bool]] = deque()
        """(channel, end of its records, whether its sender counts them)"""
        self._format: EdgeFormat = ROWS
        self.edge = -1
        self.input_index = 0
        self.born_us = 0
        """The time at which the oldest record left its source."""

    def __len__(self) -> int:
        """The number of unprocessed records."""
        return 0 if self._block is None else len(self._block) - self._offset

    @property
    def is_begun(self) -> bool:
        """Whether some of the records have been processed."""
        return self._offset > 0

    @property
    def is_empty(self) -> bool:
        return self._block is None

    def put(self, block: Block, edge: InputEdge, sender: int, born_us: int, counted: bool) -> None:
        """Adds a block. A block of the same edge may be appended if processing has not begun."""
        if self._block is None:
            self._block, self._offset = block, 0
            self.edge, self.input_index, self._format, self.born_us = edge.edge, edge.input_index, edge.format, born_us
        else:
            self._block = self._block.concat(block)
        self._runs.append(((edge.edge, sender), len(self._block), counted))

    def next_slice(self, most: int) -> Block:
        """Returns at most `most` of the next records."""
        assert self._block is not None
        stop = min(len(self._block), self._offset + most)
        whole = self._offset == 0 and stop == len(self._block)
        return self._block if whole else self._block.slice(self._offset, stop)

    def done(self, count: int) -> list[tuple[ChannelId, int]]:
        """Marks the next records as processed; returns their number per channel, for channels with credits."""
        assert self._block is not None
        start, self._offset = self._offset, self._offset + count
        processed = []
        while self._runs and start < self._offset:
            channel, end, counted = self._runs[0]
            upto = min(end, self._offset)
            if counted:
                processed.append((channel, upto - start))
            start = upto
            if upto == end:
                self._runs.popleft()
        if self._offset == len(self._block):
            self._block, self._offset = None, 0
            self._runs.clear()
        return processed

    def rest(self, channels: Collection[ChannelId]) -> list[Buffer]:
        """The unprocessed records of some channels, as frames to restore."""
        frames: list[Buffer] = []
        start = self._offset
        for channel, end, _ in self._runs:
            if channel in channels and self._block is not None:
                part = self._block.slice(start, end)
                frames.append(restored(*channel, FrameKind.BLOCK, self._format.encode(part), len(part)))
            start = end
        return frames

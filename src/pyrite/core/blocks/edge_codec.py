"""EdgeCodec: encodes the blocks of an edge as payloads of frames, and decodes them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Final, Protocol

from pyrite.core.blocks.block import Block

Buffer = bytes | bytearray | memoryview

_ARROW_MAGIC: Final = b"\xff\xff\xff\xff"


class BlockBuffer(Protocol):
    """Gathers blocks of one type. It holds no list that a caller may still change."""

    def append(self, block: Any) -> None: ...

    def take(self) -> Block:
        """All gathered records as one block; empties the buffer."""

    def __len__(self) -> int:
        """The number of gathered records."""


class EdgeCodec(ABC):
    """The codec of an edge: a small, frozen value, equal to others with the same settings.

    A payload is always decoded by the codec of its edge.
    """

    block_type: ClassVar[type]
    """The type of blocks that it encodes and decodes."""

    @abstractmethod
    def encode(self, block: Any) -> bytes:
        """The payload of a block of the codec's type."""

    @abstractmethod
    def decode(self, payload: Buffer) -> Block: ...

    @abstractmethod
    def reads(self, payload: Buffer) -> bool:
        """Whether a payload belongs to this codec. Only needed where an edge may have had another codec before."""

    @abstractmethod
    def buffer(self) -> BlockBuffer:
        """An empty buffer for blocks of the codec's type."""

    @abstractmethod
    def record_bytes(self, block: Any, payload: bytes) -> float:
        """The size of a record in the payload, estimated from a block and its payload."""


def is_arrow(payload: Buffer) -> bool:
    """Whether a payload is an Arrow IPC stream; a pickle never begins like one.

    For payloads whose edge no longer exists. Bytes are compared, as a memoryview may hold signed chars.
    """
    return bytes(payload[:4]) == _ARROW_MAGIC

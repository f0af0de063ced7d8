"""EdgeCodec: how the blocks of an edge become payloads of frames, and blocks again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Final, Protocol

from pyrite.core.blocks.block import Block

Buffer = bytes | bytearray | memoryview

_ARROW_MAGIC: Final = b"\xff\xff\xff\xff"


class BlockBuffer(Protocol):
    """Gathers blocks of one kind. It keeps nothing that those who gave a block might still change."""

    def append(self, block: Any) -> None: ...

    def take(self) -> Block:
        """All records that were gathered, as one block; the buffer is empty then."""

    def __len__(self) -> int:
        """How many records are gathered."""


class EdgeCodec(ABC):
    """A value that an edge carries: small, frozen, and equal to others with the same settings.

    The codec of its edge alone decides how a payload is decoded.
    """

    block_type: ClassVar[type]
    """The kind of blocks that it takes and gives."""

    @abstractmethod
    def encode(self, block: Any) -> bytes:
        """The payload of a block of the codec's kind."""

    @abstractmethod
    def decode(self, payload: Buffer) -> Block: ...

    @abstractmethod
    def reads(self, payload: Buffer) -> bool:
        """Whether a payload is of the codec's kind. Asked only where an edge may have had another codec before."""

    @abstractmethod
    def buffer(self) -> BlockBuffer:
        """An empty buffer for blocks of the codec's kind."""

    @abstractmethod
    def record_bytes(self, block: Any, payload: bytes) -> float:
        """How much a payload grows with each record, by the example of a block and its payload."""


def is_arrow(payload: Buffer) -> bool:
    """Whether a payload is an Arrow IPC stream; a pickle never begins as one does.

    For payloads whose edge is not there any more. Bytes are compared, as a memoryview may hold signed chars.
    """
    return bytes(payload[:4]) == _ARROW_MAGIC

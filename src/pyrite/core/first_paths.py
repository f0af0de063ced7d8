"""First paths: pickles that are compared by their bytes name our classes as they did before these moved."""

from __future__ import annotations

import re
import struct
import sys
from typing import Any, Final

from pyrite.core.persistence.persisted import key_path

_GLOBAL: Final = re.compile(rb"\x8c(.)(pyrite\.[a-zA-Z0-9_.]+)\x8c(.)([a-zA-Z0-9_.]+)\x93", re.DOTALL)
"""The two names and the opcode of a class or function, in a pickle without memo."""
_FRAME: Final = b"\x95"
_HEAD: Final = struct.Struct("<cQ")


def first_paths(data: bytes) -> bytes:
    """A pickle of protocol 5 that was written without memo, with each class of ours where it was first."""
    proto, frames = data[:2], data[2:]
    renamed = b""
    while frames[:1] == _FRAME:
        _, size = _HEAD.unpack_from(frames)
        body = _GLOBAL.sub(_first, frames[_HEAD.size : _HEAD.size + size])
        renamed += _HEAD.pack(_FRAME, len(body)) + body
        frames = frames[_HEAD.size + size :]
    return proto + renamed + _GLOBAL.sub(_first, frames)


def _first(match: re.Match[bytes]) -> bytes:
    module, name = (match[place].decode() for place in (2, 4))
    if (len(match[2]), len(match[4])) != (match[1][0], match[3][0]) or module not in sys.modules:
        return match[0]  # it is no reference
    target: Any = sys.modules[module]
    for part in name.split("."):
        target = getattr(target, part, None)
    if target is None:
        return match[0]
    texts = [text.encode() for text in key_path(target)]
    return b"".join(b"\x8c%c%b" % (len(text), text) for text in texts) + b"\x93"

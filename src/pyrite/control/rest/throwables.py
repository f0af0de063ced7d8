"""Errors in the form that Flink's clients parse: with a serialized Java object.

Flink's command line deserializes `serialized-throwable`; without it, it waits until its timeout and shows no reason.
This module writes an `org.apache.flink.util.SerializedThrowable` in the format of Java's object streams.
"""

from __future__ import annotations

import base64
import struct
import traceback
from dataclasses import dataclass
from typing import Annotated, Final

from pyrite.core.json_dataclasses import Wire

_MOST_UTF_BYTES: Final = 65_535
_TEXT: Final = "Ljava/lang/String;"


@dataclass(frozen=True)
class Throwable:
    """An error with the Java object that Flink's clients raise."""

    class_name: Annotated[str, Wire("class")]
    stack_trace: Annotated[str, Wire("stack-trace")]
    serialized_throwable: Annotated[str, Wire("serialized-throwable")]


def throwable(error: BaseException, class_name: str = "") -> Throwable:
    """An error for Flink's clients. `class_name` is the Java class that they expect."""
    name = class_name or f"{type(error).__module__}.{type(error).__qualname__}"
    trace = f"{name}: {error}\n" + "".join(traceback.format_exception(error))
    data = serialized_throwable(name, str(error), trace)
    return Throwable(name, trace, base64.b64encode(data).decode())


def serialized_throwable(class_name: str, message: str, stack_trace: str) -> bytes:
    """A SerializedThrowable as written by Java's ObjectOutputStream."""
    own = (
        b"\x72"
        + _utf("org.apache.flink.util.SerializedThrowable")
        + struct.pack(">qBH", 7284183123441947635, 2, 3)
        + _field(b"L", "fullStringifiedStackTrace", _TEXT)
        + _field(b"L", "originalErrorClassName", _TEXT)
        + _field(b"[", "serializedException", "[B")
        + b"\x78"
    )
    exception = b"\x72" + _utf("java.lang.Exception") + struct.pack(">qBH", -3387516993124229948, 2, 0) + b"\x78"
    base = (
        b"\x72"
        + _utf("java.lang.Throwable")
        + struct.pack(">qBH", -3042686055658047285, 3, 4)
        + _field(b"L", "cause", "Ljava/lang/Throwable;")
        + _field(b"L", "detailMessage", _TEXT)
        + _field(b"[", "stackTrace", "[Ljava/lang/StackTraceElement;")
        + _field(b"L", "suppressedExceptions", "Ljava/util/List;")
        + b"\x78\x70"
    )
    values = b"\x70" + _string(message) + b"\x70\x70\x78" + _string(stack_trace) + _string(class_name) + b"\x70"
    return b"\xac\xed\x00\x05\x73" + own + exception + base + values


def _utf(text: str) -> bytes:
    """Java's modified UTF-8: NUL and characters beyond the first plane differ. Truncated if too long."""
    data = b"".join(_encoded(character) for character in text)
    if len(data) > _MOST_UTF_BYTES:
        data = b"".join(_encoded(character) for character in text[: _MOST_UTF_BYTES // 6])
    return struct.pack(">H", len(data)) + data


def _encoded(character: str) -> bytes:
    if character == "\0":
        return b"\xc0\x80"
    if ord(character) < 0x10000:
        return character.encode("utf-8", "surrogatepass")
    units = struct.unpack(">2H", character.encode("utf-16-be"))
    return b"".join(chr(unit).encode("utf-8", "surrogatepass") for unit in units)


def _string(text: str) -> bytes:
    return b"\x74" + _utf(text)


def _field(kind: bytes, name: str, type_name: str) -> bytes:
    return kind + _utf(name) + _string(type_name)

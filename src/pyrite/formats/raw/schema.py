"""RawSchema: a single value as its bytes."""

from __future__ import annotations

import codecs
import struct
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

from pyrite.core.connector.serialization import DeserializationSchema, SerializationSchema
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.basic_type_info import BasicTypeInfo
from pyrite.core.types.type_information import TypeInformation, misfit
from pyrite.formats.compiled import Compiled
from pyrite.formats.text_values import is_bytes

_LAYOUTS: Final = {"BOOLEAN": "?", "BYTE": "b", "SHORT": "h", "INT": "i", "LONG": "q", "FLOAT": "f", "DOUBLE": "d"}


@persisted("raw-schema/1")
class RawSchema(Compiled, SerializationSchema, DeserializationSchema):
    """A value of a single type as its bytes, like Flink's raw format: strings in a charset, numbers in Java's layout.

    The type is STRING, BOOLEAN, BYTE, SHORT, INT, LONG, FLOAT, DOUBLE, or PRIMITIVE_ARRAY(BYTE) for bytes. A message
    whose length is not the type's is an error.
    """

    def __init__(self, type_info: TypeInformation, charset: str = "UTF-8", big_endian: bool = True) -> None:
        self._type_info = type_info
        self._charset = charset
        self._big_endian = big_endian
        self._functions  # noqa: B018 - a type that has no raw form raises here

    def serialize(self, element: Any) -> bytes:
        return self._functions[0](element)

    def deserialize(self, message: bytes) -> Any:
        return self._functions[1](message)

    def get_produced_type(self) -> TypeInformation:
        return self._type_info

    @cached_property
    def _functions(self) -> tuple[Callable[[Any], bytes], Callable[[bytes], Any]]:
        """Returns the writer and the reader."""
        kind = self._type_info
        if is_bytes(kind):
            return kind.fit, bytes
        name = kind.name if isinstance(kind, BasicTypeInfo) else ""
        if name == "STRING":
            return self._text()
        if name not in _LAYOUTS:
            raise InvalidProgramError(
                f"RawSchema: expected STRING, {', '.join(_LAYOUTS)} or PRIMITIVE_ARRAY(BYTE), got {kind!r}"
            )
        layout = struct.Struct((">" if self._big_endian else "<") + _LAYOUTS[name])

        def read(message: bytes) -> Any:
            if len(message) != layout.size:
                raise misfit(f"the {layout.size} bytes of a {name}", message, f"{len(message)} bytes")
            return layout.unpack(message)[0]

        return lambda value: layout.pack(kind.fit(value)), read

    def _text(self) -> tuple[Callable[[Any], bytes], Callable[[bytes], Any]]:
        try:
            codec = codecs.lookup(self._charset)
        except LookupError:
            raise InvalidProgramError(f"RawSchema: expected a charset such as 'UTF-8', got {self._charset!r}") from None

        def write(value: Any) -> bytes:
            if not isinstance(value, str):
                raise misfit("STRING", value)
            return codec.encode(value)[0]

        return write, lambda message: codec.decode(message)[0]

"""Encoders for files of lines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, BinaryIO

from pyrite.core.connector.serialization import Encoder, SerializationSchema


class JsonLinesEncoder(Encoder):
    """Encodes each record as a line of JSON."""

    def __init__(self) -> None:
        self._encode = json.JSONEncoder(ensure_ascii=False).encode

    def __reduce__(self) -> tuple[type[JsonLinesEncoder], tuple[()]]:
        return JsonLinesEncoder, ()

    def encode(self, element: Any, stream: BinaryIO) -> None:
        self.encode_all([element], stream)

    def encode_all(self, elements: Sequence[Any], stream: BinaryIO) -> None:
        if elements:
            stream.write("\n".join([*map(self._encode, elements), ""]).encode())


class SchemaEncoder(Encoder):
    """Encodes each record with a schema, followed by a delimiter, by default a line end."""

    def __init__(self, schema: SerializationSchema, behind: bytes = b"\n") -> None:
        self._schema = schema
        self._behind = behind

    def encode(self, element: Any, stream: BinaryIO) -> None:
        stream.write(self._schema.serialize(element) + self._behind)

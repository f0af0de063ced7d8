"""AvroSchema: an Avro schema and the type of its records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.type_information import TypeInformation, misfit


@persisted("avro-schema/1")
class AvroSchema:
    """An Avro schema. Its records are dicts."""

    def __init__(self, json_schema: Any) -> None:
        self.json_schema = json_schema
        """The schema as parsed JSON."""

    @staticmethod
    def parse_string(json_schema: str) -> AvroSchema:
        """Parses a schema from a JSON string."""
        try:
            return AvroSchema(json.loads(json_schema))
        except ValueError as error:
            raise InvalidProgramError(f"expected an Avro schema as JSON, got {json_schema[:200]!r}: {error}") from None

    @staticmethod
    def parse_file(file_path: str) -> AvroSchema:
        """Reads a schema from a JSON file."""
        return AvroSchema.parse_string(Path(file_path).read_text())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AvroSchema) and other.json_schema == self.json_schema

    def __hash__(self) -> int:
        return hash(json.dumps(self.json_schema, sort_keys=True))

    def __repr__(self) -> str:
        return f"AvroSchema({json.dumps(self.json_schema)})"


@persisted("generic-record-avro-type-info/1")
class GenericRecordAvroTypeInfo(TypeInformation):
    """Records of an Avro schema, as dicts."""

    def __init__(self, schema: AvroSchema) -> None:
        self._schema = schema

    def fit(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise misfit("an Avro record, a dict", value)
        return value

    def _arguments(self) -> tuple[Any, ...]:
        return (self._schema,)

    def __repr__(self) -> str:
        return f"GenericRecordAvroTypeInfo({self._schema!r})"

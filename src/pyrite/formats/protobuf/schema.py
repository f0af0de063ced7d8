"""Schemas of Protobuf messages, read as messages, dicts or rows."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, Optional

from pyrite.core.connector.serialization import DeserializationSchema, SerializationSchema
from pyrite.core.errors import InvalidProgramError, MissingDependencyError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.rows import Row
from pyrite.core.types.type_information import TypeInformation
from pyrite.core.types.types_factory import Types
from pyrite.formats.compiled import Compiled
from pyrite.formats.protobuf.values import (
    MessageReading,
    descriptor_set_of,
    message_class_of,
    row_type_of,
)

_FORMS: Final = ("dict", "row", "message")


@persisted("protobuf-message-type/1")
class _MessageType(Compiled):
    """A message type: a generated class, or its name in a FileDescriptorSet.

    The FileDescriptorSet is pickled, so that workers do not need the generated module. But records in the form
    "message" are instances of the class, which every worker must then be able to import.
    """

    def __init__(
        self, message_class: Any, descriptor_set: Optional[bytes], message_name: Optional[str], by_class: bool
    ) -> None:
        if (message_class is None) == (descriptor_set is None) or (descriptor_set is None) != (message_name is None):
            raise InvalidProgramError("Protobuf: pass a generated class, or descriptor_set and message_name")
        self._class = message_class if by_class else None
        if message_class is not None:
            message = load("google.protobuf.message", "protobuf", "Protobuf")
            if not isinstance(message_class, type) or not issubclass(message_class, message.Message):
                raise InvalidProgramError(f"Protobuf: expected a generated class such as Order, got {message_class!r}")
            descriptor: Any = message_class.DESCRIPTOR  # type: ignore[attr-defined]
            descriptor_set, message_name = descriptor_set_of(message_class), descriptor.full_name
        self._descriptor_set, self._name = descriptor_set, message_name
        if by_class and not _can_be_imported(message_class):
            raise InvalidProgramError("Protobuf: records as messages need a generated class that can be imported")
        self.message_class  # noqa: B018 - a wrong name or descriptor set raises here

    @cached_property
    def message_class(self) -> Any:
        if self._class is not None:
            return self._class
        assert self._descriptor_set is not None and self._name is not None
        try:
            return message_class_of(self._descriptor_set, self._name)
        except MissingDependencyError:
            raise
        except Exception as error:  # KeyError, TypeError, DecodeError
            raise InvalidProgramError(f"Protobuf: no message '{self._name}' in the descriptor set: {error}") from None


@persisted("protobuf-deserialization-schema/1")
class ProtobufDeserializationSchema(Compiled, DeserializationSchema):
    """Reads messages of one type: a generated class, or a name in a FileDescriptorSet (`protoc -o`).

    `records` is the form of the records: "dict", "row" (a Row) or "message". In dicts and rows, enums are names, and an
    unset message or optional field is None. As in Protobuf, fields that the message type does not have are ignored.
    """

    def __init__(
        self,
        message_class: Any = None,
        descriptor_set: Optional[bytes] = None,
        message_name: Optional[str] = None,
        records: str = "dict",
    ) -> None:
        if records not in _FORMS:
            raise InvalidProgramError(f"Protobuf: records must be one of {_FORMS}, got {records!r}")
        self._records = records
        self._type = _MessageType(message_class, descriptor_set, message_name, by_class=records == "message")

    def deserialize(self, message: bytes) -> Any:
        return self._read(message)

    def get_produced_type(self) -> TypeInformation:
        if self._records != "row":
            return Types.PICKLED_BYTE_ARRAY()
        return row_type_of(self._type.message_class.DESCRIPTOR)

    @cached_property
    def _read(self) -> Callable[[bytes], Any]:
        message_class = self._type.message_class
        parse: Callable[[bytes], Any] = message_class.FromString
        if self._records == "message":
            return parse
        convert = MessageReading(self._records == "row").converter(message_class.DESCRIPTOR)
        return lambda message: convert(parse(message))


@persisted("protobuf-serialization-schema/1")
class ProtobufSerializationSchema(Compiled, SerializationSchema):
    """Writes dicts, rows with names and messages as messages of one type. A field with None is not set."""

    def __init__(
        self,
        message_class: Any = None,
        descriptor_set: Optional[bytes] = None,
        message_name: Optional[str] = None,
    ) -> None:
        self._type = _MessageType(message_class, descriptor_set, message_name, by_class=False)

    def serialize(self, element: Any) -> bytes:
        if isinstance(element, Row):
            element = element.as_dict(recursive=True)
        if isinstance(element, dict):
            return bytes(self._build_message(element).SerializeToString())
        full_name = self._type.message_class.DESCRIPTOR.full_name
        descriptor = getattr(element, "DESCRIPTOR", None)
        if descriptor is None or descriptor.full_name != full_name:
            raise TypeError(f"expected a dict, a row or a message '{full_name}', got {element!r}")
        return bytes(element.SerializeToString())

    def _build_message(self, fields: dict[str, Any]) -> Any:
        make = self._type.message_class
        try:
            return make(**fields)
        except (TypeError, ValueError):
            for name, value in fields.items():
                try:
                    make(**{name: value})
                except (TypeError, ValueError) as error:
                    raise TypeError(f"field {name!r}: {error}") from None
            raise


def _can_be_imported(message_class: Any) -> bool:
    try:
        target: Any = importlib.import_module(message_class.__module__)
        for part in message_class.__qualname__.split("."):
            target = getattr(target, part)
    except (AttributeError, ImportError, TypeError, ValueError):
        return False
    return target is message_class

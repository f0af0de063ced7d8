"""TypeSerializer: writes values of a type as bytes, and reads them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from io import BytesIO
from typing import Generic, TypeVar

from pyrite.core.persistence.persisted import persisted

T = TypeVar("T")


@persisted("type-serializer/1")
class TypeSerializer(ABC, Generic[T]):
    """Writes values of one type to a stream, and reads them.

    `deserialize` reads exactly the bytes of one `serialize`: values may follow each other on a stream. Two serializers
    of the same class with the same fields are equal.
    """

    @abstractmethod
    def serialize(self, element: T, stream: BytesIO) -> None:
        """Appends one value to the stream."""

    @abstractmethod
    def deserialize(self, stream: BytesIO) -> T:
        """Reads the next value from the stream, and no byte more."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

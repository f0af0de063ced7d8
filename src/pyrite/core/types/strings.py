"""CHAR, VARCHAR and STRING; BINARY, VARBINARY and BYTES."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from pyrite.core.types.logical_type import MAX_LENGTH, LogicalType, check_range


@dataclass(frozen=True)
class _SizedType(LogicalType):
    """Text or bytes with a length in characters or bytes."""

    length: int = 1

    _name: ClassVar[str]
    _words: ClassVar[str]

    def __post_init__(self) -> None:
        check_range(f"{self._words} length", self.length, 1, MAX_LENGTH)

    @classmethod
    def of_empty_literal(cls, nullable: bool = False) -> Self:
        """The type of an empty literal, CHAR(0) or BINARY(0), which cannot be declared."""
        kind = cls(1, nullable=nullable)
        object.__setattr__(kind, "length", 0)
        return kind

    def copy(self, nullable: bool) -> Self:
        return super().copy(nullable) if self.length else self.of_empty_literal(nullable)

    def _sql(self) -> str:
        return f"{self._name}({self.length})"


@dataclass(frozen=True)
class CharacterStringType(_SizedType):
    """Text: CHAR or VARCHAR."""


@dataclass(frozen=True)
class CharType(CharacterStringType):
    """Text of exactly this many characters."""

    _name = "CHAR"
    _words = "Character string"


@dataclass(frozen=True)
class VarCharType(CharacterStringType):
    """Text of at most this many characters; of the largest length, STRING."""

    _name = "VARCHAR"
    _words = "Variable character string"

    def _summary(self) -> str:
        return "STRING" if self.length == MAX_LENGTH else self._sql()


@dataclass(frozen=True)
class BinaryStringType(_SizedType):
    """Bytes: BINARY or VARBINARY."""


@dataclass(frozen=True)
class BinaryType(BinaryStringType):
    """Exactly this many bytes."""

    _name = "BINARY"
    _words = "Binary string"


@dataclass(frozen=True)
class VarBinaryType(BinaryStringType):
    """At most this many bytes; of the largest length, BYTES."""

    _name = "VARBINARY"
    _words = "Variable binary string"

    def _summary(self) -> str:
        return "BYTES" if self.length == MAX_LENGTH else self._sql()


def string_type() -> VarCharType:
    """STRING: text of any length."""
    return VarCharType(MAX_LENGTH)


def bytes_type() -> VarBinaryType:
    """BYTES: any number of bytes."""
    return VarBinaryType(MAX_LENGTH)

"""The contract of formats for tables: decode messages into columns, and encode columns into messages.

A `TableFormat` declares its options and creates decoders and encoders. Connectors pass them blocks of messages: values
of Kafka's records, lines of files.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Optional

from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import PyriteError
from pyrite.core.types import RowType


class UndecodableMessageError(PyriteError):
    """A message that a decoder cannot read. The connector adds the message's position: file, partition, offset.

    `index` is the index of the message in the block. `field` is the unreadable field, with its path such as
    `address.city`, or "" if the whole message is unreadable.
    """

    def __init__(self, index: int, field: str, reason: str) -> None:
        super().__init__(index, field, reason)
        self.index = index
        self.field = field
        self.reason = reason

    def __str__(self) -> str:
        return f"field '{self.field}': {self.reason}" if self.field else self.reason


@dataclass(frozen=True)
class DecodedRows:
    """The rows of a block of messages: `batch`, a pyarrow.RecordBatch."""

    batch: Any
    origins: Optional[Any] = None
    """The index of each row's message, a numpy array of int64 in ascending order. None: one row per message."""
    skipped: int = 0
    """The number of messages, or of their rows, that `ignore-parse-errors` has skipped."""


class ColumnDecoder(ABC):
    """Decodes messages. It has no state between blocks, and pickles."""

    @abstractmethod
    def decode(self, messages: Sequence[Optional[bytes]]) -> DecodedRows:
        """The rows of a block of messages; None is a message without a value, such as Kafka's tombstone.

        Raises UndecodableMessageError for the first unreadable message, unless the format skips such messages.
        """


class ColumnEncoder(ABC):
    """Encodes messages. It has no state between blocks, and pickles."""

    @abstractmethod
    def encode(self, batch: Any) -> list[Optional[bytes]]:
        """A message for each row of a pyarrow.RecordBatch, without a newline.

        The message is None if the format has no bytes for the row: the raw format for NULL.
        """


class TableFormat(ABC):
    """A format for the option 'format' of tables. The keys of its options have no prefix: `field-delimiter`."""

    identifier: ClassVar[str]
    required_options: ClassVar[tuple[ConfigOption[Any], ...]] = ()
    optional_options: ClassVar[tuple[ConfigOption[Any], ...]] = ()

    def validate_decoding(self, options: Configuration) -> None:  # noqa: B027
        """Raises ValidationException for options that contradict each other."""

    def validate_encoding(self, options: Configuration) -> None:  # noqa: B027
        """Raises ValidationException for options that contradict each other."""

    @abstractmethod
    def create_decoder(
        self, row_type: RowType, options: Configuration, columns: Optional[Sequence[int]] = None
    ) -> ColumnDecoder:
        """A decoder of messages of `row_type` that returns these of its columns, in this order; None: all of them."""

    @abstractmethod
    def create_encoder(self, row_type: RowType, options: Configuration) -> ColumnEncoder:
        """An encoder of batches with the columns of `row_type`."""


@dataclass(frozen=True)
class ChosenFormat:
    """A format with the options that a table sets for it, as returned by `TableOptions`."""

    format: TableFormat
    options: Configuration

    def create_decoder(self, row_type: RowType, columns: Optional[Sequence[int]] = None) -> ColumnDecoder:
        """Creates a decoder of messages for these columns of `row_type`; None: all columns."""
        return self.format.create_decoder(row_type, self.options, columns)

    def create_encoder(self, row_type: RowType) -> ColumnEncoder:
        """Creates an encoder of batches with the columns of `row_type`."""
        return self.format.create_encoder(row_type, self.options)


def projected_type(row_type: RowType, columns: Optional[Sequence[int]]) -> RowType:
    """The row type with these of its fields, in this order; None: all of them."""
    if columns is None:
        return row_type
    return RowType(tuple(row_type.fields[column] for column in columns), nullable=row_type.nullable)

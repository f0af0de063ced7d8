"""The table format parquet, for whole files only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Optional

from pyrite.core.config.config_options import ConfigOption, parse_bool, whole_number
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.table import ValidationException
from pyrite.core.connector.table_format import ColumnDecoder, ColumnEncoder, TableFormat
from pyrite.core.types import RowType

CODECS: Final = ("UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4", "BROTLI")
COMPRESSION: Final = ConfigOption("compression", str, "SNAPPY", "The compression of pages.")
BLOCK_SIZE: Final = ConfigOption(
    "block.size", whole_number(1), 128 << 20, "The bytes of a row group before compression."
)
DICTIONARY: Final = ConfigOption("enable.dictionary", parse_bool, True, "Whether values are written as a dictionary.")
UTC_TIMEZONE: Final = ConfigOption(
    "utc-timezone", parse_bool, False, "Has no effect: timestamps are read and written unchanged, in UTC."
)


class ParquetTableFormat(TableFormat):
    """Declares the options. `pyrite.formats.parquet.columns` reads and writes."""

    identifier = "parquet"
    optional_options: ClassVar[tuple[ConfigOption[Any], ...]] = (COMPRESSION, BLOCK_SIZE, DICTIONARY, UTC_TIMEZONE)

    def validate_encoding(self, options: Configuration) -> None:
        if options.get(COMPRESSION).upper() not in CODECS:
            raise ValidationException(
                f"Unsupported value '{options.get(COMPRESSION)}' for option compression. "
                f"Supported values are [{', '.join(CODECS)}]."
            )

    def create_decoder(
        self, row_type: RowType, options: Configuration, columns: Optional[Sequence[int]] = None
    ) -> ColumnDecoder:
        raise ValidationException("The format 'parquet' is for files only, not for messages.")

    def create_encoder(self, row_type: RowType, options: Configuration) -> ColumnEncoder:
        raise ValidationException("The format 'parquet' is for files only, not for messages.")

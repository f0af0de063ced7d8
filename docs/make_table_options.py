"""Writes docs/guide/sql/connector_options.md from what tables' factories declare: python docs/make_table_options.py"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Final

from pyrite.connectors.files.table.formats import FILE_FORMATS
from pyrite.connectors.table_factories import table_factory
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.connector.scan_watermarks import WATERMARK_OPTIONS

PAGE: Final = Path(__file__).resolve().parent / "guide" / "sql" / "connector_options.md"
CONNECTORS: Final = (
    *("blackhole", "cassandra", "datagen", "elasticsearch-7", "filesystem", "http", "jdbc", "kafka", "print", "redis"),
    "upsert-kafka",
)
HEAD: Final = """# SQL connector options

*Generated from the declarations of connectors and formats by [make_table_options.py](../../make_table_options.py).*

Options have Flink's names and meanings; [SQL connectors](connectors.md) has examples. Defaults are in
milliseconds and bytes; in a statement, times and sizes may have a unit: `'10 s'`, `'128 MB'`.
"""

WATERMARKS: Final = (
    "For tables whose scans generate [watermarks](time_attributes.md#event-time): `kafka` and `upsert-kafka`. On other",
    "tables they have no effect; `datagen` rejects them.",
)


def page() -> str:
    lines = [HEAD, "", "## Watermarks", "", *WATERMARKS, ""]
    lines += ["| option | default | |", "| --- | --- | --- |", *_rows(WATERMARK_OPTIONS)]
    for name in CONNECTORS:
        factory = table_factory(name)
        lines += ["", f"## {name}", ""]
        if factory.option_prefixes:
            lines += [f"Further options begin with {', '.join(f'`{each}`' for each in factory.option_prefixes)}.", ""]
        rows = [*_rows(factory.required_options, "required"), *_rows(factory.optional_options)]
        lines += ["| option | default | |", "| --- | --- | --- |", *rows] if rows else ["It has no options."]
    for name, table_format in FILE_FORMATS.items():
        lines += ["", f"## Format {name}", "", f"In a table's options, each begins with `{name}.`", ""]
        lines += ["| option | default | |", "| --- | --- | --- |", *_rows(table_format.optional_options)]
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def _rows(options: tuple[ConfigOption[Any], ...], missing: str = "-") -> Iterator[str]:
    for option in options:
        yield f"| `{option.key}` | {_default(option.default, missing)} | {option.description} |"


def _default(value: Any, missing: str) -> str:
    if value is None:
        return missing
    if isinstance(value, Enum):
        return f"`{(value.value if isinstance(value.value, str) else value.name).lower().replace('_', '-')}`"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

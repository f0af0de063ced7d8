"""Writes docs/guide/options.md from the declared options: python docs/make_options.py"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Final

from pyrite.core.config import cluster_options, security_options
from pyrite.core.config.checkpoint_options import MAX_INT
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.keys_without_effect import NO_EFFECT_KEYS
from pyrite.core.config.memory.memory_options import MAX_BYTES
from pyrite.core.config.options import ALL_OPTIONS
from pyrite.core.config.reporter_options import REPORTER_OPTIONS
from pyrite.storage.s3_settings import S3_OPTIONS

PAGE: Final = Path(__file__).resolve().parent / "guide" / "options.md"
HEAD: Final = """# Options

*Generated from the declared options by [make_options.py](../make_options.py).*

Keys are Flink's where the meaning is the same. Durations may have a unit, as in `200 ms`, `10 s` or `5 min`; the
default unit is milliseconds. So may sizes, as in `64 mb`; their default unit is bytes. Deprecated keys still work, and
a message names the current key. Options of SQL connectors are on [a separate page](sql/connector_options.md).
"""
NO_EFFECT: Final = """## Flink's keys without effect

These keys are accepted. A job that sets one warns about it when it starts.

| key | why |
| --- | --- |"""


def page() -> str:
    options = sorted((each for each in ALL_OPTIONS if each.key not in NO_EFFECT_KEYS), key=lambda option: option.key)
    of_tables = [option for option in options if option.key.startswith("table.")]
    of_cluster = [option for option in options if option in vars(cluster_options).values()]
    of_security = [option for option in options if option in vars(security_options).values()]
    of_memory = [option for option in options if ".memory." in option.key and not option.key.startswith("state.")]
    others = {option.key for option in (*of_tables, *of_cluster, *of_security, *of_memory)}
    lines = [HEAD, *_section("Jobs, tasks and checkpoints", (each for each in options if each.key not in others))]
    lines += _section("JobManager, REST and history", of_cluster)
    lines += _section("Access to REST", of_security)
    lines += _section("Memory", of_memory)
    lines += _section("Metric reporters: keys below `metrics.reporter.NAME.`", REPORTER_OPTIONS)
    lines += _section("SQL and the Table API", of_tables)
    lines += _section("S3", S3_OPTIONS)
    lines += [NO_EFFECT, *(f"| `{key}` | {why} |" for key, why in sorted(NO_EFFECT_KEYS.items()))]
    return "\n".join(lines) + "\n"


def _section(title: str, options: Iterable[ConfigOption[Any]]) -> Iterator[str]:
    yield from (f"## {title}", "", "| option | default | |", "| --- | --- | --- |")
    for option in options:
        former = ", ".join(f"`{key}`" for key in option.former_keys if not key.startswith("$"))
        text = f"{option.description} Formerly {former}." if former else option.description
        yield f"| `{option.key}` | {_default(option)} | {text} |"
    yield ""


def _default(option: ConfigOption[Any]) -> str:
    value = option.default
    if value is None or value in ("", [], {}):
        return "-"
    if value in (MAX_INT, MAX_BYTES):
        return "no limit"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, Enum):
        return f"`{value.name}`"
    if isinstance(value, tuple):
        return f"`{','.join(map(str, value))}`"
    return f"`{value}`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

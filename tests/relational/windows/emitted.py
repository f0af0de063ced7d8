"""Older windows with early and late results: queries, settings, and how changes are shown. Imports neither library."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "flink"
_EARLY: Final = {"table.exec.emit.early-fire.enabled": "true", "table.exec.emit.early-fire.delay": "0 s"}
_LATE: Final = {
    "table.exec.emit.late-fire.enabled": "true",
    "table.exec.emit.late-fire.delay": "0 s",
    "table.exec.emit.allow-lateness": "1 h",
}
SETTINGS: Final = {"early": _EARLY, "late": _LATE, "both": {**_EARLY, **_LATE}}
_HOP: Final = "HOP{}(ts, INTERVAL '10' MINUTE, INTERVAL '20' MINUTE)"
QUERIES: Final = (
    "SELECT item, TUMBLE_END(bidtime, INTERVAL '10' MINUTE), SUM(n), MAX(price) FROM bids "
    "GROUP BY item, TUMBLE(bidtime, INTERVAL '10' MINUTE)",
    f"SELECT {_HOP.format('_START')}, COUNT(*), SUM(n) FROM visits GROUP BY {_HOP.format('')}",
    "SELECT who, COUNT(*) FROM visits GROUP BY who, TUMBLE(ts, INTERVAL '30' MINUTE)",
    "SELECT n, COUNT(*) FROM (SELECT who, COUNT(*) AS n FROM visits GROUP BY who, TUMBLE(ts, INTERVAL '30' MINUTE)) "
    "GROUP BY n",
)
_KINDS: Final = {"INSERT": "+I", "UPDATE_BEFORE": "-U", "UPDATE_AFTER": "+U", "DELETE": "-D"}


def changes(table: Any, name: str, query: str) -> list[str]:
    """What a query gives with some settings; `table` is the module of either library."""
    environment = table.TableEnvironment.create(table.EnvironmentSettings.in_streaming_mode())
    settings = {"parallelism.default": "1", "table.local-time-zone": "UTC", **SETTINGS[name]}
    for key, value in settings.items():
        environment.get_config().set(key, value)
    for statement in (FOLDER / "tables.sql").read_text().split(";\n"):
        environment.execute_sql(statement.replace("{folder}", str(FOLDER)))
    return [_text(row) for row in environment.execute_sql(query).collect()]


def _text(row: Any) -> str:
    kind = str(row.get_row_kind()).removeprefix("RowKind.")
    return f"{_KINDS.get(kind, kind)} {' | '.join(map(str, row))}"


def recorded(name: str, query: str, lines: list[str]) -> str:
    return "\n".join([f"--- {name}: {query}", *lines, ""])

"""Windows over rows that change: the table, queries and how changes are shown. Imports neither library."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "flink"
FLINKS: Final = (
    "'connector' = 'filesystem', 'format' = 'debezium-json', 'debezium-json.timestamp-format.standard' = 'SQL'"
)
OURS: Final = "'connector' = 'changed-file'"
_TABLE: Final = (
    "CREATE TABLE moves (k STRING, ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts - INTERVAL '20' SECOND) "
    "WITH ({connector}, 'path' = '{folder}/moves.json')"
)
_KINDS: Final = {"INSERT": "+I", "UPDATE_BEFORE": "-U", "UPDATE_AFTER": "+U", "DELETE": "-D"}


def queries() -> list[str]:
    return [line for line in (FOLDER / "changed.sql").read_text().splitlines() if not line.startswith("--")]


def environment(table: Any, connector: str) -> Any:
    """One that knows the table; `table` is the module of either library."""
    made = table.TableEnvironment.create(table.EnvironmentSettings.in_streaming_mode())
    made.get_config().set("parallelism.default", "1")
    made.get_config().set("table.local-time-zone", "UTC")
    made.execute_sql(_TABLE.format(connector=connector, folder=FOLDER))
    return made


def changes(made: Any, query: str) -> list[str]:
    """What a query gives, or the first line of an error."""
    try:
        with made.execute_sql(query).collect() as rows:
            return [_text(row) for row in rows]
    except Exception as error:
        text, cause = str(error), getattr(error, "java_exception", None)
        while cause is not None:
            text, cause = str(cause.getMessage()), cause.getCause()
        first = text.splitlines()[0].split("Exception: ")[-1]
        return [f"error: {first.split(' which is produced')[0].strip()}"]


def _text(row: Any) -> str:
    kind = str(row.get_row_kind()).removeprefix("RowKind.")
    return f"{_KINDS.get(kind, kind)} {' | '.join(map(str, row))}"


def recorded(query: str, lines: list[str]) -> str:
    return "\n".join([f"--- {query}", *lines, ""])

"""What scripts share that record Flink's answers to queries: the tables are in `tables.sql` of a test's folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[2] / "tests" / "relational"


def environment(folder: Path, mode: str, settings: Mapping[str, str], *statements: str) -> Any:
    """One with parallelism 1, in which the tables are, and what further statements make."""
    from pyflink.table import EnvironmentSettings, TableEnvironment  # type: ignore[import-not-found]

    is_streaming = mode == "streaming"
    made = TableEnvironment.create(
        EnvironmentSettings.in_streaming_mode() if is_streaming else EnvironmentSettings.in_batch_mode()
    )
    for key, value in {"parallelism.default": "1", **settings}.items():
        made.get_config().set(key, value)
    for statement in (*(folder / "tables.sql").read_text().split(";\n"), *statements):
        made.execute_sql(statement.replace("{folder}", str(folder)))
    return made


def answer(tables: Any, query: str, order: Callable[[list[str]], list[str]] = list) -> list[str]:
    """The rows, or `error:` and what it says."""
    try:
        with tables.execute_sql(query).collect() as rows:
            return order(list(map(row_text, rows)))
    except Exception as error:
        return [f"error: {message_of(error)}"]


def sorted_entry(tables: Any, head: str, query: str) -> str:
    """A line `--- head`, the query, an empty line, and the rows in the order of their texts."""
    text = "\n".join([f"--- {head}", query, "", "\n".join(answer(tables, query, sorted)), ""])
    print(text, flush=True)
    return text


def row_text(row: Any) -> str:
    """The values of a row, and its kind unless it is an insert."""
    kind = str(row.get_row_kind())
    values = " | ".join(str(value) for value in row)
    return values if kind in ("RowKind.INSERT", "+I") else f"{kind}: {values}"


def message_of(error: Any) -> str:
    """What the innermost cause says. Where PyFlink has made an exception of its own, that is in Java's trace."""
    text, cause = str(error), getattr(error, "java_exception", None)
    while cause is not None:
        text, cause = str(cause.getMessage()), cause.getCause()
    _, is_caused, last = text.rpartition("\nCaused by: ")
    if is_caused:
        text = last.partition(": ")[2]
    first = text.split("\n")[0].removeprefix("org.apache.flink.table.api.TableException: ").strip()
    return re.sub(r" @[0-9a-f]+\)$", ")", first)  # the address of a class loader

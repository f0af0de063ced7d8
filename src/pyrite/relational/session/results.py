"""StatementResult: the result of a statement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pyrite.core.types import LogicalType, RowType, string_type
from pyrite.relational.plan.nodes import row_type_of


@dataclass(frozen=True)
class StatementResult:
    """Rows with their columns. `is_ok` if there is nothing to show but `OK`."""

    row_type: RowType
    rows: tuple[tuple[Any, ...], ...]
    is_ok: bool = False


OK: Final = StatementResult(row_type_of(["result"], [string_type()]), (("OK",),), is_ok=True)


def one_column(name: str, values: Iterable[str]) -> StatementResult:
    return table([name], [string_type()], [(value,) for value in values])


def table(names: Sequence[str], types: Sequence[LogicalType], rows: Iterable[tuple[Any, ...]]) -> StatementResult:
    return StatementResult(row_type_of(names, types), tuple(rows))

"""Which row, and which column, an error of a block came from: looked for only once the block has failed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Optional

from pyrite.core.functions.user_function import shorten
from pyrite.core.types import LogicalType
from pyrite.expressions.compile.rows import compile_function
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.expressions.values import to_values

Named = tuple[str, ResolvedExpression]


def failed_row(
    batch: Any, process: Callable[[Any], Any], computed: Sequence[Named], types: Sequence[LogicalType]
) -> Optional[str]:
    """The first row that fails by itself, as errors show it, with the column that fails; None if none does."""
    for place in range(batch.num_rows):
        row = batch.slice(place, 1)
        try:
            process(row)
        except Exception:
            names = batch.schema.names[: len(types)]
            shown = shorten(dict(zip(names, [column[0].as_py() for column in row.columns], strict=False)))
            column = _failed_column(row, computed, types)
            return shown if column is None else f"{shown}, column '{column}'"
    return None


def _failed_column(row: Any, computed: Sequence[Named], types: Sequence[LogicalType]) -> Optional[str]:
    values = [to_values(row.column(place), kind)[0] for place, kind in enumerate(types)]
    for name, tree in computed:
        try:
            function = compile_function(tree, len(types))
        except Exception:  # a function of the user's, which says itself what is wrong
            continue
        try:
            function(*values)
        except Exception:
            return name
    return None

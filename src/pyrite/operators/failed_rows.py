"""Finds the row and the column that caused an error in a block of columns, for any operator.

They are looked for only after the attempt has failed, so they cost nothing before. An error may have a note of the
computed values; otherwise an operator without state, whose attempt is over, processes parts of the block again until a
single row fails.
"""

from __future__ import annotations

import traceback
from typing import Any, Optional

import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.functions.user_function import shorten
from pyrite.expressions.failed_values import FailedValues, noted_values, row_text
from pyrite.expressions.values import to_values
from pyrite.operators.operator import Operator


def failed_row(error: BaseException, operator: Operator) -> str:
    """The row and the column in error messages; "" if the error did not come from a block of columns."""
    failed = noted_values(error)
    if failed is None:
        again = _fails_alone(error, operator)
        failed = None if again is None else noted_values(again) or FailedValues({}, row=getattr(again, "row", ""))
        if failed is None:
            return ""
    batch = _last_batch(error)
    row = failed.row or _common_row(failed, batch)
    what = failed.what(() if batch is None else batch.schema.names)
    return ", ".join([*([row] if row else []), *([f"column '{what}'"] if what else [])])


def _last_batch(error: BaseException) -> Optional[Any]:
    """The batch that was processed last: the batch in the innermost frame that has one."""
    last = None
    for frame, _ in traceback.walk_tb(error.__traceback__):
        for value in frame.f_locals.values():
            if isinstance(value, ColumnBlock):
                last = value.batch
            elif isinstance(value, pa.RecordBatch):
                last = value
    return last


def _common_row(failed: FailedValues, batch: Optional[Any]) -> str:
    """The fields that all rows with the noted values have in common: the row, if it is a single one."""
    kinds = {} if failed.call is None else dict(zip(failed.call.arguments, failed.call.argument_types, strict=True))
    if batch is None or not kinds.keys() <= failed.values.keys():
        return ""
    rows_left = set(range(batch.num_rows))
    for column, kind in kinds.items():
        values = to_values(batch.column(column), kind)
        rows_left &= {
            row for row in rows_left if values[row] is failed.values[column] or values[row] == failed.values[column]
        }
    matches = batch.take(pa.array(sorted(rows_left), pa.int64())).to_pylist()
    if not matches:  # it came in an earlier block
        return shorten({batch.schema.names[column]: failed.values[column] for column in kinds})
    if len(matches) == 1:
        return row_text(batch, rows_left.pop())
    return shorten({name: each for name, each in matches[0].items() if all(row[name] == each for row in matches)})


def _fails_alone(error: BaseException, operator: Operator) -> Optional[BaseException]:
    """The error of the first row that fails alone in the same way as the block, with that row as `row`.

    Operators with state are not run again: their state has changed, so they may fail on a row that was processed
    before.
    """
    block = _block_of(error, operator)
    if block is None or operator.context.backend is not None:
        return None
    operator.output.mute()
    while len(block) > 1:
        half = len(block) // 2
        first, rest = block.slice(0, half), block.slice(half, len(block))
        block = rest if _again(operator, first) is None else first
    again = _again(operator, block)
    if again is None or (type(again), str(again)) != (type(error), str(error)):
        return None
    setattr(again, "row", row_text(block.batch, 0))  # noqa: B010
    return again


def _again(operator: Operator, block: ColumnBlock) -> Optional[BaseException]:
    try:
        operator.process_block(block)
    except Exception as error:
        return error
    return None


def _block_of(error: BaseException, operator: Operator) -> Optional[ColumnBlock]:
    """The block that the operator was processing when it failed."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        is_its = frame.f_locals.get("self") is operator and frame.f_code.co_name == "process_block"
        if is_its and isinstance(frame.f_locals.get("block"), ColumnBlock):
            return frame.f_locals["block"]  # type: ignore[no-any-return]
    return None

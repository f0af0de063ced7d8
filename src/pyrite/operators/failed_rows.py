"""The row and the column that an error in a block of columns came from, whichever operator worked on it.

They are looked for only once the attempt has failed, so they cost nothing before. An error may have a note of what was
computed; else an operator without state, whose attempt is over, gets the block again in parts until a row fails by
itself.
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
    """The row as errors show it, and the column; "" if the error came from no block of columns."""
    noted = noted_values(error)
    if noted is None:
        again = _fails_alone(error, operator)
        noted = None if again is None else noted_values(again) or FailedValues({}, row=getattr(again, "row", ""))
        if noted is None:
            return ""
    batch = _last_batch(error)
    row = noted.row or _known_row(noted, batch)
    what = noted.what(() if batch is None else batch.schema.names)
    return ", ".join([*([row] if row else []), *([f"column '{what}'"] if what else [])])


def _last_batch(error: BaseException) -> Optional[Any]:
    """The batch that was worked on last: that of the innermost frame that has one."""
    last = None
    for frame, _ in traceback.walk_tb(error.__traceback__):
        for value in frame.f_locals.values():
            if isinstance(value, ColumnBlock):
                last = value.batch
            elif isinstance(value, pa.RecordBatch):
                last = value
    return last


def _known_row(noted: FailedValues, batch: Optional[Any]) -> str:
    """What all rows of the batch that have the noted values have in common: the row, if it is one."""
    kinds = {} if noted.call is None else dict(zip(noted.call.arguments, noted.call.argument_types, strict=True))
    if batch is None or not kinds.keys() <= noted.values.keys():
        return ""
    places = set(range(batch.num_rows))
    for place, kind in kinds.items():
        values = to_values(batch.column(place), kind)
        places &= {row for row in places if values[row] is noted.values[place] or values[row] == noted.values[place]}
    rows = batch.take(pa.array(sorted(places), pa.int64())).to_pylist()
    if not rows:  # it came with an earlier block
        return shorten({batch.schema.names[place]: noted.values[place] for place in kinds})
    if len(rows) == 1:
        return row_text(batch, places.pop())
    return shorten({name: each for name, each in rows[0].items() if all(row[name] == each for row in rows)})


def _fails_alone(error: BaseException, operator: Operator) -> Optional[BaseException]:
    """The error of the first row that fails by itself as the block did, with that row as `row`.

    What keeps state has changed it by now: it may fail for a row that it took before, so it is not asked again.
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
    """What the operator was given when it failed."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        is_its = frame.f_locals.get("self") is operator and frame.f_code.co_name == "process_block"
        if is_its and isinstance(frame.f_locals.get("block"), ColumnBlock):
            return frame.f_locals["block"]  # type: ignore[no-any-return]
    return None

"""JoinedRows: builds the rows of a join from pairs of rows."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.blocks.column_block import CHANGE_KINDS
from pyrite.core.types import BigIntType, RowField, RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.compile.calc import Calc
from pyrite.expressions.python_calls import PythonUses
from pyrite.expressions.resolved import FieldReference, ResolvedExpression

Places = npt.NDArray[np.int64]
"""Positions of rows in a batch; NO_ROW for a row of NULLs."""
NO_ROW = -1
_PLACE = RowField("$place", BigIntType(nullable=False))


class JoinedRows:
    """Rows of the left columns, then the right columns. `condition` is over both."""

    def __init__(
        self,
        left: RowType,
        right: RowType,
        output: RowType,
        condition: Optional[ResolvedExpression],
        uses: Optional[PythonUses] = None,
    ) -> None:
        self._widths = len(left.fields), len(right.fields)
        self._schema = to_arrow_schema(output)
        kinds = [*to_arrow_schema(left).types, *to_arrow_schema(right).types, pa.int64()]
        self._pair_schema = pa.schema([pa.field(str(number), kind) for number, kind in enumerate(kinds)])
        self._filter = None
        if condition is not None:
            fields = (*left.fields, *right.fields, _PLACE)
            place = FieldReference(len(fields) - 1, _PLACE.name, _PLACE.type)
            self._filter = Calc([place], condition, [each.type for each in fields], RowType((_PLACE,)), uses)

    def meeting(self, left: Any, right: Any, left_places: Places, right_places: Places) -> tuple[Places, Places]:
        """Returns the pairs that meet the condition, in their order."""
        if self._filter is None or not len(left_places):
            return left_places, right_places
        columns = [*self._columns(left, 0, left_places), *self._columns(right, 1, right_places)]
        columns.append(pa.array(np.arange(len(left_places))))
        met = self._filter.process(pa.record_batch(columns, schema=self._pair_schema))
        places = met.column(0).to_numpy()
        return left_places[places], right_places[places]

    def batch(self, left: Any, right: Any, left_places: Places, right_places: Places) -> Any:
        """Builds rows. They have the change kinds of their left rows."""
        columns = [*self._columns(left, 0, left_places), *self._columns(right, 1, right_places)]
        batch = pa.record_batch(columns, schema=self._schema)
        if left is not None and CHANGE_KINDS in left.schema.names:
            kinds = left.column(CHANGE_KINDS).take(pa.array(left_places))
            batch = batch.append_column(CHANGE_KINDS, kinds)
        return batch

    def _columns(self, batch: Any, side: int, places: Places) -> list[Any]:
        width = self._widths[side]
        if batch is None:
            first = self._widths[0] if side else 0
            return [pa.nulls(len(places), self._schema.field(first + place).type) for place in range(width)]
        indices = pa.array(places, mask=places < 0)
        return [batch.column(place).take(indices) for place in range(width)]


def padded(rows: int, places: Places, others: Places) -> tuple[Places, Places]:
    """Adds a pair with NO_ROW for each of the `rows` rows without a pair. Pairs are in the order of `places`."""
    has_pair = np.zeros(rows, np.bool_)
    has_pair[places] = True
    alone = np.flatnonzero(~has_pair)
    if not len(alone):
        return places, others
    places = np.concatenate((places, alone))
    others = np.concatenate((others, np.full(len(alone), NO_ROW)))
    order = np.argsort(places, kind="stable")
    return places[order], others[order]

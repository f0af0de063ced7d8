"""TO_CHANGELOG and FROM_CHANGELOG: kinds of change as codes in a column, and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.operators.operator import Operator


@dataclass(frozen=True)
class ToChangelogSpec(OperatorSpec):
    """The codes of kinds of change; changes of other kinds are left out."""

    kind = "ToChangelog"
    codes: tuple[tuple[ChangeKind, str], ...]
    output: RowType
    text: str

    @property
    def description(self) -> str:
        return self.text

    def build(self) -> ToChangelog:
        return ToChangelog(self)


class ToChangelog(Operator):
    def __init__(self, spec: ToChangelogSpec) -> None:
        self._spec = spec

    def open(self) -> None:
        codes = dict(self._spec.codes)
        self._schema = to_arrow_schema(self._spec.output)
        self._codes = pa.array([codes.get(kind) for kind in ChangeKind], self._schema.field(0).type)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        kinds = block.change_kinds
        codes = self._codes.take(pa.array(np.zeros(len(block), np.int8)) if kinds is None else kinds)
        columns = [codes, *(block.batch.column(place) for place in range(len(self._schema) - 1))]
        batch = pa.record_batch(columns, schema=self._schema)
        if codes.null_count:
            batch = batch.filter(pc.is_valid(codes))
        if batch.num_rows:
            self.output.emit(ColumnBlock(batch))


@dataclass(frozen=True)
class FromChangelogSpec(OperatorSpec):
    """The column of codes, and the kind of change of each."""

    kind = "FromChangelog"
    column: int
    kinds: tuple[tuple[str, ChangeKind], ...]
    output: RowType
    text: str

    @property
    def description(self) -> str:
        return self.text

    def build(self) -> FromChangelog:
        return FromChangelog(self)


class FromChangelog(Operator):
    def __init__(self, spec: FromChangelogSpec) -> None:
        self._spec = spec

    def open(self) -> None:
        self._known = pa.array([code for code, _ in self._spec.kinds], pa.string())
        self._kinds = pa.array([kind for _, kind in self._spec.kinds], pa.int8())
        self._schema = to_arrow_schema(self._spec.output).append(pa.field(CHANGE_KINDS, pa.int8()))

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        codes = batch.column(self._spec.column).cast(pa.string())
        places = pc.index_in(codes, self._known)
        if places.null_count:
            self._refuse(batch, codes, places)
        others = [place for place in range(batch.num_columns) if place != self._spec.column]
        columns = [batch.column(place) for place in others][: len(self._schema) - 1]
        self.output.emit(ColumnBlock(pa.record_batch([*columns, self._kinds.take(places)], schema=self._schema)))

    def _refuse(self, batch: Any, codes: Any, places: Any) -> None:
        first = pc.is_null(places).to_pylist().index(True)
        code = codes[first].as_py()
        message = "Received NULL op code. Every changelog row must carry an operation code."
        if code is not None:
            message = (
                f"Received invalid op code '{code}'. Defined op codes are: [{', '.join(self._known.to_pylist())}]."
            )
        row = batch.slice(first, 1).to_pylist()[0]
        raise_user_error(InvalidProgramError(message), self.label(), None, shorten(row))

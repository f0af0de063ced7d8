"""The base classes of joins whose state is bounded by time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import RowType
from pyrite.expressions.python_calls import PythonCallError
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.keyed.state_layout import key_layout, type_layout
from pyrite.operators.relational.relational_spec import KeyedRelationalSpec
from pyrite.operators.relational.rows.joined_rows import JoinedRows, Places
from pyrite.operators.relational.rows.user_calls import UserCalls
from pyrite.state.backend import KeyedStateBackend


@dataclass(frozen=True)
class KeyedJoinSpec(KeyedRelationalSpec):
    """Joins rows whose key columns are equal. `condition` is over the columns of both inputs."""

    left: RowType
    right: RowType
    output: RowType
    left_keys: tuple[int, ...]
    right_keys: tuple[int, ...]
    condition: Optional[ResolvedExpression]

    @property
    def keyed_layout(self) -> str:
        left, right = type_layout(self.left.children), type_layout(self.right.children)
        return f"{key_layout(self.left, self.left_keys)}: rows of the left ({left}) and of the right ({right})"


class KeyedJoin(UserCalls):
    """In batch, blocks arrive unsorted, so the state holds all keys."""

    batch_by_key = False
    backend: KeyedStateBackend

    def __init__(self, spec: KeyedJoinSpec) -> None:
        super().__init__()
        self._join = spec
        self.left_key_names = tuple(spec.left.names[key] for key in spec.left_keys)
        self.right_key_names = tuple(spec.right.names[key] for key in spec.right_keys)

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        assert context.backend is not None, f"{type(self).__name__} is keyed"
        self.backend = context.backend

    def open(self) -> None:
        spec = self._join
        self.joined = JoinedRows(spec.left, spec.right, spec.output, spec.condition, self.uses)
        self.open_uses()

    def meeting(self, left: Any, right: Any, left_places: Places, right_places: Places) -> tuple[Places, Places]:
        """Returns the pairs that meet the condition."""
        try:
            return self.joined.meeting(left, right, left_places, right_places)
        except PythonCallError as error:
            self.fail_call(error)

    def emit_pairs(self, left: Any, right: Any, left_places: Places, right_places: Places) -> None:
        if len(left_places):
            self.output.emit(ColumnBlock(self.joined.batch(left, right, left_places, right_places)))


def have_keys(batch: Any, keys: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Returns which rows have a key: NULL in a key column matches nothing."""
    has_key = np.ones(batch.num_rows, np.bool_)
    for key in keys:
        column = batch.column(key)
        if column.null_count:
            has_key &= column.is_valid().to_numpy(zero_copy_only=False)
    return has_key

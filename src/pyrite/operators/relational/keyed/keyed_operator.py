"""KeyedRelationalOperator: the base class of operators with state by columns of their rows."""

from __future__ import annotations

from collections.abc import Sequence

from pyrite.core.types import RowType
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.keyed.timed_entries import TimedEntries
from pyrite.state.backend import KeyedStateBackend


class KeyedRelationalOperator(Operator):
    """In batch, blocks arrive unsorted, so the state holds all keys."""

    batch_by_key = False
    backend: KeyedStateBackend

    def __init__(self, rows: RowType, keys: Sequence[int]) -> None:
        """`keys` are columns of the input rows."""
        self.key_names = tuple(rows.names[place] for place in keys)

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        assert context.backend is not None, f"{type(self).__name__} is keyed"
        self.backend = context.backend

    def entries(self, state: str, width: int, ttl_ms: int) -> TimedEntries:
        """Creates the entries by key of a state, with `width` fields and an optional time to live."""
        return TimedEntries(self.backend.tables(state), width, ttl_ms, self.context.clock)

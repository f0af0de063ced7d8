"""KeyedRelationalOperator: what operators have in common that keep state by columns of their rows."""

from __future__ import annotations

from collections.abc import Sequence

from pyrite.core.types import RowType
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.keyed.timed_entries import TimedEntries
from pyrite.state.backend import KeyedStateBackend


class KeyedRelationalOperator(Operator):
    """In batch it gets blocks as they arrive, so its state holds all keys."""

    batch_by_key = False
    backend: KeyedStateBackend

    def __init__(self, rows: RowType, keys: Sequence[int]) -> None:
        """`keys` are columns of the rows that come in."""
        self.key_names = tuple(rows.names[place] for place in keys)

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        assert context.backend is not None, f"{type(self).__name__} is keyed"
        self.backend = context.backend

    def entries(self, state: str, width: int, ttl_ms: int) -> TimedEntries:
        """An entry of this width for each key, which may expire."""
        return TimedEntries(self.backend.tables(state), width, ttl_ms, self.context.clock)

"""OverAggregate by a column that is not a time: rows are inserted, updated and deleted anywhere in the order."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final

import pyarrow as pa

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.metrics.declared_metrics import NUM_RETRACTIONS_DROPPED
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.handler import AggregateHandler, State, is_mutable
from pyrite.expressions.map_keys import is_its_own_key
from pyrite.expressions.row_identity import RowIdentity
from pyrite.expressions.values import to_values
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.keyed.keyed_operator import KeyedRelationalOperator
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.keyed.state_layout import calls_layout, key_layout, type_layout
from pyrite.operators.relational.relational_spec import KeyedRelationalSpec
from pyrite.operators.relational.rows.rows import batch_of

_STATE: Final = "peers"
_GONE: Final = (ChangeKind.UPDATE_BEFORE, ChangeKind.DELETE)
Row = tuple[Any, ...]
Peers = list[Any]
"""[sort key, rows, state of the aggregates up to them]: rows that share a result. With ROWS, each row is separate."""
PLACE, ROWS, STATE = range(3)


@dataclass(frozen=True)
class ChangingOverSpec(KeyedRelationalSpec):
    """Partitions rows by the columns of `partition`. `calls` aggregate all rows up to each row in the order."""

    kind = "ChangingOverAggregate"
    partition: tuple[int, ...]
    order: SortColumn
    is_rows: bool
    calls: tuple[AggregateCall, ...]
    input: RowType
    output: RowType
    emits_update_before: bool

    @property
    def keyed_layout(self) -> str:
        order = f"{self.order.place}{' DESC' if self.order.is_descending else ''}"
        rows = f"all rows ({type_layout(self.input.children)}), ordered by {order}"
        return f"{key_layout(self.input, self.partition)}: {rows}, each with {calls_layout(self.calls, True)}"

    def build(self) -> ChangingOverOperator:
        return ChangingOverOperator(self)


class ChangingOverOperator(KeyedRelationalOperator):
    """The state of a key is its rows in their order, with the state of the aggregates up to each row.

    A change propagates to the following rows until the state of the aggregates is unchanged.
    """

    def __init__(self, spec: ChangingOverSpec) -> None:
        super().__init__(spec.input, spec.partition)
        self._spec = spec
        self._retractions_dropped = 0

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._entries = self.entries(_STATE, 1, self._spec.ttl_ms)
        context.metrics.expose(NUM_RETRACTIONS_DROPPED, lambda: self._retractions_dropped)

    def open(self) -> None:
        spec = self._spec
        self._handler = AggregateHandler(spec.calls, retracts=False)
        self._copied: Callable[[State], State] = deepcopy if is_mutable(self._handler.create()) else lambda state: state
        self._types = [field.type for field in spec.input.fields]
        self._identity = RowIdentity(self._types)
        self._has_doubles = not all(
            is_its_own_key(kind) for call in spec.calls for kind in (*call.argument_types, call.result_type)
        )
        self._schema = to_arrow_schema(spec.output)
        self._changes: list[tuple[int, Row]] = []

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        keys = row_keys(batch, self.key_names)
        rows = zip(*(to_values(batch.column(i), kind) for i, kind in enumerate(self._types)), strict=True)
        kinds = [0] * len(block) if block.change_kinds is None else block.change_kinds.to_pylist()
        table = self._entries.load(keys.state_keys)
        for key, row, kind in zip(keys.of_rows(), rows, kinds, strict=True):
            entry = table.setdefault(key, ([],))
            (self._remove if kind in _GONE else self._insert)(entry[0], row, kind)
            if not entry[0]:
                del table[key]
        self._entries.store(keys.state_keys, table)
        self._emit()

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        self._entries.sweep()

    # Rows -------------------------------------------------------------------------------------------------------------

    def _insert(self, all_peers: list[Peers], row: Row, kind: int) -> None:
        place = self._place(row)
        at = bisect_right(all_peers, place, key=itemgetter(PLACE))
        shares = not self._spec.is_rows and at > 0 and all_peers[at - 1][PLACE] == place
        if shares:
            at -= 1
            peers = all_peers[at]
            before = peers[STATE]
            peers[ROWS].append(row)
            peers[STATE] = self._state(all_peers, at)
            self._change(peers[ROWS][:-1], before, peers[STATE])
        else:
            peers = [place, [row], None]
            all_peers.insert(at, peers)
            peers[STATE] = self._state(all_peers, at)
        self._announce(kind, row, peers[STATE])
        self._change_after(all_peers, at + 1)

    def _remove(self, all_peers: list[Peers], row: Row, kind: int) -> None:
        place = self._place(row)
        first = bisect_left(all_peers, place, key=itemgetter(PLACE))
        last = bisect_right(all_peers, place, key=itemgetter(PLACE))
        is_same = self._identity.matcher(row)
        for at in range(first, last):
            peers = all_peers[at]
            number = next((n for n, own in enumerate(peers[ROWS]) if is_same(own)), None)
            if number is not None:
                self._remove_at(all_peers, at, number)
                return
        self._retractions_dropped += 1  # its row never arrived, or its state expired

    def _remove_at(self, all_peers: list[Peers], at: int, number: int) -> None:
        peers = all_peers[at]
        before = peers[STATE]
        row = peers[ROWS].pop(number)
        if not peers[ROWS]:
            del all_peers[at]
            self._announce(ChangeKind.DELETE, row, before)
            self._change_after(all_peers, at)
            return
        peers[STATE] = self._state(all_peers, at)
        self._change(peers[ROWS][:number], before, peers[STATE])
        self._announce(ChangeKind.DELETE, row, before)
        self._change(peers[ROWS][number:], before, peers[STATE])
        self._change_after(all_peers, at + 1)

    def _change_after(self, all_peers: list[Peers], first: int) -> None:
        """Updates the rows after a change."""
        for at in range(first, len(all_peers)):
            peers = all_peers[at]
            before, peers[STATE] = peers[STATE], self._state(all_peers, at)
            if self._is_unchanged(before, peers[STATE]):
                return
            self._change(peers[ROWS], before, peers[STATE])

    def _state(self, all_peers: list[Peers], at: int) -> State:
        """Computes the state up to these peers from the state of the previous ones."""
        state = self._copied(all_peers[at - 1][STATE]) if at else self._handler.create()
        for row in all_peers[at][ROWS]:
            state = self._handler.accumulate(state, [row[place] for place in self._handler.columns])
        return state

    def _is_unchanged(self, before: State, after: State) -> bool:
        """Returns whether states differ at most in the number of rows. Compares texts, which tell 0.0 from -0.0."""
        if before[1:] != after[1:]:
            return False
        return not self._has_doubles or repr(before[1:]) == repr(after[1:])

    def _place(self, row: Row) -> tuple[bool, Any]:
        """Returns the sort key of a row: NULLs first or last, NaN after all numbers."""
        order = self._spec.order
        value = row[order.place]
        if value is None:
            return (not order.nulls_first, ())
        return (order.nulls_first, (value != value, 0 if value != value else value))

    # Changes ----------------------------------------------------------------------------------------------------------

    def _change(self, rows: list[Row], before: State, after: State) -> None:
        if self._is_unchanged(before, after):
            return
        former, now = self._handler.values(before), self._handler.values(after)
        for row in rows:
            if self._spec.emits_update_before:
                self._changes.append((ChangeKind.UPDATE_BEFORE, (*row, *former)))
            self._changes.append((ChangeKind.UPDATE_AFTER, (*row, *now)))

    def _announce(self, kind: int, row: Row, state: State) -> None:
        self._changes.append((kind, (*row, *self._handler.values(state))))

    def _emit(self) -> None:
        if not self._changes:
            return
        kinds, rows = zip(*self._changes, strict=True)
        self._changes = []
        batch = batch_of(list(rows), self._spec.output, self._schema)
        self.output.emit(ColumnBlock(batch.append_column(CHANGE_KINDS, pa.array(kinds, pa.int8()))))

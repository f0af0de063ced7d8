"""IncrementalGroupAggregate: keeps the DISTINCT values of buckets in state, and sends new values on to their key."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import Any, Final

import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.aggregates.aggregate import Accumulator, AggregateCall
from pyrite.expressions.aggregates.distinct import Distinct
from pyrite.expressions.aggregates.handler import accumulator_of
from pyrite.expressions.aggregates.partials import column_type, relaying
from pyrite.expressions.values import to_column, to_values
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.keyed.keyed_operator import KeyedRelationalOperator
from pyrite.operators.relational.keyed.state_layout import distinct_layout, key_layout
from pyrite.operators.relational.relational_spec import KeyedRelationalSpec

_STATE: Final = "distinct"


@dataclass(frozen=True)
class IncrementalAggregateSpec(KeyedRelationalSpec):
    """Groups rows by bucket, the columns of `grouping`.

    The output has the first `keys` of them, then results of `calls`.
    """

    kind = "IncrementalGroupAggregate"
    grouping: tuple[int, ...]
    keys: int
    sent: tuple[AggregateCall, ...]
    """The calls of the local phase, with a column each after the columns of `grouping`."""
    calls: tuple[AggregateCall, ...]
    """The same calls without DISTINCT: only new values are sent on."""
    input: RowType
    output: RowType
    retracts: bool

    @property
    def distinct(self) -> tuple[AggregateCall, ...]:
        return tuple(call for call in self.sent if call.is_distinct)

    @property
    def keyed_layout(self) -> str:
        return f"{key_layout(self.input, self.grouping)}: {distinct_layout(self.distinct)}"

    def build(self) -> IncrementalAggregateOperator:
        return IncrementalAggregateOperator(self)


class IncrementalAggregateOperator(KeyedRelationalOperator):
    """The state of a bucket has the number of occurrences of each value, for each DISTINCT call.

    Blocks are processed on arrival: the local phase has bundled them.
    """

    def __init__(self, spec: IncrementalAggregateSpec) -> None:
        super().__init__(spec.input, spec.grouping[: spec.keys])
        self._spec = spec
        names = [spec.input.fields[place].name for place in spec.grouping]
        self._bucket_names = tuple(names)

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        spec = self._spec
        self._entries = self.entries(_STATE, len(spec.distinct), spec.ttl_ms)

    def open(self) -> None:
        spec = self._spec
        first = len(spec.grouping)
        self._steps: list[_Relay | _Values] = []
        for number, (sent, call) in enumerate(zip(spec.sent, spec.calls, strict=True)):
            if sent.is_distinct:
                self._steps.append(_Values(accumulator_of(call, spec.retracts), sent, spec.retracts))
            else:
                self._steps.append(_Relay(accumulator_of(relaying(sent, first + number), spec.retracts)))
        self._schema = to_arrow_schema(spec.output)
        self._kinds = [column_type(call) for call in spec.calls]

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        first = len(self._spec.grouping)
        columns = [to_values(batch.column(first + n), column_type(call)) for n, call in enumerate(self._spec.sent)]
        buckets, keys = row_keys(batch, self._bucket_names), row_keys(batch, self.key_names)
        table = self._entries.load(buckets.state_keys)
        states: dict[Any, list[Any]] = {}
        first_rows: list[int] = []
        pairs = zip(keys.of_rows(), buckets.of_rows(), zip(*columns, strict=True), strict=True)
        for number, (key, bucket, row) in enumerate(pairs):
            state = states.get(key)
            if state is None:
                state = states[key] = [step.create() for step in self._steps]
                first_rows.append(number)
            self._add(state, table, bucket, row)
        values = [[step.value(each) for step, each in zip(self._steps, s, strict=True)] for s in states.values()]
        self._entries.store(buckets.state_keys, table)
        self._emit(batch, first_rows, values)

    def _add(self, state: list[Any], table: dict[Any, Any], bucket: Any, row: tuple[Any, ...]) -> None:
        """Adds a bucket's partial result to its values, and its new values to the state of the key."""
        entry = table.get(bucket)
        counts_before = iter(tuple({} for _ in self._spec.distinct) if entry is None else entry)
        counts_after = []
        for number, (step, value) in enumerate(zip(self._steps, row, strict=True)):
            if isinstance(step, _Values):
                counts, state[number] = step.add(next(counts_before), state[number], value)
                counts_after.append(counts)
            else:
                state[number] = step.add(state[number], value)
        if any(counts_after):
            table[bucket] = tuple(counts_after)
        else:
            table.pop(bucket, None)

    def _emit(self, batch: Any, rows: list[int], values: list[list[Any]]) -> None:
        indices = pa.array(rows)
        keys = [batch.column(place).take(indices) for place in self._spec.grouping[: self._spec.keys]]
        columns = [to_column(column, kind) for column, kind in zip(zip(*values, strict=True), self._kinds, strict=True)]
        self.output.emit(ColumnBlock(pa.record_batch([*keys, *columns], schema=self._schema)))

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        super().prepare(checkpoint_id, savepoint)
        self._entries.sweep()


class _Relay:
    """Merges partial states of the local phase."""

    def __init__(self, accumulator: Accumulator) -> None:
        self._accumulator = accumulator
        self.create, self.add, self.value = accumulator.create, accumulator.accumulate, accumulator.value


class _Values:
    """Adds the local phase's values that are new to the state, and retracts values that no longer occur."""

    def __init__(self, inner: Accumulator, sent: AggregateCall, retracts: bool) -> None:
        self._values = Distinct(inner, sent.argument_types)
        self._retracts = retracts
        self.create, self.value = inner.create, inner.value

    def add(self, counts: dict[Any, int], state: Any, data: bytes) -> tuple[dict[Any, int], Any]:
        values, both = self._values, (counts, state)
        if not self._retracts:
            counts, state = values.merge(both, pickle.loads(data))
            return counts, state
        for is_retraction, row in pickle.loads(data):
            both = (values.retract if is_retraction else values.accumulate)(both, *row)
        return both

"""A relational-like job on columns: numbers become rows (k, n), are passed around, and counted and summed by key.

Every row's change is emitted, as a streaming GROUP BY does, so that a row lost or counted twice is seen wherever it
happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.blocks.changelog import ALL_CHANGES, INSERT_ONLY, ChangeKind, ChangelogMode
from pyrite.core.blocks.column_block import CHANGE_KINDS, ArrowCodec, ColumnBlock
from pyrite.core.blocks.edge_format import EdgeFormat
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.job.partitioning import Partitioning, PartitioningKind
from pyrite.core.operator_spec import OperatorSpec
from pyrite.datastream import DataStream, KeyedStream, StreamExecutionEnvironment
from pyrite.datastream.connectors import Sink
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.state.column_keys import column_keys

KEYS: Final = 5
Change = tuple[int, Optional[str], bool, int, int, int]
"""(kind of change, k, odd, the number whose row made it, count, sum)"""


def key_of(number: int) -> Optional[str]:
    """The key of a number; one of them is null."""
    return f"key {number % KEYS}" if number % KEYS else None


@dataclass(frozen=True)
class Made(OperatorSpec):
    """An operator of a test: its class, and what that takes."""

    kind = "made by a test"
    operator: type[Operator]
    arguments: tuple[Any, ...] = ()

    @property
    def description(self) -> str:
        return self.operator.__name__

    def build(self) -> Operator:
        return self.operator(*self.arguments)


class Relational(Operator):
    """Takes blocks of columns as they arrive, in batch too."""

    batch_by_key = False


class ToColumns(Operator):
    """Stands for a scan: numbers become rows."""

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        columns = [pa.array(map(key_of, block.values), pa.string()), pa.array(block.values, pa.int64())]
        self.output.emit(ColumnBlock(pa.record_batch(columns, names=["k", "n"])))


class Calc(Relational):
    """A projection: adds a column. With `shares`, each subtask keeps its share of the rows, as all get all."""

    def __init__(self, shares: bool = False) -> None:
        self._shares = shares

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        if self._shares:
            batch = batch.filter(
                pa.array(batch["n"].to_numpy() % self.context.place.parallelism == self.context.place.subtask)
            )
        self.output.emit(ColumnBlock(batch.append_column("odd", pa.array(batch["n"].to_numpy() % 2 == 1))))


class Lookup(Relational):
    """Input 1 is a table of numbers that count, which every subtask gets whole; batch gives it first."""

    second_input_first = True

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._known: list[int] = []

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        if input_index == 1:
            self._known.extend(block.batch["n"].to_pylist())
        else:
            known = pc.is_in(block.batch["n"], pa.array(self._known, pa.int64()))
            self.output.emit(ColumnBlock(block.batch.filter(known)))


class CountAndSum(Relational):
    """Counts and sums by key, in the backend's tables; emits each row's change, the value before and the one after."""

    def __init__(self, columns: Sequence[str]) -> None:
        self._columns = columns

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        assert context.backend is not None
        self._tables = context.backend.tables("aggregate")

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        keys = column_keys(batch, self._columns)
        state_keys = keys.state_keys()
        table = self._tables.load(0, state_keys)
        changes: list[tuple[Any, ...]] = []
        rows = zip(keys.indices.tolist(), *(batch[name].to_pylist() for name in ("k", "odd", "n")), strict=True)
        for index, *row in rows:
            before = table.get(state_keys[index])
            count, total = before or (0, 0)
            if before is not None:
                changes.append((ChangeKind.UPDATE_BEFORE, *row, count, total))
            table[state_keys[index]] = after = (count + 1, total + row[-1])
            kind = ChangeKind.INSERT if before is None else ChangeKind.UPDATE_AFTER
            changes.append((kind, *row, *after))
        self._tables.touch(0, state_keys)
        self.output.emit(ColumnBlock(_as_batch(changes)))


def _as_batch(changes: list[tuple[Any, ...]]) -> Any:
    kinds = pa.int8(), pa.string(), pa.bool_(), pa.int64(), pa.int64(), pa.int64()
    columns = [pa.array(column, kind) for column, kind in zip(zip(*changes, strict=True), kinds, strict=True)]
    return pa.record_batch(columns, names=[CHANGE_KINDS, "k", "odd", "n", "count", "sum"])


class ToRows(Relational):
    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        self.output.emit(RowBlock(list(zip(*(column.to_pylist() for column in block.batch.columns), strict=True))))


# Programs -------------------------------------------------------------------------------------------------------------


def columns_then(
    stream: DataStream,
    name: str,
    spec: OperatorSpec,
    changelog: ChangelogMode = INSERT_ONLY,
    second: Optional[DataStream] = None,
) -> DataStream:
    """Adds an operator whose output is columns. Its name is its uid."""
    actual = stream.then(name, spec, second=None if second is None else second.transformation_id)
    actual.uid(name)
    columns = EdgeFormat(ArrowCodec(), changelog=changelog)
    stream.get_execution_environment().program.change(actual.transformation_id, output_format=columns)
    return actual


def key_by_columns(stream: DataStream, *columns: str) -> KeyedStream:
    how = Partitioning(PartitioningKind.HASH, key_columns=columns)
    return KeyedStream(stream.get_execution_environment(), stream._partitioned(how), stream)


def _by_number(number: int, receivers: int) -> int:
    return number % receivers


def _distributed(stream: DataStream, kind: PartitioningKind) -> DataStream:
    if kind is PartitioningKind.CUSTOM:
        return stream._redistributed(Partitioning(kind, None, _by_number, key_columns=("n",)))
    if kind is PartitioningKind.HASH:
        return stream._redistributed(Partitioning(kind, key_columns=("n",)))
    return stream._redistributed(Partitioning(kind))


@dataclass(frozen=True)
class GroupBy:
    """Scan -> `first` -> projection -> hash by key columns -> aggregate -> rebalance, with changes -> rows -> sink."""

    records: int
    first: PartitioningKind = PartitioningKind.REBALANCE
    keys: tuple[str, ...] = ("k",)
    looked_up: bool = False
    """Whether each row is looked up in a broadcast table first, which holds all of them."""

    new_chain: bool = True
    """Whether the projection is in a task of its own, even if `first` is FORWARD."""

    def build(self, env: StreamExecutionEnvironment, sink: Sink, numbers: Optional[DataStream] = None) -> None:
        """The program; `numbers` are those from 0 to `records` - 1, if it is not to make them itself."""
        scan = self._scan(numbers or self._numbers(env), "scan")
        if self.looked_up:
            table = _distributed(self._scan(self._numbers(env), "table"), PartitioningKind.BROADCAST)
            scan = columns_then(scan.rebalance(), "lookup", Made(Lookup), second=table)
        shares = self.first is PartitioningKind.BROADCAST
        projected = columns_then(_distributed(scan, self.first), "calc", Made(Calc, (shares,)))
        if self.new_chain:
            projected.start_new_chain()
        aggregate = Made(CountAndSum, (self.keys,))
        counted = columns_then(key_by_columns(projected, *self.keys), "aggregate", aggregate, ALL_CHANGES)
        counted.rebalance().then("rows", Made(ToRows)).uid("rows").sink_to(sink).uid("sink")

    def _numbers(self, env: StreamExecutionEnvironment) -> DataStream:
        return env.from_sequence(0, self.records - 1)

    def _scan(self, numbers: DataStream, name: str) -> DataStream:
        return columns_then(numbers.uid(f"{name}-numbers"), name, Made(ToColumns))

    def faults_in(self, changes: list[Change]) -> list[str]:
        """What is wrong with all changes of a job that has finished: nothing, if each row had its effect once."""
        after = [change for change in changes if change[0] != ChangeKind.UPDATE_BEFORE]
        actual = []
        if (numbers := sorted(change[3] for change in after)) != list(range(self.records)):
            actual.append(f"rows that were counted: {numbers}")
        by_key: dict[Any, list[Change]] = {}
        for change in sorted(after, key=lambda change: change[4]):
            by_key.setdefault(self._key(change), []).append(change)
        retracted = Counter((self._key(c), *c[4:]) for c in changes if c[0] == ChangeKind.UPDATE_BEFORE)
        expected = Counter((key, *c[4:]) for key, mine in by_key.items() for c in mine[:-1])
        if retracted != expected:
            actual.append(f"retracted {retracted - expected} too often, {expected - retracted} not at all")
        return actual + [fault for mine in by_key.values() for fault in _faults_of_key(mine)]

    def _key(self, change: Change) -> tuple[Any, ...]:
        fields = {"k": change[1], "odd": change[2]}
        return tuple(fields[name] for name in self.keys)


def _faults_of_key(changes: list[Change]) -> list[str]:
    """Whether one key's rows were counted and summed without gap or double, and the first one inserted the key."""
    sums = list(accumulate(change[3] for change in changes))
    if [change[4:] for change in changes] != list(zip(range(1, len(changes) + 1), sums, strict=True)):
        return [f"changes of a key: {changes}"]
    inserts = [change[0] == ChangeKind.INSERT for change in changes]
    return [] if inserts == [True] + [False] * (len(changes) - 1) else [f"a key was inserted twice: {changes}"]

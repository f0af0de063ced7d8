"""Full partitions: all records of a key, or of a subtask, kept until the input ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Final, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.functions.functions import KeySelector
from pyrite.core.functions.partition_functions import MapPartitionFunction, Order
from pyrite.core.functions.user_function import bound_method, close_function, describe, raise_user_error
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.core.types.rows import Row
from pyrite.operators.call_results import CallResults
from pyrite.operators.capabilities import Commits
from pyrite.operators.fields import field
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.state.operator_state import FunctionState
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.operators.window.window_contents import MISSING, AggregatedContents, ListedContents, Table, WindowContents
from pyrite.state.key_codec import decode_key

PARTITIONS = "full-partitions"
"""The state with the contents of partitions."""
_WHOLE: Final = 0
"""The only key of a stream that is not keyed."""
_ALL: Final = "all"
"""The only table of a keyed stream."""


class FieldKey(KeySelector):
    """Sorts by one field, given by position or name; of a record without fields, position 0 is the record."""

    def __init__(self, position: int | str) -> None:
        self._position = position

    def get_key(self, value: Any) -> Any:
        position = self._position
        if isinstance(value, (tuple, list, Row)):
            return field(value, position)
        if isinstance(position, str):
            return value[position] if isinstance(value, Mapping) else getattr(value, position)
        if position == 0:
            return value
        raise TypeError(f"field {position} of a {type(value).__name__}: it has only position 0, the record itself")


class MappedContents(ListedContents):
    """All records, passed to a map function."""

    def __init__(self, func: MapPartitionFunction | Callable[[Iterable[Any]], Optional[Iterable[Any]]]) -> None:
        self.func = func
        self._map = bound_method(func, MapPartitionFunction, "map_partition")

    def results_of(self, accumulator: Any) -> Optional[Iterable[Any]]:
        """The results of the function, lazily."""
        results: Optional[Iterable[Any]] = self._map(accumulator)
        return results


class SortedContents(ListedContents):
    """All records, sorted by a key; records with the same key stay in the order of arrival."""

    def __init__(self, key_selector: KeySelector | Callable[[Any], Any], order: Order) -> None:
        self.func = key_selector
        self._get_key = bound_method(key_selector, KeySelector, "get_key")
        self._descending = order is Order.DESCENDING

    def elements(self, accumulator: Any) -> list[Any]:
        return sorted(accumulator, key=self._get_key, reverse=self._descending)


@dataclass(frozen=True)
class FullPartitionSpec(OperatorSpec):
    kind = "FullPartitionOperator"
    contents: WindowContents
    stamped: bool

    @property
    def description(self) -> str:
        by = "" if self.contents.func is None else f" by {describe(self.contents.func)}"
        return f"make results of whole partitions{by}"

    @property
    def keeps(self) -> str:
        return "keeps the records of its partition"

    def build(self) -> FullPartitionOperator:
        return FullPartitionOperator(self.contents, self.stamped)


class FullPartitionOperator(Operator, Commits):
    """Collects a partition's records in `contents`, and emits the resulting elements at the end.

    As in Flink, a stream that is not keyed has results without timestamps, after the last watermark, also for a subtask
    without records; results of keyed streams, if `stamped`, have the last watermark as timestamp, and are emitted
    before it.
    """

    def __init__(self, contents: WindowContents, stamped: bool) -> None:
        self._contents = contents
        self._stamped = stamped
        self.func = contents.func
        self._function_state = FunctionState(contents.func, [PARTITIONS], contents.without_keyed_state)

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._table: Table = {}
        self._tables = None if context.backend is None else context.backend.tables(PARTITIONS)

    def open(self) -> None:
        self._function_state.open(self)

    def close(self) -> None:
        close_function(self.func, self.label())

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        keys: list[StateKey] = [_WHOLE] * len(block) if block.keys is None else block.keys
        remaining: Any = iter(block.values)
        try:
            if self._contents.keeps_records and block.keys is None:
                self._table.setdefault(_WHOLE, []).extend(block.values)
            else:
                table = self._table if self._tables is None else self._tables.load(_ALL, keys)
                self._contents.add_all(table, keys, remaining)
        except Exception as error:
            self.fail(error, self.func, block, remaining)
        if self._tables is not None:
            self._tables.touch(_ALL, keys)

    # The end ----------------------------------------------------------------------------------------------------------

    def process_watermark(self, watermark_ms: int) -> None:
        if watermark_ms == MAX_WATERMARK and self._stamped and self.context.backend is not None:
            self._emit_all()
        self.output.emit_watermark(watermark_ms)

    def end_key(self) -> None:
        self._emit_all()
        super().end_key()

    def finish(self) -> None:
        if self.context.backend is None and not self._table and (accumulator := self._empty()) is not MISSING:
            self._table[_WHOLE] = accumulator
        self._emit_all()

    def _empty(self) -> Any:
        """The contents of a subtask without records: as in Flink, its function is still called, except a reduce
        function.
        """
        if isinstance(self._contents, AggregatedContents):
            return self._contents.func.create_accumulator()
        return [] if self._contents.keeps_records else MISSING

    def _emit_all(self) -> None:
        results = CallResults(self.output, stamped=self._stamped and self.context.backend is not None)
        for table in [self._table] if self._tables is None else self._tables.chunks(_ALL):
            for key, accumulator in table.items():
                self._add_results(key, accumulator, results)
        results.flush()
        self._table.clear()
        if self._tables is not None:
            self._tables.drop(_ALL)

    def _add_results(self, key: StateKey, accumulator: Any, results: CallResults) -> None:
        backend = self.context.backend
        if backend is not None:
            backend.context.key = key
        try:
            if isinstance(self._contents, MappedContents):
                results.add(self._contents.results_of(accumulator), MAX_WATERMARK)
            else:
                results.add_own(self._contents.elements(accumulator), MAX_WATERMARK)
        except Exception as error:
            self.raise_if_from_below(error)
            what = "the partition of this subtask" if backend is None else f"the partition of key {decode_key(key)!r}"
            raise_user_error(error, self.label(), self.func, what)

    # State ------------------------------------------------------------------------------------------------------------

    def state_entries(self) -> int:
        entries = len(self._table) if self.context.backend is None else super().state_entries()
        return entries + self._function_state.states.entry_count()

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        """Without a key, the contents are a list state: the records, or the single accumulator."""
        state = self._function_state.snapshot(self, checkpoint_id)
        if self.context.backend is None:
            accumulator = self._table.get(_WHOLE, MISSING)
            elements = (
                [] if accumulator is MISSING else list(accumulator) if self._contents.keeps_records else [accumulator]
            )
            state = replace(state, lists={**state.lists, PARTITIONS: elements})
        return state

    def restore(self, state: OperatorSubtaskState) -> None:
        self._function_state.restore(state)
        elements = state.lists.get(PARTITIONS, [])
        if elements:
            self._table[_WHOLE] = (
                list(elements) if self._contents.keeps_records else reduce(self._contents.merge, elements)
            )

    def checkpoint_completed(self, checkpoint_id: int) -> None:
        self._function_state.completed(self, checkpoint_id)

    def checkpoint_aborted(self, checkpoint_id: int) -> None:
        self._function_state.aborted(self, checkpoint_id)

"""SESSION windows: aggregated, or as rows that wait until the end of their session."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import itemgetter
from typing import Any, Final, Optional

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.state_key import StateKey
from pyrite.expressions.aggregates.handler import AggregateHandler, State
from pyrite.operators.relational.keyed.key_columns import KeyColumns
from pyrite.operators.relational.keyed.state_layout import calls_layout, key_layout, type_layout
from pyrite.operators.relational.window.time_windows import Window
from pyrite.operators.relational.window.window_aggregate import WindowAggregateOperator, WindowAggregateSpec
from pyrite.operators.relational.window.window_output import WindowChanges, WindowOutput
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.state.timer_queue import HeapTimerQueue

OpenSession = list[Any]
"""[start, end, state], a list since it is updated in place.

The sessions of a key are sorted by start, and neither overlap nor touch.
"""
_SESSIONS: Final = "sessions"
"""The only namespace, with the sessions of all keys."""


@dataclass(frozen=True)
class SessionAggregateSpec(WindowAggregateSpec):
    """Aggregates by sessions of each key. A session ends after `gap_ms` without a row."""

    gap_ms: int

    @property
    def keyed_layout(self) -> str:
        state_layout = calls_layout(self.calls, self.retracts)
        return f"{key_layout(self.input, self.grouping)} and session: {state_layout}"

    def build(self) -> SessionAggregateOperator:
        return SessionAggregateOperator(self)


class SessionAggregateOperator(WindowAggregateOperator):
    """Merges sessions that touch. A key with sessions has a timer at or before the end of its first session."""

    def __init__(self, spec: SessionAggregateSpec) -> None:
        super().__init__(spec)
        self._gap_ms = spec.gap_ms
        self._timers = HeapTimerQueue()

    # Rows -------------------------------------------------------------------------------------------------------------

    def add_rows(self, block: ColumnBlock, keys: KeyColumns) -> None:
        rows = self.rows_of(block.batch)
        times = self.times(block.batch).tolist()
        table = self.tables.load(_SESSIONS, keys.state_keys)
        late = 0
        for key, time, row, retracts in zip(keys.of_rows(), times, rows, self.retractions(block), strict=True):
            session = self._session(table, key, time)
            if session is None:
                late += 1
            else:
                session[2] = (self.handler.retract if retracts else self.handler.accumulate)(session[2], row)
        self.tables.touch(_SESSIONS, keys.state_keys)
        self.drop_late(late)

    def _session(self, table: dict[StateKey, Any], key: StateKey, time: int) -> Optional[OpenSession]:
        """Opens, extends or merges sessions for a row. Returns its session; None if the session has already ended."""
        start, end = time, time + self._gap_ms
        sessions: list[OpenSession] = table.get(key) or []
        met = [session for session in sessions if session[0] <= end and start <= session[1]]
        start, end = min([start, *(s[0] for s in met)]), max([end, *(s[1] for s in met)])
        if self.is_over((start, end)):
            return None
        if met:
            first = met[0]
            first[0], first[1] = start, end
            for other in met[1:]:
                first[2] = self.handler.merge(first[2], other[2])
                sessions.remove(other)
            return first
        session: OpenSession = [start, end, self.handler.create()]
        insort(sessions, session, key=itemgetter(0))
        table[key] = sessions
        self._timers.register(key, self.zone.fire_time((start, end)))
        return session

    # Time -------------------------------------------------------------------------------------------------------------

    def next_fire_ms(self) -> Optional[int]:
        return self._timers.next_ms()

    def fire(self, until_ms: int) -> None:
        """Emits sessions in the order of their ends."""
        over: list[tuple[int, StateKey, OpenSession]] = []
        while (due := self._timers.pop_due(until_ms)) is not None:
            _, key = due
            table = self.tables.load(_SESSIONS, (key,))
            ends = [(self.zone.fire_time((each[0], each[1])), each) for each in table.get(key, ())]
            over += [(end_ms, key, session) for end_ms, session in ends if end_ms <= until_ms]
            remaining = [(end_ms, session) for end_ms, session in ends if end_ms > until_ms]
            if remaining:
                table[key] = [session for _, session in remaining]
                self._timers.register(key, min(end_ms for end_ms, _ in remaining))
            else:
                table.pop(key, None)
            self.tables.touch(_SESSIONS, (key,))
        for _, key, (start, end, state) in sorted(over, key=itemgetter(0)):
            self.emit_session((start, end), key, state)

    def emit_session(self, window: Window, key: StateKey, state: State) -> None:
        self.emit(window, (key,), (state,))

    def restore(self, state: OperatorSubtaskState) -> None:
        super().restore(state)
        for table in self.tables.chunks(_SESSIONS):
            for key, sessions in table.items():
                self._timers.register(key, min(self.zone.fire_time((s[0], s[1])) for s in sessions))


@dataclass(frozen=True)
class SessionRowsSpec(SessionAggregateSpec):
    """Emits rows with their session. The columns of `grouping` are the partition keys."""

    kind = "SessionWindowTableFunction"

    @property
    def keyed_layout(self) -> str:
        rows = f"rows ({type_layout(self.input.children)})"
        return f"{key_layout(self.input, self.grouping)} and session: {rows}"

    def build(self) -> SessionRowsOperator:
        return SessionRowsOperator(self)


class SessionRowsOperator(SessionAggregateOperator):
    """Emits rows with their session at its end, in the order of arrival.

    The state has the rows, each followed by its change kind and its number.
    """

    def __init__(self, spec: SessionRowsSpec) -> None:
        super().__init__(spec)
        self._width = len(spec.input.fields)
        self._next_number = 0

    def make_handler(self) -> AggregateHandler:
        return _RowLists(range(self._width))

    def make_output(self) -> WindowOutput:
        spec = self._spec
        kind = WindowChanges if spec.retracts else WindowOutput
        types = [field.type for field in spec.input.fields]
        return kind(spec.output, 0, types, spec.properties, self.zone, self.output.emit)

    def rows_of(self, batch: Any) -> list[tuple[Any, ...]]:
        first, self._next_number = self._next_number, self._next_number + batch.num_rows
        kinds = ColumnBlock(batch).change_kinds
        marks = repeat(0) if kinds is None else kinds.to_pylist()
        return [
            (*row, kind, first + place)
            for place, (row, kind) in enumerate(zip(super().rows_of(batch), marks, strict=False))
        ]

    def retractions(self, block: ColumnBlock) -> Sequence[bool]:
        """Returns False for all rows: retracted rows are stored as well."""
        return [False] * len(block)

    def emit_session(self, window: Window, key: StateKey, state: State) -> None:
        *columns, kinds, _ = zip(*state[1], strict=True)
        keys = [key] * len(kinds)
        if isinstance(self.results, WindowChanges):
            self.results.add_changes(window, keys, kinds, columns)
        else:
            self.results.add(window, keys, columns)

    def restore(self, state: OperatorSubtaskState) -> None:
        """Restores the number of the next row."""
        super().restore(state)
        for table in self.tables.chunks(_SESSIONS):
            for sessions in table.values():
                for session in sessions:
                    self._next_number = max(self._next_number, session[2][1][-1][-1] + 1)


class _RowLists(AggregateHandler):
    """Stores rows in the order of arrival."""

    def __init__(self, columns: Sequence[int]) -> None:
        super().__init__((), retracts=False)
        self.columns = list(columns)

    def create(self) -> State:
        return 0, []

    def accumulate(self, state: State, row: Sequence[Any]) -> State:
        state[1].append(tuple(row))
        return state[0] + 1, state[1]

    def merge(self, state: State, other: State) -> State:
        return state[0] + other[0], sorted(state[1] + other[1], key=itemgetter(-1))

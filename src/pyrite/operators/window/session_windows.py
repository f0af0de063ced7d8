"""Event-time session windows with their default trigger, no evictor and no lateness: a list of sessions per key."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from operator import itemgetter
from typing import Any, Final

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK, NO_TIMESTAMP
from pyrite.core.windows.windows import TimeWindow
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.operators.window.window_base import WindowOperatorBase, WindowPlan, without_timestamps
from pyrite.operators.window.window_contents import MISSING, Table
from pyrite.state.timer_queue import HeapTimerQueue

Session = list[Any]
"""[start, end, contents]: a list, since it grows in place.

A key's sessions are ordered by their starts; they neither overlap nor touch.
"""
_SESSIONS: Final = "sessions"
"""The only table, with the sessions of every key."""


class SessionWindowOperator(WindowOperatorBase):
    """Sessions end when a key has had no record for the gap. Sessions that touch are merged.

    A session's end is registered when it begins. When that time comes, the session is over, or it has grown, alone or
    by merging: then its current end is registered, unless it already is.
    """

    merging = True

    def __init__(self, gap_ms: int | Callable[[Any], int], plan: WindowPlan) -> None:
        super().__init__(plan)
        self._gap = gap_ms
        self._ends = HeapTimerQueue()
        self._live = 0

    # Records ----------------------------------------------------------------------------------------------------------

    def process_records(self, block: RowBlock) -> None:
        assert block.keys is not None
        late: list[tuple[Any, int]] = []
        sessions_of, add = self.tables.load(_SESSIONS, block.keys), self.plan.contents.add
        fixed_gap = self._gap if isinstance(self._gap, int) else None
        for key, time, value in zip(block.keys, block.timestamps_or_none_marks(), block.values, strict=True):
            try:
                end = time + (self._gap_of(value) if fixed_gap is None else fixed_gap)
                sessions = sessions_of.get(key)
                if sessions is not None and time >= (session := sessions[-1])[0] and time <= session[1]:
                    session[2] = add(session[2], value)
                    if end > session[1]:
                        session[1] = end
                elif time == NO_TIMESTAMP:
                    raise without_timestamps(self, value)
                elif not self._add_slowly(sessions_of, key, time, end, value):
                    late.append((value, time))
            except Exception as error:
                raise_user_error(error, self.label(), self.plan.contents.func or self.func, shorten(value))
        self.tables.touch(_SESSIONS, block.keys)
        if late:
            self.drop_late([value for value, _ in late], [time for _, time in late])

    def _gap_of(self, value: Any) -> int:
        return self._gap(value)  # type: ignore[operator]

    def _add_slowly(self, sessions_of: Table, key: StateKey, start: int, end: int, value: Any) -> bool:
        """Adds a record that opens a session, or merges several. Returns False if it is late."""
        sessions: list[Session] = sessions_of.get(key, [])
        met = [session for session in sessions if session[0] <= end and start <= session[1]]
        start, end = min([start, *(s[0] for s in met)]), max([end, *(s[1] for s in met)])
        if end - 1 <= self.watermark_ms:
            return False
        if len(met) == 1:  # it grows in place; its new end is registered when the old one comes
            session = met[0]
            session[0], session[1], session[2] = start, end, self.plan.contents.add(session[2], value)
            return True
        accumulator = MISSING if not met else met[0][2]
        for session in met[1:]:
            accumulator = self.plan.contents.merge(accumulator, session[2])
        merged: Session = [start, end, self.plan.contents.add(accumulator, value)]
        self._live += 1 - len(met)
        remaining = [session for session in sessions if not any(session is one for one in met)]
        insort(remaining, merged, key=itemgetter(0))
        sessions_of[key] = remaining
        self._ends.register(key, end)
        return True

    # Time -------------------------------------------------------------------------------------------------------------

    def process_watermark(self, watermark_ms: int) -> None:
        self.watermark_ms = watermark_ms
        self._fire(watermark_ms)
        self.output.emit_watermark(watermark_ms)

    def _fire(self, until_ms: int) -> None:
        while (due := self._ends.pop_due(until_ms + 1)) is not None:
            end, key = due
            sessions_of = self.tables.load(_SESSIONS, (key,))
            session = next((one for one in sessions_of.get(key, ()) if one[0] < end <= one[1]), None)
            if session is None:
                continue
            if session[1] > end:
                self._ends.register(key, session[1])
                continue
            self._end_session(sessions_of, key, session)
        self.results.flush()

    def _end_session(self, sessions_of: Table, key: StateKey, session: Session) -> None:
        """Emits the results of a session, and removes it."""
        window = TimeWindow(session[0], session[1])
        try:
            elements = self.plan.contents.elements(session[2])
        except Exception as error:
            raise_user_error(error, self.label(), self.plan.contents.func, f"{window!r}")
        self._live -= 1
        remaining = [other for other in sessions_of[key] if other is not session]
        if remaining:
            sessions_of[key] = remaining
        else:
            del sessions_of[key]
        self.tables.touch(_SESSIONS, (key,))
        call, time_ms = self.plan.call, window.end - 1
        if call is None:
            self.results.add_own(elements, time_ms)
        else:
            call.call(key, window, elements, self.results, time_ms)
            call.clear(key, window)

    def end_key(self) -> None:
        """Batch: the key's sessions fire in order, under the last watermark, and are removed."""
        self.watermark_ms = MAX_WATERMARK
        self._fire(MAX_WATERMARK)
        self.watermark_ms = MIN_WATERMARK
        self.backend.clear()

    # State ------------------------------------------------------------------------------------------------------------

    def timer_count(self) -> int:
        return self._live

    def contents_kind(self) -> str:
        return f"{super().contents_kind()} in sessions"

    def restore(self, state: OperatorSubtaskState) -> None:
        super().restore(state)
        for table in self.tables.chunks(_SESSIONS):
            for key, sessions in table.items():
                self._live += len(sessions)
                for session in sessions:
                    self._ends.register(key, session[1])

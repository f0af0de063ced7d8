"""Event-time session windows with their own trigger, no evictor and no lateness: a list of sessions for each key."""

from __future__ import annotations

import heapq
import itertools
from bisect import insort
from collections.abc import Callable
from operator import itemgetter
from typing import Any

from pyrite.common.block import Block, StateKey
from pyrite.common.time import MAX_WATERMARK, MIN_WATERMARK, NO_TIMESTAMP
from pyrite.common.windows import TimeWindow
from pyrite.operators.operator import OperatorContext, OperatorSnapshot
from pyrite.operators.user_function import raise_user_error, shorten
from pyrite.operators.window_base import CONTENTS, EMIT_AT, WindowOperatorBase, WindowPlan, without_timestamps
from pyrite.operators.window_contents import MISSING

Session = list[Any]
"""[start, end, what it holds]: a list, since it grows in place. One that is over, or part of another, holds MISSING.

A key's live sessions are in the order of their starts; they neither overlap nor touch.
"""


class SessionWindowOperator(WindowOperatorBase):
    """Sessions end when a key has had no record for the gap. Those that touch are one.

    Each live session is in the heap once, at the end it had when it was put there; if it has grown since, it goes back.
    """

    merging = True

    def __init__(self, gap_ms: int | Callable[[Any], int], plan: WindowPlan) -> None:
        super().__init__(plan)
        self._gap = gap_ms
        self._heap: list[tuple[int, int, StateKey, Session]] = []
        self._number = itertools.count()
        self._live = 0

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._sessions: Any = self.backend.tables(CONTENTS).setdefault("sessions", {})

    # Records ----------------------------------------------------------------------------------------------------------

    def process_records(self, block: Block) -> None:
        assert block.keys is not None
        late: list[tuple[Any, int]] = []
        sessions_of, add = self._sessions, self.plan.contents.add
        fixed_gap = self._gap if isinstance(self._gap, int) else None
        watermark_ms = self.watermark_ms
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
                elif not self._add_slowly(key, time, end, value, sessions or [], watermark_ms):
                    late.append((value, time))
            except Exception as error:
                raise_user_error(error, self.label(), self.plan.contents.func or self.func, shorten(value))
        if late:
            self.drop_late([value for value, _ in late], [time for _, time in late])

    def _gap_of(self, value: Any) -> int:
        return self._gap(value)  # type: ignore[operator]

    def _add_slowly(
        self, key: StateKey, start: int, end: int, value: Any, sessions: list[Session], watermark_ms: int
    ) -> bool:
        """Adds a record that opens a session, or joins several. False: it is late."""
        met = [session for session in sessions if session[0] <= end and start <= session[1]]
        start, end = min([start, *(s[0] for s in met)]), max([end, *(s[1] for s in met)])
        if end - 1 <= watermark_ms:
            return False
        if len(met) == 1:  # it grows in place; the heap finds its new end when it comes to the old one
            session = met[0]
            session[0], session[1], session[2] = start, end, self.plan.contents.add(session[2], value)
            return True
        held = MISSING if not met else met[0][2]
        for session in met[1:]:
            held = self.plan.contents.merge(held, session[2])
        made: Session = [start, end, self.plan.contents.add(held, value)]
        for session in met:
            session[2] = MISSING
        self._live += 1 - len(met)
        kept = [session for session in sessions if session[2] is not MISSING]
        insort(kept, made, key=itemgetter(0))
        self._sessions[key] = kept
        heapq.heappush(self._heap, (end, next(self._number), key, made))
        return True

    # Time -------------------------------------------------------------------------------------------------------------

    def process_watermark(self, watermark_ms: int) -> None:
        self.watermark_ms = watermark_ms
        self._fire(watermark_ms)
        self.output.emit_watermark(watermark_ms)

    def _fire(self, until_ms: int) -> None:
        results: list[Any] = []
        stamps: list[int] = []
        while self._heap and self._heap[0][0] - 1 <= until_ms:
            end, number, key, session = heapq.heappop(self._heap)
            if session[2] is MISSING:
                continue
            if session[1] > end:
                heapq.heappush(self._heap, (session[1], number, key, session))
                continue
            results.extend(self._ended(key, session))
            stamps.extend([end - 1] * (len(results) - len(stamps)))
            if len(results) >= EMIT_AT:
                self.output.emit_results(results, stamps)
                results, stamps = [], []
        if results:
            self.output.emit_results(results, stamps)

    def _ended(self, key: StateKey, session: Session) -> list[Any]:
        """What a session emits; it is gone then."""
        window = TimeWindow(session[0], session[1])
        try:
            elements = self.plan.contents.elements(session[2])
        except Exception as error:
            raise_user_error(error, self.label(), self.plan.contents.func, f"{window!r}")
        session[2] = MISSING
        self._live -= 1
        left = [other for other in self._sessions[key] if other is not session]
        if left:
            self._sessions[key] = left
        else:
            del self._sessions[key]
        call = self.plan.call
        if call is None:
            return elements
        results = call.results(key, window, elements)
        call.clear(key, window)
        return results

    def end_key(self) -> None:
        """Batch: the key's sessions fire in order, under the last watermark, and are gone."""
        self.watermark_ms = MAX_WATERMARK
        self._fire(MAX_WATERMARK)
        self.watermark_ms = MIN_WATERMARK
        self.backend.clear()
        self._sessions = self.backend.tables(CONTENTS).setdefault("sessions", {})

    # State ------------------------------------------------------------------------------------------------------------

    def timer_count(self) -> int:
        return self._live

    def restore(self, snapshot: OperatorSnapshot) -> None:
        super().restore(snapshot)
        self._sessions = self.backend.tables(CONTENTS).setdefault("sessions", {})
        for key, sessions in self._sessions.items():
            self._live += len(sessions)
            for session in sessions:
                heapq.heappush(self._heap, (session[1], next(self._number), key, session))

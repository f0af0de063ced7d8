"""Draws the picture of docs/guide/async_io.md from runs on the test harness: python docs/make_async_picture.py

Eight records pass through real operators, ordered and unordered. The picture shows their actual times, in milliseconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Optional
from xml.sax.saxutils import escape

from pyrite.common import Time
from pyrite.datastream import AsyncDataStream, AsyncFunction, DataStream
from pyrite.testing import OperatorTestHarness, StreamRecord

GUIDE: Final = Path(__file__).resolve().parent / "guide"
TAKES_MS: Final = (40, 20, 28, 10, 6, 1000, 15, 20)
"""How long the answer for each record takes. All come at once; a watermark comes after the fourth."""
MARK_BEHIND, CAPACITY, TIMEOUT_MS, END_MS = 4, 3, 45, 100

# The run --------------------------------------------------------------------------------------------------------------


@dataclass
class Call:
    """What happened to one record, in milliseconds from the start."""

    asked_ms: int = 0
    answered_ms: int = 0
    left_ms: int = 0
    late: bool = False


@dataclass
class Run:
    """One operator's run over all records."""

    calls: list[Call] = field(default_factory=lambda: [Call() for _ in TAKES_MS])
    mark_left_ms: int = 0


class Answer(AsyncFunction[int, int]):
    """Notes when it is asked, and when it answers."""

    def __init__(self, run: Run, now_ms: Callable[[], int]) -> None:
        self._run = run
        self._now_ms = now_ms

    async def async_invoke(self, value: int) -> list[int]:
        call = self._run.calls[value]
        call.asked_ms = self._now_ms()
        await asyncio.sleep(TAKES_MS[value] / 1000)
        call.answered_ms = self._now_ms()
        return [value]

    def timeout(self, value: int) -> list[int]:
        self._run.calls[value].answered_ms = self._now_ms()
        self._run.calls[value].late = True
        return [value]


def run(wait: Callable[..., DataStream]) -> Run:
    result = Run()
    harness: Optional[OperatorTestHarness] = None

    def now_ms() -> int:
        return 0 if harness is None else harness.clock.now_ms()

    function = Answer(result, now_ms)
    harness = OperatorTestHarness.of(lambda stream: wait(stream, function, Time.milliseconds(TIMEOUT_MS), CAPACITY))
    harness.process_elements(range(MARK_BEHIND))
    harness.process_watermark(1)
    harness.process_elements(range(MARK_BEHIND, len(TAKES_MS)))
    for _ in range(END_MS):
        harness.advance_processing_time(1)
        for event in harness.get_output():
            if isinstance(event, StreamRecord):
                result.calls[event.value].left_ms = now_ms()
            else:
                result.mark_left_ms = now_ms()
        harness.clear_output()
    return result


# The picture ----------------------------------------------------------------------------------------------------------

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
_INK, _FAINT, _GRID = "#1f2933", "#52606d", "#cbd2d9"
_ASKED, _HELD, _LEAVES, _MARK, _LATE = "#4a7fc1", "#bcd3ee", "#c98a3b", "#4f9d69", "#b3382c"
_LEFT, _TOP, _ROW, _MS, _PANEL_GAP = 96, 88, 24, 6, 70
_WIDTH = 740


def _text(text: str, x: float, y: float, colour: str = _FAINT, size: int = 12, anchor: str = "start") -> str:
    place = f'x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(text)}</text>"


def _x(time_ms: float) -> float:
    return round(_LEFT + time_ms * _MS, 1)


class Panel:
    """One run: a row for each record, time from left to right."""

    def __init__(self, title: str, run: Run, top: float) -> None:
        self._title = title
        self._run = run
        self._top = top
        self.bottom = top + _ROW * (len(TAKES_MS) + 1)

    def parts(self) -> Iterator[str]:
        yield _text(self._title, 20, self._top - 14, _INK, 14)
        for time_ms in range(0, END_MS + 1, 10):
            yield f'<path d="M{_x(time_ms):g} {self._top:g}V{self.bottom:g}" stroke="{_GRID}" stroke-width="0.6"/>'
            if time_ms % 20 == 0:
                yield _text(f"{time_ms} ms", _x(time_ms), self.bottom + 15, size=11, anchor="middle")
        for number, call in enumerate(self._run.calls):
            yield from self._row(number, call)
        yield from self._mark()

    def _row(self, number: int, call: Call) -> Iterator[str]:
        y = self._top + _ROW * (number + (number >= MARK_BEHIND)) + 4
        yield _text(f"record {number + 1}", _LEFT - 12, y + 12, _INK, anchor="end")
        if call.asked_ms:
            yield f'<path d="M{_x(0):g} {y + 8:g}H{_x(call.asked_ms):g}" stroke="{_FAINT}" stroke-dasharray="2 3"/>'
        yield _bar(call.asked_ms, call.answered_ms, y, _LATE if call.late else _ASKED)
        if call.left_ms > call.answered_ms:
            yield _bar(call.answered_ms, call.left_ms, y, _HELD)
        yield f'<path d="M{_x(call.left_ms):g} {y + 1:g}l7 7l-7 7l-7 -7Z" fill="{_LEAVES}"/>'

    def _mark(self) -> Iterator[str]:
        y = self._top + _ROW * MARK_BEHIND + 12
        yield _text("watermark", _LEFT - 12, y + 4, _MARK, anchor="end")
        yield f'<path d="M{_x(0):g} {y:g}H{_x(self._run.mark_left_ms):g}" stroke="{_MARK}" stroke-width="2"/>'
        yield f'<path d="M{_x(self._run.mark_left_ms):g} {y - 7:g}l7 7l-7 7l-7 -7Z" fill="{_MARK}"/>'


def _bar(from_ms: int, to_ms: int, y: float, colour: str) -> str:
    width = round((to_ms - from_ms) * _MS, 1)
    return f'<rect x="{_x(from_ms):g}" y="{y:g}" width="{width:g}" height="16" rx="2" fill="{colour}"/>'


def _legend(y: float) -> Iterator[str]:
    kinds = (
        (_FAINT, "waits for room"),
        (_ASKED, "asked"),
        (_LATE, "canceled in the end"),
        (_HELD, "answer waits its turn"),
        (_LEAVES, "result leaves"),
    )
    x = 20
    for colour, text in kinds:
        yield f'<circle cx="{x + 5}" cy="{y - 4:g}" r="5" fill="{colour}"/>'
        yield _text(text, x + 16, y)
        x += 40 + 7 * len(text)


def make_picture() -> str:
    said = f"Eight records and a watermark, a capacity of {CAPACITY}, a timeout of {TIMEOUT_MS} ms"
    ordered = Panel("ordered_wait", run(AsyncDataStream.ordered_wait), _TOP)
    unordered = Panel("unordered_wait", run(AsyncDataStream.unordered_wait), ordered.bottom + _PANEL_GAP)
    height = unordered.bottom + 56
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:g}" width="{_WIDTH}" role="img" '
        f'font-family="{_FONT}">'
    )
    ground = f'<rect width="{_WIDTH}" height="{height:g}" fill="#ffffff"/>'
    title = f"<title>{escape(said)}</title>"
    parts = [head, title, ground, _text(said, 20, 30, _INK, 15), *ordered.parts(), *unordered.parts()]
    return "\n".join([*parts, *_legend(height - 14), "</svg>", ""])


if __name__ == "__main__":
    (GUIDE / "async_io.svg").write_text(make_picture(), encoding="utf-8")

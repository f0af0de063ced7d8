"""Draws the timelines of docs/guide/time.md from a run on the test harness: python docs/make_timeline.py

Records go through a real watermark generator into a real window operator. What is drawn is what came out of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Optional
from xml.sax.saxutils import escape

from pyrite.common import Duration, Time, TimestampAssigner, WatermarkStrategy
from pyrite.core.metrics.declared_metrics import NUM_LATE_RECORDS_DROPPED
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.datastream import DataStream, ProcessWindowFunction
from pyrite.datastream.window import TimeWindow, TumblingEventTimeWindows
from pyrite.testing import OperatorTestHarness, Watermark

GUIDE: Final = Path(__file__).resolve().parent / "guide"
BLOCKS: Final = ((4, 2, 11), (7, 9, 15), (12, 13, 10, 14, 21), (6, 18, 19, 23))
"""Records, in seconds of event time. A watermark is sent after each block."""
BOUND_S, SIZE_S, LATENESS_S = 6, 10, 10

# The run --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RecordStep:
    """A record came. One that is late was dropped; one that is not may have fired its window at once."""

    time_s: int
    late: bool
    firings: tuple[str, ...]


@dataclass(frozen=True)
class WatermarkStep:
    """The watermark moved on, and windows fired."""

    watermark_ms: int
    firings: tuple[str, ...]


class Seconds(TimestampAssigner):
    def extract_timestamp(self, value: int, record_timestamp: int) -> int:
        return value * 1000


class Count(ProcessWindowFunction[int, str, int, TimeWindow]):
    def process(
        self, key: int, context: ProcessWindowFunction.Context[TimeWindow], elements: Iterable[int]
    ) -> Iterator[str]:
        window = context.window()
        yield f"[{window.start // 1000}, {window.end // 1000}) = {len(list(elements))}"


class Run:
    """The generator and the window operator, each in a harness; what the one emits goes into the other."""

    def __init__(self, lateness_s: int) -> None:
        strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(BOUND_S))
        stamped = strategy.with_timestamp_assigner(Seconds())

        def windows(stream: DataStream) -> DataStream:
            windowed = stream.key_by(lambda value: 0).window(TumblingEventTimeWindows.of(Time.seconds(SIZE_S)))
            return windowed.allowed_lateness(Time.seconds(lateness_s)).process(Count())

        self._generator = OperatorTestHarness.of(lambda stream: stream.assign_timestamps_and_watermarks(stamped))
        self._windows = OperatorTestHarness.of(windows)

    def steps(self) -> Iterator[RecordStep | WatermarkStep]:
        for block in BLOCKS:
            for value in block:
                yield self._record(value)
            self._generator.advance_processing_time(200)
            yield self._watermark()
        self._generator.end_input()
        yield self._watermark()

    def _record(self, value: int) -> RecordStep:
        self._generator.process_element(value)
        stamped = self._generator.extract_output_stream_records()[-1]
        dropped = self._late_records()
        self._windows.process_element(stamped.value, stamped.timestamp)
        return RecordStep(value, self._late_records() > dropped, self._firings())

    def _late_records(self) -> int:
        values = self._windows.operator.context.metrics.values()
        return sum(value for name, value in values.items() if name.name == NUM_LATE_RECORDS_DROPPED.name)

    def _watermark(self) -> WatermarkStep:
        sent = self._generator.get_output()[-1]
        assert isinstance(sent, Watermark), sent
        self._windows.process_watermark(sent.timestamp)
        return WatermarkStep(sent.timestamp, self._firings())

    def _firings(self) -> tuple[str, ...]:
        fired = tuple(self._windows.extract_output_values())
        self._windows.clear_output()
        return fired


# The picture ----------------------------------------------------------------------------------------------------------

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
_INK, _FAINT, _GRID = "#1f2933", "#52606d", "#cbd2d9"
_BANDS = ("#e8f0fb", "#f4f5f7", "#e8f0fb")
_RECORD, _WATERMARK, _FIRE, _LATE = "#4a7fc1", "#4f9d69", "#c98a3b", "#b3382c"
_LEFT, _TOP, _RIGHT, _STEP, _SECOND = 92, 64, 150, 40, 11
_HIGHEST_S = 30


def _y(seconds: float) -> float:
    return _TOP + (_HIGHEST_S - seconds) * _SECOND


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _text(text: str, x: float, y: float, colour: str = _FAINT, size: int = 12, anchor: str = "start") -> str:
    place = f'x="{_number(x)}" y="{_number(y)}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(text)}</text>"


class Timeline:
    """One picture: records in the order in which they come from left to right, event time from bottom to top."""

    def __init__(self, title: str, lateness_s: int) -> None:
        self._title = title
        self._steps = list(Run(lateness_s).steps())
        self._width = _LEFT + _STEP * len(self._steps) + _RIGHT
        self._height = _y(0) + 64

    def svg(self) -> str:
        size = f'viewBox="0 0 {self._width} {_number(self._height)}" width="{self._width}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{_FONT}">'
        ground = f'<rect width="{self._width}" height="{_number(self._height)}" fill="#ffffff"/>'
        title = f"<title>{escape(self._title)}</title>"
        parts = [head, title, ground, _text(self._title, 20, 28, _INK, 15), *self._bands(), *self._marks()]
        return "\n".join([*parts, *self._legend(), "</svg>", ""])

    def _bands(self) -> Iterator[str]:
        right = self._width - _RIGHT + 8
        for number, colour in enumerate(_BANDS):
            start = number * SIZE_S
            top = _number(_y(start + SIZE_S))
            yield f'<rect x="{_LEFT}" y="{top}" width="{right - _LEFT}" height="{SIZE_S * _SECOND}" fill="{colour}"/>'
            yield _text(f"[{start}, {start + SIZE_S})", right + 10, _y(start + SIZE_S / 2) + 4, _INK, 13)
        for seconds in range(0, _HIGHEST_S + 1, 5):
            yield f'<path d="M{_LEFT} {_number(_y(seconds))}H{right}" stroke="{_GRID}"/>'
            yield _text(f"{seconds} s", _LEFT - 10, _y(seconds) + 4, anchor="end")

    def _marks(self) -> Iterator[str]:
        """Records above the line of the watermark, which is drawn first."""
        yield from self._watermark()
        for column, step in enumerate(self._steps):
            x = _LEFT + _STEP * (column + 0.5)
            if isinstance(step, RecordStep):
                yield self._dot(x, step)
            else:
                yield _text(_shown(step.watermark_ms), x, _y(0) + 18, _WATERMARK, 11, "middle")
            for firing in step.firings:
                yield from self._firing(x, firing, step)

    def _watermark(self) -> Iterator[str]:
        earlier: Optional[float] = None
        path = ""
        for column, step in enumerate(self._steps):
            if isinstance(step, WatermarkStep) and step.watermark_ms != MIN_WATERMARK:
                x = _LEFT + _STEP * (column + 0.5)
                seconds = _HIGHEST_S if step.watermark_ms == MAX_WATERMARK else (step.watermark_ms + 1) / 1000
                path += f"M{_number(x)} {_number(_y(0))}" if earlier is None else f"H{_number(x)}"
                path += f"V{_number(_y(seconds))}"
                earlier = seconds
        yield f'<path d="{path}" fill="none" stroke="{_WATERMARK}" stroke-width="2.2"/>'

    def _dot(self, x: float, step: RecordStep) -> str:
        y, colour = _y(step.time_s), _LATE if step.late else _RECORD
        fill = "#ffffff" if step.late else colour
        circle = f'<circle cx="{_number(x)}" cy="{_number(y)}" r="5" fill="{fill}" stroke="{colour}" stroke-width="2"/>'
        label = f"{step.time_s}, too late" if step.late else str(step.time_s)
        return circle + _text(label, x + 7, y - 7, colour if step.late else _INK, 11)

    def _firing(self, x: float, firing: str, step: RecordStep | WatermarkStep) -> Iterator[str]:
        """A mark where the watermark crosses the window's end, or below the record that fired a window again."""
        end_s = int(firing.partition(", ")[2].partition(")")[0])
        again = isinstance(step, RecordStep)
        y = _y(step.time_s) + 18 if isinstance(step, RecordStep) else _y(end_s)
        yield f'<path d="M{_number(x)} {_number(y - 6)}l6 6l-6 6l-6 -6Z" fill="{_FIRE}"/>'
        yield _text(f"fires {firing}", x + 10, y + 4 if again else y - 8, _FIRE)

    def _legend(self) -> Iterator[str]:
        x, y = _LEFT + 6, self._height - 16
        kinds = ((_RECORD, "record"), (_WATERMARK, "watermark, in ms"), (_FIRE, "firing"), (_LATE, "dropped record"))
        for colour, text in kinds:
            yield f'<circle cx="{x}" cy="{_number(y - 4)}" r="5" fill="{colour}"/>'
            yield _text(text, x + 11, y)
            x += 150
        yield _text("records as they come, from left to right", self._width - 20, y, anchor="end")


def _shown(watermark_ms: int) -> str:
    return "end" if watermark_ms == MAX_WATERMARK else f"{watermark_ms:,}"


def make_pictures() -> dict[str, str]:
    """The pictures, by their file's name."""
    said = f"Counts in windows of {SIZE_S} s, watermark {BOUND_S} s before the latest record"
    return {
        "timeline.svg": Timeline(said, 0).svg(),
        "timeline_lateness.svg": Timeline(f"{said}, {LATENESS_S} s of allowed lateness", LATENESS_S).svg(),
    }


if __name__ == "__main__":
    for name, picture in make_pictures().items():
        (GUIDE / name).write_text(picture, encoding="utf-8")

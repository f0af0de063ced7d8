"""Draws the picture of docs/guide/exactly_once.md, a checkpoint step by step: python docs/make_checkpoint_picture.py

Each step names the fault points of the code that belong to it. A test runs a job and looks whether it reaches them in
the order that is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

PICTURE: Final = Path(__file__).resolve().parent / "guide" / "checkpoint.svg"
TITLE: Final = "Checkpoint 7 of a job with two source subtasks, from top to bottom"

# The protocol ---------------------------------------------------------------------------------------------------------


class Lane(Enum):
    MASTER = "JobMaster"
    SOURCE_1 = "source 1"
    SOURCE_2 = "source 2"
    COUNT = "count"
    SINK = "sink"
    STORE = "checkpoint storage"
    TARGET = "the sink's target"


class Way(Enum):
    """How something gets from one lane to another: by the control connection, among the records, as a file."""

    MESSAGE = "message"
    BARRIER = "barrier, among the records"
    FILE = "file"


@dataclass(frozen=True)
class Arrow:
    start: Lane
    end: Lane
    way: Way
    text: str = ""


@dataclass(frozen=True)
class Work:
    """What a lane does by itself."""

    lane: Lane
    text: str


@dataclass(frozen=True)
class Step:
    """A row of the picture, or several: what happens in one of them happens at the same time."""

    name: str
    rows: tuple[tuple[Arrow | Work, ...], ...]
    points: tuple[str, ...] = ()
    """Fault points of the code at which this step has begun, or is done."""
    is_commit_point: bool = False


M, S1, S2, C, K, ST, T = Lane
STEPS: Final = (
    Step(
        "trigger",
        ((Arrow(M, S1, Way.MESSAGE, "trigger 7"), Arrow(M, S2, Way.MESSAGE)),),
        ("master.trigger.before", "master.trigger.after"),
    ),
    Step(
        "align",
        (
            (Work(S1, "snapshot"), Arrow(S1, C, Way.BARRIER, "barrier 7")),
            (Work(C, "hold back source 1"),),
            (Work(S2, "snapshot"), Arrow(S2, C, Way.BARRIER)),
        ),
    ),
    Step(
        "snapshot",
        (
            (Work(C, "snapshot"), Arrow(C, K, Way.BARRIER, "barrier 7")),
            (Work(K, "prepare_commit, snapshot"),),
        ),
        ("task.freeze.before", "task.freeze.after"),
    ),
    Step(
        "upload",
        ((Arrow(S1, ST, Way.FILE), Arrow(S2, ST, Way.FILE), Arrow(C, ST, Way.FILE), Arrow(K, ST, Way.FILE, "state")),),
        ("files.write.before", "files.write.after"),
    ),
    Step(
        "acknowledge",
        ((Arrow(K, M, Way.MESSAGE), Arrow(C, M, Way.MESSAGE), Arrow(S2, M, Way.MESSAGE), Arrow(S1, M, Way.MESSAGE)),),
        ("task.acknowledge.before", "task.acknowledge.after"),
    ),
    Step("manifest", ((Arrow(M, ST, Way.FILE, "chk-7/_metadata"),),), ("storage.manifest.before",)),
    Step(
        "log entry",
        ((Arrow(M, ST, Way.FILE, "_log/12, created exclusively: the checkpoint is complete"),),),
        ("storage.commit.before", "log.create.after", "storage.commit.after"),
        is_commit_point=True,
    ),
    Step(
        "notify",
        ((Arrow(M, S1, Way.MESSAGE), Arrow(M, S2, Way.MESSAGE), Arrow(M, C, Way.MESSAGE), Arrow(M, K, Way.MESSAGE)),),
        ("master.complete.before", "master.complete.after"),
    ),
    Step("commit", ((Arrow(K, T, Way.FILE, "commit"),),), ("task.commit.before", "task.commit.after")),
    Step("drop", ((Arrow(M, ST, Way.FILE, "remove what is not retained"),),), ("storage.drop.before",)),
)

# The picture ----------------------------------------------------------------------------------------------------------

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
_INK, _FAINT, _GRID, _BAND, _COMMIT = "#1f2933", "#52606d", "#cbd2d9", "#f4f5f7", "#fbeedd"
_COLOURS: Final = {Way.MESSAGE: "#4a7fc1", Way.BARRIER: "#c98a3b", Way.FILE: "#4f9d69"}
_LEFT, _TOP, _ROW, _LANE, _RIGHT = 210, 96, 34, 128, 90
_LANES: Final = tuple(Lane)


def _x(lane: Lane) -> int:
    return _LEFT + _LANES.index(lane) * _LANE


def _text(text: str, x: float, y: float, colour: str = _FAINT, size: int = 12, anchor: str = "start") -> str:
    place = f'x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(text)}</text>"


class Picture:
    """Lanes from left to right, time from top to bottom."""

    def __init__(self) -> None:
        self._width = _x(Lane.TARGET) + _RIGHT
        self._height = _TOP + _ROW * sum(len(step.rows) for step in STEPS) + 64

    def svg(self) -> str:
        size = f'viewBox="0 0 {self._width} {self._height}" width="{self._width}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{_FONT}">'
        ground = f'<rect width="{self._width}" height="{self._height}" fill="#ffffff"/>'
        parts = [head, f"<title>{escape(TITLE)}</title>", ground, _text(TITLE, 20, 28, _INK, 15)]
        return "\n".join([*parts, *self._bands(), *self._lanes(), *self._steps(), *self._legend(), "</svg>", ""])

    def _bands(self) -> Iterator[str]:
        """One for each step, with its number and name."""
        y = _TOP
        for number, step in enumerate(STEPS, 1):
            height = _ROW * len(step.rows)
            fill = _COMMIT if step.is_commit_point else _BAND if number % 2 else "#ffffff"
            yield f'<rect x="12" y="{y}" width="{self._width - 24}" height="{height}" fill="{fill}"/>'
            yield _text(f"{number}  {step.name}", 24, y + 22, _INK, 13)
            y += height

    def _lanes(self) -> Iterator[str]:
        bottom = self._height - 56
        for lane in _LANES:
            yield _text(lane.value, _x(lane), _TOP - 16, _INK, 13, "middle")
            yield f'<path d="M{_x(lane)} {_TOP - 6}V{bottom}" stroke="{_GRID}"/>'

    def _steps(self) -> Iterator[str]:
        y = _TOP
        for step in STEPS:
            for row in step.rows:
                for part in row:
                    yield from self._arrow(part, y + 18) if isinstance(part, Arrow) else self._work(part, y + 22)
                y += _ROW

    def _arrow(self, arrow: Arrow, y: int) -> Iterator[str]:
        start, end, colour = _x(arrow.start), _x(arrow.end), _COLOURS[arrow.way]
        back = -7 if end > start else 7
        dashes = ' stroke-dasharray="5 3"' if arrow.way is Way.FILE else ""
        yield f'<path d="M{start} {y}H{end + back}" stroke="{colour}" stroke-width="1.8"{dashes}/>'
        yield f'<path d="M{end} {y}l{back} -4v8Z" fill="{colour}"/>'
        yield f'<circle cx="{start}" cy="{y}" r="3" fill="{colour}"/>'
        if arrow.text:
            yield _text(arrow.text, max(start, end) - 10, y - 6, colour, 11, "end")

    def _work(self, work: Work, y: int) -> Iterator[str]:
        width = 7 * len(work.text) + 14
        x_left = _x(work.lane) - width - 8
        yield f'<rect x="{x_left}" y="{y - 14}" width="{width}" height="20" rx="4" fill="#ffffff" stroke="{_FAINT}"/>'
        yield _text(work.text, x_left + width / 2, y, _INK, 11, "middle")

    def _legend(self) -> Iterator[str]:
        x, y = 24, self._height - 20
        for way, colour in _COLOURS.items():
            dashes = ' stroke-dasharray="5 3"' if way is Way.FILE else ""
            yield f'<path d="M{x} {y - 4}h28" stroke="{colour}" stroke-width="2"{dashes}/>'
            yield _text(way.value, x + 36, y)
            x += 220


def make_picture() -> str:
    return Picture().svg()


if __name__ == "__main__":
    PICTURE.write_text(make_picture(), encoding="utf-8")

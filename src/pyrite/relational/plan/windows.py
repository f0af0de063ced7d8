"""WindowTableFunction, which gives rows their windows, and WindowAggregate, which has a row for each window and key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Optional

from pyrite.core.types import AnyTimestampType, LocalZonedTimestampType, RowField, RowType, TimestampKind, TimestampType
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.operators.relational.window.emitting_windows import EmitStrategy
from pyrite.operators.relational.window.row_windows import RowWindows
from pyrite.operators.relational.window.time_windows import Cumulate, Hop, Session, TimeWindows, Tumble
from pyrite.operators.relational.window.window_output import WindowProperty
from pyrite.relational.plan.aggregate import Grouped
from pyrite.relational.plan.nodes import SingleInput

WINDOW_COLUMNS = ("window_start", "window_end", "window_time")
BOUND_TYPE = TimestampType(3, nullable=False)
"""Of the start and the end of a window."""


@dataclass(frozen=True)
class Windowing:
    """How rows get their windows: what kind of windows, and by which time."""

    windows: TimeWindows | Session | RowWindows
    time: int
    """The column of the time attribute."""
    time_type: AnyTimestampType
    zone: str
    """Of the session, where the time attribute is a point in time; else UTC."""
    partition_keys: tuple[int, ...] = ()
    """The columns by which SESSION partitions its rows."""
    is_group_window: bool = False
    """Whether it is of the older kind, in GROUP BY."""

    @property
    def is_event_time(self) -> bool:
        return self.time_type.kind is not TimestampKind.PROCTIME

    @property
    def window_time_type(self) -> AnyTimestampType:
        """Of the time attribute that a window has: of the older kind, it may be NULL if that of the rows may."""
        return self.time_type if self.is_group_window else replace(self.time_type, nullable=False)

    @property
    def is_of_rows(self) -> bool:
        """Whether windows are by the number of rows, and have neither start nor end."""
        return isinstance(self.windows, RowWindows)

    def described(self, names: tuple[str, ...], bounds: str = "") -> str:
        """As plans show it: `TUMBLE(time_col=[ts], size=[15 min])`; `bounds` are columns instead of the time."""
        of = bounds or f"time_col=[{names[self.time]}]"
        match self.windows:
            case Tumble():
                kind, sizes = "TUMBLE", {"size": self.windows.size_ms}
            case Hop():
                kind, sizes = "HOP", {"size": self.windows.size_ms, "slide": self.windows.slide_ms}
            case Cumulate():
                kind, sizes = "CUMULATE", {"max_size": self.windows.size_ms, "step": self.windows.step_ms}
            case Session():
                kind, sizes = "SESSION", {"gap": self.windows.gap_ms}
            case RowWindows():
                return self._row_windows(self.windows, names[self.time])
            case _:
                raise AssertionError("rows get no windows that they have")
        offset = getattr(self.windows, "offset_ms", 0)
        parts = {**sizes, **({"offset": offset} if offset else {})}
        shown = [f"{name}=[{duration_text(ms)}]" for name, ms in parts.items()]
        keys = ", ".join(names[key] for key in self.partition_keys)
        return f"{kind}({', '.join([of, *shown, *([f'partition keys=[{keys}]'] if keys else [])])})"

    def _row_windows(self, windows: RowWindows, time: str) -> str:
        """As Flink shows it: windows of rows are of the older kind."""
        if windows.size == windows.slide:
            return f"TumblingGroupWindow('w, {time}, {windows.size})"
        return f"SlidingGroupWindow('w, {time}, {windows.size}, {windows.slide})"


def duration_text(ms: int) -> str:
    """A duration as Flink's plans show it: in the largest unit of which it is a whole number."""
    for unit, size in (("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000)):
        if ms and ms % size == 0:
            return f"{ms // size} {unit}"
    return f"{ms} ms"


@dataclass(frozen=True)
class WindowTableFunction(SingleInput):
    """Each row once for each window that it is in, with the window's start, end and time."""

    windowing: Windowing
    names: tuple[str, str, str] = WINDOW_COLUMNS

    @property
    def row_type(self) -> RowType:
        types = (BOUND_TYPE, BOUND_TYPE, self.windowing.window_time_type)
        added = [RowField(name, kind) for name, kind in zip(self.names, types, strict=True)]
        return RowType((*self.input.row_type.fields, *added), nullable=False)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        return f"WindowTableFunction(window=[{self.windowing.described(self.input.field_names)}])"


@dataclass(frozen=True)
class WindowAggregate(Grouped):
    """A row for each window and key, when the window is over: the keys, the aggregates, properties of the window."""

    windowing: Windowing
    properties: tuple[tuple[WindowProperty, str], ...]
    """What is asked about the window, and the names of its columns."""
    attached: Optional[tuple[int, int]] = None
    """The columns of start and end, where rows have their windows."""

    @property
    def row_type(self) -> RowType:
        plain = super().row_type
        return RowType((*plain.fields, *(RowField(name, self._type(p)) for p, name in self.properties)), nullable=False)

    def _type(self, each: WindowProperty) -> AnyTimestampType:
        match each:
            case WindowProperty.START | WindowProperty.END:
                return BOUND_TYPE
            case WindowProperty.PROCTIME:
                return LocalZonedTimestampType(3, TimestampKind.PROCTIME, nullable=False)
        return self.windowing.window_time_type

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        made = [f"{each.value}('w$) AS {name}" for each, name in self.properties if not self.windowing.is_of_rows]
        names = self.input.field_names
        window = self.windowing.described(names, bounds_text(names, self.attached))
        keys = [names[place] for place in self.grouping]
        name = "GroupWindowAggregate" if self.windowing.is_group_window else "WindowAggregate"
        return window_text(name, keys, window, [*self._items(), *made])


@dataclass(frozen=True)
class EmittingWindowAggregate(WindowAggregate):
    """An older window that announces its result early, late, or both."""

    strategy: EmitStrategy = field(kw_only=True)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        return f"{super().described(text).removesuffix(')')}, emit=[{self.strategy.described()}])"


def bounds_text(names: tuple[str, ...], attached: Optional[tuple[int, int]]) -> str:
    """The columns of windows' start and end, if there are any."""
    return "" if attached is None else f"win_start=[{names[attached[0]]}], win_end=[{names[attached[1]]}]"


def window_text(name: str, keys: list[str], window: str, items: list[str]) -> str:
    by = f"groupBy=[{', '.join(keys)}], " if keys else ""
    return f"{name}({by}window=[{window}], select=[{', '.join([*keys, *items])}])"

"""WindowTableFunction, which assigns windows to rows, and WindowAggregate, with a row for each window and key."""

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
"""The type of a window's start and end."""


@dataclass(frozen=True)
class Windowing:
    """The assignment of windows: their kind, and the time attribute."""

    windows: TimeWindows | Session | RowWindows
    time: int
    """The column of the time attribute."""
    time_type: AnyTimestampType
    zone: str
    """The session's time zone if the time attribute is an instant, otherwise UTC."""
    partition_keys: tuple[int, ...] = ()
    """The columns by which SESSION partitions its rows."""
    is_group_window: bool = False
    """Whether it is a legacy window in GROUP BY."""

    @property
    def is_event_time(self) -> bool:
        return self.time_type.kind is not TimestampKind.PROCTIME

    @property
    def window_time_type(self) -> AnyTimestampType:
        """The type of the window's time attribute. For a legacy window it is nullable if the rows' time is."""
        return self.time_type if self.is_group_window else replace(self.time_type, nullable=False)

    @property
    def is_of_rows(self) -> bool:
        """Whether windows are count windows, which have neither start nor end."""
        return isinstance(self.windows, RowWindows)

    def described(self, names: tuple[str, ...], bounds: str = "") -> str:
        """Returns the text for plans: `TUMBLE(time_col=[ts], size=[15 min])`. `bounds` replaces the time by columns."""
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
                raise AssertionError("attached windows are not assigned")
        offset = getattr(self.windows, "offset_ms", 0)
        parts = {**sizes, **({"offset": offset} if offset else {})}
        parts_text = [f"{name}=[{duration_text(ms)}]" for name, ms in parts.items()]
        keys = ", ".join(names[key] for key in self.partition_keys)
        return f"{kind}({', '.join([of, *parts_text, *([f'partition keys=[{keys}]'] if keys else [])])})"

    def _row_windows(self, windows: RowWindows, time: str) -> str:
        """Returns Flink's text: count windows are legacy windows."""
        if windows.size == windows.slide:
            return f"TumblingGroupWindow('w, {time}, {windows.size})"
        return f"SlidingGroupWindow('w, {time}, {windows.size}, {windows.slide})"


def duration_text(ms: int) -> str:
    """Returns a duration in Flink's format: in the largest unit that divides it."""
    for unit, size in (("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000)):
        if ms and ms % size == 0:
            return f"{ms // size} {unit}"
    return f"{ms} ms"


@dataclass(frozen=True)
class WindowTableFunction(SingleInput):
    """Emits each row once for each of its windows, with the window's start, end and time."""

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
    """A row for each window and key at the window's end: keys, aggregates, window properties."""

    windowing: Windowing
    properties: tuple[tuple[WindowProperty, str], ...]
    """The selected window properties with their column names."""
    attached: Optional[tuple[int, int]] = None
    """The columns of start and end, if rows have windows."""

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
        items = [f"{each.value}('w$) AS {name}" for each, name in self.properties if not self.windowing.is_of_rows]
        names = self.input.field_names
        window = self.windowing.described(names, bounds_text(names, self.attached))
        keys = [names[place] for place in self.grouping]
        name = "GroupWindowAggregate" if self.windowing.is_group_window else "WindowAggregate"
        return window_text(name, keys, window, [*self._items(), *items])


@dataclass(frozen=True)
class EmittingWindowAggregate(WindowAggregate):
    """A legacy window with early or late results."""

    strategy: EmitStrategy = field(kw_only=True)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        return f"{super().described(text).removesuffix(')')}, emit=[{self.strategy.described()}])"


def bounds_text(names: tuple[str, ...], attached: Optional[tuple[int, int]]) -> str:
    """Returns the text of the window columns, if any."""
    return "" if attached is None else f"win_start=[{names[attached[0]]}], win_end=[{names[attached[1]]}]"


def window_text(name: str, keys: list[str], window: str, items: list[str]) -> str:
    by = f"groupBy=[{', '.join(keys)}], " if keys else ""
    return f"{name}({by}window=[{window}], select=[{', '.join([*keys, *items])}])"

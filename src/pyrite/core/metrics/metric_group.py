"""Metrics that user functions register in `open` through their runtime context's metric group."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from numbers import Number
from time import monotonic
from typing import Any, ClassVar, Optional, TypeVar

from pyrite.core.errors import InvalidProgramError
from pyrite.core.metrics.metric_spec import MetricKind, MetricName, MetricSpec, MetricSubgroup

_log = logging.getLogger(__name__)


class Metric:
    """The base of all metrics."""

    kind: ClassVar[MetricKind] = MetricKind.GAUGE

    def read(self) -> Any:
        """The current value, for reports."""
        raise NotImplementedError


M = TypeVar("M", bound=Metric)


class Counter(Metric):
    """A counter."""

    kind = MetricKind.COUNTER

    def __init__(self) -> None:
        self._count = 0

    def inc(self, n: int = 1) -> None:
        """Adds to the count."""
        self._count += n

    def dec(self, n: int = 1) -> None:
        """Subtracts from the count."""
        self._count -= n

    def get_count(self) -> int:
        """The count."""
        return self._count

    def read(self) -> int:
        return self._count


class Gauge(Metric):
    """Reports the value that a function returns."""

    def __init__(self, ask: Callable[[], Any]) -> None:
        self._ask = ask

    def read(self) -> Any:
        return self._ask()


class Meter(Metric):
    """Counts events; its value is events per second over the last `time_span_in_seconds`."""

    kind = MetricKind.METER

    def __init__(self, time_span_in_seconds: int = 60, clock_s: Callable[[], float] = monotonic) -> None:
        if time_span_in_seconds <= 0:
            raise InvalidProgramError(f"a meter's time span must be positive, not {time_span_in_seconds}")
        self._span_s = time_span_in_seconds
        self._clock_s = clock_s
        self._count = 0
        self._seconds: deque[list[int]] = deque()

    def mark_event(self, value: int = 1) -> None:
        """Counts events, at the current time."""
        self._count += value
        second = int(self._clock_s())
        if self._seconds and self._seconds[-1][0] == second:
            self._seconds[-1][1] += value
        else:
            self._seconds.append([second, value])
            self._forget(second)

    def get_count(self) -> int:
        """The total number of events."""
        return self._count

    def get_rate(self) -> float:
        """Events per second over the last `time_span_in_seconds`."""
        self._forget(int(self._clock_s()))
        return sum(count for _, count in self._seconds) / self._span_s

    def read(self) -> float:
        return self.get_rate()

    def _forget(self, now: int) -> None:
        while self._seconds and self._seconds[0][0] <= now - self._span_s:
            self._seconds.popleft()


class Distribution(Metric):
    """Count, sum, minimum, maximum and mean of the values passed to `update`."""

    kind = MetricKind.HISTOGRAM

    def __init__(self) -> None:
        self._count = 0
        self._sum = 0
        self._min: Optional[int] = None
        self._max: Optional[int] = None

    def update(self, value: int) -> None:
        """Adds a value."""
        self._count += 1
        self._sum += value
        self._min = value if self._min is None else min(self._min, value)
        self._max = value if self._max is None else max(self._max, value)

    def read(self) -> dict[str, Any]:
        mean = self._sum / self._count if self._count else None
        return {"count": self._count, "sum": self._sum, "min": self._min, "max": self._max, "mean": mean}


@dataclass(frozen=True)
class _Registered:
    name: MetricName
    metric: Metric
    is_own: bool
    """Whether it is one of Pyrite's metrics, not the user's."""


class MetricGroup:
    """A named set of metrics and of further groups, from a function's runtime context.

    >>> group = MetricGroup().add_group("shop")
    >>> group.counter("orders").inc(3)
    >>> group.read()
    {'shop.orders': 3}
    """

    def __init__(
        self, groups: tuple[MetricSubgroup, ...] = (), metrics: Optional[dict[str, _Registered]] = None
    ) -> None:
        self._groups = groups
        self._metrics: dict[str, _Registered] = {} if metrics is None else metrics

    def add_group(self, name: str, extra: Optional[str] = None) -> MetricGroup:
        """A group inside this one; with `extra`, two levels: a key and its value."""
        return MetricGroup((*self._groups, name if extra is None else (name, extra)), self._metrics)

    def counter(self, name: str) -> Counter:
        """The group's counter of this name; further calls return the same one."""
        return self._register(name, Counter())

    def gauge(self, name: str, obj: Callable[[], int]) -> None:
        """Reports the value that the function returns."""
        self._register(name, Gauge(lambda: _plain(obj())))

    def meter(self, name: str, time_span_in_seconds: int = 60) -> Meter:
        """The group's meter of this name; further calls return the same one."""
        return self._register(name, Meter(time_span_in_seconds))

    def distribution(self, name: str) -> Distribution:
        """The group's distribution of this name; further calls return the same one."""
        return self._register(name, Distribution())

    def expose(self, spec: MetricSpec[Any], ask: Callable[[], Any]) -> None:
        """Reports one of Pyrite's metrics, of any kind, by calling `ask` for its value."""
        name = _own_name(spec.name, spec.kind, self._groups)
        self._metrics[name.path] = _Registered(name, Gauge(ask), is_own=True)

    def hide(self, spec: MetricSpec[Any]) -> None:
        """Stops reporting one of Pyrite's metrics."""
        self._metrics.pop(_own_name(spec.name, spec.kind, self._groups).path, None)

    def read(self) -> dict[str, Any]:
        """The values of all metrics, by name with groups. Gauges that raise are left out."""
        return {name.path: value for name, value in self.values().items()}

    def values(self) -> dict[MetricName, Any]:
        """The values by name, kind and groups."""
        values: dict[MetricName, Any] = {}
        for registered in list(self._metrics.values()):
            try:
                values[registered.name] = registered.metric.read()
            except Exception:
                continue
        return values

    def _register(self, name: str, metric: M) -> M:
        full = MetricName(name, metric.kind, self._groups)
        registered = self._metrics.get(full.path)
        if registered is None or (
            isinstance(metric, Gauge) and type(registered.metric) is Gauge and not registered.is_own
        ):
            self._metrics[full.path] = _Registered(full, metric, is_own=False)
            return metric
        if registered.is_own:
            _log.warning(
                "metric '%s' is not reported: Pyrite has a metric of that name. Choose another name", full.path
            )
            return metric
        if type(registered.metric) is not type(metric):
            raise InvalidProgramError(f"metric '{full.path}' is already a {type(registered.metric).__name__}")
        return registered.metric


@cache
def _own_name(name: str, kind: MetricKind, groups: tuple[MetricSubgroup, ...]) -> MetricName:
    """One object for all operators, so that a report with many of them pickles it once."""
    return MetricName(name, kind, groups)


def _plain(value: Any) -> Any:
    """A value that every process can unpickle: a number or a text; other objects as text, as in Flink."""
    return value if value is None or isinstance(value, (Number, str)) else str(value)

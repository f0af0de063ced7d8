"""Time to live: states over primitive states whose values carry the time of their last renewal.

An entry is expired when the configured time has passed since its renewal. A read removes an expired entry; besides,
every access adds to a background scan of the state for expired entries that are not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from pyrite.core.clock import Clock
from pyrite.core.state.state_ttl import StateTtlConfig
from pyrite.core.state.state_types import ListState, MapState, ValueState
from pyrite.state.backend import Fit, KeyedStateBackend

Stamped = tuple[Any, int]
"""A value with the time of its last renewal, in milliseconds."""
T = TypeVar("T")
_BURST = 1000
"""The number of accesses between two background scans."""


def is_live(stamped: Stamped, ttl_ms: int, now_ms: int) -> bool:
    return stamped[1] + ttl_ms > now_ms


class TimeToLive:
    """The TTL rules of one state, and its background cleanup, which calls `remove_expired` under each key in turn.

    `stamps` returns the values of an entry that can expire.
    """

    def __init__(
        self,
        config: StateTtlConfig,
        clock: Clock,
        backend: KeyedStateBackend,
        name: str,
        remove_expired: Callable[[], None],
        stamps: Callable[[Any], Iterable[Stamped]],
    ) -> None:
        self._ttl_ms = config.ttl.to_milliseconds()
        self._clock = clock
        self.renew_on_read = config.update_type is StateTtlConfig.UpdateType.OnReadAndWrite
        self.show_expired = config.state_visibility is StateTtlConfig.StateVisibility.ReturnExpiredIfNotCleanedUp
        strategy = config.cleanup_strategies.get_incremental_cleanup_strategy()
        self._scans_per_access = 0 if strategy is None else strategy.get_cleanup_size()
        self._backend = backend
        self._name = name
        self._remove_expired = remove_expired
        self._stamps = stamps
        self._accesses = 0
        self._keys_to_scan: list[Any] = []
        self._position: Any = None

    def now_ms(self) -> int:
        """The current time at the beginning of an access."""
        self._accesses += 1
        if self._accesses >= _BURST:
            self._accesses = 0
            self._scan(self._scans_per_access * _BURST)
        return self._clock.now_ms()

    def is_live(self, stamped: Stamped, now_ms: int) -> bool:
        return is_live(stamped, self._ttl_ms, now_ms)

    def _scan(self, count: int) -> None:
        context = self._backend.context
        current = context.key
        if not self._keys_to_scan:
            some = self._backend.some_keys(self._name, self._position, count, self._has_expired)
            self._keys_to_scan, self._position = some
        for _ in range(min(count, len(self._keys_to_scan))):
            context.key = self._keys_to_scan.pop()
            self._remove_expired()
        context.key = current

    def _has_expired(self, entry: Any) -> bool:
        now_ms = self._clock.now_ms()
        return any(not self.is_live(stamped, now_ms) for stamped in self._stamps(entry))


def _identity(value: T) -> T:
    return value


def _only(stamped: Stamped) -> tuple[Stamped]:
    """The value of a value state, as a 1-tuple."""
    return (stamped,)


class TtlValueState(ValueState[Any]):
    """A value that expires."""

    def __init__(self, name: str, backend: KeyedStateBackend, config: StateTtlConfig, clock: Clock, fit: Fit) -> None:
        self._inner = backend.value_state(name)
        self._ttl = TimeToLive(config, clock, backend, name, self._remove_expired, _only)
        self._clock = clock
        self._fit = fit or _identity

    def value(self) -> Any:
        now_ms = self._ttl.now_ms()
        stamped: Stamped | None = self._inner.value()
        if stamped is None:
            return None
        if not self._ttl.is_live(stamped, now_ms):
            self._inner.clear()
            return stamped[0] if self._ttl.show_expired else None
        if self._ttl.renew_on_read:
            self._inner.update((stamped[0], now_ms))
        return stamped[0]

    def update(self, value: Any) -> None:
        now_ms = self._ttl.now_ms()
        self._inner.update(None if value is None else (self._fit(value), now_ms))

    def clear(self) -> None:
        self._inner.clear()

    def _remove_expired(self) -> None:
        stamped: Stamped | None = self._inner.value()
        if stamped is not None and not self._ttl.is_live(stamped, self._clock.now_ms()):
            self._inner.clear()


class TtlListState(ListState[Any]):
    """A list whose elements expire independently."""

    def __init__(self, name: str, backend: KeyedStateBackend, config: StateTtlConfig, clock: Clock, fit: Fit) -> None:
        self._inner = backend.list_state(name)
        self._ttl = TimeToLive(config, clock, backend, name, self._remove_expired, iter)
        self._clock = clock
        self._fit = fit or _identity

    def get(self) -> Iterable[Any]:
        now_ms = self._ttl.now_ms()
        entries = list(self._inner.get())
        live = [stamped for stamped in entries if self._ttl.is_live(stamped, now_ms)]
        if self._ttl.renew_on_read:
            self._inner.update([(value, now_ms) for value, _ in live])
        elif len(live) < len(entries):
            self._inner.update(live)
        return [value for value, _ in (entries if self._ttl.show_expired else live)]

    def add(self, value: Any) -> None:
        self.add_all([value])

    def add_all(self, values: list[Any]) -> None:
        now_ms = self._ttl.now_ms()
        self._inner.add_all([(self._fit(value), now_ms) for value in values])

    def update(self, values: list[Any]) -> None:
        now_ms = self._ttl.now_ms()
        self._inner.update([(self._fit(value), now_ms) for value in values])

    def clear(self) -> None:
        self._inner.clear()

    def _remove_expired(self) -> None:
        now_ms = self._clock.now_ms()
        entries = list(self._inner.get())
        live = [stamped for stamped in entries if self._ttl.is_live(stamped, now_ms)]
        if len(live) < len(entries):
            self._inner.update(live)


class TtlMapState(MapState[Any, Any]):
    """A map whose entries expire independently."""

    def __init__(
        self, name: str, backend: KeyedStateBackend, config: StateTtlConfig, clock: Clock, fit_key: Fit, fit: Fit
    ) -> None:
        self._inner = backend.map_state(name)
        self._ttl = TimeToLive(config, clock, backend, name, self._remove_expired, dict.values)
        self._clock = clock
        self._fit_key = fit_key or _identity
        self._fit = fit or _identity

    def get(self, key: Any) -> Any:
        stamped = self._read(key, self._ttl.now_ms())
        return None if stamped is None else stamped[0]

    def contains(self, key: Any) -> bool:
        return self._read(key, self._ttl.now_ms()) is not None

    def _read(self, key: Any, now_ms: int) -> Stamped | None:
        stamped: Stamped | None = self._inner.get(key)
        if stamped is None:
            return None
        if not self._ttl.is_live(stamped, now_ms):
            self._inner.remove(key)
            return stamped if self._ttl.show_expired else None
        if self._ttl.renew_on_read:
            self._inner.put(key, (stamped[0], now_ms))
        return stamped

    def put(self, key: Any, value: Any) -> None:
        now_ms = self._ttl.now_ms()
        self._inner.put(self._fit_key(key), (None if value is None else self._fit(value), now_ms))

    def put_all(self, dict_value: Mapping[Any, Any]) -> None:
        for key, value in dict_value.items():
            self.put(key, value)

    def remove(self, key: Any) -> None:
        self._inner.remove(key)

    def items(self) -> Iterable[tuple[Any, Any]]:
        now_ms = self._ttl.now_ms()
        entries = [(key, self._read(key, now_ms)) for key in list(self._inner.keys())]
        return [(key, stamped[0]) for key, stamped in entries if stamped is not None]

    def keys(self) -> Iterable[Any]:
        return [key for key, _ in self.items()]

    def values(self) -> Iterable[Any]:
        return [value for _, value in self.items()]

    def is_empty(self) -> bool:
        return not self.items()

    def clear(self) -> None:
        self._inner.clear()

    def _remove_expired(self) -> None:
        now_ms = self._clock.now_ms()
        for key, stamped in list(self._inner.items()):
            if not self._ttl.is_live(stamped, now_ms):
                self._inner.remove(key)

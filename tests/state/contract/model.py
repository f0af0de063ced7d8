"""What a backend must hold, as plain dicts, and how to read all of a backend."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pyrite.common.block import StateKey
from pyrite.state.backend import KeyContext, KeyedStateBackend
from pyrite.state.key_groups import key_group


@dataclass
class Contents:
    """All that a backend holds."""

    values: dict[StateKey, Any] = field(default_factory=dict)
    lists: dict[StateKey, list[Any]] = field(default_factory=dict)
    maps: dict[StateKey, dict[Any, Any]] = field(default_factory=dict)
    tables: dict[Any, dict[StateKey, Any]] = field(default_factory=dict)
    timers: set[tuple[int, StateKey]] = field(default_factory=set)

    def of_groups(self, groups: range, max_parallelism: int) -> Contents:
        def mine(key: StateKey) -> bool:
            return key_group(key, max_parallelism) in groups

        tables = {namespace: {k: v for k, v in table.items() if mine(k)} for namespace, table in self.tables.items()}
        return Contents(
            {key: value for key, value in self.values.items() if mine(key)},
            {key: value for key, value in self.lists.items() if mine(key)},
            {key: value for key, value in self.maps.items() if mine(key)},
            {namespace: table for namespace, table in tables.items() if table},
            {timer for timer in self.timers if mine(timer[1])},
        )


class Driver:
    """A backend and its states, addressed by key."""

    def __init__(self, backend: KeyedStateBackend) -> None:
        self.backend = backend
        self.values = backend.value_state("value")
        self.lists = backend.list_state("list")
        self.maps = backend.map_state("map")
        self.tables = backend.tables("tables")
        self.timers = backend.timer_queue("timers")

    def at(self, key: StateKey) -> Driver:
        self.backend.context.key = key
        return self

    def contents(self) -> Contents:
        """All of it, by the ways that operators have."""
        other = Driver(self.backend.with_context(KeyContext()))
        backend = self.backend
        return Contents(
            {key: other.at(key).values.value() for key in backend.keys("value")},
            {key: list(other.at(key).lists.get()) for key in backend.keys("list")},
            {key: dict(other.at(key).maps.items()) for key in backend.keys("map")},
            {namespace: table for namespace in self.tables.namespaces() if (table := self.whole(namespace))},
            set(self.timers.snapshot()),
        )

    def whole(self, namespace: Any) -> dict[StateKey, Any]:
        return {key: value for table in self.tables.chunks(namespace) for key, value in table.items()}

    def put(self, contents: Contents) -> None:
        for key, value in contents.values.items():
            self.at(key).values.update(value)
        for key, items in contents.lists.items():
            self.at(key).lists.update(items)
        for key, entries in contents.maps.items():
            self.at(key).maps.put_all(entries)
        for namespace, table in contents.tables.items():
            self.put_table(namespace, table)
        for time_ms, key in contents.timers:
            self.timers.register(key, time_ms)

    def put_table(self, namespace: Any, entries: dict[StateKey, Any]) -> None:
        self.tables.load(namespace, list(entries)).update(entries)
        self.tables.touch(namespace, list(entries))


def union(parts: Iterable[Contents]) -> Contents:
    whole = Contents()
    for part in parts:
        whole.values |= part.values
        whole.lists |= part.lists
        whole.maps |= part.maps
        whole.timers |= part.timers
        for namespace, table in part.tables.items():
            whole.tables.setdefault(namespace, {}).update(table)
    return whole

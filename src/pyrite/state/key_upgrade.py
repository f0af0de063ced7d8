"""Reads keyed state as that of some key groups. Keys of version 1 become keys of now, which are in other groups."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pyrite.core.errors import CheckpointError, StateUnreadableError
from pyrite.core.state_key import StateKey
from pyrite.state.delta import Delta, Part
from pyrite.state.evolution.migrations import Migrations
from pyrite.state.handles import KeyedHandle, StateReader
from pyrite.state.key_codec import current_key, shown_key
from pyrite.state.key_groups import KEY_VERSION
from pyrite.state.savepoint_format import read_deltas


def deltas_of_groups(
    handle: KeyedHandle,
    files: StateReader,
    folder: Path,
    groups: range,
    max_parallelism: int,
    migrations: Migrations,
) -> Iterator[Delta]:
    """What a handle of any backend and version holds of these groups, in pieces. `folder` is scratch."""
    if handle.key_version > KEY_VERSION:
        raise CheckpointError(
            f"keyed state has keys of version {handle.key_version}, this Pyrite reads up to {KEY_VERSION}: use a later "
            "Pyrite"
        )
    whole = handle.has_current_keys and groups.start <= handle.first_group and handle.last_group < groups.stop
    for delta in read_deltas(handle, files, folder, migrations):
        current = delta if handle.has_current_keys else _upgraded(delta, migrations)
        yield current if whole else current.of_groups(groups, max_parallelism)


def joined_keys(name: str, key: StateKey) -> StateUnreadableError:
    """Two keys of version 1 have become one, and nobody knows what the state of that is."""
    return StateUnreadableError(
        f"state '{name}', key {shown_key(key)}: there are two entries, of equal keys that an earlier version of Pyrite "
        "treated as different; they are one key now. Read both with the state processor and write a savepoint that has "
        "one entry in their place (docs/guide/state_processor.md#equal-keys)"
    )


def _upgraded(delta: Delta, migrations: Migrations) -> Delta:
    def key(name: str, old: StateKey) -> StateKey:
        try:
            return current_key(old, migrations)
        except (StateUnreadableError, TypeError) as error:
            raise StateUnreadableError(f"state '{name}', the key {old!r} of version 1: {error}") from error

    def part(name: str, puts: dict[StateKey, Any]) -> Part:
        upgraded: dict[StateKey, Any] = {}
        for old, value in puts.items():
            new = key(name, old)
            if new in upgraded:
                raise joined_keys(name, new)
            upgraded[new] = value
        return upgraded, set()

    timers: dict[str, Part] = {
        name: ({(key(name, old), time_ms): number for (old, time_ms), number in puts.items()}, set())
        for name, (puts, _) in delta.timers.items()
    }
    return Delta(
        {name: part(name, puts) for name, (puts, _) in delta.states.items()},
        {
            name: (set(), {namespace: part(name, puts) for namespace, (puts, _) in parts.items()})
            for name, (_, parts) in delta.tables.items()
        },
        timers,
        delta.descriptions,
    )

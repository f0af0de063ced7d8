"""GroupedInput: a batch task's keyed input, gathered whole and given back key by key.

Records are held in memory up to a budget; beyond it they are written, sorted by key, to unnamed temporary files (runs),
which are merged when the input has ended. One key's records keep their order of arrival.
"""

from __future__ import annotations

import heapq
import pickle
import tempfile
from collections.abc import Iterable, Iterator
from typing import IO, Any, Optional

from pyrite.common.block import Block, StateKey

_FAN_IN = 64
_CHUNK_RECORDS = 100
_OBJECT_BYTES = 120
"""What a record costs in memory on top of several times its encoded size."""
_ENCODED_FACTOR = 6

Entry = tuple[StateKey, int, list[Any], Optional[list[int]]]
"""Records of one key and one input, in order."""


class GroupedInput:
    """Gathers blocks, then gives them back grouped by key."""

    def __init__(self, budget_bytes: int) -> None:
        self._budget_bytes = budget_bytes
        self._groups: dict[StateKey, list[tuple[list[Any], list[int]]]] = {}
        self._held_bytes = 0
        self._has_timestamps = False
        self._runs: list[IO[bytes]] = []
        self.spilled_runs = 0

    def add(self, input_index: int, block: Block, encoded_bytes: int) -> None:
        """Takes a block of the given input; `encoded_bytes` is the size it had in its frame."""
        assert block.keys is not None
        groups = self._groups
        self._has_timestamps = self._has_timestamps or block.timestamps is not None
        times = block.timestamps_or_none_marks()
        for key, value, time in zip(block.keys, block.values, times, strict=True):
            group = groups.get(key)
            if group is None:
                group = groups[key] = [([], []), ([], [])]
            values, timestamps = group[input_index]
            values.append(value)
            timestamps.append(time)
        self._held_bytes += encoded_bytes * _ENCODED_FACTOR + len(block) * _OBJECT_BYTES
        if self._held_bytes > self._budget_bytes:
            self._spill()

    def groups(self) -> Iterator[tuple[StateKey, Iterator[tuple[int, Block]]]]:
        """Every key once, each with its blocks: those of input 0, then of input 1, run by run."""
        if self._runs:
            self._spill()
        entries = heapq.merge(*map(_read_run, self._runs), key=_rank_of_entry) if self._runs else self._in_memory()
        entry = next(entries, None)
        while entry is not None:
            key = entry[0]
            following: list[Optional[Entry]] = []
            yield key, self._blocks_of_key(entry, entries, following)
            while not following:  # the caller left blocks unread
                skipped = next(entries, None)
                if skipped is None or skipped[0] != key:
                    following.append(skipped)
            entry = following[0]

    def _blocks_of_key(
        self, first: Entry, entries: Iterator[Entry], following: list[Optional[Entry]]
    ) -> Iterator[tuple[int, Block]]:
        entry: Optional[Entry] = first
        while entry is not None and entry[0] == first[0]:
            key, input_index, values, timestamps = entry
            yield input_index, Block(values, timestamps, [key] * len(values))
            entry = next(entries, None)
        following.append(entry)

    def _in_memory(self) -> Iterator[Entry]:
        while self._groups:
            yield from self._entries_of(next(iter(self._groups)))

    def _entries_of(self, key: StateKey) -> Iterator[Entry]:
        for input_index, (values, timestamps) in enumerate(self._groups.pop(key)):
            if values:
                yield key, input_index, values, timestamps if self._has_timestamps else None

    def _spill(self) -> None:
        keys = sorted(self._groups, key=_rank)
        self._runs.append(_write_run(entry for key in keys for entry in self._entries_of(key)))
        self.spilled_runs += 1
        self._held_bytes = 0
        if len(self._runs) >= _FAN_IN:
            runs, self._runs = self._runs, []
            self._runs.append(_write_run(heapq.merge(*map(_read_run, runs), key=_rank_of_entry)))
            for run in runs:
                run.close()


def _rank(key: StateKey) -> tuple[int, StateKey]:
    return (0 if type(key) is int else 1 if type(key) is str else 2), key


def _rank_of_entry(entry: Entry) -> tuple[int, StateKey]:
    return _rank(entry[0])


def _write_run(entries: Iterable[Entry]) -> IO[bytes]:
    run: IO[bytes] = tempfile.TemporaryFile(prefix="pyrite-run-")  # noqa: SIM115 - kept open, gone when closed
    chunk: list[Entry] = []
    records = 0
    for entry in _cut(entries):
        chunk.append(entry)
        records += len(entry[2])
        if records >= _CHUNK_RECORDS:
            pickle.dump(chunk, run, 5)
            chunk, records = [], 0
    if chunk:
        pickle.dump(chunk, run, 5)
    run.seek(0)
    return run


def _cut(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Entries of at most a chunk's size, so that reading a run back takes little memory."""
    for key, input_index, values, timestamps in entries:
        for start in range(0, len(values), _CHUNK_RECORDS):
            stop = start + _CHUNK_RECORDS
            times = None if timestamps is None else timestamps[start:stop]
            yield key, input_index, values[start:stop], times


def _read_run(run: IO[bytes]) -> Iterator[Entry]:
    while True:
        try:
            chunk = pickle.load(run)
        except EOFError:
            return
        yield from chunk

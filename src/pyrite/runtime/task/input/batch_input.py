"""BatchInput: the input of a batch task, gathered until it is complete, then replayed.

Keyed input is gathered by key (`GroupedInput`). Records are kept in memory up to a budget; beyond it they are written,
sorted by key, to unnamed temporary files (runs), which are merged when the input has ended. The records of a key are
replayed in the order of their timestamps, as in Flink; records without or with equal timestamps in the order of
arrival. If an operator's second input comes first, its first input is gathered in order (`SpooledInput`).
"""

from __future__ import annotations

import heapq
import pickle
import tempfile
from collections.abc import Iterable, Iterator
from itertools import groupby, islice, repeat
from operator import itemgetter, le
from typing import IO, Any, Optional

from pyrite.core.blocks.block import Block
from pyrite.core.blocks.edge_format import EdgeFormat
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.errors import InvalidProgramError
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import NO_TIMESTAMP
from pyrite.operators.operator import Operator
from pyrite.runtime.wire.deployment import InputEdge, SubtaskDeployment

_FAN_IN = 64
_CHUNK_RECORDS = 100
_OBJECT_BYTES = 120
"""The memory overhead of a record, in addition to a multiple of its encoded size."""
_ENCODED_FACTOR = 6

Entry = tuple[StateKey, int, list[Any], Optional[list[int]]]
"""Records of one key and one input, in order."""


class BatchInput:
    """Gathers keyed input, to replay it key by key, or the first input of a head whose second input comes first."""

    def __init__(self, deployment: SubtaskDeployment, head: Operator) -> None:
        self._head = head
        budget_bytes = deployment.settings.memory_bytes // 4
        by_key = head.batch_by_key and head.context.backend is not None  # sinks have no keyed state
        grouped = by_key and any(edge.keyed for edge in deployment.inputs)
        self._grouped = GroupedInput(budget_bytes) if grouped else None
        self._waiting = SpooledInput(budget_bytes) if head.second_input_first and not grouped else None
        self._replay: Optional[Iterator[None]] = None

    def keeps(self, block: Block, edge: InputEdge, size: int) -> bool:
        """Whether a block of `size` encoded bytes is kept; otherwise it must be processed now."""
        if self._grouped is not None and edge.keyed:
            if not isinstance(block, RowBlock):
                raise InvalidProgramError(
                    f"{self._head.label()} receives columns, which batch execution cannot pass to it key by key"
                )
            self._grouped.add(edge.input_index, block, size)
            return True
        if self._waiting is not None and edge.input_index == 0:
            self._waiting.add(block, edge)
            return True
        return False

    def start_replay(self) -> None:
        """The input is complete: prepares the replay. Call `replay_block` until it returns False."""
        self._replay = self._blocks()

    @property
    def is_replaying(self) -> bool:
        return self._replay is not None

    def replay_block(self) -> bool:
        """Lets the head process the next gathered block; returns False if there was none."""
        assert self._replay is not None
        if next(self._replay, self) is not self:
            return True
        self._replay = None
        return False

    def _blocks(self) -> Iterator[None]:
        """Lets the head process one block per step."""
        if self._grouped is not None:
            yield from self._replay_groups(self._grouped)
        elif self._waiting is not None:
            for block in self._waiting.blocks():
                self._head.process_block(block, 0)
                yield

    def _replay_groups(self, grouped: GroupedInput) -> Iterator[None]:
        backend = self._head.context.backend
        assert backend is not None
        for key, blocks in grouped.groups():
            for input_index, block in blocks:
                self._head.process_block(block, input_index)
                yield
            backend.context.key = key
            self._head.end_key()


class SpooledInput:
    """Keeps blocks in order, in memory up to a limit."""

    def __init__(self, memory_bytes: int) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=memory_bytes)  # noqa: SIM115 - closed after reading
        self._formats: dict[int, EdgeFormat] = {}

    def add(self, block: Block, edge: InputEdge) -> None:
        self._formats[edge.edge] = edge.format
        pickle.dump((edge.edge, edge.format.encode(block)), self._file, protocol=5)

    def blocks(self) -> Iterator[Block]:
        """Yields all blocks, once."""
        with self._file as file:
            end = file.tell()
            file.seek(0)
            while file.tell() < end:
                edge, payload = pickle.load(file)
                yield self._formats[edge].codec.decode(payload)


class GroupedInput:
    """Gathers blocks, then yields them grouped by key."""

    def __init__(self, budget_bytes: int) -> None:
        self._budget_bytes = budget_bytes
        self._groups: dict[StateKey, list[tuple[list[Any], list[int]]]] = {}
        self._held_bytes = 0
        self._has_timestamps = False
        self._runs: list[IO[bytes]] = []
        self.spilled_runs = 0

    def add(self, input_index: int, block: RowBlock, encoded_bytes: int) -> None:
        """Adds a block of an input; `encoded_bytes` is its size in the frame."""
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

    def groups(self) -> Iterator[tuple[StateKey, Iterator[tuple[int, RowBlock]]]]:
        """Every key once, with its blocks in the order of time; without timestamps, input 0 before input 1."""
        if self._runs:
            self._spill()
        entries = self._merged(self._runs) if self._runs else self._in_memory()
        entry = next(entries, None)
        while entry is not None:
            key = entry[0]
            following: list[Optional[Entry]] = []
            yield key, self._blocks_of_key(entry, entries, following)
            while not following:  # the caller has not read all blocks
                skipped = next(entries, None)
                if skipped is None or skipped[0] != key:
                    following.append(skipped)
            entry = following[0]

    def _blocks_of_key(
        self, first: Entry, entries: Iterator[Entry], following: list[Optional[Entry]]
    ) -> Iterator[tuple[int, RowBlock]]:
        entry: Optional[Entry] = first
        while entry is not None and entry[0] == first[0]:
            key, input_index, values, timestamps = entry
            yield input_index, RowBlock(values, timestamps, [key] * len(values))
            entry = next(entries, None)
        following.append(entry)

    def _in_memory(self) -> Iterator[Entry]:
        while self._groups:
            yield from self._entries_of(next(iter(self._groups)))

    def _entries_of(self, key: StateKey) -> Iterator[Entry]:
        group = self._groups.pop(key)
        if self._has_timestamps:
            yield from _by_time(key, group)
            return
        for input_index, (values, _) in enumerate(group):
            if values:
                yield key, input_index, values, None

    def _spill(self) -> None:
        keys = sorted(self._groups, key=_rank)
        self._runs.append(_write_run(entry for key in keys for entry in self._entries_of(key)))
        self.spilled_runs += 1
        self._held_bytes = 0
        if len(self._runs) >= _FAN_IN:
            runs, self._runs = self._runs, []
            self._runs.append(_write_run(self._merged(runs)))
            for run in runs:
                run.close()

    def _merged(self, runs: list[IO[bytes]]) -> Iterator[Entry]:
        if not self._has_timestamps:
            return heapq.merge(*map(_read_run, runs), key=_rank_of_entry)
        return _regrouped(heapq.merge(*map(_records_of_run, runs), key=itemgetter(0, 1, 2)))


def _by_time(key: StateKey, group: list[tuple[list[Any], list[int]]]) -> Iterator[Entry]:
    """The records of a key from both inputs, by timestamp; usually they come from one input, in order."""
    (first, first_times), (second, second_times) = group
    if not second and all(map(le, first_times, first_times[1:])):
        yield key, 0, first, first_times
        return
    records = [(time, 0, value) for value, time in zip(first, first_times, strict=True)]
    records += [(time, 1, value) for value, time in zip(second, second_times, strict=True)]
    records.sort(key=itemgetter(0, 1))
    for input_index, run in groupby(records, itemgetter(1)):
        part = list(run)
        yield key, input_index, [value for _, _, value in part], [time for time, _, _ in part]


Record = tuple[tuple[int, StateKey], int, int, StateKey, Any]
"""A record of a run: the rank of its key, its timestamp, its input, its key, its value."""


def _records_of_run(run: IO[bytes]) -> Iterator[Record]:
    for key, input_index, values, timestamps in _read_run(run):
        rank = _rank(key)
        for value, time in zip(values, timestamps or repeat(NO_TIMESTAMP), strict=False):
            yield rank, time, input_index, key, value


def _regrouped(records: Iterator[Record]) -> Iterator[Entry]:
    """Groups adjacent records of a key and input into entries of at most a chunk's size."""
    for (_, input_index), run in groupby(records, itemgetter(0, 2)):
        while part := list(islice(run, _CHUNK_RECORDS)):
            yield part[0][3], input_index, [record[4] for record in part], [record[1] for record in part]


def _rank(key: StateKey) -> tuple[int, StateKey]:
    return (0 if type(key) is int else 1 if type(key) is str else 2), key


def _rank_of_entry(entry: Entry) -> tuple[int, StateKey]:
    return _rank(entry[0])


def _write_run(entries: Iterable[Entry]) -> IO[bytes]:
    run: IO[bytes] = tempfile.TemporaryFile(prefix="pyrite-run-")  # noqa: SIM115 - stays open; deleted on close
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
    """Splits entries into at most a chunk's size, so that reading a run takes little memory."""
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

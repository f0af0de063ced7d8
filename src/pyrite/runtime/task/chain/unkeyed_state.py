"""Reads the non-keyed state that an operator's subtask restores, from one previous subtask or from several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Optional

from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.runtime.wire.deployment import OperatorRestore, UnkeyedStateShare
from pyrite.state.evolution.loading import ReadStaged
from pyrite.state.handles import FileRef, StateReader

Lists = dict[str, list[Any]]


Loads = Callable[[bytes, Optional[ReadStaged]], OperatorSubtaskState]


def read_unkeyed_state(restore: OperatorRestore, files: StateReader, loads: Loads) -> Optional[OperatorSubtaskState]:
    """The restored state of a subtask; None if it starts empty."""
    if restore.share is not None:
        return _read_share(restore.share, files, loads)
    states = [
        None
        if ref is None
        else loads(files.read(ref), _reader(restore.staged[position] if restore.staged else (), files))
        for position, ref in enumerate(restore.unkeyed)
    ]
    unions = _joined([state.unions for state in states if state is not None])
    own = states[restore.own] if states else None
    return None if own is None and not unions else replace(own or OperatorSubtaskState(), unions=unions)


def _read_share(share: UnkeyedStateShare, files: StateReader, loads: Loads) -> OperatorSubtaskState:
    states = [(part, loads(files.read(part.ref), _reader(part.staged, files))) for part in share.parts]
    lists: Lists = {name: [] for name in share.lists}
    for part, state in states:
        for name, (first, last) in part.lists.items():
            lists[name] += state.lists[name][first:last]
    broadcast = next((state.broadcast for part, state in states if part.broadcast), {})
    return OperatorSubtaskState(
        broadcast=broadcast,
        watermark_ms=share.watermark_ms,
        windows=share.windows,
        output_watermark_ms=share.output_watermark_ms,
        lists=lists,
        unions=_joined([state.unions for _, state in states]),
        numbered=_joined([state.numbered for part, state in states if part.numbered]),
    )


def _reader(staged: Sequence[FileRef], files: StateReader) -> Optional[ReadStaged]:
    """Reads the staged files of a state file; None without staged files."""
    return (lambda index: files.read(staged[index])) if staged else None


def with_event_time_reset(state: OperatorSubtaskState) -> OperatorSubtaskState:
    """The event time of a drained job is at its end; a job restored from it starts again from the beginning."""
    return replace(
        state, watermark_ms=_reset(state.watermark_ms), output_watermark_ms=_reset(state.output_watermark_ms)
    )


def _reset(watermark_ms: int) -> int:
    return MIN_WATERMARK if watermark_ms == MAX_WATERMARK else watermark_ms


def _joined(parts: Sequence[Lists]) -> Lists:
    """The elements of all subtasks, in the order of the subtasks."""
    joined: Lists = {}
    for part in parts:
        for name, elements in part.items():
            joined.setdefault(name, []).extend(elements)
    return joined

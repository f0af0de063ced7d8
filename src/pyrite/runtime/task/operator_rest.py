"""The non-keyed state that an operator's subtask restores, from one former subtask or from all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Optional

from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.operators.operator import OperatorRest, OperatorSnapshot
from pyrite.runtime.wire.deployment import OperatorRestore, RestShare
from pyrite.state.evolution.loading import ReadStaged
from pyrite.state.handles import FileRef, StateReader

Lists = dict[str, list[Any]]


Loads = Callable[[bytes, Optional[ReadStaged]], OperatorRest]


def read_rest(
    restore: OperatorRestore, subtask: int, parallelism: int, files: StateReader, loads: Loads
) -> Optional[OperatorRest]:
    """What the subtask is restored from; None: it starts empty."""
    if restore.share is not None:
        return _read_share(restore.share, files, loads)
    rests = [
        None if ref is None else loads(files.read(ref), _reader(restore.staged[place] if restore.staged else (), files))
        for place, ref in enumerate(restore.rests)
    ]
    present = [rest for rest in rests if rest is not None]
    if not present:
        return None
    unions = _joined([rest.unions for rest in present])
    if restore.own is not None:
        own = rests[restore.own]
        return None if own is None and not unions else replace(own or OperatorRest(OperatorSnapshot()), unions=unions)
    lists = _joined([rest.lists for rest in present])
    return OperatorRest(
        OperatorSnapshot(
            broadcast=_broadcast(rests, restore.broadcast_from),
            watermark_ms=min(rest.snapshot.watermark_ms for rest in present),
            windows=max(rest.snapshot.windows for rest in present),
        ),
        min(rest.output_watermark_ms for rest in present),
        {name: _share(elements, subtask, parallelism) for name, elements in lists.items()},
        unions,
        _joined([rest.numbered for rest in rests[subtask::parallelism] if rest is not None]),
    )


def _read_share(share: RestShare, files: StateReader, loads: Loads) -> OperatorRest:
    read = [(part, loads(files.read(part.ref), _reader(part.staged, files))) for part in share.parts]
    lists: Lists = {name: [] for name in share.lists}
    for part, rest in read:
        for name, (first, last) in part.lists.items():
            lists[name] += rest.lists[name][first:last]
    broadcast = next((rest.snapshot.broadcast for part, rest in read if part.broadcast), {})
    return OperatorRest(
        OperatorSnapshot(broadcast=broadcast, watermark_ms=share.watermark_ms, windows=share.windows),
        share.output_watermark_ms,
        lists,
        _joined([rest.unions for _, rest in read]),
        _joined([rest.numbered for part, rest in read if part.numbered]),
    )


def _reader(staged: Sequence[FileRef], files: StateReader) -> Optional[ReadStaged]:
    """Reads what a rest refers to; None: it refers to nothing."""
    return (lambda index: files.read(staged[index])) if staged else None


def _broadcast(rests: Sequence[Optional[OperatorRest]], chosen: Optional[int]) -> Any:
    """All subtasks have the same, except those that had finished, and except what is in flight to them."""
    rest = None if chosen is None else rests[chosen]
    if rest is not None:
        return rest.snapshot.broadcast
    return max((other.snapshot.broadcast for other in rests if other is not None), key=len)


def with_event_time_reset(rest: OperatorRest) -> OperatorRest:
    """A drained job's time has come to its end; a job that is restored from it starts over."""
    snapshot = replace(rest.snapshot, watermark_ms=_reset(rest.snapshot.watermark_ms))
    return replace(rest, snapshot=snapshot, output_watermark_ms=_reset(rest.output_watermark_ms))


def _reset(watermark_ms: int) -> int:
    return MIN_WATERMARK if watermark_ms == MAX_WATERMARK else watermark_ms


def _joined(parts: Sequence[Lists]) -> Lists:
    """The elements of all subtasks, in the order of these."""
    joined: Lists = {}
    for part in parts:
        for name, elements in part.items():
            joined.setdefault(name, []).extend(elements)
    return joined


def _share(elements: list[Any], subtask: int, parallelism: int) -> list[Any]:
    count = len(elements)
    return elements[count * subtask // parallelism : count * (subtask + 1) // parallelism]

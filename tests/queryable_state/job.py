"""A job without Spark: one keyed operator in several subtasks, checkpointed as a driver and its tasks do it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyrite.checkpoint.job_storage import JobStorage
from pyrite.checkpoint.manifest import Manifest, OperatorState
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.clock import ManualClock
from pyrite.core.state.state_types import StateDescriptor
from pyrite.state.delta import merge_chain
from pyrite.state.handles import KeyedHandle, StoredOperatorState
from pyrite.state.key_codec import encode_key
from pyrite.state.key_groups import key_group, key_group_range, subtask_of_group
from pyrite.state.keyed_states import KeyedStates
from pyrite.storage.store import CheckpointStore
from tests.state.contract.backends import BACKENDS, GROUPS

BEGIN_MS = 1_000_000


class Job:
    """Put values in with `at(key, descriptor)`, then take a `checkpoint`."""

    def __init__(self, store: CheckpointStore, backend: str, parallelism: int = 2, job_id: str = "job") -> None:
        self.clock = ManualClock(BEGIN_MS)
        self.store = store
        self.job_id = job_id
        self._make = BACKENDS[backend]
        self._storage = JobStorage(store, job_id, "a job", "writer", 1, self.clock, "host", 1)
        self.begin(parallelism)

    def begin(self, parallelism: int) -> None:
        """A new attempt, from nothing, with so many subtasks."""
        recovery = self._storage.begin_attempt()
        self.attempt, self.next_id = recovery.attempt, recovery.next_checkpoint_id
        self.parallelism = parallelism
        self.backends = [self._make(key_group_range(index, parallelism, GROUPS)) for index in range(parallelism)]
        self.states = [KeyedStates(backend, self.clock) for backend in self.backends]
        self.files = [
            TaskFiles(self.store, self.job_id, self.attempt, "vertex", index, inline_limit=0)
            for index in range(parallelism)
        ]

    def at(self, key: Any, descriptor: StateDescriptor) -> Any:
        """The state of a key, in the subtask that has it."""
        encoded = encode_key(key)
        subtask = subtask_of_group(key_group(encoded, GROUPS), self.parallelism, GROUPS)
        self.backends[subtask].context.key = encoded
        return self.states[subtask].get(descriptor)

    def checkpoint(self, change: Callable[[Manifest], Manifest] = lambda manifest: manifest) -> int:
        """Takes a checkpoint and removes what is no longer needed; returns its id."""
        checkpoint_id, self.next_id = self.next_id, self.next_id + 1
        triggered_ms = self.clock.now_ms()
        handles: dict[int, KeyedHandle] = {}
        for index, backend in enumerate(self.backends):
            handles[index] = backend.freeze(checkpoint_id).write(self.files[index].for_checkpoint(checkpoint_id))
        subtasks = {index: StoredOperatorState(handle) for index, handle in handles.items()}
        operator = OperatorState("op", "Count", "count", self.parallelism, GROUPS, subtasks)
        manifest = Manifest(
            self.job_id, "a job", checkpoint_id, self.attempt, triggered_ms, triggered_ms + 5, {"op": operator}
        )
        self._storage.complete(change(manifest))
        for backend in self.backends:
            backend.confirm(checkpoint_id)
        self._storage.drop_unneeded()
        return checkpoint_id

    def merge(self) -> int:
        """Merges the chains that are long; returns how many were."""
        merged = 0
        for backend, files in zip(self.backends, self.files, strict=True):
            request = backend.needs_merge()
            if request is not None:
                contents = [files.read(ref) for ref in request.files]
                backend.merged(request, files.merged(merge_chain(contents, request.from_start)))
                merged += 1
        return merged

    def end(self, status: str = "FINISHED") -> None:
        self._storage.end(status, keep=False)

    def close(self) -> None:
        for backend in self.backends:
            backend.close()

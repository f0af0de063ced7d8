"""QueryableStateClient: the state of a key in a running job, as of its last completed checkpoint."""

from __future__ import annotations

import shutil
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Optional

from pyrite.checkpoint.manifest import Manifest, OperatorState
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.control.running_jobs import find_job
from pyrite.core.clock import Clock, SystemClock
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import program_configuration
from pyrite.core.errors import CorruptStateError, StateNotQueryableError, UnknownKeyError
from pyrite.core.job.job_id import JobID
from pyrite.core.state.state_types import AggregatingStateDescriptor, StateDescriptor
from pyrite.core.types.types_factory import TypeInformation
from pyrite.queryable_state.checkpoint_watch import CheckpointWatch
from pyrite.queryable_state.stored_state import MISSING, StoredState, is_place_of, open_stored
from pyrite.state.description import LIST, MAP, StateDescription
from pyrite.state.handles import KeyedHandle, QueryableState
from pyrite.state.key_codec import fit_keys
from pyrite.state.ttl import is_live
from pyrite.storage.open_store import FolderOpener, open_store

_TRIES: Final = 5


@dataclass(frozen=True)
class QueriedState:
    """The value of a state for a key when a checkpoint was taken."""

    value: Any
    """The value; a list for list state, a dict for map state, the accumulator or its result for aggregating state."""
    checkpoint_id: int
    age_ms: int
    """The time since the checkpoint was triggered: the value is not older."""


class QueryableStateClient:
    """Looks up keys. Needs no Spark, and does not contact the job: it reads the checkpoint's files.

    Without arguments it looks up jobs of this user on this machine; with the folder or URI of checkpoints
    (`execution.checkpointing.dir`), any job there, by its id. Files are cached until there is a newer checkpoint. A
    client is thread-safe. Close it when done: it may have files in a temporary folder.

        with QueryableStateClient() as client:
            print(client.get_kv_state("orders", "last-order", "customer 7").value)
    """

    def __init__(
        self,
        checkpoint_dir: Optional[str] = None,
        configuration: Optional[Configuration] = None,
        clock: Optional[Clock] = None,
    ) -> None:
        """`configuration`: settings of the storage, such as s3.endpoint, above those outside of the program."""
        self._checkpoint_dir = checkpoint_dir
        self._configuration = program_configuration(configuration)
        self._clock = clock or SystemClock()
        self._watches: dict[tuple[str, str], CheckpointWatch] = {}
        self._stored: dict[tuple[tuple[str, ...], tuple[str, int, int]], StoredState] = {}
        self._opened = 0
        self._folder: Optional[Path] = None
        self._lock = threading.Lock()

    def get_kv_state(
        self,
        job_id: JobID | str,
        queryable_state_name: str,
        key: Any,
        key_type_info: Optional[TypeInformation] = None,
        state_descriptor: Optional[StateDescriptor] = None,
    ) -> QueriedState:
        """The value of a state for a key. `job_id` may also be the name of a job on this machine.

        Raises JobNotRunningError, StateNotQueryableError or UnknownKeyError. `key_type_info` is only needed if the
        job's key_by() declares a type other than that of `key`; the descriptor of an aggregating state, to get its
        result instead of its accumulator.
        """
        if key_type_info is not None:
            key = fit_keys([key], key_type_info)[0]
        with self._lock:
            watch = self._watch(str(job_id))
            state = self._get(watch, queryable_state_name, key)
        if isinstance(state_descriptor, AggregatingStateDescriptor):
            result = state_descriptor.agg_function.get_result(state.value)
            return QueriedState(result, state.checkpoint_id, state.age_ms)
        return state

    def close(self) -> None:
        with self._lock:
            for stored in self._stored.values():
                stored.close()
            self._stored.clear()
            self._watches.clear()
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)
                self._folder = None

    def __enter__(self) -> QueryableStateClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The job ----------------------------------------------------------------------------------------------------------

    def _watch(self, job: str) -> CheckpointWatch:
        storage, job_id = self._storage_of(job)
        if (storage, job_id) not in self._watches:
            store = open_store(storage, self._configuration)
            self._watches[storage, job_id] = CheckpointWatch(store, job_id, self._checkpoint_dir is None)
        return self._watches[storage, job_id]

    def _storage_of(self, job: str) -> tuple[str, str]:
        if self._checkpoint_dir is not None:
            return self._checkpoint_dir, job
        _, entry = find_job(job)
        if not entry.storage:
            raise StateNotQueryableError(
                f"job '{entry.name}' ({entry.job_id}) takes no checkpoints, from which state is read: set "
                "execution.checkpointing.interval and execution.checkpointing.dir"
            )
        if entry.storage == "jobmanager":
            raise StateNotQueryableError(
                f"job '{entry.name}' ({entry.job_id}) stores its checkpoints in its driver's memory, where no other "
                "process can read them: set execution.checkpointing.dir"
            )
        return entry.storage, entry.job_id

    # The value --------------------------------------------------------------------------------------------------------

    def _get(self, watch: CheckpointWatch, name: str, key: Any) -> QueriedState:
        """Looks up the key; retries if a newer checkpoint has removed the files meanwhile."""
        for _ in range(_TRIES):
            manifest = watch.newest()
            try:
                return self._look_up(watch, manifest, name, key)
            except CorruptStateError:
                if watch.newest().checkpoint_id == manifest.checkpoint_id:
                    raise
        return self._look_up(watch, watch.newest(), name, key)

    def _look_up(self, watch: CheckpointWatch, manifest: Manifest, name: str, key: Any) -> QueriedState:
        operator, state = _published(manifest, name)
        handle = _handle_of(operator, key)
        raw = MISSING if handle is None else self._read(watch, operator, state, handle, key)
        now_ms = self._clock.now_ms()
        value = MISSING if raw is MISSING else _value(raw, state, now_ms)
        if value is MISSING:
            raise UnknownKeyError(
                f"state '{name}' of job {manifest.job_id} has no value for key {key!r} in checkpoint "
                f"{manifest.checkpoint_id}"
            )
        return QueriedState(value, manifest.checkpoint_id, max(0, now_ms - manifest.triggered_ms))

    def _read(
        self,
        watch: CheckpointWatch,
        operator: OperatorState,
        state: QueryableState,
        handle: KeyedHandle,
        key: Any,
    ) -> Any:
        owner = watch.store.uri, watch.job_id, operator.operator_id, state.state
        part = handle.backend, handle.first_group, handle.last_group
        if (owner, part) not in self._stored:
            self._drop_parts_of_former_subtasks(owner, operator)
            self._stored[owner, part] = self._open(watch, state, handle.backend)
        stored = self._stored[owner, part]
        stored.move_to(handle)
        return stored.get(key, operator.max_parallelism)

    def _open(self, watch: CheckpointWatch, state: QueryableState, backend: str) -> StoredState:
        elsewhere = FolderOpener(self._configuration, watch.store)
        files = TaskFiles(watch.store, watch.job_id, 0, "", 0, inline_limit=0, elsewhere=elsewhere)
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="pyrite-query-"))
        self._opened += 1
        return open_stored(backend, state.state, files, self._folder / str(self._opened))

    def _drop_parts_of_former_subtasks(self, owner: tuple[str, ...], operator: OperatorState) -> None:
        """Closes stored state of subtasks that no longer exist after a rescale."""
        handles = [handle.keyed for handle in operator.subtasks.values() if handle.keyed is not None]
        parts = {(handle.backend, handle.first_group, handle.last_group) for handle in handles}
        for place in [place for place in self._stored if place[0] == owner and place[1] not in parts]:
            self._stored.pop(place).close()


def _published(manifest: Manifest, name: str) -> tuple[OperatorState, QueryableState]:
    """The operator that publishes a state of this name, and the state."""
    every = {
        (state.name, operator.operator_id): (operator, state)
        for operator in manifest.operators.values()
        for handle in operator.subtasks.values()
        if handle.keyed is not None
        for state in handle.keyed.queryable
    }
    matches = [both for (published, _), both in every.items() if published == name]
    if len(matches) == 1:
        return matches[0]
    job = f"job '{manifest.job_name}' ({manifest.job_id})"
    if matches:
        names = " and ".join(f"'{operator.name}'" for operator, _ in matches)
        raise StateNotQueryableError(f"{job} publishes '{name}' in several operators, {names}: rename all but one")
    others = ", ".join(sorted({f"'{published}'" for published, _ in every})) or "none"
    raise StateNotQueryableError(
        f"{job} publishes no state '{name}' in checkpoint {manifest.checkpoint_id}; it publishes: {others}. Call "
        f"set_queryable('{name}') on the state's descriptor"
    )


def _handle_of(operator: OperatorState, key: Any) -> Optional[KeyedHandle]:
    for handle in operator.subtasks.values():
        if handle.keyed is not None and is_place_of(handle.keyed, key, operator.max_parallelism):
            return handle.keyed
    return None


def _value(raw: Any, state: QueryableState, now_ms: int) -> Any:
    """The user's value; MISSING if it has expired."""
    live = _live(raw, state, now_ms) if state.ttl_ms else raw
    return live if live is MISSING else StateDescription(state.kind, expires=state.ttl_ms > 0).visible(live)


def _live(raw: Any, state: QueryableState, now_ms: int) -> Any:
    """The part of a stored value that has not expired."""
    if state.kind == LIST:
        return [stamped for stamped in raw if is_live(stamped, state.ttl_ms, now_ms)] or MISSING
    if state.kind == MAP:
        return {key: stamped for key, stamped in raw.items() if is_live(stamped, state.ttl_ms, now_ms)} or MISSING
    return raw if is_live(raw, state.ttl_ms, now_ms) else MISSING

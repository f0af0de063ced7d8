"""Union lists at a restore: each subtask gets what all subtasks of its operator have put in."""

from __future__ import annotations

import pickle
from typing import Any

from pyrite.checkpoint.file_names import METADATA, folder_of
from pyrite.checkpoint.manifest_codec import decode_manifest
from pyrite.common.errors import CheckpointError
from pyrite.operators.operator import OperatorRest
from pyrite.runtime.deployment import SubtaskDeployment
from pyrite.state.handles import OperatorHandle, StateReader

Unions = dict[str, list[Any]]


def whole_unions(deployment: SubtaskDeployment, operator_id: str, own: Unions, files: StateReader) -> Unions:
    """The lists with the elements of all subtasks, in the order of these. Without union lists nothing is read."""
    if not own or deployment.vertex.parallelism == 1:
        return own
    whole: Unions = {name: [] for name in own}
    for subtask, handle in sorted(_handles(deployment, operator_id).items()):
        unions = own if subtask == deployment.subtask else _unions_of(handle, files)
        for name, elements in unions.items():
            whole.setdefault(name, []).extend(elements)
    return whole


def _unions_of(handle: OperatorHandle, files: StateReader) -> Unions:
    if handle.rest is None:
        return {}
    rest: OperatorRest = pickle.loads(files.read(handle.rest))
    return rest.unions


def _handles(deployment: SubtaskDeployment, operator_id: str) -> dict[int, OperatorHandle]:
    """The operator's part of the checkpoint, of all subtasks."""
    checkpoints, restore = deployment.settings.checkpoints, deployment.restore
    assert checkpoints is not None and restore is not None
    if checkpoints.store.inline_only:
        raise CheckpointError(
            "a union list state of several subtasks cannot be restored from jobmanager storage, which tasks do not "
            "reach: set execution.checkpointing.dir"
        )
    path = f"{checkpoints.job_id}/{folder_of(restore.checkpoint_id)}/{METADATA}"
    manifest = decode_manifest(checkpoints.store.read(path), f"{checkpoints.store.uri}/{path}")
    return manifest.operators[operator_id].subtasks

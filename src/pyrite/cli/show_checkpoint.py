"""What a checkpoint or a savepoint consists of, as text."""

from __future__ import annotations

import reprlib
from dataclasses import replace
from typing import Any

from pyrite.checkpoint.savepoint import read_manifest
from pyrite.checkpoint.show import describe
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.config.configuration import Configuration
from pyrite.core.file_uri import as_uri
from pyrite.operators.operator_subtask_state import OperatorSubtaskState, as_current
from pyrite.state.evolution import loading as evolution
from pyrite.state.evolution.migrations import Migrations
from pyrite.state.handles import FileRef
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import MemoryStore

_SHORT = reprlib.Repr()
_SHORT.maxstring, _SHORT.maxother, _SHORT.maxlist, _SHORT.maxtuple, _SHORT.maxdict = 80, 120, 20, 20, 20


def show_checkpoint(path: str, settings: Configuration) -> str:
    """Describes a checkpoint: source positions, operators, states, sizes, files."""
    manifest = read_manifest(path, FolderOpener(settings))
    folder = as_uri(path).removesuffix("/_metadata")
    root = folder if manifest.savepoint else folder.rpartition("/")[0]
    files = TaskFiles(MemoryStore(), "", 0, "", 0, inline_limit=0, elsewhere=FolderOpener(settings))

    def read(ref: FileRef) -> bytes:
        return files.read(ref if ref.is_elsewhere else replace(ref, path=f"{root}/{ref.path}"))

    return describe(manifest, _read_state, read)


def _read_state(data: bytes) -> dict[str, str]:
    """Readable parts of what an operator, or a source's enumerator, has pickled. Unpickling trusts the checkpoint."""
    try:
        state: Any = as_current(evolution.loads(data, Migrations.plain()))
    except Exception as error:
        return {"contents": f"cannot be read without the job's code ({type(error).__name__}: {error})"}
    if not isinstance(state, OperatorSubtaskState):
        return {"enumerator": _SHORT.repr(state)}
    parts = {
        name: _SHORT.repr(values) for name, values in (state.lists | state.unions | state.numbered).items() if values
    }
    if state.lists.get("splits"):
        parts["splits"] = _SHORT.repr([split for split, _ in state.lists["splits"]])
    parts |= {f"broadcast {name}": _SHORT.repr(entries) for name, entries in state.broadcast.items() if entries}
    return parts

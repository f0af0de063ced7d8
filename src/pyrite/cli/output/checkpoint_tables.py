"""Tables of checkpoints: the last ones of a job, one by vertex and subtask, or the files of one."""

from __future__ import annotations

import json
import reprlib
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, Optional

import click

from pyrite.checkpoint.savepoint import read_manifest
from pyrite.checkpoint.show import describe
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.cli.invocation import Invocation
from pyrite.cli.output.table import print_table
from pyrite.cli.remote.send_command import send_command
from pyrite.control.running_jobs import known_folders
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import JobNotRunningError, PyriteError
from pyrite.core.file_uri import as_uri
from pyrite.core.job.commands import Document
from pyrite.core.job.job_document import CheckpointDocument, JobDocument
from pyrite.core.json_dataclasses import of_json, to_json
from pyrite.core.text_formatting import printable
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.state.evolution import loading as evolution
from pyrite.state.evolution.migrations import Migrations
from pyrite.state.handles import FileRef
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import MemoryStore

_HEADER: Final = (
    "id",
    "kind",
    "status",
    "triggered",
    "took",
    "acknowledged",
    "sync",
    "async",
    "alignment",
    "start delay",
)
_SIZES: Final = ("written", "state")


def show_checkpoints(invocation: Invocation, job: str, checkpoint_id: Optional[int], as_json: bool) -> None:
    """Prints the last checkpoints of a job that is running, or has ended on this machine."""
    document = _document(invocation, job)
    if checkpoint_id is not None:
        one = document.checkpoint(checkpoint_id)
        if one is None:
            ids = ", ".join(str(each.id) for each in document.checkpoints.history) or "none"
            raise PyriteError(f"checkpoint {checkpoint_id} of '{document.name}' is unknown; known checkpoints: {ids}")
        _show_one(document, one, as_json)
    elif as_json:
        click.echo(json.dumps(to_json(document.checkpoints)))
    else:
        _show_all(document)


def _document(invocation: Invocation, job: str) -> JobDocument:
    try:
        return send_command(invocation, job, Document()).answer
    except JobNotRunningError:
        if invocation.job_manager:
            raise
        for folder in known_folders():
            for entry in reversed(folder.ended()):
                if job in (entry.job_id, entry.name) and (content := folder.document(entry.job_id)) is not None:
                    return of_json(JobDocument, content)
        raise


def _show_all(document: JobDocument) -> None:
    checkpoints = document.checkpoints
    under_way = f", {checkpoints.in_progress} under way" if checkpoints.in_progress else ""
    restored = checkpoints.restored
    of = f"; last restored from checkpoint {restored.id}, {_time(restored.restored_ms)}" if restored else ""
    click.echo(
        f"job '{printable(document.name)}': {checkpoints.completed} complete, {checkpoints.failed} failed"
        f"{under_way}{of}"
    )
    if checkpoints.history:
        print_table((*_HEADER, *_SIZES), [_row(document, one) for one in reversed(checkpoints.history)])
    for one in checkpoints.history:
        if one.failure:
            click.echo(f"checkpoint {one.id} failed: {printable(one.failure)}")
        if one.waits_for:
            click.echo(f"checkpoint {one.id} waits until a call returns: {printable(one.waits_for)}")


def _row(document: JobDocument, one: CheckpointDocument) -> tuple[str, ...]:
    """The longest times over all subtasks, since the checkpoint waited for them."""
    parts = one.parts
    return (
        str(one.id),
        one.kind,
        one.status,
        _time(one.triggered_ms),
        f"{one.took_ms(document.now_ms)} ms",
        f"{len(parts)}/{one.subtasks}",
        *(
            f"{max(times, default=0.0):.0f} ms"
            for times in (
                [part.sync_ms for part in parts],
                [part.async_ms for part in parts],
                [part.alignment_ms for part in parts],
                [part.start_delay_ms for part in parts],
            )
        ),
        str(sum(part.written_bytes for part in parts)),
        str(sum(part.full_bytes for part in parts)),
    )


def _show_one(document: JobDocument, one: CheckpointDocument, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(to_json(one)))
        return
    aligned = "unaligned" if one.unaligned else "aligned"
    click.echo(f"{one.kind} {one.id} of '{printable(document.name)}': {one.status}, {aligned}{_where(one)}")
    header = ("vertex", "subtask", "acknowledged", "end to end", "sync", "async", "alignment", "start delay", *_SIZES)
    rows = [
        (
            vertex.name,
            f"{part.index + 1}/{vertex.parallelism}",
            _time(part.acknowledged_ms),
            f"{max(0, part.acknowledged_ms - one.triggered_ms)} ms",
            *(f"{ms:.1f} ms" for ms in (part.sync_ms, part.async_ms, part.alignment_ms, part.start_delay_ms)),
            str(part.written_bytes),
            str(part.full_bytes),
        )
        for vertex in document.vertices
        for part in one.vertices.get(vertex.id, ())
    ]
    print_table(header, rows)


def _where(one: CheckpointDocument) -> str:
    return f", in {one.path}" if one.path else f": {printable(one.failure)}" if one.failure else ""


def _time(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).strftime("%H:%M:%S.%f")[:-3]


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
    """The printable parts of an operator's or enumerator's pickled state. Unpickling trusts the checkpoint."""
    try:
        state: Any = evolution.loads(data, Migrations.plain())
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

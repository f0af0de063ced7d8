"""A manifest as bytes: a first line with magic, version, checksum and signature, then JSON.

JSON is safe to read, unlike pickle, so a signature is checked before anything is unpickled.

State stays as its backend wrote it. Short contents are inside the manifest, as base64.
"""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import asdict
from typing import Any, Final, Optional

from pyrite.checkpoint.file_names import named_files
from pyrite.checkpoint.manifest import VERSION, CheckpointMetrics, InFlightEdge, Manifest, OperatorState
from pyrite.core.config.checkpoint_options import SIGNING_KEY_FILE
from pyrite.core.errors import CheckpointError, CorruptStateError
from pyrite.core.job.edge_identity import EdgeIdentity
from pyrite.core.job.partitioning import PartitioningKind
from pyrite.state.handles import (
    FileRef,
    InFlightData,
    KeyedHandle,
    QueryableState,
    StoredOperatorState,
    UnkeyedStateSummary,
)
from pyrite.state.key_groups import KEY_VERSION
from pyrite.storage.signing_key import SigningKey

MAGIC: Final = "pyrite-manifest"


def seal(magic: str, version: int, content: Any, key: SigningKey) -> bytes:
    """A JSON value as bytes with a checksum, and with a signature if there is a key."""
    body = json.dumps(content, separators=(",", ":")).encode()
    title = f"{magic} {version}".encode()
    head = title + f" {_checksum(title, body)}".encode()
    signature = b" " + key.sign(_signed_part(head, body)).encode() if key else b""
    return head + signature + b"\n" + body


def unseal(magic: str, version: int, data: bytes, file: str, key: SigningKey) -> Any:
    """The value in sealed bytes. CorruptStateError: the file is damaged.

    CheckpointError: a later Pyrite wrote it, or it is not signed with the key.
    """
    head, _, body = data.partition(b"\n")
    parts = head.decode("ascii", errors="replace").split(" ")
    if len(parts) not in (3, 4) or parts[0] != magic:
        raise CorruptStateError(f"{file}: expected a first line '{magic} version checksum', got {head[:60]!r}")
    title = " ".join(parts[:2]).encode()
    checksum = _checksum(title, body)
    if parts[2] != checksum:
        raise CorruptStateError(f"{file}: expected checksum {parts[2]}, got {checksum}: it was changed or cut")
    if not parts[1].isdigit() or int(parts[1]) > version:
        raise CheckpointError(
            f"{file} is of format version {parts[1]}, this Pyrite reads up to {version}: use a later Pyrite"
        )
    if key and not (len(parts) == 4 and key.accepts(_signed_part(" ".join(parts[:3]).encode(), body), parts[3])):
        raise CheckpointError(
            f"{file} is {'signed with another key' if len(parts) == 4 else 'not signed'} ({SIGNING_KEY_FILE.key} = "
            f"'{key.file}'): a stranger may have written it, and reading its state may run code. If you trust it: "
            "pyrite checkpoints sign PATH"
        )
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise CorruptStateError(f"{file}: not JSON: {error}") from error


def _signed_part(head: bytes, body: bytes) -> bytes:
    return head + b"\n" + body


def _checksum(title: bytes, body: bytes) -> str:
    return f"{zlib.crc32(body, zlib.crc32(title)):08x}"


def encode_manifest(manifest: Manifest, key: SigningKey) -> bytes:
    """The manifest as bytes. With a key, its signature also covers the files that it names, by their digests."""
    unsigned = [ref.path for ref in named_files(manifest) if not ref.digest] if key else []
    if unsigned:
        raise CheckpointError(f"{unsigned[0]} was written without {SIGNING_KEY_FILE.key}, so it cannot be signed")
    content = {
        "job_id": manifest.job_id,
        "job_name": manifest.job_name,
        "checkpoint_id": manifest.checkpoint_id,
        "attempt": manifest.attempt,
        "triggered_ms": manifest.triggered_ms,
        "completed_ms": manifest.completed_ms,
        "final": manifest.final,
        "savepoint": manifest.savepoint,
        "stopped_at": manifest.stopped_at,
        "committed": manifest.committed,
        "operators": {key: _operator(operator) for key, operator in manifest.operators.items()},
        "in_flight": [_in_flight(edge) for edge in manifest.in_flight],
        "metrics": {
            vertex: {str(subtask): asdict(metrics) for subtask, metrics in by_subtask.items()}
            for vertex, by_subtask in manifest.metrics.items()
        },
    }
    return seal(MAGIC, manifest.version, content, key)


def decode_manifest(data: bytes, file: str, key: SigningKey) -> Manifest:
    """The manifest. `file` is for errors, which are those of `unseal`."""
    content = unseal(MAGIC, VERSION, data, file, key)
    try:
        return _manifest(content)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise CorruptStateError(f"{file}: not a manifest: {type(error).__name__}: {error}") from error


def _manifest(content: dict[str, Any]) -> Manifest:
    return Manifest(
        job_id=content["job_id"],
        job_name=content["job_name"],
        checkpoint_id=content["checkpoint_id"],
        attempt=content["attempt"],
        triggered_ms=content["triggered_ms"],
        completed_ms=content["completed_ms"],
        final=content["final"],
        savepoint=content["savepoint"],
        stopped_at=content["stopped_at"],
        committed=content["committed"],
        operators={key: _read_operator(entry) for key, entry in content["operators"].items()},
        in_flight=tuple(map(_read_in_flight, content["in_flight"])),
        metrics={
            vertex: {int(subtask): CheckpointMetrics(**metrics) for subtask, metrics in by_subtask.items()}
            for vertex, by_subtask in content["metrics"].items()
        },
    )


def _ref(ref: FileRef) -> dict[str, Any]:
    entry: dict[str, Any] = {"path": ref.path, "size": ref.size, "checksum": ref.checksum}
    if ref.data is not None:
        entry["data"] = base64.b64encode(ref.data).decode()
    if ref.digest:
        entry["digest"] = ref.digest
    return entry


def _read_ref(entry: dict[str, Any]) -> FileRef:
    data = base64.b64decode(entry["data"], validate=True) if "data" in entry else None
    return FileRef(entry["path"], entry["size"], entry["checksum"], data, entry.get("digest", ""))


def _optional(ref: Optional[FileRef]) -> Optional[dict[str, Any]]:
    return None if ref is None else _ref(ref)


def _read_optional(entry: Optional[dict[str, Any]]) -> Optional[FileRef]:
    return None if entry is None else _read_ref(entry)


def _in_flight(edge: InFlightEdge) -> dict[str, Any]:
    return {
        "edge": asdict(edge.edge),
        "partitioning": edge.partitioning.name,
        "senders": edge.senders,
        "receivers": edge.receivers,
        "subtasks": {
            str(subtask): {"ref": _ref(data.ref), "records": data.records} for subtask, data in edge.subtasks.items()
        },
    }


def _read_in_flight(entry: dict[str, Any]) -> InFlightEdge:
    return InFlightEdge(
        EdgeIdentity(**entry["edge"]),
        PartitioningKind[entry["partitioning"]],
        entry["senders"],
        entry["receivers"],
        {
            int(subtask): InFlightData(_read_ref(data["ref"]), data["records"])
            for subtask, data in entry["subtasks"].items()
        },
    )


def _handle(handle: StoredOperatorState) -> dict[str, Any]:
    keyed = handle.keyed
    return {
        "keyed": None
        if keyed is None
        else {
            "backend": keyed.backend,
            "first_group": keyed.first_group,
            "last_group": keyed.last_group,
            "files": [_ref(ref) for ref in keyed.files],
            "names": list(keyed.names),
            "states": list(keyed.states),
            "queryable": [asdict(state) for state in keyed.queryable],
            "key_version": KEY_VERSION,
        },
        "unkeyed": _optional(handle.unkeyed),
        "has_unkeyed": handle.has_unkeyed,
        "has_unions": handle.has_unions,
        "staged": [_ref(ref) for ref in handle.staged],
        "summary": None if handle.summary is None else asdict(handle.summary),
    }


def _read_handle(entry: dict[str, Any]) -> StoredOperatorState:
    keyed = entry["keyed"]
    return StoredOperatorState(
        keyed=None if keyed is None else _read_keyed(keyed),
        unkeyed=_read_optional(entry["unkeyed"]),
        has_unkeyed=entry["has_unkeyed"],
        has_unions=entry["has_unions"],
        staged=tuple(map(_read_ref, entry["staged"])),
        summary=_read_summary(entry["summary"]),
    )


def _read_keyed(entry: dict[str, Any]) -> KeyedHandle:
    if entry["key_version"] != KEY_VERSION:
        raise CheckpointError(
            f"keyed state has keys of version {entry['key_version']}, this Pyrite reads version {KEY_VERSION}: use the "
            "Pyrite that wrote it"
        )
    return KeyedHandle(
        backend=entry["backend"],
        first_group=entry["first_group"],
        last_group=entry["last_group"],
        files=tuple(map(_read_ref, entry["files"])),
        names=tuple(entry["names"]),
        states=tuple(entry["states"]),
        queryable=tuple(QueryableState(**state) for state in entry["queryable"]),
    )


def _read_summary(entry: Optional[dict[str, Any]]) -> Optional[UnkeyedStateSummary]:
    if entry is None:
        return None
    return UnkeyedStateSummary(**entry | {"lists": tuple((name, length) for name, length in entry["lists"])})


def _operator(state: OperatorState) -> dict[str, Any]:
    return {
        "operator_id": state.operator_id,
        "name": state.name,
        "uid": state.uid,
        "parallelism": state.parallelism,
        "max_parallelism": state.max_parallelism,
        "subtasks": {str(subtask): _handle(handle) for subtask, handle in state.subtasks.items()},
        "finished": sorted(state.finished),
        "enumerator": _optional(state.enumerator),
        "layout": state.layout,
        "meaning": state.meaning,
    }


def _read_operator(entry: dict[str, Any]) -> OperatorState:
    return OperatorState(
        operator_id=entry["operator_id"],
        name=entry["name"],
        uid=entry["uid"],
        parallelism=entry["parallelism"],
        max_parallelism=entry["max_parallelism"],
        subtasks={int(subtask): _read_handle(handle) for subtask, handle in entry["subtasks"].items()},
        finished=frozenset(entry["finished"]),
        enumerator=_read_optional(entry["enumerator"]),
        layout=entry["layout"],
        meaning=entry["meaning"],
    )

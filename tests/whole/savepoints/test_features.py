"""A job with most of what can be in a checkpoint resumes from one that an earlier process wrote."""

from __future__ import annotations

import base64
from functools import cache

import pytest

from pyrite.common import Row
from pyrite.common.block import Block
from pyrite.core.blocks.row_block import PICKLE
from pyrite.core.job.job_status import JobStatus
from pyrite.runtime.wire.frames import FrameKind
from pyrite.runtime.wire.in_flight_items import InFlightItem, decode_items, encode_items
from pyrite.testing.simulated_disk import SimulatedDisk
from pyrite.testing.simulation import Wish
from tests.core.persistence.pickle_references import INLINE, Reference, references_in
from tests.savepoints import features
from tests.savepoints.features import BACKENDS, KINDS, LEDGER, folder_of
from tests.whole.simulation.ledger import read_ledger

WAYS = [
    ("hashmap", "rocksdb", 3),
    ("rocksdb", "hashmap", 3),
    *(pytest.param(backend, backend, 2, marks=pytest.mark.slow) for backend in ("hashmap", "rocksdb")),
]


@cache
def expected(kind: str) -> list[str]:
    return features.expected(kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("written", "read", "parallelism"), WAYS)
def test_job_resumes_from_its_recording(kind: str, written: str, read: str, parallelism: int) -> None:
    want = expected(kind)
    result = features.restored(folder_of(written, kind), kind, read, parallelism)
    assert (result.status, result.cause) == (JobStatus.FINISHED, None)
    assert sorted(map(repr, read_ledger(LEDGER))) == want


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("backend", BACKENDS)
def test_recording_refers_to_our_classes_by_their_names(backend: str, kind: str) -> None:
    files = [path.read_bytes() for path in folder_of(backend, kind).rglob("*") if path.is_file()]
    assert set().union(*map(references_in, files)) == set()
    assert any(b"operator-subtask-state/1" in base64.b64decode(text) for data in files for text in INLINE.findall(data))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("backend", BACKENDS)
def test_what_is_written_refers_to_our_classes_by_their_names(
    backend: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: set[Reference] = set()
    write = SimulatedDisk.write

    def look_and_write(disk: SimulatedDisk, path: str, data: bytes) -> None:
        written.update(references_in(data))
        write(disk, path, data)

    monkeypatch.setattr(SimulatedDisk, "write", look_and_write)
    features.simulation(kind, backend, (Wish.SAVEPOINT,)).run(3)
    assert written == set()


def test_in_flight_records_are_written_by_name() -> None:
    payload = PICKLE.encode(Block([Row(1), Row(2)], [1, 2]))
    data = encode_items([InFlightItem(0, int(FrameKind.BLOCK), 2, payload)])
    assert references_in(data) == set()
    (item,) = decode_items(data)
    assert PICKLE.decode(item.payload).values == [Row(1), Row(2)]

"""A checkpoint as text."""

from __future__ import annotations

from dataclasses import replace

from pyrite.checkpoint.manifest import CheckpointMetrics, InFlightEdge, Manifest, OperatorState
from pyrite.checkpoint.show import describe
from pyrite.core.job.edge_identity import EdgeIdentity
from pyrite.core.job.partitioning import PartitioningKind
from pyrite.state.handles import FileRef, InFlightData, KeyedHandle, StoredOperatorState

EXPECTED = """\
checkpoint  7 (final: all input had ended)
job         Word count (0123abcd), attempt 2
triggered   2023-11-14 22:13:20 UTC
complete    2023-11-14 22:13:20 UTC, after 120 ms
size        3500 bytes in 2 files, 9 bytes in the manifest

operators
  operator       uid    parallelism  max  with state  finished  bytes
  Source: words  words            2  128           1  0,1           9
  Count          -                1  128           1  -          3000

state
  operator       subtask  kind                          key groups  states       files  bytes
  Source: words  0        operator state                -           -                0      4
  Source: words  -        enumerator                    -           -                0      5
  Count          0        hashmap                       0..127      sum, timers      1   3000
  Count          0        in flight from Source: words  -           12 records       1    500

positions and operator state
  operator       subtask  name     value
  Source: words  -        b'ENUM'  5 bytes
  Source: words  0        b'REST'  4 bytes

subtasks (milliseconds, bytes)
  task   subtask  start delay  alignment  sync  async  held  written  full
  Count        0          3.5        4.0   1.2   20.0     5     3500  9000

files
  path                     bytes  checksum
  chk-7/a2-vcount-0-1        500  00000002
  shared/a1-c3-vcount-0-0   3000  000000ff
"""


def manifest() -> Manifest:
    source = OperatorState(
        "src",
        "Source: words",
        "words",
        2,
        128,
        {0: StoredOperatorState(unkeyed=FileRef("", 4, 0, b"rest"))},
        frozenset({0, 1}),
        FileRef("", 5, 0, b"enum "),
    )
    keyed = KeyedHandle("hashmap", 0, 127, (FileRef("shared/a1-c3-vcount-0-0", 3000, 255),), states=("sum", "timers"))
    count = OperatorState("count", "Count", "", 1, 128, {0: StoredOperatorState(keyed)})
    edge = EdgeIdentity("src", None, "count", 0)
    overtaken = InFlightData(FileRef("chk-7/a2-vcount-0-1", 500, 2), 12)
    return Manifest(
        job_id="0123abcd",
        job_name="Word count",
        checkpoint_id=7,
        attempt=2,
        triggered_ms=1_700_000_000_000,
        completed_ms=1_700_000_000_120,
        operators={"src": source, "count": count},
        in_flight=(InFlightEdge(edge, PartitioningKind.HASH, 1, 1, {0: overtaken}),),
        metrics={"count": {0: CheckpointMetrics(1.2, 20.0, 3.5, 4.0, 5, 3500, 9000)}},
        final=True,
    )


def read_rest(data: bytes) -> dict[str, str]:
    return {str(data.strip().upper()): f"{len(data)} bytes"}


def test_describe_shows_the_whole_checkpoint() -> None:
    assert describe(manifest(), read_rest) == EXPECTED


def test_describe_omits_unreadable_and_empty_parts() -> None:
    text = describe(replace(manifest(), metrics={}, operators={}, in_flight=()))
    assert [
        line for line in text.splitlines() if not line.startswith(("checkpoint", "job", "trig", "comp", "size"))
    ] == []


def test_describe_reads_files_with_a_reader() -> None:
    handle = StoredOperatorState(unkeyed=FileRef("chk-7/a2-v-0-0", 4, 0))
    operator = OperatorState("op", "Map", "", 1, 128, {0: handle})
    text = describe(replace(manifest(), operators={"op": operator}), read_rest, lambda ref: ref.path.encode())
    assert "b'CHK-7/A2-V-0-0'" in text

"""The savepoint format: chunks of bounded size, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pyrite.core.errors import CheckpointError, CorruptStateError
from pyrite.core.windows.windows import TimeWindow
from pyrite.state.delta import Delta
from pyrite.state.description import StateDescription
from pyrite.state.evolution.loading import Migrations
from pyrite.state.handles import KeyedHandle
from pyrite.state.savepoint_format import Chunk, chunks_of, decode_chunk, read_deltas, write_chunks
from tests.state.contract.memory_files import MemoryFiles


def whole(chunks: list[Chunk]) -> Delta:
    folded = Delta()
    for chunk in chunks:
        folded.add(decode_chunk(chunk.data), keep_removed=False)
    return folded


def state_of(entries: dict[Any, Any]) -> Delta:
    return Delta(states={"s": (entries, set())})


def test_chunks_have_at_most_so_many_entries() -> None:
    delta = state_of({n: n for n in range(95)})
    chunks = list(chunks_of(delta, entries=10))
    assert [len(decode_chunk(chunk.data).states["s"][0]) for chunk in chunks] == [10] * 9 + [5]
    assert whole(chunks) == delta


def test_chunks_have_about_so_many_bytes() -> None:
    delta = state_of({n: f"{n:01000}" for n in range(500)})
    chunks = list(chunks_of(delta, size_bytes=20_000))
    assert max(len(chunk.data) for chunk in chunks) < 25_000
    assert 25 <= len(chunks) < 35
    assert whole(chunks) == delta


def test_chunk_of_entries_that_are_larger_than_the_first_ones_is_split() -> None:
    delta = state_of({n: f"{n:010000}"[: 10 if n < 100 else None] for n in range(200)})
    chunks = list(chunks_of(delta, size_bytes=50_000))
    assert max(len(chunk.data) for chunk in chunks) <= 100_000
    assert whole(chunks) == delta


def test_entry_larger_than_a_chunk_is_a_chunk() -> None:
    chunks = list(chunks_of(state_of({n: f"{n:010000}" for n in range(3)}), size_bytes=100))
    assert len(chunks) == 3


def test_many_small_windows_are_in_one_chunk() -> None:
    windows = {TimeWindow(n, n + 1): ({n: n, -n - 1: n}, set[Any]()) for n in range(30)}
    delta = Delta(tables={"t": (set(), windows)})
    chunks = list(chunks_of(delta, entries=40))
    assert [chunk.of for chunk in chunks] == ["table/t"] * 2
    assert whole(chunks) == delta


def test_window_that_does_not_fit_into_one_chunk_continues_in_the_next() -> None:
    windows = {TimeWindow(n, n + 1): ({m: m for m in range(7)}, set[Any]()) for n in range(3)}
    delta = Delta(tables={"t": (set(), windows)})
    chunks = list(chunks_of(delta, entries=5))
    assert [sum(len(p[0]) for p in decode_chunk(c.data).tables["t"][1].values()) for c in chunks] == [5, 5, 5, 5, 1]
    assert whole(chunks) == delta


def test_timers_keep_their_numbers() -> None:
    delta = Delta(timers={"q": ({("k", n): 9 - n for n in range(10)}, set())})
    chunks = list(chunks_of(delta, entries=3))
    assert {chunk.of for chunk in chunks} == {"timer/q"}
    assert whole(chunks) == delta


def test_every_chunk_of_a_state_tells_of_what_kind_it_is() -> None:
    delta = state_of({n: [n] for n in range(9)})
    delta.descriptions["s"] = StateDescription("list", expires=True)
    assert all(decode_chunk(chunk.data).descriptions == delta.descriptions for chunk in chunks_of(delta, entries=3))


def test_handle_tells_what_each_file_is_of() -> None:
    files = MemoryFiles()
    delta = Delta({"s": ({1: 1}, set())}, {"t": (set(), {"w": ({1: 1}, set())})}, {"q": ({(1, 1): 0}, set())})
    handle = write_chunks(chunks_of(delta), files, range(3, 5), ("s", "t", "q"))
    assert handle.names == ("state/s", "table/t", "timer/q")
    assert (handle.first_group, handle.last_group) == (3, 4)


def test_chunk_of_a_later_version_is_refused() -> None:
    data = next(iter(chunks_of(state_of({1: 1})))).data.replace(b"pyrite-keyed-state 1", b"pyrite-keyed-state 3")
    with pytest.raises(CheckpointError, match=r"state/s is of format version 3, but this Pyrite reads up to 1"):
        decode_chunk(data, of="state/s")


def test_other_contents_are_refused() -> None:
    with pytest.raises(CorruptStateError, match="expected a chunk of a savepoint, got b'PAR1'"):
        decode_chunk(b"PAR1")


def test_state_of_an_unknown_backend_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="written by the other backend"):
        list(read_deltas(KeyedHandle("other", 0, 1, ()), MemoryFiles(), tmp_path, Migrations()))


@pytest.mark.parametrize(
    ("kind", "expires", "contents"),
    [
        *(("value", False, 1), ("value", True, (1, 77)), ("reducing", False, (1,)), ("aggregating", True, ((1,), 77))),
        *(("list", False, [1]), ("list", True, [(1, 77)]), ("map", False, {1: 2}), ("map", True, {1: (2, 77)})),
    ],
)
def test_what_is_shown_can_be_held_again(kind: str, expires: bool, contents: Any) -> None:
    description = StateDescription(kind, expires)
    shown = description.visible(contents)
    assert shown == {"list": [1], "map": {1: 2}}.get(kind, 1)
    assert description.stored(shown, 77) == contents

"""State in columns is read as the tuples that it stands for."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

from pyrite.state.columns.schema import ColumnSchema, Number
from pyrite.state.handles import FileRef
from pyrite.state.hashmap.backend import HashMapBackend
from tests.state_processor.savepoints import ACCESS


class InlineFiles:
    """Keeps contents in the handle."""

    def write(self, data: bytes, is_shared: bool) -> FileRef:
        return FileRef("", len(data), crc32(data), data)

    def upload(self, path: Path) -> FileRef:
        return self.write(path.read_bytes(), is_shared=True)


def test_columns_of_a_checkpoint_are_read_as_tuples() -> None:
    schema = ColumnSchema((Number(is_whole=True), Number(is_whole=False, nullable=True)), "str")
    backend = HashMapBackend(tracked=True)
    columns = backend.columns("groups", schema)
    slots, _ = columns.slots(schema.key_array(["a", "b"]))
    columns.write(slots, schema.words_of([(1, 0.5), (2, None)]))
    handle = backend.freeze(1).write(InlineFiles())
    (delta,) = ACCESS.deltas(handle)
    assert delta.tables == {"groups": (set(), {0: ({"a": (1, 0.5), "b": (2, None)}, set())})}
    assert handle.states == ("groups",)

"""RocksDBStore: a RocksDB database in a folder on the task's disk, with a share of the task's memory."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.state.delta import cannot_pickle
from pyrite.state.description import StateDescription
from pyrite.state.evolution.loading import dumps, dumps_one, loads
from pyrite.state.rocksdb.layout import DESCRIPTION, NUMBER, after

_LARGEST_WRITE_BUFFER: Final = 64 << 20
_METADATA_BLOCK: Final = 4096
_SMALLEST_WRITE_BUFFER: Final = 1 << 20
_BATCH = 10_000
"""The number of entries written at a time."""


def load_rocksdict() -> Any:
    """Imports the rocksdict module, which is an optional dependency."""
    try:
        return importlib.import_module("rocksdict")
    except ImportError as error:
        raise InvalidProgramError(
            "state.backend.type is rocksdb, but the rocksdict package is not installed: pip install 'pyrite[rocksdb]'"
        ) from error


class RocksDBStore:
    """Opens the database on first use. Has no write-ahead log: a failed task restores a checkpoint.

    `memory_bytes` is shared by the block cache and the write buffers, which take at most `write_buffer_ratio` of it.
    """

    def __init__(self, folder: Path, memory_bytes: int, write_buffer_ratio: float) -> None:
        self._rocksdict = load_rocksdict()
        self.folder = folder
        self.path = folder / "db"
        self._memory_bytes = memory_bytes
        self._write_buffer_ratio = write_buffer_ratio
        self._db: Any = None
        self._batch: Any = None
        self._numbers: dict[tuple[bytes, str], int] = {}

    @property
    def db(self) -> Any:
        return self.open()

    @property
    def is_open(self) -> bool:
        return self._db is not None

    def open(self) -> Any:
        """Opens the database in the folder, or creates a new one, unless it is already open."""
        if self._db is not None:
            return self._db
        self._db = self._rocksdict.Rdict(str(self.path), self._options())
        unlogged = self._rocksdict.WriteOptions()
        unlogged.disable_wal = True
        self._db.set_write_options(unlogged)
        self._batch = self._rocksdict.WriteBatch(raw_mode=True)
        for key, value in self.scan(NUMBER):
            kind, name = key[1:2], key[2:].decode()
            self._numbers[kind, name] = int(value)
        return self._db

    def _options(self) -> Any:
        write_bytes = int(self._memory_bytes * self._write_buffer_ratio)
        cache = self._rocksdict.Cache(self._memory_bytes)
        tables = self._rocksdict.BlockBasedOptions()
        tables.set_block_cache(cache)
        tables.set_cache_index_and_filter_blocks(True)
        tables.set_pin_l0_filter_and_index_blocks_in_cache(True)
        tables.set_bloom_filter(10, False)
        tables.set_index_type(self._rocksdict.BlockBasedIndexType.two_level_index_search())
        # a filter of millions of keys in one block would not fit into a shard of the cache
        tables.set_partition_filters(True)
        tables.set_metadata_block_size(_METADATA_BLOCK)
        options = self._rocksdict.Options(raw_mode=True)
        options.create_if_missing(True)
        options.set_block_based_table_factory(tables)
        manager = self._rocksdict.WriteBufferManager
        options.set_write_buffer_manager(manager.new_write_buffer_manager_with_cache(write_bytes, False, cache))
        options.set_write_buffer_size(max(_SMALLEST_WRITE_BUFFER, min(_LARGEST_WRITE_BUFFER, write_bytes // 2)))
        options.set_max_background_jobs(2)
        options.set_keep_log_file_num(1)
        options.set_compression_type(self._rocksdict.DBCompressionType.lz4())
        return options

    def native_property(self, name: str) -> int:
        """A numeric property of RocksDB; 0 while no database is open."""
        return 0 if self._db is None else int(self._db.property_int_value(f"rocksdb.{name}") or 0)

    # Numbers ----------------------------------------------------------------------------------------------------------

    def number_of(self, kind: bytes, name: str) -> int:
        """The number of a state, of tables or of a queue, which is fixed for the life of the database."""
        db = self.db
        number = self._numbers.get((kind, name))
        if number is None:
            number = self._numbers[kind, name] = 1 + max(self._numbers.values(), default=0)
            db.put(NUMBER + kind + name.encode(), b"%d" % number)
        return number

    def names(self, kind: bytes) -> list[str]:
        assert self.db is not None
        return [name for other, name in self._numbers if other == kind]

    def describe(self, name: str, description: StateDescription) -> None:
        """Stores the description of a state."""
        self.put(DESCRIPTION + name.encode(), dumps(description))

    def descriptions(self) -> dict[str, StateDescription]:
        return {key[1:].decode(): loads(data) for key, data in self.scan(DESCRIPTION)}

    # Entries ----------------------------------------------------------------------------------------------------------

    def get(self, key: bytes) -> Optional[bytes]:
        self.write()
        value: Optional[bytes] = self.db.get(key)
        return value

    def get_many(self, keys: list[bytes]) -> list[Optional[bytes]]:
        self.write()
        values: list[Optional[bytes]] = self.db[keys]
        return values

    def put(self, key: bytes, value: bytes) -> None:
        """Puts an entry. Puts and deletes take effect at the next read."""
        self.open()
        self._batch.put(key, value)
        if len(self._batch) >= _BATCH:
            self.write()

    def put_many(self, keys: list[bytes], values: list[bytes]) -> None:
        self.open()
        for start in range(0, len(keys), _BATCH):
            put = self._batch.put
            for key, value in zip(keys[start : start + _BATCH], values[start : start + _BATCH], strict=True):
                put(key, value)
            self.write()

    def delete(self, key: bytes) -> None:
        self.open()
        self._batch.delete(key)
        if len(self._batch) >= _BATCH:
            self.write()

    def delete_prefix(self, prefix: bytes) -> None:
        self.write()
        self.db.delete_range(prefix, after(prefix))

    def write(self) -> None:
        if self._batch is not None and len(self._batch):
            self._db.write(self._batch)
            self._batch = self._rocksdict.WriteBatch(raw_mode=True)

    def scan(self, start: bytes, stop: Optional[bytes] = None) -> Iterator[tuple[bytes, bytes]]:
        """All entries from `start` up to `stop`, or all entries with prefix `start`."""
        self.open()
        self.write()
        return entries_of(self._db, start, after(start) if stop is None else stop)

    def estimated_entries(self) -> int:
        self.write()
        return int(self.db.property_int_value("rocksdb.estimate-num-keys") or 0)

    # Files ------------------------------------------------------------------------------------------------------------

    def checkpoint(self, path: Path) -> None:
        """Creates hard links to the files of the current database."""
        self.write()
        shutil.rmtree(path, ignore_errors=True)
        self._rocksdict.Checkpoint(self.db).create_checkpoint(str(path))

    def reset(self) -> None:
        """Closes and removes the database; the next use creates a new one, or opens files put into the folder."""
        if self._db is not None:
            self._db.close()
            self._db = self._batch = None
        self._numbers.clear()
        shutil.rmtree(self.path, ignore_errors=True)

    def close(self) -> None:
        self.reset()
        shutil.rmtree(self.folder, ignore_errors=True)


def open_to_read(folder: Path) -> Any:
    """Opens another task's database read-only."""
    rocksdict = load_rocksdict()
    return rocksdict.Rdict(str(folder), rocksdict.Options(raw_mode=True), access_type=rocksdict.AccessType.read_only())


def entries_of(db: Any, start: bytes, stop: bytes) -> Iterator[tuple[bytes, bytes]]:
    """A range of entries. (Without an upper bound option: rocksdict does not keep it alive for the iterator.)"""
    for key, value in db.items(from_key=start):
        if key >= stop:
            return
        yield key, value


def pickled(value: Any, name: str, key: Any) -> bytes:
    """The pickle of a value; an error names the state and the key."""
    try:
        return dumps_one(value)
    except Exception as error:
        raise cannot_pickle(name, key, value, error) from error

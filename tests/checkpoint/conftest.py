"""The same kinds of stores as in the tests of storage."""

from __future__ import annotations

from tests.storage.conftest import hdfs, hdfs_store, s3, s3_clients, s3_store, store

__all__ = ["hdfs", "hdfs_store", "s3", "s3_clients", "s3_store", "store"]

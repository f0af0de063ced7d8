"""A source of files, run without a job, and restored as often as a test likes."""

from __future__ import annotations

from typing import Any, Optional

from pyrite.connectors.files.source.source import FileSource
from pyrite.core.errors import UserFunctionError
from pyrite.testing import SourceSnapshot, SourceTestHarness


def read(source: FileSource, parallelism: int = 1) -> list[Any]:
    """Everything that a bounded source has. Raises a reader's own error, without that of its operator around it."""
    with SourceTestHarness(source, parallelism=parallelism, max_records=3) as harness:
        try:
            return harness.read_all()
        except UserFunctionError as error:
            raise error.__cause__ or error from None


def read_with_restores(source: FileSource, parallelisms: list[int], blocks: int, max_records: int = 3) -> list[Any]:
    """Everything, read by readers that are given up after some blocks each, at one parallelism after the other."""
    snapshot: Optional[SourceSnapshot] = None
    records: list[Any] = []
    for attempt in range(10_000):
        parallelism = parallelisms[attempt % len(parallelisms)]
        with SourceTestHarness(source, parallelism=parallelism, restore=snapshot, max_records=max_records) as harness:
            for _ in range(blocks):
                harness.poll()
            snapshot = harness.snapshot()
            records += harness.extract_output_values()
            if harness.has_ended:
                return records
    raise AssertionError("the input does not end")

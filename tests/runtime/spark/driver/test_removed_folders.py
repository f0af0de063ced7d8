"""Temporary folders that were removed under a driver: Spark starts no task without them."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from pyrite.core.errors import JobRefusedError
from pyrite.runtime.master.restart_decision import FINAL_ERRORS
from pyrite.runtime.spark.driver import attempt_runner
from pyrite.runtime.spark.driver.attempt_runner import refuse_removed_folders


def test_removed_temporary_folders_are_named_with_what_helps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch, spark = tmp_path / "pyrite-1", tmp_path / "spark-1"
    context = SimpleNamespace(_temp_dir=str(spark / "pyspark-1"))
    monkeypatch.setattr(attempt_runner, "scratch_folder", lambda: scratch)
    for folder in (scratch, spark):
        folder.mkdir()
    refuse_removed_folders(context)
    spark.rmdir()
    with pytest.raises(JobRefusedError, match=f"removed while it ran: {re.escape(str(spark))}. Its Spark cannot"):
        refuse_removed_folders(context)
    scratch.rmdir()
    with pytest.raises(JobRefusedError, match=f"{re.escape(str(scratch))} and .* cleanup of TMPDIR, or set TMPDIR"):
        refuse_removed_folders(context)
    assert JobRefusedError in FINAL_ERRORS

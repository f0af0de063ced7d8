"""A job runs where the system has no /proc, as on macOS."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount")
def test_job_runs_without_proc(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.spark.hidden_proc_job", str(tmp_path)]
    job = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert job.returncode == 0, job.stderr
    totals = [(key, (sum(range(key or 3, 1001, 3)), True)) for key in range(3)]
    assert job.stdout.splitlines()[-1] == f"driver True, tasks {totals}"

"""`make demo-kafka`: a job whose driver is killed in the middle loses nothing and doubles nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow  # the soak and the contract kill drivers, too
def test_demo_ends_with_nothing_lost_and_nothing_doubled() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "examples.kafka.demo"], cwd=ROOT, capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines()[-1].endswith(", lost 0, duplicated 0")

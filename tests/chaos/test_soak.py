"""What CI runs of the proof on Spark: ten faults, and a tenth of the fault points."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time

import pytest

from chaos.point_cases import all_cases
from pyrite.checkpoint.fault_points import POINTS

pytestmark = pytest.mark.timeout(900)

SEED = int(os.environ.get("PYRITE_CHAOS_SEED", time.time_ns() // 10**9))


def last_line(*words: str) -> str:
    done = subprocess.run([sys.executable, "-m", *words, "--seed", str(SEED)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1]


def test_ten_faults_lose_nothing_and_double_nothing() -> None:
    kinds = "task,watchdog,daemon,jvm,driver"
    told = last_line("chaos", "--faults", "10", "--no-keep", "--kinds", kinds)
    assert told.endswith("lost 0, duplicated 0, wrong 0")


def test_tenth_of_the_fault_points_is_hit_and_harmless() -> None:
    assert ", 0 problems" in last_line("chaos.points", "--tenth")


def test_every_fault_point_has_a_case() -> None:
    assert {case.point for case in all_cases(random.Random(0))} == {point.name for point in POINTS}

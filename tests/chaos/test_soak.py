"""What CI runs of the proof on Spark: a tenth of the fault points. Random faults are left to `make test-all`."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time

import pytest

from chaos.__main__ import parse
from chaos.point_cases import all_cases
from pyrite.storage.fault_points import POINTS

pytestmark = pytest.mark.timeout(900)

SEED = int(os.environ.get("PYRITE_CHAOS_SEED", time.time_ns() // 10**9))


def last_line(*words: str) -> str:
    done = subprocess.run([sys.executable, "-m", *words, "--seed", str(SEED)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize("faults", [3, 20])
def test_faults_lose_nothing_and_double_nothing(faults: int) -> None:
    kinds = "task,watchdog,daemon,jvm,driver"
    reported = last_line("chaos", "--faults", str(faults), "--no-keep", "--kinds", kinds)
    assert reported.endswith("lost 0, duplicated 0, wrong 0")


def test_tenth_of_the_fault_points_is_hit_and_harmless() -> None:
    assert ", 0 problems" in last_line("chaos.points", "--tenth")


def test_every_fault_point_has_a_case() -> None:
    assert {case.point for case in all_cases(random.Random(0))} == {point.name for point in POINTS}


def test_fault_points_of_savepoints_ask_for_one() -> None:
    needing = {str(case) for case in all_cases(random.Random(0)) if case.needs_savepoint}
    files = {f"task/files.savepoint.{when}" for when in ("before", "after")}
    assert needing == files | {f"driver/savepoint.manifest.{when}" for when in ("before", "after")}


@pytest.mark.parametrize(
    ("words", "faults"),
    [([], 10), (["--cycles", "50"], 25), (["--cycles", "5"], 3), (["--cycles", "5", "--faults", "0"], 0)],
)
def test_one_fault_strikes_for_two_cycles_unless_reported(words: list[str], faults: int) -> None:
    assert parse(words).faults == faults


def test_cycles_without_aligned_checkpoints_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["--cycles", "5", "--unaligned"])
    assert "aligned checkpoints only" in capsys.readouterr().err

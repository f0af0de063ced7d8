"""The classic two-phase sink under crashes, also while it is rescaled: every line once, and nothing left behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from examples.streaming.two_phase_files import build

from pyrite.common import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing import Fault, SimulationOptions, simulate
from pyrite.testing.simulation import Wish

FAULTS = (Fault.TASK, Fault.DRIVER, Fault.ZOMBIE)


def run(root: Path, seed: int, options: SimulationOptions) -> tuple[list[str], list[str]]:
    """The lines in the target folder, and the files that are left in the other."""
    scratch, target = root / "scratch", root / "target"
    scratch.mkdir()
    target.mkdir()
    env = StreamExecutionEnvironment()
    build(env, scratch, target, 100)
    env.enable_checkpointing(10)
    assert simulate(env, seed, options).status is JobStatus.FINISHED
    lines = [line for path in target.iterdir() for line in path.read_text().splitlines()]
    return sorted(lines), [path.name for path in scratch.iterdir()]


EXPECTED = sorted(f"line {number}" for number in range(1, 101))


@pytest.mark.parametrize("seed", range(15))
def test_every_line_is_published_once_when_tasks_and_drivers_are_killed(seed: int, tmp_path: Path) -> None:
    lines, _ = run(tmp_path, seed, SimulationOptions(faults=FAULTS))
    assert lines == EXPECTED


@pytest.mark.parametrize("seed", range(15))
def test_every_line_is_published_once_when_the_job_is_rescaled_meanwhile(seed: int, tmp_path: Path) -> None:
    lines, _ = run(tmp_path, seed, SimulationOptions(faults=(Fault.TASK,), wishes=(Wish.RESCALE,), time_passes=0.5))
    assert lines == EXPECTED


@pytest.mark.parametrize("seed", range(8))
def test_no_temporary_file_is_left_when_tasks_were_killed(seed: int, tmp_path: Path) -> None:
    _, left = run(tmp_path, seed, SimulationOptions(faults=(Fault.TASK,), time_passes=0.5))
    assert left == []

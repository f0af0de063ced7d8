"""Each part of the protocol is needed: with one of them left out, some seed shows a loss or a double."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pyrite.checkpoint.job_log import JobLog
from pyrite.core.errors import FencedError
from pyrite.operators.sink import SinkOperator
from pyrite.runtime.task.input.alignment import Barriers, FrameDecision
from pyrite.testing import simulated_job
from pyrite.testing.simulation import Fault, SimulationOptions
from tests.whole.simulation.programs import RECORDS, faults_in, make_simulation, run

Break = Callable[[pytest.MonkeyPatch], None]
ALL = (Fault.TASK, Fault.DRIVER, Fault.MACHINE, Fault.ZOMBIE)
SEEDS = 3000


def without_alignment(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Barriers, "on_turn", lambda self, header, frame: FrameDecision.TAKE)


def without_commit_guard(patch: pytest.MonkeyPatch) -> None:
    """Sinks commit at the barrier, before the checkpoint is a fact."""
    prepare = SinkOperator.prepare

    def commit_too(self: SinkOperator, checkpoint_id: int) -> None:
        prepare(self, checkpoint_id)
        self.checkpoint_completed(checkpoint_id)

    patch.setattr(SinkOperator, "prepare", commit_too)


def without_keeping_what_is_owed(patch: pytest.MonkeyPatch) -> None:
    """What was prepared for a checkpoint that was aborted is forgotten."""

    def forget(self: Any, checkpoint_id: int) -> None:
        self._pending = [(n, prepared) for n, prepared in self._pending if n != checkpoint_id]

    patch.setattr(SinkOperator, "checkpoint_aborted", forget)


def without_fencing(patch: pytest.MonkeyPatch) -> None:
    """A driver that finds the log extended by another extends it all the same."""
    append = JobLog.append

    def insist(self: JobLog, *arguments: Any, **named: Any) -> Any:
        while True:
            try:
                return append(self, *arguments, **named)
            except FencedError:
                self.entries()

    patch.setattr(JobLog, "append", insist)


def nothing(patch: pytest.MonkeyPatch) -> None:
    """The store leaves something out by itself."""


@pytest.mark.parametrize(
    ("leave_out", "options", "settings"),
    [
        (without_alignment, SimulationOptions(faults=(Fault.TASK,)), {}),
        (without_commit_guard, SimulationOptions(faults=(Fault.TASK,)), {}),
        (
            without_keeping_what_is_owed,
            SimulationOptions(faults=(Fault.DISK,), most_faults=6),
            {"tolerable_failed_checkpoints": "100"},
        ),
        (without_fencing, SimulationOptions(faults=(Fault.ZOMBIE,)), {}),
        (nothing, SimulationOptions(faults=(Fault.MACHINE,), unsafe_skip_fsync=True), {}),
        (nothing, SimulationOptions(faults=(Fault.ZOMBIE,), unsafe_overwrite=True), {}),
    ],
    ids=["alignment", "commit guard", "what is owed", "fencing", "fsync", "exclusive create"],
)
def test_what_is_left_out_is_found(
    leave_out: Break, options: SimulationOptions, settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_out(monkeypatch)
    monkeypatch.setattr(simulated_job, "_MAX_STEPS", 20_000)  # it may hang: others take about a thousand
    simulation = make_simulation(replace(options, time_passes=0.5), "broken", RECORDS, **settings)
    for seed in range(SEEDS):
        try:
            result = run(simulation, seed, "broken")
        except AssertionError:
            return  # it hangs
        if result.status.name != "FINISHED" or faults_in("broken", RECORDS):
            return
    raise AssertionError(f"{SEEDS} seeds have not shown that it was left out")

"""Writes docs/when_something_fails.md from the tables of the four state machines: python docs/make_state_machines.py"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final, Optional

from pyrite.runtime.master import job_master_core
from pyrite.runtime.master.attempt import attempt_core, attempt_phase, region_attempt
from pyrite.runtime.master.checkpoint import checkpoint_coordinator
from pyrite.runtime.master.transitions import Edges, Row

PAGE: Final = Path(__file__).resolve().parent / "when_something_fails.md"
MASTER: Final = "../src/pyrite/runtime/master"
HEAD: Final = f"""# When something fails

*The drawings and tables are generated from the code by [make_state_machines.py](make_state_machines.py).*

Four state machines on the driver decide about failures. They have no threads, sockets or clock: an event goes in, and
instructions come out, which the JobMaster carries out. After every event of the
[simulation](../src/pyrite/testing/simulation.py), each machine checks that it took only the edges drawn here.

## A lost task, step by step

1. The connection of a task closes, and the [`JobMaster`](../src/pyrite/runtime/spark/driver/job_master.py) hands
   `DisconnectedEvent` to [`JobMasterCore`]({MASTER}/job_master_core.py), which passes it to
   [`AttemptCore`]({MASTER}/attempt/attempt_core.py).
2. `AttemptCore` finds the region of the task, and asks the attempt's one
   [`Failover`]({MASTER}/attempt/failover.py) to fail it. `FullRestart` fails the attempt, `RegionRestarts` the
   region, `StageRepeats` the incomplete stages of a batch job. While the attempt commits, and for its last checkpoint,
   a failure is always of the whole attempt.
3. `Cancel` goes to every task concerned, and the Spark job is canceled. The
   [`CheckpointCoordinator`]({MASTER}/checkpoint/checkpoint_coordinator.py) aborts checkpoints that wait for these
   tasks. A checkpoint that is being stored stays: storage decides whether it is complete.
4. When the Spark job has ended and every task has ended, or was silent for so long that its watchdog has killed it, the
   region is down or the attempt is over. `AttemptCore` says so by a [fact]({MASTER}/attempt/attempt_facts.py):
   `RegionDown` or `AttemptEnded`.
5. `JobMasterCore` calls [`decide`]({MASTER}/restart_decision.py) with the error, the past of the job, the restart
   strategy and a pending request of a client. The decision is `RestartAfter` a delay, `RestartAtOnce` (from an older
   checkpoint if the newest is damaged), or `EndAs` a status.
6. The next attempt of the job or the region gets a number from the [`JobLog`](../src/pyrite/checkpoint/job_log.py) and
   the newest complete checkpoint from [`RecoverySearch`](../src/pyrite/checkpoint/recovery_search.py). Its tasks
   register, are deployed with their parts of the checkpoint, open, and run.
"""


@dataclass(frozen=True)
class Machine:
    """One of the four."""

    title: str
    text: str
    phases: type[Enum]
    edges: Edges[Any]
    rows: tuple[Row[Any], ...] = ()
    successor: Optional[tuple[Enum, Enum, str]] = None
    """An edge to the first phase of the machine that follows this one."""


MACHINES: Final = (
    Machine(
        "The job",
        "`JobPhase`, in [job_master_core.py]({MASTER}/job_master_core.py). An event without a row goes to the attempt.",
        job_master_core.JobPhase,
        job_master_core.EDGES,
        job_master_core.ROWS,
    ),
    Machine(
        "The attempt",
        "`AttemptPhase`, in [attempt_phase.py]({MASTER}/attempt/attempt_phase.py). The rows are in "
        "[attempt_core.py]({MASTER}/attempt/attempt_core.py).",
        attempt_phase.AttemptPhase,
        attempt_phase.EDGES,
        attempt_core.ROWS,
    ),
    Machine(
        "The region",
        "`RegionPhase`, in [region_attempt.py]({MASTER}/attempt/region_attempt.py). "
        "Its failover moves it from phase to phase.",
        region_attempt.RegionPhase,
        region_attempt.EDGES,
        (),
        (
            region_attempt.RegionPhase.BEGINNING,
            region_attempt.RegionPhase.STARTING,
            "the next attempt of the region begins",
        ),
    ),
    Machine(
        "The checkpoints",
        "`CoordinatorPhase`, in [checkpoint_coordinator.py]({MASTER}/checkpoint/checkpoint_coordinator.py).",
        checkpoint_coordinator.CoordinatorPhase,
        checkpoint_coordinator.EDGES,
        checkpoint_coordinator.ROWS,
    ),
)


def _drawing(machine: Machine) -> Iterator[str]:
    edges = [(before, after, why) for (before, after), why in machine.edges.items()]
    if machine.successor is not None:
        edges.append(machine.successor)
    starts = [phase for phase in machine.phases if phase not in {after for _, after in machine.edges}]
    ends = [phase for phase in machine.phases if phase not in {before for before, _, _ in edges}]
    yield "```mermaid"
    yield "stateDiagram-v2"
    yield from (f"    [*] --> {phase.name}" for phase in starts)
    yield from (f"    {before.name} --> {after.name}: {why}" for before, after, why in edges)
    yield from (f"    {phase.name} --> [*]" for phase in ends)
    yield "```"


def _table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(header)} |"
    yield f"|{' --- |' * len(header)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _phases(row: Row[Any], phases: type[Enum]) -> str:
    missing = [phase.name for phase in phases if phase not in row.phases]
    if not missing:
        return "all"
    if len(missing) <= 3 < len(row.phases):
        return f"all but {', '.join(missing)}"
    return ", ".join(phase.name for phase in phases if phase in row.phases)


def page() -> str:
    """The whole page."""
    lines = [HEAD]
    for machine in MACHINES:
        lines += [f"## {machine.title}", "", machine.text.replace("{MASTER}", MASTER), ""]
        lines += [*_drawing(machine), ""]
        lines += [*_table(("phase", "meaning"), ((phase.name, phase.value) for phase in machine.phases)), ""]
        if machine.rows:
            rows = (
                (f"`{row.event.__name__}`", _phases(row, machine.phases), f"`{row.handler.__name__}`")
                for row in machine.rows
            )
            lines += [*_table(("event", "phases", "method"), rows), ""]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

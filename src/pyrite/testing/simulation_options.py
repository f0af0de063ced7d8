"""The possible events of a simulated run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Fault(Enum):
    """The faults of a run."""

    TASK = "a task's process is killed"
    DRIVER = "the driver is killed, perhaps in the middle of a write, and started again"
    MACHINE = "the machine crashes: all processes end, unsynced data is lost; the driver is started again"
    ZOMBIE = "a second driver is started while the first one, paused, resumes later"
    DISK = "a write, sync, link or rename fails"


class Wish(Enum):
    """Requests of a client during the run."""

    SAVEPOINT = "a savepoint"
    STOP = "to stop it with a savepoint"
    DRAIN = "to stop it with a savepoint, at the end of time"
    CANCEL = "to cancel it with a savepoint"
    RESCALE = "another parallelism"


@dataclass(frozen=True)
class SimulationOptions:
    """The possible events of a run besides the job itself."""

    batch: bool = False
    crash: bool = False
    cancel: bool = False
    stop: bool = False
    frame_size: int = 192 << 10
    memory_bytes: int = 64 << 20
    faults: tuple[Fault, ...] = ()
    """Kinds of faults, of which up to `most_faults` occur at random steps."""
    most_faults: int = 3
    fault_at: int = 0
    """The step of a single fault; 0: faults occur at random steps."""
    loses_outputs: bool = False
    """Batch: killed tasks may lose outputs of complete ones too, and Spark may lose outputs at any time."""
    wishes: tuple[Wish, ...] = ()
    """The requests, in order, at random steps; each is repeated until it is granted."""
    parallelisms: tuple[int, ...] = (1, 2, 3, 4)
    """The parallelisms for rescaling."""
    time_passes: float = 0.1
    """The probability that the clock advances while a task works."""
    turns_end: float = 0.0
    """The probability that a call with several results is paused after the next one."""
    unsafe_skip_fsync: bool = False
    """Publishes files without syncing them first: shows that the tests detect it."""
    unsafe_overwrite: bool = False
    """Overwrites entries of the log: shows that the tests detect it."""

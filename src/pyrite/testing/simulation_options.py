"""What may happen in a simulated run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Fault(Enum):
    """What may go wrong in a run."""

    TASK = "a task's process is killed"
    DRIVER = "the driver is killed, perhaps in the middle of a write, and started again"
    MACHINE = "the machine goes down: all processes end, what was not synced is lost; the driver is started again"
    ZOMBIE = "a second driver is started while the first one, paused, resumes later"
    DISK = "a write, sync, link or rename fails"


class Wish(Enum):
    """What a client may want of the job while it runs."""

    SAVEPOINT = "a savepoint"
    STOP = "to stop it with a savepoint"
    DRAIN = "to stop it with a savepoint, at the end of time"
    CANCEL = "to cancel it with a savepoint"
    RESCALE = "another parallelism"


@dataclass(frozen=True)
class SimulationOptions:
    """What may happen in a run besides the job itself."""

    batch: bool = False
    crash: bool = False
    cancel: bool = False
    stop: bool = False
    frame_size: int = 192 << 10
    memory_bytes: int = 64 << 20
    faults: tuple[Fault, ...] = ()
    """Kinds of faults, of which up to `most_faults` happen at random steps."""
    most_faults: int = 3
    fault_at: int = 0
    """The step of the one fault that happens; 0: faults happen at random steps."""
    loses_outputs: bool = False
    """Batch: killed tasks may take outputs of complete ones along, and Spark may lose others at any time."""
    wishes: tuple[Wish, ...] = ()
    """What is asked for, one after the other, at random steps, and again until it is granted."""
    parallelisms: tuple[int, ...] = (1, 2, 3, 4)
    """What a job may be rescaled to."""
    time_passes: float = 0.1
    """How often the clock moves on while a task works."""
    turns_end: float = 0.0
    """How often a call that gives several results is paused after the next one."""
    unsafe_skip_fsync: bool = False
    """Files take their names without being synced first: to show that this is detected."""
    unsafe_overwrite: bool = False
    """The log's entries are not created exclusively: to show that this is detected."""

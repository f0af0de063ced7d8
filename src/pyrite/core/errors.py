"""Every error Pyrite raises. Each one pickles: errors cross processes here."""

from __future__ import annotations

from typing import Any

from pyrite.core.persistence.persisted import persisted


@persisted("pyrite-error/1")
class PyriteError(Exception):
    """The base of all of Pyrite's errors."""


@persisted("invalid-program-error/1")
class InvalidProgramError(PyriteError, ValueError):
    """The program cannot run as it is written. Raised while it is built."""


@persisted("argument-type-error/1")
class ArgumentTypeError(InvalidProgramError, TypeError):
    """An argument is of a type that the called method does not take: PyFlink raises TypeError there."""


@persisted("unsupported-spark-error/1")
class UnsupportedSparkError(PyriteError):
    """The installed Spark is not one that Pyrite can run on."""


@persisted("slots-unavailable-error/1")
class SlotsUnavailableError(PyriteError):
    """The cluster did not offer enough task slots in time."""


@persisted("task-lost-error/1")
class TaskLostError(PyriteError):
    """A task's process, its executor or its connection is gone."""


@persisted("task-memory-error/1")
class TaskMemoryError(PyriteError):
    """A task takes more memory than its slot has."""


@persisted("input-broken-error/1")
class InputBrokenError(PyriteError):
    """A task's input ended without end marks: something else went wrong, elsewhere."""


@persisted("protocol-error/1")
class ProtocolError(PyriteError):
    """A frame or message that the protocol does not allow: a bug, or bytes that were changed on the way."""


@persisted("control-connection-error/1")
class ControlConnectionError(PyriteError):
    """A message between a task and the driver could not be read, or not be handled. The text has the cause."""


@persisted("job-cancelled-error/1")
class JobCancelledError(PyriteError):
    """The job was cancelled before it finished."""


@persisted("job-suspended-error/1")
class JobSuspendedError(PyriteError):
    """The job's driver was terminated. The job resumes from its last checkpoint when it is started again."""


@persisted("job-execution-error/1")
class JobExecutionError(PyriteError):
    """The job failed. The text says why; `cause` is the first error that ended it."""

    def __init__(self, message: str, cause: Exception | None = None) -> None:
        super().__init__(message)
        self.cause = cause

    def __reduce__(self) -> tuple[type[JobExecutionError], tuple[str, Exception | None], dict[str, Any]]:
        return type(self), (str(self), self.cause), self.__dict__


@persisted("user-function-error/1")
class UserFunctionError(PyriteError):
    """A user's function raised an error. Names the operator, the function with file and line, and the record.

    `function`, `record` and `user_traceback` are "" where there is none.
    """

    def __init__(self, operator: str, function: str, record: str, error: str, user_traceback: str) -> None:
        super().__init__(operator, function, record, error, user_traceback)
        self.operator = operator
        self.function = function
        self.record = record
        self.error = error
        self.user_traceback = user_traceback

    def __str__(self) -> str:
        lines = [f"{self.error}", f"  in operator {self.operator}"]
        if self.function:
            lines.append(f"  calling {self.function}")
        if self.record:
            lines.append(f"  with record {self.record}")
        if self.user_traceback:
            lines += ["", self.user_traceback.rstrip()]
        return "\n".join(lines)


@persisted("permanent-function-error/1")
class PermanentFunctionError(UserFunctionError):
    """An error of a user's function that another attempt would repeat, such as a key of a type that cannot be one."""


@persisted("unfit-key-error/1")
class UnfitKeyError(PyriteError, TypeError):
    """A value that cannot be a key: it has no stable encoding."""


@persisted("unsendable-record-error/1")
class UnsendableRecordError(PyriteError):
    """A record cannot be sent to another task, because it cannot be pickled. Names the operator and the reason."""


@persisted("corrupt-state-error/1")
class CorruptStateError(PyriteError):
    """A file of a checkpoint is missing, or is not what was written. Names the file."""


@persisted("fenced-error/1")
class FencedError(PyriteError):
    """Another driver has taken the job over: this one must not commit anything."""


@persisted("checkpoint-error/1")
class CheckpointError(PyriteError):
    """A checkpoint could not be taken, or the job not restored from one."""


@persisted("job-refused-error/1")
class JobRefusedError(CheckpointError):
    """The job may not start under this id, or not from this checkpoint; a further attempt would change nothing."""


@persisted("state-unreadable-error/1")
class StateUnreadableError(JobRefusedError):
    """State was written by code that no longer exists, or has changed. Says what, and how to proceed."""


@persisted("job-not-running-error/1")
class JobNotRunningError(PyriteError):
    """No job with this id or name is running."""


@persisted("ambiguous-job-error/1")
class AmbiguousJobError(PyriteError):
    """A name, or the beginning of an id, stands for several running jobs."""


@persisted("state-not-queryable-error/1")
class StateNotQueryableError(PyriteError):
    """A job publishes no state of this name, or keeps its checkpoints where nobody else can read them."""


@persisted("no-checkpoint-yet-error/1")
class NoCheckpointYetError(StateNotQueryableError):
    """A job has not completed its first checkpoint yet: its state can be queried from then on."""


@persisted("unknown-key-error/1")
class UnknownKeyError(PyriteError):
    """A queryable state holds nothing for this key."""


@persisted("missing-dependency-error/1")
class MissingDependencyError(PyriteError, ImportError):
    """A connector or a format needs a package that is not installed; the message has the pip line."""


@persisted("connector-error/1")
class ConnectorError(PyriteError):
    """A store could not be reached or did not take what it was given; the message has the address and the reason."""


@persisted("bad-record-error/1")
class BadRecordError(PyriteError):
    """A record of the input cannot be read; the message shows it, its place and the reason."""


@persisted("committable-lost-error/1")
class CommittableLostError(PyriteError):
    """A complete checkpoint's committables can no longer be committed: the store has dropped them. Records are lost."""


@persisted("malformed-pattern-error/1")
class MalformedPatternError(InvalidProgramError):
    """A pattern says what no event can do, or contradicts itself (Flink's MalformedPatternException)."""


@persisted("skip-error/1")
class SkipError(PyriteError):
    """A match has no event to skip to, and its skip strategy is set to fail then."""


@persisted("table-exception/1")
class TableException(InvalidProgramError):
    """A query for which there is no plan, as Flink's planner says it."""


@persisted("validation-exception/1")
class ValidationException(InvalidProgramError):
    """A statement or an expression is not valid: a name, a type or an argument does not fit (Flink's name for it)."""

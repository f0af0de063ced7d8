"""Every error of Pyrite. All of them pickle, since errors cross processes."""

from __future__ import annotations

from typing import Any

from pyrite.core.persistence.persisted import persisted


@persisted("pyrite-error/1")
class PyriteError(Exception):
    """The base of all of Pyrite's errors."""


@persisted("invalid-program-error/1")
class InvalidProgramError(PyriteError, ValueError):
    """The program is invalid. Raised while it is built."""


@persisted("argument-type-error/1")
class ArgumentTypeError(InvalidProgramError, TypeError):
    """An argument has a type that the method does not accept, for which PyFlink raises TypeError."""


@persisted("unsupported-spark-error/1")
class UnsupportedSparkError(PyriteError):
    """Pyrite does not support the installed version of Spark."""


@persisted("slots-unavailable-error/1")
class SlotsUnavailableError(PyriteError):
    """The cluster did not offer enough task slots in time."""


@persisted("task-lost-error/1")
class TaskLostError(PyriteError):
    """A task's process or executor has died, or its connection was lost."""


@persisted("task-memory-error/1")
class TaskMemoryError(PyriteError):
    """A task uses more memory than its slot has."""


@persisted("input-broken-error/1")
class InputBrokenError(PyriteError):
    """A task's input ended without end marks, because of an error elsewhere."""


@persisted("protocol-error/1")
class ProtocolError(PyriteError):
    """A frame or message that violates the protocol: a bug, or bytes that were changed in transit."""


@persisted("exchange-intrusion-error/1")
class ExchangeIntrusionError(PyriteError):
    """A stranger has written to the exchange between the tasks, or has taken the place of a task there."""


@persisted("control-connection-error/1")
class ControlConnectionError(PyriteError):
    """A message between a task and the driver could not be read or handled. The text has the cause."""


@persisted("job-cancelled-error/1")
class JobCancelledError(PyriteError):
    """The job was canceled before it finished."""


@persisted("job-suspended-error/1")
class JobSuspendedError(PyriteError):
    """The job's driver was terminated. The job resumes from its last checkpoint when it is started again."""


@persisted("job-execution-error/1")
class JobExecutionError(PyriteError):
    """The job failed. The text has the reason; `cause` is the first error that ended it."""

    def __init__(self, message: str, cause: Exception | None = None) -> None:
        super().__init__(message)
        self.cause = cause

    def __reduce__(self) -> tuple[type[JobExecutionError], tuple[str, Exception | None], dict[str, Any]]:
        return type(self), (str(self), self.cause), self.__dict__


@persisted("user-function-error/1")
class UserFunctionError(PyriteError):
    """A user's function raised an error. The text has the operator, the function with file and line, and the record.

    `function`, `record` and `user_traceback` are "" if they do not apply.
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
    """An error of a user's function that would recur in another attempt, such as an unsupported type of keys."""


@persisted("unfit-key-error/1")
class UnfitKeyError(PyriteError, TypeError):
    """A value that cannot be a key, since it has no stable encoding."""


@persisted("unsendable-record-error/1")
class UnsendableRecordError(PyriteError):
    """A record cannot be pickled to send it to another task. The text has the operator and the reason."""


@persisted("corrupt-state-error/1")
class CorruptStateError(PyriteError):
    """A file of a checkpoint is missing or corrupt. The text has the file."""


@persisted("fenced-error/1")
class FencedError(PyriteError):
    """Another driver has taken over the job: this one must not commit."""


@persisted("checkpoint-error/1")
class CheckpointError(PyriteError):
    """A checkpoint failed, or the job could not be restored from it."""


@persisted("job-refused-error/1")
class JobRefusedError(CheckpointError):
    """The job must not start under this id, or not from this checkpoint; another attempt would not help."""


@persisted("state-unreadable-error/1")
class StateUnreadableError(JobRefusedError):
    """State was written by code that no longer exists, or has changed. The text has the names, and how to proceed."""


@persisted("job-not-running-error/1")
class JobNotRunningError(PyriteError):
    """No job with this id or name is running."""


@persisted("ambiguous-job-error/1")
class AmbiguousJobError(PyriteError):
    """Several running jobs match a name or a prefix of an id."""


@persisted("state-not-queryable-error/1")
class StateNotQueryableError(PyriteError):
    """A job has no queryable state of this name, or its checkpoints are not readable for other processes."""


@persisted("no-checkpoint-yet-error/1")
class NoCheckpointYetError(StateNotQueryableError):
    """A job has not completed its first checkpoint yet; its state can be queried after that."""


@persisted("unknown-key-error/1")
class UnknownKeyError(PyriteError):
    """A queryable state has no value for this key."""


@persisted("missing-dependency-error/1")
class MissingDependencyError(PyriteError, ImportError):
    """A connector or a format needs a package that is not installed; the message has the pip command."""


@persisted("connector-error/1")
class ConnectorError(PyriteError):
    """An external system could not be reached or refused a request; the message has the address and the reason."""


@persisted("bad-record-error/1")
class BadRecordError(PyriteError):
    """A record of the input is unreadable; the message has the record, its position and the reason."""


@persisted("committable-lost-error/1")
class CommittableLostError(PyriteError):
    """The external system has dropped the committables of a complete checkpoint, so records are lost."""


@persisted("malformed-pattern-error/1")
class MalformedPatternError(InvalidProgramError):
    """A pattern that no events can match, or that contradicts itself (Flink's MalformedPatternException)."""


@persisted("skip-error/1")
class SkipError(PyriteError):
    """A match has no event to skip to, and its skip strategy requires one."""


@persisted("table-exception/1")
class TableException(InvalidProgramError):
    """A query without a plan, with the message of Flink's planner."""


@persisted("validation-exception/1")
class ValidationException(InvalidProgramError):
    """A statement or an expression is invalid: a name, a type or an argument (Flink's name for it)."""

"""Every error Pyrite raises. Each one pickles: errors cross processes here."""

from __future__ import annotations

from typing import Any


class PyriteError(Exception):
    """The base of all of Pyrite's errors."""


class InvalidProgramError(PyriteError, ValueError):
    """The program cannot run as it is written; found while it is built."""


class UnsupportedSparkError(PyriteError):
    """The Spark found here is not one that Pyrite can run on."""


class SlotsUnavailableError(PyriteError):
    """The cluster did not offer enough task slots in time."""


class TaskLostError(PyriteError):
    """A task's process, its executor or its connection is gone."""


class InputBrokenError(PyriteError):
    """A task's input ended without end marks: something else went wrong, elsewhere."""


class ProtocolError(PyriteError):
    """A frame or message that the protocol does not allow: a bug, or bytes that were changed on the way."""


class ControlConnectionError(PyriteError):
    """A message between a task and the driver could not be read, or not be handled. The text has the cause."""


class JobCancelledError(PyriteError):
    """The job was cancelled before it finished."""


class JobSuspendedError(PyriteError):
    """The job's driver was asked to go away. The job resumes from its last checkpoint when it is started again."""


class JobExecutionError(PyriteError):
    """The job failed. The text says why; `cause` is the first error that ended it."""

    def __init__(self, message: str, cause: Exception | None = None) -> None:
        super().__init__(message)
        self.cause = cause

    def __reduce__(self) -> tuple[type[JobExecutionError], tuple[str, Exception | None], dict[str, Any]]:
        return type(self), (str(self), self.cause), self.__dict__


class UserFunctionError(PyriteError):
    """A function of the user's raised. Names the operator, the function with file and line, and the record."""

    def __init__(self, operator: str, function: str, record: str, error: str, user_traceback: str) -> None:
        super().__init__(operator, function, record, error, user_traceback)
        self.operator = operator
        self.function = function
        self.record = record
        self.error = error
        self.user_traceback = user_traceback

    def __str__(self) -> str:
        lines = [f"{self.error}", f"  in operator {self.operator}", f"  calling {self.function}"]
        if self.record:
            lines.append(f"  with record {self.record}")
        return "\n".join([*lines, "", self.user_traceback.rstrip()])


class PermanentFunctionError(UserFunctionError):
    """One that no further attempt would change, such as a key of a type that cannot be one."""


class UnfitKeyError(PyriteError, TypeError):
    """A key that cannot be one: it has no stable encoding."""


class UnsendableRecordError(PyriteError):
    """A record cannot be sent to another task, because it cannot be pickled. Names the operator and the reason."""


class CorruptStateError(PyriteError):
    """A file of a checkpoint is missing, or is not what was written. Names the file."""


class FencedError(PyriteError):
    """Another driver has taken the job over: this one may commit nothing any more."""


class CheckpointError(PyriteError):
    """A checkpoint could not be taken, or the job not restored from one."""


class JobRefusedError(CheckpointError):
    """The job may not start under this id, or not from this checkpoint; a further attempt would change nothing."""


class StateUnreadableError(JobRefusedError):
    """State was written by code that is not here any more, or not the same. Says what, and how to go on."""


class JobNotRunningError(PyriteError):
    """No job runs under this id or name; or it does not run any more."""


class AmbiguousJobError(PyriteError):
    """A name, or the beginning of an id, stands for several running jobs."""


class StateNotQueryableError(PyriteError):
    """A job publishes no state of this name, or keeps its checkpoints where nobody else can read them."""


class NoCheckpointYetError(StateNotQueryableError):
    """A job has not completed its first checkpoint yet: its state can be queried from then on."""


class UnknownKeyError(PyriteError):
    """A queryable state holds nothing for this key."""


class MissingDependencyError(PyriteError, ImportError):
    """A connector or a format needs a package that is not installed; the message has the pip line."""


class ConnectorError(PyriteError):
    """A store could not be reached or did not take what it was given; the message has the address and the reason."""


class BadRecordError(PyriteError):
    """Input that cannot be read, shown."""


class CommittableLostError(PyriteError):
    """What a complete checkpoint owes cannot be committed any more: the store has given it up. Records are lost."""


class MalformedPatternError(InvalidProgramError):
    """A pattern says what no event can do, or contradicts itself (Flink's MalformedPatternException)."""


class SkipError(PyriteError):
    """A match has no event to skip to, and its skip strategy was told to fail then."""

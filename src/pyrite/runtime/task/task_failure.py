"""The error report of a failed task: an error that names its location and can be pickled."""

from __future__ import annotations

import pickle
import traceback
from asyncio import CancelledError

from pyrite.core.errors import InvalidProgramError, PyriteError
from pyrite.operators.uncaught import user_error_of
from pyrite.runtime.wire.messages import Failed
from pyrite.storage.full_disk import full_disk_note

BUT_INTERRUPTS = (Exception, SystemExit, GeneratorExit, CancelledError)
"""The errors that a simulated task reports; Ctrl-C ends the simulation. A real task also reports KeyboardInterrupt."""


def failed(error: BaseException, task: str) -> Failed:
    """The last message of a task."""
    return Failed(failure_of(error, task))


def failure_of(error: BaseException, task: str) -> Exception:
    """The error for the JobMaster: the error of the user function, or of the task itself."""
    if not isinstance(error, PyriteError):
        return user_error_of(error) or PyriteError(_internal_error_text(error, task))
    if isinstance(error, InvalidProgramError):
        of_row = user_error_of(error)
        if of_row is not None and of_row.record:  # a row caused the error, not the program
            return of_row
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return PyriteError(f"{type(error).__name__}: {error}")
    return error


def _internal_error_text(error: BaseException, task: str) -> str:
    """The text of an internal error, with the whole traceback for diagnosis."""
    lines = [
        f"{type(error).__name__}: {error}{full_disk_note(error)}",
        f"  in {task}, outside any user function",
        "",
    ]
    return "\n".join(lines) + "\n" + "".join(traceback.format_exception(error)).rstrip()

"""Attributes errors that no operator has caught, such as sys.exit() in a function, by their traceback."""

from __future__ import annotations

import sys
import traceback
from types import FrameType
from typing import Optional

from pyrite.core.errors import UserFunctionError
from pyrite.core.functions.user_function import OURS, describe, memory_hint, user_traceback
from pyrite.operators.operator import Operator

_HINT = "the function ended Python, not the job: raise an error to fail the job, or end its source to finish it"


def user_error_of(error: BaseException) -> Optional[UserFunctionError]:
    """The user error for an error that passed through an operator; None if it passed through none."""
    operator: Optional[Operator] = None
    raising: Optional[tuple[FrameType, int]] = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        owner = frame.f_locals.get("self")
        if isinstance(owner, Operator):
            operator, raising = owner, None
        elif raising is None and not frame.f_code.co_filename.startswith(OURS):
            raising = frame, line
    if operator is None:
        return None
    func = getattr(operator, "func", None)
    if raising is None:  # a function without frames, such as sys.exit itself, or an expression of SQL
        function = "" if func is None else describe(func)
    else:
        code = raising[0].f_code
        function = f"{code.co_qualname} ({code.co_filename}:{raising[1]})"
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, SystemExit):
        text = f"{text} ({_HINT})"
    if isinstance(error, MemoryError):
        text = f"{text} ({memory_hint()})"
    return UserFunctionError(operator.label(), function, _row_of(error, operator), text, "".join(user_traceback(error)))


def _row_of(error: BaseException, operator: Operator) -> str:
    """The row and column of a block of columns that caused the error."""
    if not isinstance(error, Exception) or "pyarrow" not in sys.modules:
        return ""
    from pyrite.operators.failed_rows import failed_row

    return failed_row(error, operator)

"""UserCalls: the base class of relational operators that call user-defined functions."""

from __future__ import annotations

from typing import NoReturn, Optional

from pyrite.core.config.options import GLOBAL_JOB_PARAMETERS
from pyrite.core.functions.table_functions import FunctionContext
from pyrite.core.functions.user_function import raise_user_error
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.expressions.python_calls import PythonCallError, PythonUses
from pyrite.operators.operator import Operator
from pyrite.operators.runtime_context import OperatorRuntimeContext


class UserCalls(Operator):
    """An operator whose expressions may call user-defined functions: `uses` are opened and closed with it."""

    def __init__(self) -> None:
        self.uses = PythonUses(self._watermark_nanos)

    def open_uses(self) -> None:
        """Opens the functions after the expressions are compiled."""
        try:
            self.uses.open(self._function_context())
        except PythonCallError as error:
            self.fail_call(error)

    def close(self) -> None:
        try:
            self.uses.close()
        except PythonCallError as error:
            self.fail_call(error)

    def fail_call(self, error: PythonCallError) -> NoReturn:
        """Raises the error for users: file and line of the function, the call and the row."""
        cause = error.__cause__
        raise_user_error(cause if isinstance(cause, Exception) else error, self.label(), error.func, error.record)

    def _watermark_nanos(self) -> Optional[int]:
        watermark_ms = self.output.watermark_ms
        return None if watermark_ms == MIN_WATERMARK else watermark_ms * 1_000_000

    def _function_context(self) -> FunctionContext:
        context = OperatorRuntimeContext(self.context)
        parameters = self.context.settings.configuration.get(GLOBAL_JOB_PARAMETERS)
        return FunctionContext(
            context.get_metrics_group(),
            parameters,
            context.get_task_name(),
            context.get_task_name_with_subtasks(),
            context.get_number_of_parallel_subtasks(),
            context.get_max_number_of_parallel_subtasks(),
            context.get_index_of_this_subtask(),
            context.get_attempt_number(),
        )

"""User functions: calls, names in messages, and reports of their errors."""

from __future__ import annotations

import inspect
import reprlib
import resource
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any, NoReturn, Optional

import pyrite
from pyrite.core.config.memory.process_memory import size_text
from pyrite.core.errors import (
    ArgumentTypeError,
    BadRecordError,
    ConnectorError,
    InvalidProgramError,
    PermanentFunctionError,
    StateUnreadableError,
    UnfitKeyError,
    UserFunctionError,
)
from pyrite.core.functions.checkpointed_function import CheckpointedFunction, CheckpointListener
from pyrite.core.functions.functions import Function, RuntimeContext
from pyrite.core.machine import resident_bytes

ROW_FORM = "<row form>"
"""The file name of code generated from SQL's expressions."""
OURS = (str(Path(pyrite.__file__).parent), ROW_FORM)
"""Prefixes of files with Pyrite's own code."""
_short = reprlib.Repr()
_short.maxstring = _short.maxother = 200


def bound_method(func: Any, kind: type[Function], method: str) -> Callable[..., Any]:
    """The callable of a function: the method of a function object, or the callable itself."""
    if isinstance(func, kind):
        return getattr(func, method)  # type: ignore[no-any-return]
    if callable(func) and not (isinstance(func, type) and issubclass(func, Function)):
        return func  # type: ignore[no-any-return]
    raise ArgumentTypeError(f"expected a {kind.__name__} or a callable, got {describe(func)}{_instance_hint(func)}")


def check_function(func: Any, kind: type[Function], where: str) -> None:
    """Raises an error for a value that is not a function object of the kind that `where` takes."""
    if not isinstance(func, kind):
        actual = describe(func) if callable(func) or isinstance(func, Function) else repr(func)
        raise ArgumentTypeError(f"{where} takes a {kind.__name__}, not {actual}{_instance_hint(func)}")


def _instance_hint(func: Any) -> str:
    return f": give an instance, {func.__name__}()" if isinstance(func, type) else ""


def open_function(func: Any, context: RuntimeContext, operator: str) -> None:
    """Opens a function object; errors are reported as user errors. FunctionState opens stateful functions."""
    refuse_operator_state(func, operator)
    if isinstance(func, Function):
        try:
            func.open(context)
        except Exception as error:
            raise_user_error(error, operator, func, None)


def refuse_operator_state(func: Any, operator: str) -> None:
    if isinstance(func, (CheckpointedFunction, CheckpointListener)):
        raise InvalidProgramError(
            f"{operator} does not call {describe(func)} at checkpoints: CheckpointedFunction and CheckpointListener "
            "are for functions of map, flat_map, filter, reduce, process, full_window_partition, add_source, add_sink"
        )


def close_function(func: Any, operator: str) -> None:
    """Closes a function object; its errors are reported as user errors."""
    if isinstance(func, Function):
        try:
            func.close()
        except Exception as error:
            raise_user_error(error, operator, func, None)


def describe(func: Any) -> str:
    """The function's name with file and line, for messages."""
    while isinstance(func, partial):
        func = func.func
    target = func if inspect.isroutine(func) or inspect.isclass(func) else type(func)
    name = getattr(target, "__qualname__", repr(func))
    code = getattr(target, "__code__", None)
    if code is not None:
        return f"{name} ({code.co_filename}:{code.co_firstlineno})"
    try:
        return f"{name} ({inspect.getsourcefile(target)}:{inspect.getsourcelines(target)[1]})"
    except (OSError, TypeError):
        return f"{name}{_place_of_first_method(target)}"


def _place_of_first_method(target: Any) -> str:
    """The file and line of a class that was unpickled from the main script, whose source is not available here."""
    codes = [member.__code__ for member in getattr(target, "__dict__", {}).values() if inspect.isfunction(member)]
    first = min(codes, key=lambda code: code.co_firstlineno, default=None)
    return "" if first is None else f" ({first.co_filename}:{first.co_firstlineno})"


def raise_user_error(error: Exception, operator: str, func: Any, record: Optional[str]) -> NoReturn:
    """Raises the error that the user sees for an error in a user function."""
    if isinstance(error, UserFunctionError):
        raise error
    if isinstance(error, StateUnreadableError):  # from a state that the function has requested: not a user error
        raise StateUnreadableError(f"{operator}: {error}") from error
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, MemoryError):
        text = f"{text.removesuffix(': ')} ({memory_hint()})"
    is_ours = isinstance(error, (ConnectorError, BadRecordError))  # complete without frames: no user function caused it
    function = "" if func is None or is_ours else describe(func)
    frames = "" if is_ours else "".join(user_traceback(error))
    kind = PermanentFunctionError if isinstance(error, UnfitKeyError) else UserFunctionError
    raise kind(operator, function, record or "", text, frames) from error


def memory_hint() -> str:
    """Why the process could not allocate memory, and what helps."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    is_limited = limit != resource.RLIM_INFINITY
    limit_text = f" and may have {size_text(limit)} of addresses (ulimit -v)" if is_limited else ""
    return (
        f"the task's process, which uses {size_text(resident_bytes())}{limit_text}, could not allocate more memory: "
        "hold less data at a time, raise the parallelism, keep state in RocksDB (state.backend.type)"
        f"{', or raise the limit' if is_limited else ', or run it on a machine with more memory'}"
    )


def raised_by(error: Exception, functions: Sequence[Any]) -> Any:
    """The function whose code the error has passed through; the first one, if none of them."""
    raising = {frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)}
    return next((func for func in functions if raising & _codes(func)), functions[0])


def _codes(func: Any) -> set[CodeType]:
    methods = [func] if inspect.isfunction(func) else [*vars(type(func)).values(), getattr(func, "__func__", None)]
    return {method.__code__ for method in methods if inspect.isfunction(method)}


def shorten(record: Any) -> str:
    """A record for messages: its repr, truncated."""
    try:
        return _short.repr(record)
    except Exception as error:  # a user's __repr__ may raise anything
        return f"<{type(record).__name__} whose repr raises {type(error).__name__}>"


def user_traceback(error: BaseException) -> list[str]:
    """The traceback without Pyrite's frames. If all frames are Pyrite's, as for an invalid key, it has no frames."""
    trace = traceback.TracebackException.from_exception(error)
    part: Optional[traceback.TracebackException] = trace
    while part is not None:
        part.stack[:] = [frame for frame in part.stack if not frame.filename.startswith(OURS)]
        cause = part.__cause__ or (None if part.__suppress_context__ else part.__context__)
        if cause is not None and all(frame.filename.startswith(OURS) for frame in cause.stack):
            part.__cause__, part.__context__ = None, None  # the error was raised in Pyrite, and its message explains it
            cause = None
        part = cause
    return list(trace.format())

"""Finds objects that cannot be pickled before anything is started, and the part of them that is the cause."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.user_function import describe
from pyrite.core.job.code_pickling import dumps_code
from pyrite.graph.job_graph import JobGraph
from pyrite.runtime.wire.unsendable import is_too_deep

_DEPTH = 4


def check_picklable(job: JobGraph) -> None:
    """Raises InvalidProgramError for the first function, source or sink that cannot be pickled."""
    for vertex in job.vertices:
        for chained in vertex.operators:
            for part in chained.node.operator.parts:
                _check(chained.node.name, part)
    for edge in job.edges:
        name = job.vertex(edge.source).operators[edge.operator].node.name
        for func in (edge.partitioning.key_selector, edge.partitioning.partitioner):
            _check(f"the partitioning after '{name}'", func)


def _check(name: str, part: Any) -> None:
    error = _error(part)
    if error is None:
        return
    path, blamed = _culprit(part, _DEPTH)
    message = f"{describe(part)} cannot be sent to the tasks: "
    advice = "Create connections, locks and open files in open(), not in the constructor or outside the class"
    if is_too_deep(error):
        message += f"its {', in it '.join(path[:2])} is nested too deeply to be pickled"
        advice = "Pass the data in a flatter form, such as ids and their parents, or as text that a function parses"
    elif path:
        inner = f"{path[0]}, in it {path[-1]}" if len(path) > 1 else path[0]
        message += f"its {inner} is a {_type_name(blamed)}, which cannot be pickled"
    else:
        message += str(error)
    raise InvalidProgramError(f"'{name}': {message}.\n{advice}") from error


def _error(part: Any) -> Optional[Exception]:
    try:
        dumps_code(part)
    except Exception as error:  # a user's __reduce__ may raise anything
        return error
    return None


def _culprit(part: Any, depth: int) -> tuple[list[str], Any]:
    """The innermost part that cannot be pickled, and the path of names to it."""
    for name, value in _parts(part) if depth else ():
        if _error(value) is not None:
            path, blamed = _culprit(value, depth - 1)
            return [name, *path], blamed
    return [], part


def _parts(part: Any) -> Iterator[tuple[str, Any]]:
    if inspect.ismethod(part):
        yield "object", part.__self__
    elif inspect.isfunction(part):
        variables = inspect.getclosurevars(part)
        yield from (
            (f"variable '{name}'", value) for name, value in (*variables.nonlocals.items(), *variables.globals.items())
        )
    elif isinstance(part, (list, tuple)):
        yield from ((f"element {index}", value) for index, value in enumerate(part))
    elif not isinstance(part, type):
        yield from ((f"attribute '{name}'", value) for name, value in getattr(part, "__dict__", {}).items())


def _type_name(value: Any) -> str:
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"

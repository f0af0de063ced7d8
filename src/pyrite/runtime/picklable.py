"""Finds what cannot travel to the tasks before anything is started, and what in it is to blame."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, Optional

from pyrite.common.code_pickling import dumps_code
from pyrite.common.errors import InvalidProgramError
from pyrite.graph.job_graph import JobGraph
from pyrite.operators.user_function import describe

_DEPTH = 4


def check_picklable(job: JobGraph) -> None:
    """Raises InvalidProgramError for the first function, source or sink that cannot be pickled."""
    for vertex in job.vertices:
        for chained in vertex.operators:
            for argument in chained.node.operator.arguments:
                _check(chained.node.name, argument)
    for edge in job.edges:
        name = job.vertex(edge.source).operators[edge.operator].node.name
        for func in (edge.partitioning.key_selector, edge.partitioning.partitioner):
            _check(f"the partitioning behind '{name}'", func)


def _check(name: str, part: Any) -> None:
    error = _error(part)
    if error is None:
        return
    blamed = _culprit(part, _DEPTH)
    told = f"{describe(part)} cannot be sent to the tasks: "
    if blamed is None:
        told += str(error)
    else:
        told += f"its {blamed[0]} is a {_type_name(blamed[1])}, which cannot be pickled"
    raise InvalidProgramError(
        f"'{name}': {told}.\nMake connections, locks and open files in open(), not in the constructor or outside"
    ) from error


def _error(part: Any) -> Optional[Exception]:
    try:
        dumps_code(part)
    except Exception as error:  # a user's __reduce__ may raise anything
        return error
    return None


def _culprit(part: Any, depth: int) -> Optional[tuple[str, Any]]:
    """The name and value of the innermost part that cannot be pickled."""
    if depth == 0:
        return None
    for name, value in _parts(part):
        if _error(value) is not None:
            inner = _culprit(value, depth - 1)
            if inner is None:
                return name, value
            return (f"{name}, in it {inner[0]}" if depth == _DEPTH else inner[0]), inner[1]
    return None


def _parts(part: Any) -> Iterator[tuple[str, Any]]:
    if inspect.ismethod(part):
        yield "object", part.__self__
    elif inspect.isfunction(part):
        found = inspect.getclosurevars(part)
        yield from ((f"variable '{name}'", value) for name, value in (*found.nonlocals.items(), *found.globals.items()))
    elif not isinstance(part, type):
        yield from ((f"attribute '{name}'", value) for name, value in getattr(part, "__dict__", {}).items())


def _type_name(value: Any) -> str:
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"

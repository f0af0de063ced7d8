"""Function: the definition of a function or operator of SQL, with its names, types and computation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Optional

from pyrite.core.types import LogicalType
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression


class Nulls(Enum):
    """The treatment of NULL among the arguments."""

    STRICT = "the result is NULL, and the function is not called"
    OWN = "the function decides: its forms receive None, or nulls in columns"


@dataclass(frozen=True)
class Argument:
    """An argument of a call that is being resolved."""

    type: LogicalType
    is_literal: bool = False
    value: Any = None
    """The value of a literal, in the form of `pyrite.expressions.values`."""


@dataclass(frozen=True)
class Resolution:
    """The types that the arguments are cast to, and the type of the result."""

    arguments: tuple[LogicalType, ...]
    result: LogicalType


Signature = Callable[[Sequence[Argument]], Optional[Resolution]]
"""Returns None if the arguments do not fit. The signature determines the nullability of the result."""


Watermark = Callable[[], Optional[int]]


class Scope:
    """The objects that the text of a row form refers to, under unique names.

    `watermark` returns the operator's current watermark in nanoseconds, None before the first one.
    """

    def __init__(self, watermark: Watermark = lambda: None) -> None:
        self.watermark = watermark
        self.names: dict[str, Any] = {}
        self._names: dict[int, str] = {}

    def bind(self, value: Any) -> str:
        """Returns a name for the object."""
        name = self._names.get(id(value))
        if name is None:
            name = self._names[id(value)] = f"_{len(self.names)}"
            self.names[name] = value
        return name

    def variable(self) -> str:
        """Returns the name of a new variable, for assignment by `:=`."""
        name = f"v{len(self.names)}"
        self.names[name] = None
        return name


RowForm = Callable[[FunctionCall, Sequence[str], Scope], str]
"""Returns Python code for the call from the code of its arguments, which can be used as if in parentheses.

With Nulls.STRICT, no argument is None. The code of an argument that is used twice is a plain name or a constant. The
result is an expression without a top-level comma; a conditional or lambda must be in parentheses.
"""

Kernel = Callable[[Sequence[Any]], Any]
"""Computes the call over columns of the arguments' types: pyarrow arrays, or scalars for constant arguments.

Returns an array, or a scalar if all arguments are scalars. Kernels handle nulls themselves, as Arrow's functions do.
"""


Resolve = Callable[..., ResolvedExpression]
"""From a name and arguments to the resolved call."""

Rewrite = Callable[[Sequence[ResolvedExpression], Resolve], Optional[ResolvedExpression]]
"""From accepted, uncast arguments to an expression that replaces the call; None: the call is not replaced."""


@dataclass(frozen=True)
class Function:
    """The row form is the definition. The kernel is an optimization, and tests prove that it is equal."""

    name: str
    signature: Signature
    row: RowForm
    kernel: Callable[[FunctionCall], Optional[Kernel]] = lambda call: None
    """Returns the kernel for a call with these types; None if there is no exact one."""
    forms: tuple[str, ...] = ()
    """Supported forms for error messages, in Flink's words: `'<NUMERIC> + <NUMERIC>'`."""
    nulls: Nulls = Nulls.STRICT
    takes_null: bool = False
    """Whether a bare NULL is accepted where Calcite, for forms in quotes, would reject it."""
    is_deterministic: bool = True
    is_time_attribute: bool = False
    """Whether the result can be a time attribute. Other functions return plain values."""
    can_fail: bool = False
    """Whether a value may make it raise: such a call is computed only for rows that reach it."""
    fails: Callable[[FunctionCall], bool] = lambda call: True
    """For a function that can fail: whether a call with these types and constants can."""
    is_lazy: bool = False
    """Whether some arguments may be skipped, as in CASE: see `can_fail`."""
    rewrite: Optional[Rewrite] = None
    """Replaces calls by other expressions. The function's forms are used only if it returns None."""
    refuse: Optional[Callable[[Sequence[Argument]], Optional[str]]] = None
    """Returns the error for unsupported arguments if it differs from the usual message; otherwise None."""
    needs_zone: bool = False
    """Whether it depends on the session's time zone: `resolve` appends the zone's name as a constant argument."""
    aliases: tuple[str, ...] = ()
    group: str = ""
    """The group in Flink's documentation."""
    documented_as: tuple[str, ...] = ()
    """The entries of Flink's list of functions that it implements, verbatim."""

    def may_fail(self, call: FunctionCall) -> bool:
        return self.can_fail and self.fails(call)


def calls(compute: Callable[..., Any]) -> RowForm:
    """Returns a row form that calls a Python function with the arguments."""
    return lambda call, arguments, scope: f"{scope.bind(compute)}({', '.join(arguments)})"


def calls_for(make: Callable[[FunctionCall], Callable[..., Any]]) -> RowForm:
    """Returns a row form that calls the Python function that `make` returns for the call."""
    return lambda call, arguments, scope: f"{scope.bind(make(call))}({', '.join(arguments)})"


class FunctionCatalog:
    """Functions by their upper-case names."""

    def __init__(self, *groups: Sequence[Function]) -> None:
        self._functions: dict[str, Function] = {}
        for function in (function for group in groups for function in group):
            for name in (function.name, *function.aliases):
                if self._functions.setdefault(name, function) is not function:
                    raise ValueError(f"two functions have the name {name}")

    def get(self, name: str) -> Optional[Function]:
        return self._functions.get(name.upper())

    def __getitem__(self, name: str) -> Function:
        return self._functions[name]

    def names(self) -> list[str]:
        return sorted(self._functions)

    def functions(self) -> list[Function]:
        return list(dict.fromkeys(self._functions.values()))


MAX_ROW_FORM_ROWS: Final = 200
"""Smaller blocks are computed row by row: a kernel costs at least 78 us, a row 0.5 us."""

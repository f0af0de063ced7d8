"""Function: one function or operator of SQL as a value: its names, its types, and how it is computed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Optional

from pyrite.core.types import LogicalType
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression


class Nulls(Enum):
    """What a NULL among the arguments means."""

    STRICT = "the result is NULL, and the function is not computed"
    OWN = "the function decides: its forms see None, or nulls in their columns"


@dataclass(frozen=True)
class Argument:
    """An argument of a call that is being resolved."""

    type: LogicalType
    is_literal: bool = False
    value: Any = None
    """Of a literal: as `pyrite.expressions.values` holds it."""


@dataclass(frozen=True)
class Resolution:
    """The types that the arguments are cast to, and that of the result."""

    arguments: tuple[LogicalType, ...]
    result: LogicalType


Signature = Callable[[Sequence[Argument]], Optional[Resolution]]
"""None: such arguments do not fit. Nullability of the result is up to the signature."""


Watermark = Callable[[], Optional[int]]


class Scope:
    """The objects that the text of a row form refers to, by names that are unique in it.

    `watermark` gives the current one of the operator in nanoseconds, None as long as there is none.
    """

    def __init__(self, watermark: Watermark = lambda: None) -> None:
        self.watermark = watermark
        self.names: dict[str, Any] = {}
        self._known: dict[int, str] = {}

    def bind(self, value: Any) -> str:
        """A name for the object."""
        name = self._known.get(id(value))
        if name is None:
            name = self._known[id(value)] = f"_{len(self.names)}"
            self.names[name] = value
        return name

    def variable(self) -> str:
        """The name of a new variable, to be assigned by `:=`."""
        name = f"v{len(self.names)}"
        self.names[name] = None
        return name


RowForm = Callable[[FunctionCall, Sequence[str], Scope], str]
"""Python text that computes the call from the texts of its arguments, each of which is used as if in parentheses.

With Nulls.STRICT no argument is None. A text that is used twice is a plain name or a constant. The text is an
expression that may stand wherever one without a comma may: put a conditional or lambda into parentheses."""

Kernel = Callable[[Sequence[Any]], Any]
"""Computes the call from columns (pyarrow arrays, or scalars where an argument is constant) of the arguments' types.

It gives an array, or a scalar if all arguments are. Nulls are the kernel's business, as Arrow's own do it."""


Resolve = Callable[..., ResolvedExpression]
"""From a name and arguments to the resolved call."""

Rewrite = Callable[[Sequence[ResolvedExpression], Resolve], Optional[ResolvedExpression]]
"""From arguments that the signature has taken, uncast, to the calls in place of this one; None: it is called itself."""


@dataclass(frozen=True)
class Function:
    """The row form is the definition; the kernel is an optimisation that is proved to equal it."""

    name: str
    signature: Signature
    row: RowForm
    kernel: Callable[[FunctionCall], Optional[Kernel]] = lambda call: None
    """The kernel for a call with these types; None where none is exact."""
    forms: tuple[str, ...] = ()
    """What an error offers, in Flink's words: `'<NUMERIC> + <NUMERIC>'`."""
    nulls: Nulls = Nulls.STRICT
    takes_null: bool = False
    """Whether a bare NULL may stand where Calcite, which has forms in quotes, would refuse it."""
    is_deterministic: bool = True
    is_time_attribute: bool = False
    """Whether its result is one, as its type says: those of other functions are plain values."""
    can_fail: bool = False
    """Whether a value may make it raise: such a call is computed only for rows that reach it."""
    fails: Callable[[FunctionCall], bool] = lambda call: True
    """Of a function that can fail: whether a call with these types and constants can."""
    is_lazy: bool = False
    """Whether an argument may not be needed, as those of CASE: see `can_fail`."""
    rewrite: Optional[Rewrite] = None
    """Whether a call of it stands for other calls: then its own forms are not used, except where this gives None."""
    refuse: Optional[Callable[[Sequence[Argument]], Optional[str]]] = None
    """Why it does not take the arguments, where the usual sentence is not Flink's; None where it is."""
    needs_zone: bool = False
    """Whether it is computed in the session's time zone: `resolve` adds its name as a last, constant argument."""
    aliases: tuple[str, ...] = ()
    group: str = ""
    """The group of Flink's documentation that lists it."""
    documented_as: tuple[str, ...] = ()
    """The entries of Flink's list of functions that it stands for, as they are written there."""

    def may_fail(self, call: FunctionCall) -> bool:
        return self.can_fail and self.fails(call)


def calls(compute: Callable[..., Any]) -> RowForm:
    """The row form that calls a Python function with the arguments."""
    return lambda call, arguments, scope: f"{scope.bind(compute)}({', '.join(arguments)})"


def calls_for(make: Callable[[FunctionCall], Callable[..., Any]]) -> RowForm:
    """The row form that calls the Python function that `make` gives for the call, with its types."""
    return lambda call, arguments, scope: f"{scope.bind(make(call))}({', '.join(arguments)})"


class FunctionCatalogue:
    """Functions by their upper-case names."""

    def __init__(self, *groups: Sequence[Function]) -> None:
        self._functions: dict[str, Function] = {}
        for function in (function for group in groups for function in group):
            for name in (function.name, *function.aliases):
                if self._functions.setdefault(name, function) is not function:
                    raise ValueError(f"two functions are called {name}")

    def get(self, name: str) -> Optional[Function]:
        return self._functions.get(name.upper())

    def __getitem__(self, name: str) -> Function:
        return self._functions[name]

    def names(self) -> list[str]:
        return sorted(self._functions)

    def functions(self) -> list[Function]:
        return list(dict.fromkeys(self._functions.values()))


MAX_ROW_FORM_ROWS: Final = 200
"""Below this many rows a block is computed row by row: kernels cost 78 us however few the rows, a row 0.5 us."""

"""User-defined Python functions, as values in plans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import LogicalType, RowType
from pyrite.expressions.resolved import PythonCall, ResolvedExpression

Cast = Callable[[ResolvedExpression, LogicalType], ResolvedExpression]


@dataclass(frozen=True)
class PythonFunctionSpec:
    """The base class of scalar and table functions.

    With `row_names` the function gets one argument, a Row of all arguments under these names; a pandas function gets a
    DataFrame.
    """

    name: str
    func: Any
    """A callable, or an object with `eval` and optionally `open` and `close`."""
    input_types: Optional[tuple[LogicalType, ...]] = None
    """None: the types of the arguments in the call."""
    is_deterministic: bool = True
    row_names: Optional[tuple[str, ...]] = None
    path: Optional[tuple[str, ...]] = field(default=None, compare=False)
    """The name in the session's catalogs, with one part for a system function; None for an inline function."""

    def __hash__(self) -> int:
        return hash((self.name, id(self.func)))

    @property
    def result(self) -> LogicalType:
        raise NotImplementedError

    def resolve(self, arguments: Sequence[ResolvedExpression], cast: Cast) -> PythonCall:
        """Resolves a call, with its arguments cast to the declared types."""
        return PythonCall(self, fitting(self.name, self.input_types, arguments, cast), self.result)


@dataclass(frozen=True)
class ScalarFunctionSpec(PythonFunctionSpec):
    """A function that returns one value for each row."""

    result_type: LogicalType = RowType(())  # noqa: RUF009 - types are immutable
    is_pandas: bool = False

    __hash__ = PythonFunctionSpec.__hash__

    @property
    def result(self) -> LogicalType:
        return self.result_type


@dataclass(frozen=True)
class TableFunctionSpec(PythonFunctionSpec):
    """A function that returns any number of rows for each row."""

    row_type: RowType = RowType(())  # noqa: RUF009 - types are immutable

    __hash__ = PythonFunctionSpec.__hash__

    @property
    def result(self) -> LogicalType:
        return self.row_type


def fitting(
    name: str, kinds: Optional[tuple[LogicalType, ...]], arguments: Sequence[ResolvedExpression], cast: Cast
) -> tuple[ResolvedExpression, ...]:
    """Casts the arguments to the declared types, if any."""
    if kinds is None:
        return tuple(arguments)
    if len(kinds) != len(arguments):
        received = ", ".join(argument.type.as_summary_string() for argument in arguments)
        signature = ", ".join(kind.as_summary_string() for kind in kinds)
        raise ValidationException(
            f"Invalid function call:\n{name}({received})\n"
            f"Invalid input arguments. Expected signatures are:\n{name}({signature})"
        )
    return tuple(cast(argument, kind) for argument, kind in zip(arguments, kinds, strict=True))

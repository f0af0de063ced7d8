"""Functions that users write in Python, as values that a plan carries."""

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
    """What scalar and table functions have in common.

    With `row_names` the function gets one argument, a Row of all arguments under these names; a pandas function gets a
    DataFrame.
    """

    name: str
    func: Any
    """A callable, or an object with `eval` and perhaps `open` and `close`."""
    input_types: Optional[tuple[LogicalType, ...]] = None
    """None: whatever the call has."""
    is_deterministic: bool = True
    row_names: Optional[tuple[str, ...]] = None
    path: Optional[tuple[str, ...]] = field(default=None, compare=False)
    """Its name in the session's catalogs; that of a system function has one part. None: it has none."""

    def __hash__(self) -> int:
        return hash((self.name, id(self.func)))

    @property
    def result(self) -> LogicalType:
        raise NotImplementedError

    def resolve(self, arguments: Sequence[ResolvedExpression], cast: Cast) -> PythonCall:
        """The call of the function, with its arguments as the declared types."""
        return PythonCall(self, fitting(self.name, self.input_types, arguments, cast), self.result)


@dataclass(frozen=True)
class ScalarFunctionSpec(PythonFunctionSpec):
    """A function of a row's values to one value."""

    result_type: LogicalType = RowType(())  # noqa: RUF009 - types are immutable
    is_pandas: bool = False

    __hash__ = PythonFunctionSpec.__hash__

    @property
    def result(self) -> LogicalType:
        return self.result_type


@dataclass(frozen=True)
class TableFunctionSpec(PythonFunctionSpec):
    """A function of a row's values to any number of rows."""

    row_type: RowType = RowType(())  # noqa: RUF009 - types are immutable

    __hash__ = PythonFunctionSpec.__hash__

    @property
    def result(self) -> LogicalType:
        return self.row_type


def fitting(
    name: str, kinds: Optional[tuple[LogicalType, ...]], arguments: Sequence[ResolvedExpression], cast: Cast
) -> tuple[ResolvedExpression, ...]:
    """The arguments as the declared types; as they are where none are declared."""
    if kinds is None:
        return tuple(arguments)
    if len(kinds) != len(arguments):
        shown = ", ".join(argument.type.as_summary_string() for argument in arguments)
        wanted = ", ".join(kind.as_summary_string() for kind in kinds)
        raise ValidationException(
            f"Invalid function call:\n{name}({shown})\n"
            f"Invalid input arguments. Expected signatures are:\n{name}({wanted})"
        )
    return tuple(cast(argument, kind) for argument, kind in zip(arguments, kinds, strict=True))

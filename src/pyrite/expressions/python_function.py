"""Functions that users write in Python, as values that a plan carries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import LogicalType, RowType
from pyrite.expressions.python_values import from_python, nullable_to_python
from pyrite.expressions.resolved import PythonCall, ResolvedExpression
from pyrite.expressions.values import to_column, to_values

Cast = Callable[[ResolvedExpression, LogicalType], ResolvedExpression]


@dataclass(frozen=True)
class ScalarFunctionSpec:
    """A function of a row's values to one value."""

    name: str
    func: Any
    """A callable, or an object with `eval` and perhaps `open` and `close`."""
    result_type: LogicalType
    input_types: Optional[tuple[LogicalType, ...]] = None
    """None: whatever the call has."""
    is_deterministic: bool = True
    is_pandas: bool = False

    def resolve(self, arguments: Sequence[ResolvedExpression], cast: Cast) -> PythonCall:
        return PythonCall(self, fitting(self.name, self.input_types, arguments, cast), self.result_type)

    def __hash__(self) -> int:
        return hash((self.name, id(self.func)))

    def row_callable(self) -> Callable[..., Any]:
        raise TypeError(f"the function {self.name} is called by columns")

    def column_callable(self, kinds: Sequence[LogicalType], result: LogicalType) -> Callable[[list[Any], int], Any]:
        """From columns of the arguments and the number of rows to the column of results."""
        call = getattr(self.func, "eval", self.func)
        converts = [nullable_to_python(kind) for kind in kinds]
        back = from_python(result)

        def compute(columns: list[Any], rows: int) -> Any:
            values = [
                to_values(column, kind) if convert is None else [convert(value) for value in to_values(column, kind)]
                for column, kind, convert in zip(columns, kinds, converts, strict=True)
            ]
            results = list(map(call, *values)) if values else [call() for _ in range(rows)]
            return to_column([back(value) for value in results], result)

        return compute


@dataclass(frozen=True)
class TableFunctionSpec:
    """A function of a row's values to any number of rows."""

    name: str
    func: Any
    row_type: RowType
    input_types: Optional[tuple[LogicalType, ...]] = None
    is_deterministic: bool = True

    def resolve(self, arguments: Sequence[ResolvedExpression], cast: Cast) -> PythonCall:
        return PythonCall(self, fitting(self.name, self.input_types, arguments, cast), self.row_type)

    def __hash__(self) -> int:
        return hash((self.name, id(self.func)))


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

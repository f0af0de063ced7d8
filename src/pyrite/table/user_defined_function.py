"""UserDefinedFunctionWrapper: a Python function with its types, for expressions and catalogs."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Optional

from pyrite.core.functions.table_functions import UserDefinedFunction
from pyrite.core.types import LogicalType, RowField, RowType
from pyrite.expressions import expression_tree
from pyrite.expressions.python_function import PythonFunctionSpec, ScalarFunctionSpec, TableFunctionSpec
from pyrite.table.calls.expression_methods import to_tree
from pyrite.table.expression import Expression
from pyrite.table.inputs.type_hints import result_hint, rows_hint
from pyrite.table.types import as_data_type


class UserDefinedFunctionWrapper:
    """The result of `udf`, `udtf`, `udaf` and `udtaf`. A call with columns returns an expression."""

    def __init__(
        self,
        func: Any,
        input_types: Any,
        func_type: str,
        deterministic: Optional[bool] = None,
        name: Optional[str] = None,
    ) -> None:
        if inspect.isclass(func) or not (isinstance(func, UserDefinedFunction) or callable(func)):
            raise TypeError(f"Invalid function: not a function or callable (__call__ is not defined): {type(func)}")
        self._func = func
        self._input_types = None if input_types is None else tuple(map(_checked_input, _listed(input_types)))
        self._name = name or str(getattr(func, "__name__", type(func).__name__))
        own = func.is_deterministic() if isinstance(func, UserDefinedFunction) else None
        if deterministic is not None and own is not None and deterministic != own:
            raise ValueError(f"Inconsistent deterministic: {deterministic} and {own}")
        self._is_deterministic = deterministic if deterministic is not None else own is not False
        self._func_type = func_type
        self._alias_names: tuple[str, ...] = ()
        self.__doc__ = func.__doc__

    def __call__(self, *args: Any) -> Expression[Any]:
        return self.call(tuple(map(to_tree, args)))

    def call(self, arguments: tuple[expression_tree.Expression, ...]) -> Expression[Any]:
        """Returns the expression of a call with these arguments."""
        call: expression_tree.Expression = expression_tree.InlineCall(self.spec, arguments)
        if self._alias_names:
            call = expression_tree.Alias(call, self._alias_names[0], self._alias_names[1:])
        return Expression(call)

    def alias(self, *alias_names: str) -> UserDefinedFunctionWrapper:
        """Names the columns of a table function. Returns this function."""
        self._alias_names = alias_names
        return self

    @property
    def alias_names(self) -> tuple[str, ...]:
        """The names of the columns of a table function."""
        return self._alias_names

    @property
    def spec(self) -> PythonFunctionSpec:
        """The function as plans and catalogs store it."""
        raise NotImplementedError


class UserDefinedScalarFunctionWrapper(UserDefinedFunctionWrapper):
    """A function that returns one value for each row."""

    def __init__(
        self,
        func: Any,
        input_types: Any,
        result_type: Any,
        func_type: str,
        deterministic: Optional[bool],
        name: Optional[str],
    ) -> None:
        super().__init__(func, input_types, func_type, deterministic, name)
        kind = result_hint(func) if result_type is None else result_type
        if not isinstance(kind, (LogicalType, str)):
            raise TypeError(f"Invalid returnType: returnType should be DataType or str but is {result_type}")
        self._result_type = as_data_type(kind)

    @cached_property
    def spec(self) -> PythonFunctionSpec:
        """The function as plans and catalogs store it."""
        return ScalarFunctionSpec(
            self._name,
            self._func,
            self._input_types,
            self._is_deterministic,
            result_type=self._result_type,
            is_pandas=self._func_type == "pandas",
        )


class UserDefinedTableFunctionWrapper(UserDefinedFunctionWrapper):
    """A function that returns any number of rows for each row."""

    def __init__(
        self,
        func: Any,
        input_types: Any,
        result_types: Any,
        deterministic: Optional[bool] = None,
        name: Optional[str] = None,
    ) -> None:
        super().__init__(func, input_types, "general", deterministic, name)
        kinds = rows_hint(func) if result_types is None else result_types
        if kinds is None:
            raise TypeError(f"Invalid result_type: result_type should be DataType or str but is {result_types}")
        self._row_type = _row_type(kinds)

    @cached_property
    def spec(self) -> PythonFunctionSpec:
        """The function as plans and catalogs store it."""
        return TableFunctionSpec(
            self._name, self._func, self._input_types, self._is_deterministic, row_type=self._row_type
        )


@dataclass(frozen=True)
class AggregateFunctionSpec(PythonFunctionSpec):
    """An aggregate function, which plans do not support yet."""

    result_type: LogicalType = RowType(())  # noqa: RUF009 - types are immutable
    is_table: bool = False

    __hash__ = PythonFunctionSpec.__hash__

    @property
    def result(self) -> LogicalType:
        """The type of the result."""
        return self.result_type


class UserDefinedAggregateFunctionWrapper(UserDefinedFunctionWrapper):
    """A function that returns a value, or rows, for each group of rows."""

    def __init__(
        self,
        func: Any,
        input_types: Any,
        result_type: Any,
        accumulator_type: Any,
        func_type: str,
        deterministic: Optional[bool],
        name: Optional[str],
        is_table_aggregate: bool = False,
    ) -> None:
        super().__init__(func, input_types, func_type, deterministic, name)
        if accumulator_type is None and func_type == "general":
            accumulator_type = func.get_accumulator_type()
        kind = func.get_result_type() if result_type is None else result_type
        if not isinstance(kind, (LogicalType, str)):
            raise TypeError(f"Invalid returnType: returnType should be DataType or str but is {kind}")
        self._result_type = as_data_type(kind)
        self._is_table = is_table_aggregate

    @cached_property
    def spec(self) -> PythonFunctionSpec:
        """The function as catalogs store it."""
        return AggregateFunctionSpec(
            self._name,
            self._func,
            self._input_types,
            self._is_deterministic,
            result_type=self._result_type,
            is_table=self._is_table,
        )


def _listed(kinds: Any) -> Sequence[Any]:
    if isinstance(kinds, RowType):
        return kinds.children
    return [kinds] if isinstance(kinds, (LogicalType, str)) else list(kinds)


def _checked_input(kind: Any) -> LogicalType:
    if not isinstance(kind, (LogicalType, str)):
        raise TypeError(f"Invalid input_type: input_type should be DataType or str but contains {kind}")
    return as_data_type(kind)


def _row_type(result_types: Any) -> RowType:
    """Returns the columns of a table function: f0, f1 and so on, unless the declared text of a ROW type names them."""
    if isinstance(result_types, str):
        kind = as_data_type(result_types)
        return kind.not_null() if isinstance(kind, RowType) else RowType.of([kind]).not_null()
    kinds = []
    for each in _listed(result_types):
        if not isinstance(each, (LogicalType, str)):
            raise TypeError(f"Invalid result_type: result_type should be DataType or str but contains {each}")
        kinds.append(as_data_type(each))
    return RowType(tuple(RowField(f"f{index}", kind) for index, kind in enumerate(kinds)), nullable=False)

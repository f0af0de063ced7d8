"""Functions of Python for SQL and the Table API: `udf`, `udtf` and what they are made of."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.table_functions import (
    AggregateFunction,
    AsyncScalarFunction,
    FunctionContext,
    ScalarFunction,
    TableAggregateFunction,
    TableFunction,
    UserDefinedFunction,
)
from pyrite.table.user_defined_function import (
    UserDefinedAggregateFunctionWrapper,
    UserDefinedFunctionWrapper,
    UserDefinedScalarFunctionWrapper,
    UserDefinedTableFunctionWrapper,
)

__all__ = [
    "AggregateFunction",
    "AsyncScalarFunction",
    "FunctionContext",
    "ScalarFunction",
    "TableAggregateFunction",
    "TableFunction",
    "UserDefinedAggregateFunctionWrapper",
    "UserDefinedFunction",
    "UserDefinedFunctionWrapper",
    "UserDefinedScalarFunctionWrapper",
    "UserDefinedTableFunctionWrapper",
    "udaf",
    "udf",
    "udtaf",
    "udtf",
]


def udf(
    f: Any = None,
    input_types: Any = None,
    result_type: Any = None,
    deterministic: Optional[bool] = None,
    name: Optional[str] = None,
    func_type: str = "general",
) -> Any:
    """A scalar function: of a function, a lambda, a callable or a ScalarFunction; also as a decorator.

    Types are DataTypes or text; without `result_type`, the annotation of the result says it. With `func_type="pandas"`
    the function gets and gives a pandas.Series for each block of rows.
    """
    _check_kind(func_type, "general", "pandas")
    if f is None:
        return functools.partial(
            udf,
            input_types=input_types,
            result_type=result_type,
            deterministic=deterministic,
            name=name,
            func_type=func_type,
        )
    if isinstance(f, AsyncScalarFunction) or inspect.iscoroutinefunction(f):
        raise InvalidProgramError("async scalar functions are not supported yet: use a function without async")
    return UserDefinedScalarFunctionWrapper(f, input_types, result_type, func_type, deterministic, name)


def udtf(
    f: Any = None,
    input_types: Any = None,
    result_types: Any = None,
    deterministic: Optional[bool] = None,
    name: Optional[str] = None,
) -> Any:
    """A table function: of a function or generator, a lambda, a callable or a TableFunction; also as a decorator."""
    if f is None:
        return functools.partial(
            udtf, input_types=input_types, result_types=result_types, deterministic=deterministic, name=name
        )
    return UserDefinedTableFunctionWrapper(f, input_types, result_types, deterministic, name)


def udaf(
    f: Any = None,
    input_types: Any = None,
    result_type: Any = None,
    accumulator_type: Any = None,
    deterministic: Optional[bool] = None,
    name: Optional[str] = None,
    func_type: str = "general",
) -> Any:
    """An aggregate function. No query takes one yet."""
    _check_kind(func_type, "general", "pandas")
    if f is None:
        return functools.partial(
            udaf,
            input_types=input_types,
            result_type=result_type,
            accumulator_type=accumulator_type,
            deterministic=deterministic,
            name=name,
            func_type=func_type,
        )
    return UserDefinedAggregateFunctionWrapper(
        f, input_types, result_type, accumulator_type, func_type, deterministic, name
    )


def udtaf(
    f: Any = None,
    input_types: Any = None,
    result_type: Any = None,
    accumulator_type: Any = None,
    deterministic: Optional[bool] = None,
    name: Optional[str] = None,
    func_type: str = "general",
) -> Any:
    """A table aggregate function. No query takes one yet."""
    _check_kind(func_type, "general")
    if f is None:
        return functools.partial(
            udtaf,
            input_types=input_types,
            result_type=result_type,
            accumulator_type=accumulator_type,
            deterministic=deterministic,
            name=name,
            func_type=func_type,
        )
    return UserDefinedAggregateFunctionWrapper(
        f, input_types, result_type, accumulator_type, func_type, deterministic, name, True
    )


def _check_kind(func_type: str, *kinds: str) -> None:
    if func_type not in kinds:
        options = ", ".join(kinds)
        must = f"one of '{options}'" if len(kinds) > 1 else f"'{options}'"
        raise ValueError(f"The func_type must be {must}, got {func_type}.")

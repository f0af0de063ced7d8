"""User-defined functions in Python: the decorators `udf` and `udtf`, and the base classes of functions."""

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
    """Creates a scalar function from a function, lambda, callable or ScalarFunction. Also a decorator.

    Types are DataTypes or strings. `result_type` can be omitted if the function has an annotation of its result. With
    `func_type="pandas"` arguments and result are a pandas.Series for each block of rows.

    >>> @udf
    ... def shout(text: str) -> str:
    ...     return text.upper() + "!"
    >>> t_env.from_elements([("tea",)], ["item"]).select(shout(col("item")).alias("item")).to_arrow().to_pylist()
    [{'item': 'TEA!'}]
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
    """Creates a table function from a function, generator, lambda, callable or TableFunction. Also a decorator.

    >>> @udtf(result_types=["STRING"])
    ... def letters(word):
    ...     yield from word
    >>> letters.spec.row_type.names
    ('f0',)
    """
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
    """Creates an aggregate function. Queries do not support it yet."""
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
    """Creates a table aggregate function. Queries do not support it yet."""
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

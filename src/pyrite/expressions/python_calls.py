"""Calls of user-defined functions in a task. Each use is opened before the first row and closed after the last."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

import pyarrow as pa

from pyrite.core.functions.table_functions import FunctionContext
from pyrite.core.functions.user_function import shorten
from pyrite.core.types import (
    BooleanType,
    CharacterStringType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LogicalType,
    RowType,
)
from pyrite.core.types.arrow import to_arrow_type
from pyrite.core.types.pandas import frame_of, series_of
from pyrite.core.types.rows import row_from_parts
from pyrite.expressions.function import Watermark
from pyrite.expressions.python_function import PythonFunctionSpec, ScalarFunctionSpec
from pyrite.expressions.python_values import from_python, nullable_to_python
from pyrite.expressions.resolved import PythonCall
from pyrite.expressions.values import has_forbidden_null, to_column, to_values

Compute = Callable[[list[Any], int], Any]
"""From columns of the arguments and the number of rows to the column of results."""
_AS_THEY_ARE: Final = (BooleanType, CharacterStringType, FloatType, DoubleType)
"""Types whose results become a column without a conversion."""
_WHOLE: Final = {int, type(None)}


class PythonCallError(Exception):
    """A user-defined function raised: the call with its arguments, and the row of its block, if known."""

    def __init__(self, func: Any, call: str, index: Optional[int] = None) -> None:
        super().__init__(call)
        self.func = func
        self.call = call
        self.index = index
        self.row: Optional[str] = None

    @property
    def record(self) -> str:
        return self.call if self.row is None else f"{self.call} of the row {self.row}"


class PythonUse:
    """One use of a function in a plan, with a separate instance of the function."""

    def __init__(self, call: PythonCall, func: Any) -> None:
        spec = call.function
        assert isinstance(spec, PythonFunctionSpec)
        self.spec = spec
        self.func = func
        self.evaluate: Callable[..., Any] = getattr(func, "eval", func)
        self.kinds = [argument.type for argument in call.arguments]
        self.converts = [nullable_to_python(kind) for kind in self.kinds]
        self.result = call.type
        self.compute: Compute = self._by_series if _is_pandas(spec) else self._by_rows

    def error(self, values: Sequence[Any], index: Optional[int] = None) -> PythonCallError:
        """Returns the error for a call with these values, from the current exception."""
        return PythonCallError(self.func, f"{self.spec.name}({', '.join(map(shorten, values))})", index)

    def arguments(self, columns: Sequence[Any]) -> list[list[Any]]:
        """Converts the columns of the arguments to lists of Python values."""
        lists = [
            to_values(column, kind) if convert is None else [convert(value) for value in to_values(column, kind)]
            for column, kind, convert in zip(columns, self.kinds, self.converts, strict=True)
        ]
        if self.spec.row_names is None:
            return lists
        names = self.spec.row_names
        return [[row_from_parts(0, names, *values) for values in zip(*lists, strict=True)]]

    # Scalar functions -------------------------------------------------------------------------------------------------

    def _by_rows(self, columns: list[Any], rows: int) -> Any:
        """Calls the function for each row of a block."""
        values = self.arguments(columns)
        results = self._results(values, rows)
        if _is_plain(results, self.result):
            try:
                return self._checked(to_column(results, self.result))
            except (pa.ArrowException, TypeError, ValueError, OverflowError):
                pass  # for example, a Decimal for a DOUBLE
        return self._fitted(values, results)

    def _results(self, values: list[list[Any]], rows: int) -> list[Any]:
        results: list[Any] = []
        evaluate = self.evaluate
        try:
            results.extend(map(evaluate, *values) if values else (evaluate() for _ in range(rows)))
            if len(results) != rows:
                raise RuntimeError("the function raised StopIteration")  # it would end `map` without an error
        except Exception as error:
            raise self._error_at(values, len(results)) from error  # extend has kept the results before the error
        return results

    def _fitted(self, values: list[list[Any]], results: list[Any]) -> Any:
        """Converts results one by one. Raises for the first that does not fit the declared type."""
        back = from_python(self.result)
        fitted = []
        for index, result in enumerate(results):
            try:
                fitted.append(back(result))
                self._checked(to_column(fitted[-1:], self.result))
            except Exception:
                raise self._error_at(values, index) from unfit(result, self.result)
        return to_column(fitted, self.result)

    def _checked(self, column: Any) -> Any:
        if has_forbidden_null(column, self.result):
            raise ValueError(f"NULL in {self.result}")
        return column

    def _error_at(self, values: list[list[Any]], index: int) -> PythonCallError:
        return self.error([column[index] for column in values], index)

    def compute_row(self, *values: Any) -> Any:
        """Calls the function for one row, with values in row form."""
        columns = [to_column([value], kind) for value, kind in zip(values, self.kinds, strict=True)]
        return to_values(self.compute(columns, 1), self.result)[0]

    def _by_series(self, columns: list[Any], rows: int) -> Any:
        """Calls a pandas function once for a block."""
        names = self.spec.row_names
        if names is None:
            arguments = list(map(series_of, columns))
        else:
            arguments = [frame_of(pa.record_batch(columns, names=list(names)))]
        try:
            result = self.evaluate(*arguments)
            _check_length(result, rows)
        except Exception as error:
            raise self.error(arguments) from error
        try:
            return self._checked(_from_pandas(result, self.result))
        except Exception:
            raise self.error(arguments) from unfit(result, self.result)


def unfit(result: Any, kind: LogicalType) -> TypeError:
    """Returns the error for a result that does not fit its type."""
    type_text = kind.as_summary_string()
    return TypeError(f"the function returned {shorten(result)}, which does not fit its result type {type_text}")


def _is_plain(results: list[Any], kind: LogicalType) -> bool:
    """Returns whether Arrow can convert the results exactly, or rejects them. It would convert doubles to integers."""
    if isinstance(kind, IntegerNumericType):
        return set(map(type, results)) <= _WHOLE
    return isinstance(kind, _AS_THEY_ARE)


def _is_pandas(spec: PythonFunctionSpec) -> bool:
    return isinstance(spec, ScalarFunctionSpec) and spec.is_pandas


def _check_length(result: Any, rows: int) -> None:
    if not hasattr(result, "__len__"):
        raise TypeError(
            f"the function returned {shorten(result)}: a pandas function must return a pandas.Series of {rows} values"
        )
    if len(result) != rows:
        raise ValueError(
            f"The length of the returned pandas.Series ({len(result)}) does not match "
            f"the length of the input Series ({rows})"
        )


def _from_pandas(result: Any, kind: LogicalType) -> Any:
    """Converts a Series, or a DataFrame for a ROW, to a column."""
    if isinstance(kind, RowType) and hasattr(result, "columns"):
        parts = [
            pa.Array.from_pandas(result.iloc[:, index], type=to_arrow_type(field.type))
            for index, field in zip(range(len(result.columns)), kind.fields, strict=True)
        ]
        return pa.StructArray.from_arrays(parts, fields=list(to_arrow_type(kind)))
    column = pa.Array.from_pandas(result, type=to_arrow_type(kind))
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


class PythonUses:
    """The uses of functions in an operator's expressions. Compiling the same expressions again returns the same uses.

    Call `begin`, compile, then `open`; `close` at the end. `watermark` is the operator's, for CURRENT_WATERMARK.
    """

    def __init__(self, watermark: Watermark = lambda: None) -> None:
        self.watermark = watermark
        self._uses: dict[tuple[PythonCall, int], PythonUse] = {}
        self._seen: Counter[PythonCall] = Counter()
        self._objects: set[int] = set()

    def begin(self) -> None:
        """Called before expressions are compiled."""
        self._seen.clear()

    def of(self, call: PythonCall) -> PythonUse:
        """Returns the use for the next position.

        A function object with several uses is copied: each has separate state.
        """
        key = (call, self._seen[call])
        self._seen[call] += 1
        use = self._uses.get(key)
        if use is None:
            func = call.function.func
            if id(func) in self._objects:
                func = copy.deepcopy(func)
            self._objects.add(id(func))
            use = self._uses[key] = PythonUse(call, func)
        return use

    def open(self, context: FunctionContext) -> None:
        for use in self._uses.values():
            if hasattr(use.func, "open"):
                try:
                    use.func.open(context)
                except Exception as error:
                    raise PythonCallError(use.func, "") from error

    def close(self) -> None:
        for use in self._uses.values():
            if hasattr(use.func, "close"):
                try:
                    use.func.close()
                except Exception as error:
                    raise PythonCallError(use.func, "") from error

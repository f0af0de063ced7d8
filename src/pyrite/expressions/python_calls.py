"""Calls of the user's functions in a task: each use is opened before the first row and closed after the last."""

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
from pyrite.core.types.rows import row_from_parts
from pyrite.expressions.python_function import PythonFunctionSpec, ScalarFunctionSpec
from pyrite.expressions.python_values import from_python, nullable_to_python
from pyrite.expressions.resolved import PythonCall
from pyrite.expressions.values import to_column, to_values

Compute = Callable[[list[Any], int], Any]
"""From columns of the arguments and the number of rows to the column of results."""
_AS_THEY_ARE: Final = (IntegerNumericType, BooleanType, CharacterStringType, FloatType, DoubleType)
"""Results of these types go into a column without a step of their own."""


class PythonCallError(Exception):
    """A function of the user's raised: which, with which arguments, and for which row of its block, if known."""

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
    """One place where a plan calls a function, with an instance of the function of its own."""

    def __init__(self, call: PythonCall, func: Any) -> None:
        spec = call.function
        assert isinstance(spec, PythonFunctionSpec)
        self.spec = spec
        self.func = func
        self.evaluate: Callable[..., Any] = getattr(func, "eval", func)
        self.kinds = [argument.type for argument in call.arguments]
        self.converts = [nullable_to_python(kind) for kind in self.kinds]
        self.result = call.type

    def error(self, values: Sequence[Any], index: Optional[int] = None) -> PythonCallError:
        """What to raise, from the error itself, for a call with these values."""
        return PythonCallError(self.func, f"{self.spec.name}({', '.join(map(shorten, values))})", index)

    def arguments(self, columns: Sequence[Any]) -> list[list[Any]]:
        """The columns of the arguments as lists of values that the function takes."""
        lists = [
            to_values(column, kind) if convert is None else [convert(value) for value in to_values(column, kind)]
            for column, kind, convert in zip(columns, self.kinds, self.converts, strict=True)
        ]
        if self.spec.row_names is None:
            return lists
        names = self.spec.row_names
        return [[row_from_parts(0, names, *values) for values in zip(*lists, strict=True)]]

    # Scalar functions -------------------------------------------------------------------------------------------------

    def compute_columns(self) -> Compute:
        """The call over blocks."""
        if isinstance(self.spec, ScalarFunctionSpec) and self.spec.is_pandas:
            return self._by_series
        back = None if isinstance(self.result, _AS_THEY_ARE) else from_python(self.result)

        def compute(columns: list[Any], rows: int) -> Any:
            results = self._results(self.arguments(columns), rows)
            if back is None:
                try:
                    return to_column(results, self.result)
                except (pa.ArrowException, TypeError, ValueError, OverflowError):
                    pass  # say, a Decimal for a DOUBLE
            return self._fitted(results)

        return compute

    def _results(self, values: list[list[Any]], rows: int) -> list[Any]:
        results: list[Any] = []
        evaluate = self.evaluate
        try:
            results.extend(map(evaluate, *values) if values else (evaluate() for _ in range(rows)))
        except Exception as error:
            index = len(results)  # what extend has taken before the error stays
            raise self.error([column[index] for column in values], index) from error
        return results

    def _fitted(self, results: list[Any]) -> Any:
        """The column of results, one by one; raises for the first that does not fit the declared type."""
        back = from_python(self.result)
        values = []
        for index, result in enumerate(results):
            try:
                values.append(back(result))
                to_column(values[-1:], self.result)
            except Exception:
                raise self._misfit(index) from self._unfit(result)
        return to_column(values, self.result)

    def _misfit(self, index: Optional[int] = None) -> PythonCallError:
        return PythonCallError(self.func, f"{self.spec.name}(...)", index)

    def _unfit(self, result: Any) -> TypeError:
        kind = self.result.as_summary_string()
        return TypeError(f"the function gave {shorten(result)}, which does not fit its result type {kind}")

    def compute_row(self, *values: Any) -> Any:
        """The call for one row, in values of row forms."""
        columns = [to_column([value], kind) for value, kind in zip(values, self.kinds, strict=True)]
        return to_values(self.compute_columns()(columns, 1), self.result)[0]

    def _by_series(self, columns: list[Any], rows: int) -> Any:
        series = [column.to_pandas(date_as_object=True) for column in columns]
        arguments: list[Any] = series
        if self.spec.row_names is not None:
            batch = pa.record_batch(columns, names=list(self.spec.row_names))
            arguments = [batch.to_pandas(date_as_object=True)]
        try:
            result = self.evaluate(*arguments)
        except Exception as error:
            raise self.error(arguments) from error
        if len(result) != rows:
            mismatch = ValueError(
                f"The length of the returned pandas.Series ({len(result)}) does not match "
                f"the length of the input Series ({rows})"
            )
            raise self.error(arguments) from mismatch
        try:
            return _from_pandas(result, self.result)
        except Exception:
            raise self._misfit() from self._unfit(result)


def _from_pandas(result: Any, kind: LogicalType) -> Any:
    """A Series, or a DataFrame for a ROW, as a column."""
    if isinstance(kind, RowType) and hasattr(result, "columns"):
        parts = [
            pa.Array.from_pandas(result.iloc[:, index], type=to_arrow_type(field.type))
            for index, field in enumerate(kind.fields)
        ]
        return pa.StructArray.from_arrays(parts, fields=list(to_arrow_type(kind)))
    column = pa.Array.from_pandas(result, type=to_arrow_type(kind))
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


class PythonUses:
    """The uses of an operator's expressions. Compiling the same expressions again gives the same uses.

    Call `begin`, compile, then `open`; `close` at the end.
    """

    def __init__(self) -> None:
        self._uses: dict[tuple[PythonCall, int], PythonUse] = {}
        self._seen: Counter[PythonCall] = Counter()
        self._objects: set[int] = set()

    def begin(self) -> None:
        """Before expressions are compiled."""
        self._seen.clear()

    def of(self, call: PythonCall) -> PythonUse:
        """The use for this place. An object that is used twice is copied: each use has a state of its own."""
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
                    raise PythonCallError(use.func, f"{use.spec.name}.open") from error

    def close(self) -> None:
        for use in self._uses.values():
            if hasattr(use.func, "close"):
                try:
                    use.func.close()
                except Exception as error:
                    raise PythonCallError(use.func, f"{use.spec.name}.close") from error

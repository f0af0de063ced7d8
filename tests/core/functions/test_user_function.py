"""Errors in a user's function name the operator, the function with file and line, the record and the user's frames."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from pyrite.core.errors import UserFunctionError
from pyrite.core.functions.functions import FilterFunction, Function, MapFunction, RuntimeContext
from pyrite.core.functions.user_function import bound_method, describe, shorten
from pyrite.operators.operator import Operator
from pyrite.operators.stateless import FilterOperator, FlatMapOperator, MapOperator
from tests.operators.harness import Harness


def parse(text: str) -> int:
    return int(text)


class Parse(MapFunction):
    def map(self, value: str) -> int:
        return int(value)


class FailingLife(MapFunction):
    def __init__(self, where: str) -> None:
        self._where = where

    def open(self, runtime_context: RuntimeContext) -> None:
        self._maybe_fail("open")

    def map(self, value: Any) -> Any:
        return value

    def close(self) -> None:
        self._maybe_fail("close")

    def _maybe_fail(self, now: str) -> None:
        if now == self._where:
            raise RuntimeError(f"no {now} today")


class NoRepr:
    def __repr__(self) -> str:
        raise ValueError("no repr")


def error_of(operator: Operator, values: list[Any], timestamps: list[int] | None = None) -> UserFunctionError:
    harness = Harness(operator, uid="parser")
    with pytest.raises(UserFunctionError) as raised:
        harness.feed(values, timestamps)
    return raised.value


def test_error_says_what_the_users_exception_said() -> None:
    assert error_of(MapOperator(parse), ["1", "x"]).error == "ValueError: invalid literal for int() with base 10: 'x'"


def test_error_names_the_operator_with_uid_and_subtask() -> None:
    assert error_of(MapOperator(parse), ["x"]).operator == "'Test' (uid parser), subtask 2/3"


def test_error_names_the_function_with_file_and_line() -> None:
    line = parse.__code__.co_firstlineno
    assert error_of(MapOperator(parse), ["x"]).function == f"parse ({__file__}:{line})"


def test_error_names_the_class_of_a_function_object_with_file_and_line() -> None:
    function = error_of(MapOperator(Parse()), ["x"]).function
    assert function.startswith(f"Parse ({__file__}:")


@pytest.mark.parametrize("timestamps", [None, [1, 2, 3]])
@pytest.mark.parametrize("operator", [MapOperator(parse), FilterOperator(parse), FlatMapOperator(lambda v: [parse(v)])])
def test_error_names_the_record(operator: Operator, timestamps: list[int] | None) -> None:
    assert error_of(operator, ["1", "bad", "3"], timestamps).record == "'bad'"


def test_error_names_the_record_on_a_keyed_stream() -> None:
    harness = Harness(MapOperator(parse), keyed=True)
    with pytest.raises(UserFunctionError, match="with record 'bad'"):
        harness.feed_keyed((1, "1"), (1, "bad"), (2, "3"))


def test_error_shows_the_users_frames_and_none_of_ours() -> None:
    shown = error_of(MapOperator(parse), ["x"]).user_traceback
    assert "return int(text)" in shown
    assert "/pyrite/operators/" not in shown


def test_error_has_the_users_exception_as_its_cause() -> None:
    assert isinstance(error_of(MapOperator(parse), ["x"]).__cause__, ValueError)


def test_error_of_a_chained_operator_is_reported_once() -> None:
    first, second = MapOperator(lambda value: value), MapOperator(parse)
    Harness(second)
    harness = Harness(first)
    harness.context.output._main[0] = second
    with pytest.raises(UserFunctionError, match=r"calling parse") as raised:
        harness.feed(["x"])
    assert str(raised.value).count("in operator") == 1


@pytest.mark.parametrize("where", ["open", "close"])
def test_error_in_open_or_close_names_operator_and_function(where: str) -> None:
    with pytest.raises(UserFunctionError, match=f"no {where} today") as raised:
        Harness(MapOperator(FailingLife(where))).operator.close()
    assert raised.value.operator == "'Test', subtask 2/3"
    assert raised.value.function.startswith("FailingLife (")


def test_description_of_a_partial_is_that_of_its_function() -> None:
    assert describe(functools.partial(parse, "1")) == describe(parse)


def test_description_of_a_class_is_its_own() -> None:
    assert describe(int) == "int"
    assert describe(NoRepr).startswith(f"NoRepr ({__file__}:")


def test_description_of_a_builtin_is_its_name() -> None:
    assert describe(str.upper) == "str.upper"
    assert describe(len) == "len"


def test_long_record_is_cut_in_messages() -> None:
    assert len(shorten("x" * 10_000)) < 300
    assert len(shorten(list(range(10_000)))) < 300


def test_record_whose_repr_raises_is_reported_by_its_type() -> None:
    assert shorten(NoRepr()).startswith("<NoRepr ")


def test_bound_method_prefers_the_method_of_its_kind() -> None:
    class Both(MapFunction, FilterFunction):
        def map(self, value: Any) -> str:
            return "map"

        def filter(self, value: Any) -> bool:
            return True

    both: Function = Both()
    assert bound_method(both, MapFunction, "map")(0) == "map"
    assert bound_method(both, FilterFunction, "filter")(0) is True

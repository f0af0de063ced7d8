"""Which row a failure is said to be of: only what is certain."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.errors import UserFunctionError
from pyrite.core.types import string_type
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.handler import AggregateHandler
from pyrite.operators.operator import Operator
from pyrite.runtime.task.task_failure import failure_of
from tests.operators.harness import Harness


class FailsAbove(Operator):
    """Raises for blocks with a number above 900."""

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        for number in block.batch.column(0).to_pylist():
            if number > 900:
                raise ValueError("above 900")
        self.output.emit(block)


class Totals(Operator):
    """A JSON object of all rows."""

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        call = AggregateCall("JSON_OBJECTAGG", (1, 2), (string_type(), string_type()), string_type())
        handler = AggregateHandler((call,), retracts=False)
        state = handler.create()
        for row in list(zip(*(block.batch.column(place).to_pylist() for place in (1, 2)), strict=True)):
            state = handler.accumulate(state, row)


def failure(operator: Operator, columns: dict[str, Any]) -> str:
    harness = Harness(operator)
    try:
        harness.operator.process_block(ColumnBlock(pa.record_batch(columns)))
    except Exception as error:
        named = failure_of(error, "a task")
        assert isinstance(named, UserFunctionError)
        return named.record
    raise AssertionError("it did not fail")


def test_row_that_fails_by_itself_is_named() -> None:
    assert failure(FailsAbove(), {"n": list(range(1000))}) == "{'n': 901}"


def test_of_rows_that_a_call_reads_the_same_of_only_what_they_share_is_named() -> None:
    columns = {"id": [1, 2], "k": ["a", "a"], "v": ["1", "1"]}
    assert failure(Totals(), columns).startswith("{'k': 'a', 'v': '1'}, column 'JSON_OBJECTAGG")
    columns["v"] = ["1", "2"]
    assert failure(Totals(), columns).startswith("{'id': 2, 'k': 'a', 'v': '2'}, column 'JSON_OBJECTAGG")

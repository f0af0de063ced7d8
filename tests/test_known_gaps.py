"""What is known not to work, as tests that must fail: whoever closes a gap is reminded to remove its mark.

`OURS` are to be done here, `UPSTREAM` are worked around until a library changes, `NEVER` are decisions.
"""

from __future__ import annotations

from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from pyrite.core.errors import PyriteError, ValidationException
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import StreamTableEnvironment
from pyrite.testing import SimulationExecutor

OURS: Final = "ours to do"
UPSTREAM: Final = "upstream's"
NEVER: Final = "never"


def gap(kind: str, reason: str, raises: Any) -> pytest.MarkDecorator:
    return pytest.mark.xfail(strict=True, reason=f"{kind}: {reason}", raises=raises)


def rows_of(*statements: str) -> list[Any]:
    """Runs statements in the simulation; the rows of the last one."""
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=1))):
        environment = StreamTableEnvironment.create(StreamExecutionEnvironment().set_parallelism(1))
        for statement in statements[:-1]:
            environment.execute_sql(statement)
        with environment.execute_sql(statements[-1]).collect() as rows:
            return list(rows)


@gap(OURS, "VARIANT and its functions", ValidationException)
def test_sql_has_variants() -> None:
    assert rows_of("SELECT PARSE_JSON('[1]')")


@gap(UPSTREAM, "pyarrow drops rows in which all texts are NULL; CONCAT_WS takes its row form for them", AssertionError)
def test_arrow_joins_texts_of_which_all_are_null() -> None:
    nothing = pa.array([None, "b"])
    assert len(pc.binary_join_element_wise(nothing, nothing, ",", null_handling="skip")) == 2


@gap(UPSTREAM, "Arrow's maps have no NULL as a key, Flink's have", pa.ArrowInvalid)
def test_arrow_has_maps_with_null_as_a_key() -> None:
    pa.array([[(None, 1)]], pa.map_(pa.string(), pa.int32()))


@gap(NEVER, "the changelog backend is Flink's; incremental checkpoints write what has changed only", PyriteError)
def test_changelog_state_backend_is_taken() -> None:
    StreamExecutionEnvironment().enable_changelog_state_backend(True)

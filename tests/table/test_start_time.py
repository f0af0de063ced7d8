"""The time now: that of the row in streaming, that of the query's start in batch."""

from __future__ import annotations

import pytest

from pyrite.expressions.resolved import FunctionCall, ValueLiteral
from pyrite.operators.relational.rows.calc import CalcSpec
from pyrite.relational.passes import optimized
from pyrite.relational.to_transformations import Translator
from pyrite.table import EnvironmentSettings, TableEnvironment

NOW = "NOW(), CURRENT_TIMESTAMP, LOCALTIMESTAMP, CURRENT_DATE, CURRENT_TIME, LOCALTIME, CURRENT_ROW_TIMESTAMP()"


@pytest.mark.parametrize("is_batch", [True, False])
def test_time_now_is_one_for_a_query_in_batch(is_batch: bool) -> None:
    settings = EnvironmentSettings.in_batch_mode() if is_batch else EnvironmentSettings.in_streaming_mode()
    t_env = TableEnvironment.create(settings)
    t_env.get_config().set("table.local-time-zone", "Asia/Tokyo")
    t_env.execute_sql("CREATE TABLE t (n INT) WITH ('connector' = 'datagen', 'number-of-rows' = '1')")
    plan = optimized(t_env.sql_query(f"SELECT {NOW} FROM t").plan)
    translator = Translator(t_env.session.configuration)
    spec = translator.program[translator.translate(plan)].operator
    assert isinstance(spec, CalcSpec)
    *times, per_row = spec.projections
    assert isinstance(per_row, FunctionCall)
    if not is_batch:
        assert all(isinstance(each, FunctionCall) for each in times)
        return
    now, again, local, day, clock, local_clock = [each.value for each in times if isinstance(each, ValueLiteral)]
    assert now == again and local - now == 9 * 3_600_000_000_000
    assert divmod(local // 1_000_000, 86_400_000) == (day, clock) and clock == local_clock

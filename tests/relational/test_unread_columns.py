"""Sources that make their values leave out the columns that nobody reads."""

from __future__ import annotations

import pytest

from pyrite.connectors.builtin.datagen_source import DatagenSource
from pyrite.operators.relational.rows.scan import ScanSpec
from pyrite.relational.passes import all_optimized
from pyrite.relational.passes.settings import STREAMING
from pyrite.relational.to_transformations import Translator
from pyrite.table import EnvironmentSettings, TableEnvironment

TABLE = """
CREATE TABLE t (a INT, b INT, c BIGINT, ts AS TO_TIMESTAMP_LTZ(c, 3), WATERMARK FOR ts AS ts)
WITH ('connector' = 'datagen', 'number-of-rows' = '1')
"""


@pytest.mark.parametrize(
    ("queries", "unread"),
    [
        (["SELECT a FROM t"], {1}),  # the watermark reads c
        (["SELECT b + 1 FROM t WHERE a > 0"], set()),
        (["SELECT a FROM t", "SELECT b FROM t"], set()),
        (["SELECT a, SUM(c) FROM t GROUP BY a"], {1}),
        (["SELECT * FROM t"], set()),
    ],
)
def test_scan_leaves_out_what_none_of_its_readers_wants(queries: list[str], unread: set[int]) -> None:
    t_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    t_env.execute_sql(TABLE)
    translator = Translator(t_env.session.configuration)
    plans = all_optimized([t_env.sql_query(query).plan for query in queries], STREAMING)
    sources = set()
    for last in translator.translate_all(plans):
        scan = translator.program[translator.program.upstream([last])[0]].operator
        assert isinstance(scan, ScanSpec) and isinstance(scan.source, DatagenSource)
        sources.add(scan.source.unread)
    assert sources == {frozenset(unread)}

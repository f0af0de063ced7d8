"""The meaning of state: one text for all plans of one meaning, and another where the state is of something else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import PyriteError
from pyrite.core.types import BigIntType
from pyrite.expressions.python_function import ScalarFunctionSpec
from pyrite.graph.passes.build_stream_graph import build_stream_graph
from pyrite.graph.passes.name_operators import name_operators
from pyrite.graph.plan_settings import PlanSettings
from pyrite.graph.program import Program
from pyrite.graph.transformation import Transformation
from pyrite.operators.relational.rows.values import ValuesSource
from pyrite.relational.catalog.objects import CatalogFunction
from pyrite.relational.compiled.compiled_plan import PlanForm, numbered
from pyrite.relational.node_notes import NodeNotes
from pyrite.relational.passes import optimized
from pyrite.relational.passes.settings import COLLECTED, PassSettings
from pyrite.relational.plan.meaning_text import shortened
from pyrite.relational.plan.nodes import RelNode, Values
from pyrite.relational.session.session import Session
from pyrite.relational.to_transformations import Translator
from tests.relational.changelog_tables import CHANGELOG_TABLES, ChangesSink, ChangesSource, changelog_session
from tests.relational.compiled.test_compiled_plans import RECORDED
from tests.relational.fixtures import check
from tests.relational.sessions import plan
from tests.whole.simulation.ledger import LedgerSink

HERE: Final = Path(__file__).parent
OWN_TABLES: Final = (
    "CREATE TABLE t (a INT, b INT, n BIGINT, sent TIMESTAMP(3), p AS PROCTIME(), ts AS sent + INTERVAL '1' HOUR, "
    "WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'datagen')",
    "CREATE TABLE u (a INT, b INT, n BIGINT) WITH ('connector' = 'datagen')",
)
MINI_BATCH: Final = {
    "table.exec.mini-batch.enabled": "true",
    "table.exec.mini-batch.allow-latency": "1 s",
    "table.exec.mini-batch.size": "10",
}
ONE_PHASE: Final = {"table.optimizer.agg-phase-strategy": "ONE_PHASE"}
SPLIT: Final = {"table.optimizer.distinct-agg.split.enabled": "true"}


@pytest.fixture(autouse=True)
def translatable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the tables of 'changes' make sources and sinks, which never run."""
    monkeypatch.setattr(ChangesSource, "create_source", lambda self: ValuesSource((), self.row_type))
    monkeypatch.setattr(ChangesSink, "create_sink", lambda self: LedgerSink("none"))


def session_of(*tables: str) -> Session:
    return changelog_session(*CHANGELOG_TABLES, *(tables or OWN_TABLES))


def best_plan(session: Session, statement: str, settings: dict[str, str]) -> RelNode:
    configuration = Configuration({"table.local-time-zone": "UTC", **settings})
    return optimized(plan(session, statement), PassSettings(False, configuration, COLLECTED))


def translated(best: RelNode, settings: dict[str, str]) -> list[str]:
    """The meanings of a plan's steps, inputs first, without sources."""
    steps = all_steps(best, settings)
    has_constants = any(isinstance(node, Values) for node, _ in numbered([best]))
    for step in steps:
        assert not step.keyed or step.state_meaning or has_constants, f"{step.name} does not say what its state is of"
    return [step.state_meaning for step in steps if step.inputs and step.state_meaning]


def all_steps(best: RelNode, settings: dict[str, str]) -> list[Transformation]:
    program = Program()
    last = Translator(Configuration(settings), program).translate(best)
    return [program[each] for each in program.upstream([last])]


def meanings(statement: str, settings: dict[str, str] | None = None, tables: tuple[str, ...] = ()) -> list[str]:
    return translated(best_plan(session_of(*tables), statement, settings or {}), settings or {})


def test_meanings_are_written_as_they_always_were() -> None:
    """They are in people's savepoints: a line may be added, and none be changed."""

    def text(case: str) -> str:
        *options, statement = case.split("\n")
        pairs = [option.removeprefix("SET ").split(" = ") for option in options]
        return "\n".join(meanings(statement, dict(pairs)))

    check(HERE / "fixtures" / "meanings.txt", text)


GROUPS: Final = "SELECT a, b, COUNT(*), SUM(n) FROM t GROUP BY a, b"
TOP: Final = (
    "SELECT a, n FROM (SELECT a, n, ROW_NUMBER() OVER (PARTITION BY a ORDER BY n DESC) AS r FROM t) WHERE r <= 3"
)
FIRST: Final = TOP.replace("<= 3", "= 1").replace("ORDER BY n DESC", "ORDER BY p")
WINDOWS: Final = (
    "SELECT a, window_start, SUM(n) FROM TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE) "
    "GROUP BY a, window_start, window_end"
)
OVER: Final = "SELECT a, n, SUM(n) OVER (PARTITION BY a ORDER BY ts) FROM t"


@pytest.mark.parametrize(
    ("statement", "changed"),
    [
        (GROUPS, GROUPS.replace("SUM(n)", "SUM(n * 2)")),
        (GROUPS, GROUPS.replace("SUM(n)", "SUM(n) FILTER (WHERE n > 5)")),
        (GROUPS, GROUPS.replace("BY a, b", "BY b, a")),
        (GROUPS, GROUPS.replace("FROM t", "FROM u")),
        (GROUPS.replace("BY a, b", "BY ROLLUP (a, b)"), GROUPS.replace("BY a, b", "BY CUBE (a, b)")),
        ("SELECT DISTINCT a, b FROM t", "SELECT DISTINCT b, a FROM t"),
        (f"SELECT SUM(s) FROM ({GROUPS.replace('SUM(n)', 'SUM(n) AS s')})", "SELECT SUM(n) FROM t"),
        ("SELECT a FROM u LIMIT 3", "SELECT a FROM u LIMIT 4"),
        ("SELECT a FROM u ORDER BY b LIMIT 3", "SELECT a FROM u ORDER BY b LIMIT 4"),
        (TOP, TOP.replace("r <= 3", "r <= 4")),
        (TOP, TOP.replace("SELECT a, n FROM (", "SELECT a, n, r FROM (")),
        (TOP, TOP.replace("BY n DESC", "BY -n DESC")),
        (TOP, TOP.replace("PARTITION BY a", "PARTITION BY b")),
        (FIRST, FIRST.replace("PARTITION BY a", "PARTITION BY b")),
        (WINDOWS, WINDOWS.replace("SUM(n)", "SUM(n * 2)")),
        (WINDOWS, WINDOWS.replace("'1' MINUTE", "'2' MINUTE")),
        (OVER, OVER.replace("SUM(n)", "SUM(-n)")),
        (OVER, OVER.replace("BY a", "BY b")),
        ("SELECT k, SUM(v) FROM upserts GROUP BY k", "SELECT k, SUM(v + 1) FROM upserts GROUP BY k"),
        (
            "SELECT COUNT(*) FROM (SELECT a FROM t UNION ALL SELECT a FROM u) GROUP BY a",
            "SELECT COUNT(*) FROM (SELECT a FROM t UNION ALL SELECT b FROM u) GROUP BY a",
        ),
        (GROUPS.replace("SUM(n)", "MAX(COALESCE(CAST(n AS STRING), '<unknown>'))"), GROUPS),
        (
            "SELECT COUNT(*) FROM t GROUP BY sent + INTERVAL '1' MONTH",
            "SELECT COUNT(*) FROM t GROUP BY sent + INTERVAL '0.001' SECOND",
        ),
    ],
)
def test_meaning_differs_where_the_state_would_be_of_something_else(statement: str, changed: str) -> None:
    assert meanings(statement) != meanings(changed)


@pytest.mark.parametrize(
    ("statement", "same"),
    [
        (GROUPS, GROUPS.replace("FROM t", "FROM t WHERE n > 5")),
        (GROUPS, f"{GROUPS} HAVING COUNT(*) > 3"),
        (GROUPS, "SELECT COUNT(*), y, SUM(m) AS s, x.a AS k FROM (SELECT n AS m, b AS y, a FROM t) x GROUP BY a, y"),
        (GROUPS.replace("SUM(n)", "SUM(n * 2)"), GROUPS.replace("SUM(n)", "SUM(2 * n)")),
        (GROUPS.replace("SUM(n)", "SUM(n * 2)"), GROUPS.replace("SUM(n)", "SUM(n * (1 + 1))")),
        (
            "SELECT SUM(n) FROM t GROUP BY GROUPING SETS ((a, b), (a), (b))",
            "SELECT SUM(n) FROM t GROUP BY GROUPING SETS ((a, b), (b), (a))",
        ),
        (TOP, TOP.replace("SELECT a, n FROM (", "SELECT n AS number, a AS k FROM (")),
        (TOP, TOP.replace("FROM t", "FROM t WHERE b = 1")),
        (TOP, TOP.replace("FROM t)", "FROM t) AS x (a, n, r)")),
        (FIRST, FIRST.replace("a, n", "a, n + 1 AS n")),
        (WINDOWS, WINDOWS.replace("SELECT a, window_start, SUM(n)", "SELECT SUM(n) AS s, a")),
        (OVER, OVER.replace("FROM t", "FROM t WHERE n > 5").replace("a, n, SUM", "n AS m, a, SUM")),
        (
            "SELECT a, b FROM t UNION ALL SELECT b, a FROM u UNION SELECT b, b FROM u",
            "SELECT b AS a, b FROM u UNION (SELECT b AS a, a AS b FROM u UNION ALL SELECT a, b FROM t)",
        ),
    ],
)
def test_meaning_is_the_same_for_other_rows_names_and_orders(statement: str, same: str) -> None:
    assert meanings(statement) == meanings(same)


def test_zone_of_the_session_is_part_of_the_meaning_where_it_decides_a_value() -> None:
    berlin = session_of()
    berlin.configuration.set_string("table.local-time-zone", "Europe/Berlin")
    for statement, differs in (
        ("SELECT COUNT(*) FROM t GROUP BY HOUR(sent)", False),
        ("SELECT COUNT(*) FROM t GROUP BY HOUR(TO_TIMESTAMP_LTZ(n, 3))", True),
        ("SELECT COUNT(*) FROM t GROUP BY CAST(TO_TIMESTAMP_LTZ(n, 3) AS STRING)", True),
        (FIRST, False),
        (WINDOWS, False),
        (WINDOWS.replace("(ts)", "(p)"), True),
    ):
        there = translated(best_plan(berlin, statement, {}), {})
        assert (there != meanings(statement)) is differs, statement


def test_source_says_which_table_its_position_is_in() -> None:
    steps = all_steps(best_plan(session_of(), "SELECT a FROM t UNION ALL SELECT a FROM u", {}), {})
    sources = [step.state_meaning for step in steps if not step.inputs]
    assert sources == ["the position in t", "the position in u"]


def test_names_of_utc_mean_the_same() -> None:
    """The zone of the machine is Etc/UTC on one and UTC on the next."""
    session = session_of()
    session.configuration.set_string("table.local-time-zone", "Etc/UTC")
    for statement in (
        WINDOWS.replace("(ts)", "(p)"),
        "SELECT COUNT(*) FROM t GROUP BY HOUR(TO_TIMESTAMP_LTZ(n, 3))",
        "SELECT COUNT(*) FROM t GROUP BY CAST(TO_TIMESTAMP_LTZ(n, 3) AS STRING)",
    ):
        assert translated(best_plan(session, statement, {}), {}) == meanings(statement)


def test_python_function_is_known_by_the_name_that_the_query_calls_it_by() -> None:
    session = session_of()
    for name, function in (("once", lambda n: n), ("twice", lambda n: 2 * n)):
        spec = ScalarFunctionSpec(function.__name__, function, result_type=BigIntType())
        session.catalogs.system_functions[name] = CatalogFunction(spec)
    texts = [translated(best_plan(session, f"SELECT SUM({name}(n)) FROM t", {}), {}) for name in ("once", "TWICE")]
    assert texts == [["SUM(once(t.n))"], ["SUM(twice(t.n))"]]


@pytest.mark.parametrize("statement", [GROUPS, TOP, FIRST, WINDOWS, OVER, "SELECT DISTINCT a FROM t"])
@pytest.mark.parametrize("settings", [MINI_BATCH, ONE_PHASE, {"parallelism.default": "7"}], ids=str)
def test_meaning_is_the_same_with_other_settings(statement: str, settings: dict[str, str]) -> None:
    assert meanings(statement, settings) == meanings(statement)


@pytest.mark.parametrize("statement", [GROUPS, TOP, FIRST, "SELECT a FROM u ORDER BY b DESC LIMIT 3"])
def test_state_is_found_again_with_another_time_to_live(statement: str) -> None:
    def kept(settings: dict[str, str]) -> set[tuple[str, str]]:
        program = Program()
        step = Translator(Configuration(settings), program).translate(best_plan(session_of(), statement, settings))
        graph = name_operators(build_stream_graph(program, [step], "job", 100), PlanSettings(1))
        return {(node.operator_id, node.state_meaning) for node in graph.nodes if node.state_meaning}

    assert kept({"table.exec.state.ttl": "1 h"}) == kept({})


def test_last_phase_of_split_values_means_the_same_over_an_incremental_one() -> None:
    statement = "SELECT a, COUNT(DISTINCT n), SUM(DISTINCT b) FROM t GROUP BY a"
    incremental = meanings(statement, {**SPLIT, **MINI_BATCH})
    assert incremental[-1] == meanings(statement, SPLIT)[-1]
    buckets = {"table.optimizer.distinct-agg.split.bucket-num": "7"}
    assert incremental[0] != meanings(statement, {**SPLIT, **MINI_BATCH, **buckets})[0]


def test_columns_of_a_table_that_are_not_read_mean_nothing() -> None:
    wider = tuple(each.replace("(a INT", "(z STRING, a INT, y STRING") for each in OWN_TABLES)
    for statement in (GROUPS, TOP, WINDOWS, OVER):
        assert meanings(statement, tables=wider) == meanings(statement)


@pytest.mark.parametrize("number", range(4))
def test_plan_that_is_read_means_what_the_one_that_was_written_meant(number: int) -> None:
    session = session_of()
    for statement in RECORDED[number::4]:
        try:
            best = best_plan(session, statement, {})
            wanted = translated(best, {})
        except PyriteError:
            continue
        ids = {id(node): place for node, place in numbered([best])}
        writing, reading = PlanForm(session, ids), PlanForm(session, {})
        for node, _ in numbered([best]):
            read, _ = reading.read(json.loads(json.dumps(writing.write(node, NodeNotes(), {}, None))))
        assert translated(read, {}) == wanted, statement


def test_long_text_is_cut_and_still_differs() -> None:
    first, second = shortened("x" * 700 + "a"), shortened("x" * 700 + "b")
    assert first != second
    assert first == "x" * 600 + "... (sha256 47813e6fa18ef1c0)"

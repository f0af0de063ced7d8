"""Compiled plans: every plan can be written and read again, and runs as the one that it was compiled from."""

from __future__ import annotations

import json
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from decimal import Decimal
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Final, Optional, Union, get_args, get_origin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.connector.table import TableSink, TableSource
from pyrite.core.errors import PyriteError, TableException
from pyrite.core.types import LogicalType
from pyrite.expressions.resolved import ValueLiteral
from pyrite.graph.program import Program
from pyrite.graph.transformation import Transformation
from pyrite.operators.relational.join.regular_join import RegularJoinSpec
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.relational.compiled.codec import PlanCodec, UnfitValueError, field_hints
from pyrite.relational.compiled.compiled_plan import CompiledPlan, PlanForm, compiled, numbered, restored
from pyrite.relational.node_notes import NodeNotes
from pyrite.relational.passes import optimized
from pyrite.relational.plan import nodes
from pyrite.relational.plan.names import classes_below, plan_name
from pyrite.relational.plan.nodes import RelNode, ResolvedTable
from pyrite.relational.plan.render import describe, render
from pyrite.relational.session.session import Session
from pyrite.relational.to_transformations import Translator
from tests.relational.changelog_tables import CHANGELOG_TABLES, changelog_session
from tests.relational.fixtures import cases
from tests.relational.running import RunningPlan
from tests.relational.sessions import new_session, plan

HERE: Final = Path(__file__).parent
RECORDED: Final = [case.statement for case in cases(HERE.parent / "changelogs" / "plans.txt")]
SINKS: Final = (
    "CREATE TABLE totals (id BIGINT, total DOUBLE) WITH ('connector' = 'print')",
    "CREATE TABLE strict (id BIGINT NOT NULL, total DOUBLE) WITH ('connector' = 'print')",
)
TOTALS: Final = "INSERT INTO totals SELECT id, SUM(price) FROM orders WHERE name <> 'x' GROUP BY id"
NOT_OF_FIELDS: Final = (RelNode, ResolvedTable, LogicalType, TableSource, TableSink)
"""Classes with forms of their own."""


def compiled_text(session: Session, *statements: str) -> CompiledPlan:
    best = [optimized(plan(session, statement)) for statement in statements]
    return compiled([each for each in best if isinstance(each, nodes.Sink)], session)


def again(written: CompiledPlan, session: Session, **changes: Any) -> CompiledPlan:
    """The plan that is read from the text of another, of whose last node but one these are changed."""
    document = json.loads(written.to_json())
    document["nodes"][-2] |= changes
    return restored(document, session)


def operators(read: CompiledPlan, session: Session) -> list[Transformation]:
    """The steps that the plan becomes, inputs first."""
    program = Program()
    translator = Translator(session.configuration, program, read.notes)
    steps = [program[each] for each in program.upstream([translator.translate(sink) for sink in read.sinks])]
    return [step for step in steps if not step.kind.is_virtual]


# Forms ----------------------------------------------------------------------------------------------------------------


@cache
def changelogs() -> Session:
    return changelog_session(*CHANGELOG_TABLES)


@pytest.mark.parametrize("number", range(8))
def test_plans_of_recorded_queries_are_read_as_they_were_written(number: int) -> None:
    session, count = changelogs(), 0
    for statement in RECORDED[number::8]:
        try:
            best = optimized(plan(session, statement))
        except PyriteError:
            continue
        ids = {id(node): place for node, place in numbered([best])}
        writing, reading = PlanForm(session, ids), PlanForm(session, {})
        for node, _ in numbered([best]):
            content = json.loads(json.dumps(writing.write(node, NodeNotes(), {}, None)))
            read, _ = reading.read(content)
            assert (read, read.changelog) == (node, node.changelog), statement
        assert render(read, describe) == render(best, describe)
        count += 1
    assert count


def forms_of(hint: Any) -> Iterator[Any]:
    """The classes that a field of the type may hold; TypeError for a type that plans cannot be written with."""
    origin = get_origin(hint)
    if hint is Any or hint is Ellipsis or hint in (str, int, float, bool, type(None)):
        return
    if origin in (Union, types.UnionType, tuple, frozenset, Mapping, Sequence):
        for each in get_args(hint):
            yield from forms_of(each)
    elif isinstance(hint, type) and issubclass(hint, (Enum, *NOT_OF_FIELDS)):
        return
    elif isinstance(hint, type) and any(True for _ in classes_below(hint)):
        yield from classes_below(hint)
    else:
        raise TypeError(f"a compiled plan cannot hold {hint}: use a frozen dataclass, an enum, a tuple or a number")


def all_classes() -> dict[str, Any]:
    """All that plans are made of, by base class and name."""
    waiting: list[tuple[str, Any]] = [("node", kind) for kind in classes_below(RelNode)]
    waiting += [("type", kind) for kind in classes_below(LogicalType)]
    seen: dict[str, Any] = {}
    while waiting:
        group, kind = waiting.pop()
        key = f"{group} {plan_name(kind)}"
        known = seen.setdefault(key, kind)
        assert issubclass(kind, known) or issubclass(known, kind), f"two classes of plans are called '{key}'"
        if seen.get(f"done {key}") is None:
            seen[f"done {key}"] = True
            for hint in field_hints(kind).values():
                waiting += [("value", each) for each in forms_of(hint)]
    return {key: kind for key, kind in seen.items() if not key.startswith("done ")}


def test_every_class_of_plans_can_be_written() -> None:
    """A new node needs nothing but fields of types that can be written."""
    for kind in all_classes().values():
        taken = {"id", "type", "uid", "description", "configuration", "state"}
        assert not (issubclass(kind, RelNode) and taken & set(field_hints(kind))), f"{kind} has a field of the header"


NAMES: Final = HERE / "names.txt"


def names_of_fields() -> set[str]:
    return {f"{key}.{each.name}" for key, kind in all_classes().items() for each in fields(kind)}


def write_names() -> None:
    """For `make savepoints`."""
    NAMES.write_text("\n".join(sorted(names_of_fields())) + "\n")


def test_recorded_names_and_fields_stay() -> None:
    """From 0.1.0 on they are in people's files; until then, `make savepoints` records them again."""
    assert set(NAMES.read_text().split("\n")) - names_of_fields() - {""} == set()


LITERALS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.decimals(allow_nan=False),
    lambda inner: st.tuples(inner, inner) | st.dictionaries(st.text() | st.integers() | st.binary(), inner),
    max_leaves=8,
)


@given(LITERALS)
def test_literals_are_read_as_they_were_written(value: Any) -> None:
    codec = PlanCodec({})
    content = json.loads(json.dumps(codec.write(value, Any)))
    assert repr(codec.read(content, Any)) == repr(value)


def test_what_no_plan_can_hold_is_refused_with_its_place() -> None:
    codec = PlanCodec({})
    with pytest.raises(UnfitValueError, match=r"value\[1\]: a compiled plan cannot hold <object"):
        codec.write_fields(ValueLiteral((Decimal(1), object()), None))  # type: ignore[arg-type]


# What runs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        TOTALS,
        "INSERT INTO strict SELECT id, price FROM orders",
        "INSERT INTO totals SELECT id, price FROM orders /*+ OPTIONS('number-of-rows' = '5') */ LIMIT 3",
        "INSERT INTO totals SELECT a, b FROM files WHERE `path` LIKE '%x'",
        "INSERT INTO totals SELECT id, COUNT(*) FROM TUMBLE(TABLE timed, DESCRIPTOR(ts), INTERVAL '1' MINUTE) "
        "GROUP BY id, window_start, window_end",
        "INSERT INTO totals SELECT CAST(id AS BIGINT), 1 FROM nested CROSS JOIN UNNEST(tags) AS t (tag)",
    ],
)
def test_restored_plan_runs_the_same_operators_with_uids(statement: str) -> None:
    session = new_session(*SINKS)
    written = compiled_text(session, statement)
    read = again(written, session)
    assert read.sinks == written.sinks
    ours, same = operators(written, session), operators(read, session)
    assert [type(step.operator) for step in same] == [type(step.operator) for step in ours]
    assert [step.uid for step in same] == [step.uid for step in ours]
    assert len({step.uid for step in ours}) == len(ours) and all(step.uid for step in ours)


def test_uids_name_the_node_and_the_step() -> None:
    session = new_session(*SINKS)
    statement = "INSERT INTO strict SELECT id, SUM(price) FROM orders GROUP BY id"
    steps = operators(compiled_text(session, statement), session)
    names = ["1_source", "2_calc", "4_group-aggregate", "5_calc", "6_constraint-enforcer", "6_sink"]
    assert [step.uid for step in steps] == names


def test_nodes_that_two_inserts_share_are_there_once() -> None:
    session = new_session(*SINKS)
    best = optimized(plan(session, TOTALS))
    assert isinstance(best, nodes.Sink)
    written = compiled([best, nodes.Sink(best.input, "b", best.sink, best.sink_type, best.table)], session)
    read = again(written, session)
    assert len(written.document["nodes"]) == 7
    assert read.sinks[0].input is read.sinks[1].input


def test_settings_of_the_plan_come_before_those_of_the_session() -> None:
    session = new_session(*SINKS)
    session.configuration.set_string("table.exec.state.ttl", "1 h")
    written = compiled_text(session, TOTALS)
    session.configuration.set_string("table.exec.state.ttl", "5 s")
    session.configuration.set_string("table.exec.mini-batch.enabled", "true")
    (aggregate,) = [step.operator for step in operators(again(written, session), session) if step.keyed]
    assert (getattr(aggregate, "ttl_ms", None), getattr(aggregate, "bundle", 1)) == (3_600_000, None)


def test_time_to_live_can_be_changed_in_the_file() -> None:
    session = new_session(*SINKS)
    document = json.loads(compiled_text(session, TOTALS).to_json())
    (node,) = [each for each in document["nodes"] if "state" in each]
    assert node["state"] == [{"index": 0, "ttl": "0 ms", "name": "groupAggregateState"}]
    node["state"][0]["ttl"] = "2 d"
    (aggregate,) = [step.operator for step in operators(restored(document, session), session) if step.keyed]
    assert getattr(aggregate, "ttl_ms", None) == 2 * 86_400_000


def test_time_to_live_of_a_hint_is_where_it_can_be_changed() -> None:
    session = new_session(*SINKS)
    hinted = TOTALS.replace("SELECT", "SELECT /*+ STATE_TTL('orders' = '3 d') */")
    written = compiled_text(session, hinted)
    (state,) = [each["state"] for each in written.document["nodes"] if "state" in each]
    assert state[0]["ttl"] == "3 d"
    for read in (written, again(written, session)):
        (aggregate,) = [step.operator for step in operators(read, session) if step.keyed]
        assert getattr(aggregate, "ttl_ms", None) == 3 * 86_400_000


@pytest.mark.parametrize("number", range(4))
def test_operators_with_keyed_state_say_what_they_keep(number: int) -> None:
    """By `keyed_layout`, so that state which does not fit is refused."""
    for statement in RECORDED[number::4]:
        try:
            query = plan(changelogs(), statement)
            steps = [] if isinstance(query, nodes.Sink) else RunningPlan(query).steps
        except PyriteError:
            continue
        for step in steps:
            assert step.operator is not None
            assert bool(step.operator.keyed_layout) == step.keyed, (step.operator, statement)


@pytest.mark.parametrize(
    ("hint", "expected"), [("'t' = '1 d'", (0, 86_400_000)), ("'t' = '1 s', 'o' = '2 s'", (2000, 1000))]
)
def test_join_keeps_its_times_to_live(hint: str, expected: tuple[int, int]) -> None:
    session = new_session(*SINKS)
    query = f"SELECT /*+ STATE_TTL({hint}) */ o.id, o.price FROM orders AS o JOIN timed AS t ON o.id = t.id"
    written = compiled_text(session, f"INSERT INTO totals {query}")
    read = restored(json.loads(written.to_json()), session)
    joins = [step.operator for step in operators(read, session) if isinstance(step.operator, RegularJoinSpec)]
    assert [join.ttls_ms for join in joins] == [expected]


# Mistakes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"type": "stream-exec-teleport_1"}, "Unsupported exec node type: 'stream-exec-teleport_1'."),
        ({"type": "batch-exec-calc_1"}, "the plan was compiled for another mode: this session is streaming"),
        ({"input": 99}, "input: node 99 does not precede it"),
        ({"speed": 1}, "calc has no field 'speed': written by a later version of Pyrite"),
        ({"projections": [{"$": "wish"}]}, r"projections\[0\]: unknown ResolvedExpression 'wish'"),
        ({"names": 5}, "names: expected list, not '5'"),
        ({"state": [{"ttl": "soon"}]}, "expected a duration"),
        ({"id": 1}, "The id: 1 is not unique"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_node(changes: dict[str, Any], words: str) -> None:
    session = new_session(*SINKS)
    with pytest.raises(TableException, match=rf"^node \d \(.*\): .*{words}"):
        again(compiled_text(session, TOTALS), session, **changes)


@pytest.mark.parametrize("document", [{}, [], {"version": 1}, {"version": 9, "nodes": []}, {"version": 1, "nodes": []}])
def test_other_documents_are_refused(document: Any) -> None:
    with pytest.raises(TableException):
        restored(document, new_session())


@pytest.mark.parametrize(
    ("hint", "is_named"),
    [
        (SortColumn, False),
        (Optional[SortColumn], False),
        (SortColumn | int | None, True),
        (object, True),
    ],
)
def test_object_has_the_name_of_its_class_where_its_field_leaves_it_open(hint: Any, is_named: bool) -> None:
    codec = PlanCodec({})
    written = codec.write((SortColumn(1, is_descending=True, nulls_first=False),), tuple[hint, ...])
    values = {"place": 1, "is_descending": True, "nulls_first": False}
    assert written == [{**({"$": plan_name(SortColumn)} if is_named else {}), **values}]

"""Ids of operators, under which state is stored: the recorded ones must never change; what others depend on."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.common import Time, WatermarkStrategy
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream import OutputTag, StreamExecutionEnvironment
from pyrite.datastream.window import TumblingEventTimeWindows
from tests.graph import programs


def many_kinds() -> StreamExecutionEnvironment:
    env = programs.environment()
    stream = programs.numbers(env).assign_timestamps_and_watermarks(WatermarkStrategy.no_watermarks())
    stream = stream.flat_map(lambda number: [number]).filter(bool)
    keyed = stream.key_by(programs.same)
    keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).reduce(lambda first, second: first).print()
    keyed.reduce(lambda first, second: first).print()
    loop = stream.iterate_bulk(3)
    body = loop.map(programs.same)
    loop.close_with(body, body).print()
    return env


def ids(env: StreamExecutionEnvironment) -> dict[str, str]:
    return {node.name: node.operator_id for node in env.get_stream_graph().nodes}


def test_ids_stay() -> None:
    assert ids(programs.diamond()) == {
        "Numbers": "5bf8b77f58611400",
        "Left": "c3621cecd5fbd81e",
        "Count": "counts",
        "Right": "00d9dcedfc60a821",
        "Spread": "5c433b72db1cea9a",
        "Late": "b03b085cc84e2f05",
        "Join": "1326940cc42b99e1",
        "Rules": "2dd3bddcadc95e46",
        "All": "f22aceee9638c3aa",
    }


def test_ids_of_other_kinds_stay() -> None:
    assert ids(many_kinds()) == {
        "Numbers": "5bf8b77f58611400",
        "Timestamps/Watermarks": "e60e53600a803572",
        "Flat Map": "102977b3fac72093",
        "Filter": "733d8a9c31c671ea",
        "Window Reduce": "e873b8f4f74ce1b6",
        "Print to Std. Out": "5e2f797092171407",
        "Reduce": "180d0043044198bc",
        "Bulk Iteration": "bac1098aaca89cfb",
        "Map": "581d86cb03ea0ed3",
        "Feedback of Bulk Iteration": "0f428518272bced4",
        "Termination of Bulk Iteration": "265fb74b088fa36f",
    }


# What an id depends on ------------------------------------------------------------------------------------------------


def id_of(env: StreamExecutionEnvironment, name: str) -> str:
    return ids(env)[name]


def one_map(function: Any = programs.same, name: str = "Map", parallelism: int = 2) -> StreamExecutionEnvironment:
    env = programs.environment(parallelism)
    programs.numbers(env).map(function).name(name)
    return env


def test_id_is_the_uid_where_there_is_one() -> None:
    env = programs.environment()
    programs.numbers(env).map(programs.same).uid("mine")
    assert id_of(env, "Map") == "mine"


def test_id_is_the_uid_hash_where_there_is_one() -> None:
    env = programs.environment()
    programs.numbers(env).map(programs.same).set_uid_hash("0123456789abcdef0123456789abcdef")
    assert id_of(env, "Map") == "0123456789abcdef0123456789abcdef"


def test_uid_comes_before_the_uid_hash() -> None:
    env = programs.environment()
    programs.numbers(env).map(programs.same).uid("mine").set_uid_hash("0123456789abcdef0123456789abcdef")
    assert id_of(env, "Map") == "mine"


def test_id_does_not_depend_on_the_name() -> None:
    assert id_of(one_map(name="A"), "A") == id_of(one_map(name="B"), "B")


def test_id_does_not_depend_on_the_parallelism() -> None:
    assert ids(one_map(parallelism=1)) == ids(one_map(parallelism=7))


def test_id_does_not_depend_on_the_function() -> None:
    assert ids(one_map(programs.same)) == ids(one_map(str))


def test_id_does_not_depend_on_what_follows() -> None:
    env = programs.environment()
    programs.numbers(env).map(programs.same).filter(bool).print()
    assert id_of(env, "Map") == id_of(one_map(), "Map")


def test_id_depends_on_the_kind_of_the_operator() -> None:
    env = programs.environment()
    programs.numbers(env).filter(bool).name("Map")
    assert id_of(env, "Map") != id_of(one_map(), "Map")


def test_id_depends_on_the_inputs() -> None:
    env = programs.environment()
    programs.numbers(env).filter(bool).map(programs.same)
    assert id_of(env, "Map") != id_of(one_map(), "Map")


def test_uid_of_an_input_changes_the_ids_after_it() -> None:
    env = programs.environment()
    programs.numbers(env).uid("source").map(programs.same)
    assert id_of(env, "Map") != id_of(one_map(), "Map")


def test_twins_differ_by_their_order() -> None:
    env = programs.environment()
    source = programs.numbers(env)
    source.map(programs.same).name("First")
    source.map(programs.same).name("Second")
    assert id_of(env, "First") == id_of(one_map(), "Map")
    assert id_of(env, "Second") != id_of(env, "First")


def test_side_output_and_main_output_lead_to_different_ids() -> None:
    env = programs.environment()
    counted = programs.numbers(env).key_by(programs.same).process(programs.Count())
    counted.map(programs.same).name("Main")
    counted.get_side_output(OutputTag("late")).map(programs.same).name("Side")
    assert id_of(env, "Main") != id_of(env, "Side")


def test_partitioning_does_not_change_the_id() -> None:
    env = programs.environment()
    programs.numbers(env).rebalance().map(programs.same)
    assert id_of(env, "Map") == id_of(one_map(), "Map")


def test_ends_of_a_loop_are_named_after_its_head() -> None:
    env = programs.environment()
    loop = programs.numbers(env).iterate_bulk(3).uid("loop")
    body = loop.map(programs.same)
    loop.close_with(body, body).print()
    assert [one for one in ids(env).values() if one.startswith("loop")] == ["loop", "loop-tail", "loop-termination"]


def test_operator_without_a_uid_is_refused_where_uids_are_required() -> None:
    env = programs.environment()
    env.get_config().disable_auto_generated_uids()
    programs.numbers(env).uid("source").map(programs.same).name("Nameless")
    with pytest.raises(InvalidProgramError, match=r"'Nameless' has no uid.*call uid\(\)"):
        env.get_stream_graph()


def test_uid_hash_is_enough_where_uids_are_required() -> None:
    env = programs.environment()
    env.get_config().disable_auto_generated_uids()
    programs.numbers(env).uid("source").map(programs.same).set_uid_hash("0123456789abcdef0123456789abcdef")
    assert id_of(env, "Numbers") == "source"

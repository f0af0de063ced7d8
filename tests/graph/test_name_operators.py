"""Ids of operators without a uid. State is stored under them: those below were recorded and must never change."""

from __future__ import annotations

from pyrite.common import Time, WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
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


def test_ids_are_those_of_earlier_versions() -> None:
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


def test_ids_of_other_kinds_are_those_of_earlier_versions() -> None:
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

"""Every graph as text, JSON and SVG."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.execution_graph import Relay
from pyrite.graph.physical_graph import PhysicalGraph, Placement
from pyrite.graph.render.graphs import Graph
from pyrite.graph.render.layout import Layout, PlacedArrow, PlacedBox, lay_out
from pyrite.graph.render.svg import render_svg, svg_document
from pyrite.graph.render.text import render_text
from pyrite.graph.render.to_json import as_json_object, render_json
from pyrite.graph.render.to_picture import to_picture
from tests.dags import build, random_program
from tests.graph.programs import (
    counting,
    diamond,
    environment,
    execution_graph,
    fixture,
    job_graph,
    numbers,
    same,
    stream_graph,
)

_SVG = "{http://www.w3.org/2000/svg}"


def physical_graph(placed_levels: int = 4) -> PhysicalGraph:
    execution = execution_graph(diamond())
    placements = tuple(
        Placement(number, pid, work, f"{pid % 2}", f"worker-{pid % 2}", 1000 + 10 * number + pid)
        for number, level in enumerate(execution.levels[:placed_levels])
        for pid, work in enumerate(level.work)
    )
    return PhysicalGraph(execution, placements)


GRAPHS: list[Callable[[], Graph]] = [
    lambda: stream_graph(diamond()),
    lambda: job_graph(diamond()),
    lambda: execution_graph(diamond()),
    physical_graph,
]


def texts_of(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{_SVG}text")]


# Text -----------------------------------------------------------------------------------------------------------------


def test_text_of_a_physical_graph_is_the_fixture() -> None:
    assert render_text(physical_graph(placed_levels=2)) == fixture("diamond.physical_graph.txt")


def test_text_names_ranges_of_senders() -> None:
    env = environment(8)
    numbers(env).rebalance().map(same).set_parallelism(1)
    assert "0: Map (1/1)  <- 0-7 REBALANCE" in render_text(execution_graph(env))


def test_text_names_single_senders_when_the_edge_is_pointwise() -> None:
    env = environment(4)
    numbers(env).rescale().map(same).set_parallelism(2)
    assert "1: Map (2/2)  <- 2-3 RESCALE" in render_text(execution_graph(env))


def test_text_keeps_one_line_for_an_operator_when_its_name_has_line_breaks() -> None:
    env = environment()
    numbers(env, "two\nlines\x1b[31m").map(same)
    assert render_text(stream_graph(env)).splitlines()[1].startswith("  0  two lines [31m")


# JSON -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", GRAPHS)
def test_json_can_be_read_back(make: Callable[[], Graph]) -> None:
    assert json.loads(render_json(make())) == as_json_object(make())


def test_json_of_a_stream_graph_has_every_edge_with_its_partitioning() -> None:
    edges = as_json_object(stream_graph(counting()))["edges"]
    assert [edge["partitioning"] for edge in edges] == ["FORWARD", "HASH", "REBALANCE"]


def test_json_of_a_job_graph_names_the_operators_of_a_chain() -> None:
    vertices = as_json_object(job_graph(counting()))["vertices"]
    assert [operator["name"] for operator in vertices[0]["operators"]] == ["Numbers", "Map"]


def test_json_of_an_execution_graph_marks_relays() -> None:
    graph = execution_graph(diamond())
    levels = as_json_object(graph)["levels"]
    relays = [work for level in levels for work in level if work["kind"] == "relay"]
    assert len(relays) == graph.relays


def test_json_of_a_physical_graph_says_where_each_task_runs() -> None:
    first = as_json_object(physical_graph())["tasks"][0]
    assert (first["executor"], first["host"], first["process"]) == ("0", "worker-0", 1000)


# SVG ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", GRAPHS)
def test_svg_is_well_formed_and_has_a_view_box(make: Callable[[], Graph]) -> None:
    root = ElementTree.fromstring(render_svg(make()))
    assert root.tag == f"{_SVG}svg"
    assert root.get("viewBox")


def test_svg_shows_names_that_look_like_markup() -> None:
    env = environment()
    numbers(env, '<b> & "\x00').map(same)
    assert '0: <b> & " ' in texts_of(render_svg(stream_graph(env)))


def test_svg_labels_arrows_with_their_partitioning() -> None:
    labels = texts_of(render_svg(job_graph(counting())))
    assert [label for label in labels if label.isupper()] == ["HASH", "REBALANCE"]


def test_svg_leaves_out_the_middle_of_a_task_with_many_subtasks() -> None:
    env = environment(100)
    numbers(env).print()
    texts = texts_of(render_svg(execution_graph(env)))
    assert [text for text in texts if "more" in text] == ["... 89 more"]
    assert "99: (100/100)" in texts


def test_svg_document_holds_several_pictures() -> None:
    graphs: list[Graph] = [stream_graph(counting()), job_graph(counting())]
    texts = texts_of(svg_document([to_picture(graph) for graph in graphs]))
    assert {"Stream graph of 'Test job': 4 operators", "Job graph of 'Test job': 3 tasks, 5 subtasks"} <= set(texts)


# Layout ---------------------------------------------------------------------------------------------------------------


def layouts_of_random_program(seed: int) -> list[Layout]:
    env = environment()
    build(env, random_program(seed, size=12))
    graph = execution_graph(env)
    return [lay_out(to_picture(each)) for each in (stream_graph(env), graph.job, graph)]


def overlap(one: PlacedBox, other: PlacedBox) -> bool:
    beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    below = one.y + one.height <= other.y or other.y + other.height <= one.y
    return not beside and not below


def passes_through(arrow: PlacedArrow, box: PlacedBox) -> bool:
    """Whether a straight part of the arrow inside the box's column meets the box."""
    return any(bend.x3 == box.x and box.y <= bend.y2 <= box.y + box.height for bend in arrow.bends[:-1])


@pytest.mark.parametrize("seed", range(15))
def test_boxes_never_overlap_in_random_programs(seed: int) -> None:
    for layout in layouts_of_random_program(seed):
        boxes = layout.boxes
        assert not any(overlap(one, other) for i, one in enumerate(boxes) for other in boxes[:i])


@pytest.mark.parametrize("seed", range(15))
def test_arrows_never_pass_through_boxes_in_random_programs(seed: int) -> None:
    for layout in layouts_of_random_program(seed):
        assert not any(passes_through(arrow, box) for arrow in layout.arrows for box in layout.boxes)


@pytest.mark.parametrize("seed", range(15))
def test_labels_are_never_on_top_of_each_other_in_random_programs(seed: int) -> None:
    for layout in layouts_of_random_program(seed):
        tips = sorted((arrow.bends[-1].x3, arrow.bends[-1].y2) for arrow in layout.arrows)
        assert all(upper[0] != lower[0] or lower[1] - upper[1] > 15 for upper, lower in pairwise(tips))


def test_picture_of_an_execution_graph_leads_an_edge_through_its_relays() -> None:
    graph = execution_graph(diamond())
    skipping = next(work.edge for level in graph.levels for work in level.work if isinstance(work, Relay))
    picture = to_picture(graph)
    layer = {box.id: box.layer for box in picture.boxes}
    assert f"relay {skipping} at 1" in layer
    assert all(layer[arrow.target] == layer[arrow.source] + 1 for arrow in picture.arrows)


def test_way_back_of_a_loop_runs_below_all_boxes_between_the_columns() -> None:
    graph = execution_graph(looping())
    for each in (stream_graph(looping()), graph.job, graph):
        layout = lay_out(to_picture(each))
        [back] = layout.feedback_edges
        boxes = {placed.box.id: placed for placed in layout.boxes}
        tail, head = boxes[back.arrow.source], boxes[back.arrow.target]
        assert (back.x1, back.x2) == (tail.x + tail.width, head.x)
        assert all(box.y + box.height < back.lane <= layout.height for box in layout.boxes)
        assert not any(box.x <= x <= box.x + box.width for x in (back.left, back.right) for box in layout.boxes)
        assert back.left > 0 and back.right < layout.width
        assert "FEEDBACK" in texts_of(render_svg(each))


def looping() -> StreamExecutionEnvironment:
    env = environment()
    loop = numbers(env).iterate(10)
    turned = loop.key_by(lambda number: number).map(same)
    loop.close_with(turned)
    turned.print()
    return env

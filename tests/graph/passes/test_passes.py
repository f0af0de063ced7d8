"""Each pass has a fixture: the graph that it takes and the graph that it makes of it.

`python -m tests.graph.passes.test_passes` writes the fixtures again; look at what has changed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.plan import PASSES, Pass
from pyrite.graph.plan_settings import PlanSettings
from tests.graph import programs
from tests.graph.passes.dump import dump

FIXTURES = Path(__file__).parent / "fixtures"
SETTINGS = PlanSettings(parallelism=3, max_parallelism=64)


def program() -> StreamExecutionEnvironment:
    """A diamond with a side output, a union and a late source, and a loop beside it."""
    env = programs.diamond()
    loop = programs.numbers(env, "Start").iterate_bulk(4).set_parallelism(2).uid("rounds")
    body = loop.map(programs.same).name("Body")
    loop.close_with(body, body.filter(programs.same).name("Unsure")).print().name("Last")
    return env


def before_and_after(wanted: Pass) -> str:
    graph: Any = program().get_job_spec("Test job").stream
    for each in PASSES:
        made = each(graph, SETTINGS)
        if each is wanted:
            return f"{dump(graph)}\n\n=>\n\n{dump(made)}\n"
        graph = made
    raise AssertionError(f"{wanted} is not in PASSES")


def name(each: Pass) -> str:
    return each.__name__


@pytest.mark.parametrize("each", PASSES, ids=name)
def test_pass_makes_what_its_fixture_shows(each: Pass) -> None:
    assert before_and_after(each) == (FIXTURES / f"{name(each)}.txt").read_text()


def test_every_fixture_is_of_a_pass() -> None:
    assert {path.stem for path in FIXTURES.iterdir()} == {name(each) for each in PASSES}


if __name__ == "__main__":
    for one in PASSES:
        (FIXTURES / f"{name(one)}.txt").write_text(before_and_after(one))

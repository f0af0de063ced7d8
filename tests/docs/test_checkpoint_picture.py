"""The picture of a checkpoint is what its script gives, and its steps come in this order when a job runs."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors import CollectSink
from pyrite.storage import fault_points
from pyrite.testing import simulate

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "make_checkpoint_picture.py"))


class Seen:
    """Stands in for a plan of faults, and notes which points are reached."""

    def __init__(self) -> None:
        self.points: list[str] = []

    def reach(self, name: str) -> None:
        self.points.append(name)


def test_picture_of_a_checkpoint_is_up_to_date(script: dict[str, Any]) -> None:
    stale = (DOCS / "guide" / "checkpoint.svg").read_text(encoding="utf-8") != script["make_picture"]()
    assert not stale, "run: .venv/bin/python docs/make_checkpoint_picture.py"


def test_picture_names_fault_points_that_exist(script: dict[str, Any]) -> None:
    known = {point.name for point in fault_points.POINTS}
    assert {point for step in script["STEPS"] for point in step.points} <= known


@pytest.mark.parametrize("seed", range(1, 6))
def test_steps_of_the_picture_come_in_its_order(script: dict[str, Any], seed: int) -> None:
    env = StreamExecutionEnvironment().set_parallelism(2).enable_checkpointing(60_000)
    env.get_configuration().set_string("execution.checkpointing.data-inline-threshold", "0")
    env.from_sequence(1, 20).key_by(lambda number: number % 3).sum(0).sink_to(CollectSink())
    seen = Seen()
    fault_points.follow(seen)
    try:
        simulate(env, seed=seed)
    finally:
        fault_points.follow(None)
    drawn = [point for step in script["STEPS"] for point in step.points if point in seen.points]
    assert len(drawn) > 8, "the simulation has no points of messages, but all others"
    begun = seen.points.index("task.freeze.before")
    met = sorted(drawn, key=lambda point: seen.points.index(point, begun))
    drawn.remove("storage.drop.before")  # of the JobMaster, which does not wait for the sink's commit
    assert [point for point in met if point in drawn] == drawn
    assert met.index("storage.drop.before") > met.index("storage.commit.after")

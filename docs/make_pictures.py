"""Draws the pictures of the docs with Pyrite's own renderer: python docs/make_pictures.py

docs/tour.svg is the execution graph of examples/streaming/fraud_detection.py at parallelism 2. The example is run only
up to its execute(), so no Spark is needed.
"""

from __future__ import annotations

from pathlib import Path

from pyrite.common.configuration import Configuration
from pyrite.common.options import DEFAULT_PARALLELISM
from pyrite.control.script import run_script
from pyrite.datastream.execution import PlanTaken, take_plan
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.render.svg import render_svg
from pyrite.graph.stream_graph import StreamGraph

DOCS = Path(__file__).resolve().parent
EXAMPLE = DOCS.parent / "examples" / "streaming" / "fraud_detection.py"


def picture_of(script: Path, parallelism: int) -> str:
    """The execution graph of a script's first job, as SVG."""
    pictures: list[str] = []

    def draw(stream: StreamGraph, execution: ExecutionGraph, configuration: Configuration) -> None:
        pictures.append(render_svg(execution))

    try:
        with take_plan(draw):
            run_script(str(script), [], {DEFAULT_PARALLELISM.key: str(parallelism)})
    except PlanTaken:
        return pictures[0]
    raise RuntimeError(f"{script} ended without starting a job")


if __name__ == "__main__":
    (DOCS / "tour.svg").write_text(picture_of(EXAMPLE, parallelism=2), encoding="utf-8")

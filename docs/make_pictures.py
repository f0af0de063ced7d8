"""Draws the pictures of the docs with Pyrite's own renderer: python docs/make_pictures.py

docs/tour.svg is the execution graph of examples/streaming/fraud_detection.py at parallelism 2. The example is run only
up to its execute(), so no Spark is needed.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from pyrite.cli.program.program import run_script
from pyrite.core.config.options import DEFAULT_PARALLELISM
from pyrite.graph.executor import ExecutionContext
from pyrite.graph.plan_executor import PlanExecutor
from pyrite.graph.render.svg import render_svg

DOCS = Path(__file__).resolve().parent
EXAMPLE = DOCS.parent / "examples" / "streaming" / "fraud_detection.py"


def picture_of(script: Path, parallelism: int) -> str:
    """The execution graph of a script's first job, as SVG."""
    executor = PlanExecutor()
    with contextlib.suppress(SystemExit):
        run_script(str(script), [], ExecutionContext({DEFAULT_PARALLELISM.key: str(parallelism)}, executor))
    if executor.plan is not None:
        return render_svg(executor.plan.execution)
    raise RuntimeError(f"{script} ended without starting a job")


if __name__ == "__main__":
    (DOCS / "tour.svg").write_text(picture_of(EXAMPLE, parallelism=2), encoding="utf-8")

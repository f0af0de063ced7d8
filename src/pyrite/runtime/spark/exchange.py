"""The pipelined exchange. This file and stage_outputs.py are the places that reach into Spark's internals.

Spark 4.3 can run all stages of a job at the same time, a consumer reading while its producer runs. For a plan of ours
that is a field of the shuffle's physical operator, set by reflection before the plan first runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pyrite.core.errors import UnsupportedSparkError

SUPPORTED: Final = "4.3"
_DAEMONS: Final = "PYRITE_PYTHON_DAEMONS"

CONTEXT_SETTINGS: Final[dict[str, str]] = {
    "spark.python.udf.pipelined.enabled": "true",
    "spark.python.unix.domain.socket.enabled": "true",
    "spark.shuffle.streaming.networkBufferMaxWaitTimeMs": "1",
    "spark.task.maxFailures": "1",
    "spark.stage.maxConsecutiveAttempts": "1",
    "spark.python.worker.reuse": "false",
    "spark.speculation": "false",
    "spark.dynamicAllocation.enabled": "false",
}
"""What the exchange needs of a SparkContext; none can be changed once it runs."""

SESSION_SETTINGS: Final[dict[str, str]] = {
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "1",
    "spark.sql.execution.pandas.udf.buffer.size": "4",
    "spark.sql.codegen.wholeStage": "false",
}
"""What it needs of the session that plans a job."""


def make_pipelined(frame: Any) -> None:
    """Turns every exchange of a DataFrame's plan into a pipelined one. The action must run on this very DataFrame."""
    exchanges = 0
    for node in walk_plan(frame._jdf.queryExecution().executedPlan()):
        if node.getClass().getSimpleName() == "ShuffleExchangeExec":
            field = _pipelined_field(node.getClass())
            field.setBoolean(node, True)
            exchanges += 1
    if exchanges == 0:
        raise UnsupportedSparkError("the plan has no exchange where one was expected")


def replace_daemons(context: Any, failure: str) -> None:
    """Has later jobs start their Python workers by new daemons, if a job failed because they could not be started.

    A daemon that dies while it starts, as its task is cancelled, leaves Spark 4.3 with a daemon that has no socket, and
    then no worker of that executor ever starts again. Each environment has daemons of its own, so another one will do.
    """
    if "PythonWorkerFactory" in failure:
        number = int(context.environment.get(_DAEMONS, "0")) + 1
        context.environment[_DAEMONS] = str(number)


def probe(spark: Any) -> None:
    """Raises a clear error on a Spark that does not have the exchange."""
    version = spark.version
    if not version.startswith(SUPPORTED + "."):
        raise UnsupportedSparkError(
            f"Pyrite runs on Spark {SUPPORTED}; this is {version}. pip install 'pyspark==4.3.*'"
        )
    try:
        loader = spark._jvm.java.lang.Thread.currentThread().getContextClassLoader()
        name = "org.apache.spark.sql.execution.exchange.ShuffleExchangeExec"
        _pipelined_field(spark._jvm.java.lang.Class.forName(name, False, loader))
    except Exception as error:
        raise UnsupportedSparkError(f"this Spark {version} has no pipelined shuffle: {error}") from None


def _pipelined_field(node_class: Any) -> Any:
    field = node_class.getDeclaredField("pipelined")
    field.setAccessible(True)
    return field


def walk_plan(node: Any) -> Iterator[Any]:
    """A physical plan's operators, the last one first."""
    yield node
    children = node.children()
    for index in range(children.size()):
        yield from walk_plan(children.apply(index))

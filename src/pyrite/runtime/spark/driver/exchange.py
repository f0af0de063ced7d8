"""The pipelined exchange, and the plan that uses it: the one place that reaches into Spark's internals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import pyarrow as pa
from pyspark.sql import functions
from pyspark.sql.types import BinaryType, IntegerType, StructField, StructType

from pyrite.core.errors import UnsupportedSparkError
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.spark.task.task_launch import TaskLaunch
from pyrite.runtime.spark.task.task_shell import run_task

SUPPORTED: Final = "4.3"
_DAEMONS: Final = "PYRITE_PYTHON_DAEMONS"

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

    A daemon that dies while it starts, as its task is canceled, leaves Spark 4.3 with a daemon that has no socket, and
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


_ROW = StructType([StructField("pid", IntegerType()), StructField("frame", BinaryType())])
"""Not as text: Spark would load its SQL parser for it."""


def build_plan(session: Any, graph: ExecutionGraph, launch: TaskLaunch, batch: bool, keeps_last: bool = False) -> Any:
    """The DataFrame whose rows, once counted, have run the attempt.

    `keeps_last`: the last level writes to an exchange too, so that Spark knows which of its tasks are complete.
    """
    first = len(graph.levels[0].work)
    frame = session.range(0, first, 1, first).mapInArrow(_task(launch, 0), _ROW)
    for level in range(1, len(graph.levels)):
        partitions = len(graph.levels[level].work)
        frame = frame.repartitionById(partitions, "pid")
        frame = frame if batch else _with_followers(frame)
        frame = frame.mapInArrow(_task(launch, level), _ROW)
    if not batch and len(graph.levels) > 1:
        make_pipelined(frame)
    return frame.repartitionById(1, "pid") if keeps_last else frame


def _with_followers(frame: Any) -> Any:
    """Spark sends a row to Python only once the next one exists: an empty row after each pushes it through."""
    pair = functions.array("frame", functions.lit(None).cast(BinaryType()))
    return frame.select("pid", functions.explode(pair).alias("frame"))


def _task(launch: TaskLaunch, level: int) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    return partial(run_task, launch, level)


class StageOutputs:
    """The outputs of a DataFrame's stages; level n writes to the n-th exchange."""

    def __init__(self, context: Any, frame: Any) -> None:
        self._context = context
        self._frame = frame

    def complete(self) -> frozenset[tuple[int, int]]:
        """The tasks, as (level, pid), of which Spark has the output."""
        tracker = self._tracker()
        outputs: set[tuple[int, int]] = set()
        for level, dependency in enumerate(self._dependencies()):
            missing = tracker.findMissingPartitions(dependency.shuffleId())
            if not missing.isEmpty():  # else the shuffle has not begun
                absent = {missing.get().apply(index) for index in range(missing.get().size())}
                outputs.update((level, pid) for pid in range(dependency.rdd().getNumPartitions()) if pid not in absent)
        return frozenset(outputs)

    def drop_from(self, level: int) -> None:
        """Has the tasks of this level, and of those after it, run again."""
        tracker = self._tracker()
        for dependency in self._dependencies()[level:]:
            if tracker.containsShuffle(dependency.shuffleId()):
                tracker.unregisterAllMapAndMergeOutput(dependency.shuffleId())

    def _dependencies(self) -> list[Any]:
        """The shuffles, first level first."""
        plan = self._frame._jdf.queryExecution().executedPlan()
        exchanges = [node for node in walk_plan(plan) if node.getClass().getSimpleName() == "ShuffleExchangeExec"]
        return [node.shuffleDependency() for node in reversed(exchanges)]

    def _tracker(self) -> Any:
        """SparkEnv has it too, but its class refers to classes that are not there, which Py4J does not forgive."""
        scheduler = self._context._jsc.sc().dagScheduler()
        field = scheduler.getClass().getDeclaredField("mapOutputTracker")
        field.setAccessible(True)
        return field.get(scheduler)

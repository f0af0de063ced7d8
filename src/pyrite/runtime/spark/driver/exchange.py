"""The pipelined exchange, and the plan that uses it: the only module that uses Spark's internals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import pyarrow as pa
from pyspark.sql import functions
from pyspark.sql.types import BinaryType, IntegerType, StructField, StructType

from pyrite.core.errors import UnsupportedSparkError
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.spark.task.task_launch import ENDPOINT_PROPERTY, TaskLaunch
from pyrite.runtime.spark.task.task_shell import run_task

SUPPORTED: Final = "4.3"
_DAEMONS: Final = "PYRITE_PYTHON_DAEMONS"

SESSION_SETTINGS: Final[dict[str, str]] = {
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "1",
    "spark.sql.execution.pandas.udf.buffer.size": "4",
    "spark.sql.codegen.wholeStage": "false",
}
"""The settings that the exchange needs in the session that plans a job."""


def make_pipelined(frame: Any) -> None:
    """Turns every exchange of a DataFrame's plan into a pipelined one.

    The action must run on this same DataFrame object.
    """
    exchanges = 0
    for node in walk_plan(frame._jdf.queryExecution().executedPlan()):
        if node.getClass().getSimpleName() == "ShuffleExchangeExec":
            field = _pipelined_field(node.getClass())
            field.setBoolean(node, True)
            exchanges += 1
    if exchanges == 0:
        raise UnsupportedSparkError("the plan has no exchange")


def replace_daemons(context: Any, failure: str) -> None:
    """Makes later jobs start their Python workers by new daemons, if a job failed because they could not be started.

    A daemon that dies while starting, because its task is canceled, leaves Spark 4.3 with a daemon without a socket,
    and no worker of that executor starts again. Daemons belong to an environment, so changing the environment replaces
    them.
    """
    if "PythonWorkerFactory" in failure:
        number = int(context.environment.get(_DAEMONS, "0")) + 1
        context.environment[_DAEMONS] = str(number)


_INTRUSION: Final = re.compile(
    r"java\.lang\.(?:IllegalArgument|IndexOutOfBounds|ArrayIndexOutOfBounds)Exception.*(?:\n\tat .*){0,6}?"
    r"\n\tat org\.apache\.spark\.(?:network\.util\.TransportFrameDecoder\.decodeNext"
    r"|network\.shuffle\.streaming\.StreamingShuffleMessage\.|shuffle\.streaming\.StreamingShuffleServerHandler\.)"
)
"""Errors of the code in which Spark decodes what arrives at a port of the exchange."""


def is_intrusion(failure: str) -> bool:
    """Whether a Spark job failed because it received bytes that no task of Spark sends."""
    return _INTRUSION.search(failure) is not None


def probe(spark: Any) -> None:
    """Raises UnsupportedSparkError if this Spark does not have the exchange."""
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


def mask_endpoints(spark: Any) -> None:
    """Has Spark mask the endpoints of attempts in event logs: it masks a local property that its configuration has."""
    spark.sparkContext._jsc.sc().conf().set(ENDPOINT_PROPERTY, "")


def _pipelined_field(node_class: Any) -> Any:
    field = node_class.getDeclaredField("pipelined")
    field.setAccessible(True)
    return field


def walk_plan(node: Any) -> Iterator[Any]:
    """The operators of a physical plan, the last one first."""
    yield node
    children = node.children()
    for index in range(children.size()):
        yield from walk_plan(children.apply(index))


_ROW = StructType([StructField("pid", IntegerType()), StructField("frame", BinaryType())])
"""Not given as text: Spark would load its SQL parser."""


def build_plan(session: Any, graph: ExecutionGraph, launch: TaskLaunch, batch: bool, keeps_last: bool = False) -> Any:
    """Builds the DataFrame that runs the attempt when it is collected.

    `keeps_last`: the last level also writes to an exchange, so that Spark tracks which of its tasks are complete.
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
    """Spark sends a row to Python only when the next one exists, so each row is followed by an empty one."""
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
        """The tasks, as (level, pid), whose output Spark has."""
        tracker = self._tracker()
        outputs: set[tuple[int, int]] = set()
        for level, dependency in enumerate(self._dependencies()):
            missing = tracker.findMissingPartitions(dependency.shuffleId())
            if not missing.isEmpty():  # else the shuffle has not started
                absent = {missing.get().apply(index) for index in range(missing.get().size())}
                outputs.update((level, pid) for pid in range(dependency.rdd().getNumPartitions()) if pid not in absent)
        return frozenset(outputs)

    def drop_from(self, level: int) -> None:
        """Drops the outputs from this level on, so that its tasks and those of later levels run again."""
        tracker = self._tracker()
        for dependency in self._dependencies()[level:]:
            if tracker.containsShuffle(dependency.shuffleId()):
                tracker.unregisterAllMapAndMergeOutput(dependency.shuffleId())

    def _dependencies(self) -> list[Any]:
        """The shuffle dependencies, in the order of the levels."""
        plan = self._frame._jdf.queryExecution().executedPlan()
        exchanges = [node for node in walk_plan(plan) if node.getClass().getSimpleName() == "ShuffleExchangeExec"]
        return [node.shuffleDependency() for node in reversed(exchanges)]

    def _tracker(self) -> Any:
        """The map output tracker. SparkEnv has it too, but refers to missing classes, on which Py4J fails."""
        scheduler = self._context._jsc.sc().dagScheduler()
        field = scheduler.getClass().getDeclaredField("mapOutputTracker")
        field.setAccessible(True)
        return field.get(scheduler)

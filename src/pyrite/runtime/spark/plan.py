"""The plan: levels of tasks as one Spark DataFrame, an exchange between each two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pyarrow as pa
from pyspark.sql import functions
from pyspark.sql.types import BinaryType, IntegerType, StructField, StructType

from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.spark.exchange import make_pipelined
from pyrite.runtime.spark.task_launch import TaskLaunch
from pyrite.runtime.spark.task_shell import run_task

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

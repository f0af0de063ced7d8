"""Running Python over pieces of state in Spark's tasks: only what the pieces are goes through the driver."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Optional, TypeVar

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import types as spark

from pyrite.common.configuration import Configuration
from pyrite.common.errors import PyriteError
from pyrite.runtime.job_code import JobCode
from pyrite.runtime.spark.session import get_session, is_local
from pyrite.state.evolution import dumps, loads

P = TypeVar("P")
R = TypeVar("R")
_PER_CORE = 4
"""Spark's tasks for each core."""
_RESULT = spark.StructType([spark.StructField("result", spark.BinaryType())])


def session_of(session: Optional[SparkSession], configuration: Configuration) -> SparkSession:
    """The user's session; else one in this process's SparkContext, which is made if there is none."""
    if session is not None:
        return session
    active = SparkSession.getActiveSession() or SparkSession._instantiatedSession
    if active is None or active._jsc is None or active._jsc.sc().isStopped():
        active = get_session(configuration)
    return active.newSession()


def job_code(session: SparkSession) -> JobCode:
    """The user's code of this process, for tasks."""
    return JobCode.of_this_process(ship_paths=is_local(session.sparkContext.master))


def frame_of(
    session: SparkSession,
    pieces: Sequence[P],
    read: Callable[[P], Iterator[pa.RecordBatch]],
    schema: spark.StructType,
) -> DataFrame:
    """The rows that `read` gives for each piece. Nothing is read before the DataFrame is used."""
    code = job_code(session)
    tasks = max(1, min(len(pieces), _PER_CORE * session.sparkContext.defaultParallelism))

    def run(ids: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        code.install()
        for batch in ids:
            for number in batch.column(0).to_pylist():
                yield from read(pieces[number])

    return session.range(0, len(pieces), 1, tasks).mapInArrow(run, schema)


def run_each(session: SparkSession, pieces: Sequence[P], work: Callable[[P], R]) -> list[R]:
    """What `work` gives for each piece, in their order: something small. Raises what it raised."""

    def told(numbered: tuple[int, P]) -> Iterator[pa.RecordBatch]:
        yield _told(numbered[0], partial(work, numbered[1]))

    return _results(frame_of(session, list(enumerate(pieces)), told, _RESULT))


def run_partitions(frame: DataFrame, work: Callable[[Iterator[pa.RecordBatch]], R]) -> list[R]:
    """The same for each partition of a DataFrame."""
    code = job_code(frame.sparkSession)

    def run(rows: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        code.install()
        yield _told(TaskContext.get().partitionId(), partial(work, rows))

    return _results(frame.mapInArrow(run, _RESULT))


def _told(number: int, work: Callable[[], Any]) -> pa.RecordBatch:
    """What the work gives, or raises: then the other tasks come to their ends, and write nothing later."""
    try:
        result = dumps((number, work(), None))
    except Exception as error:
        result = _pickled_error(number, error)
    return pa.RecordBatch.from_arrays([pa.array([result], pa.binary())], names=["result"])


def _pickled_error(number: int, error: Exception) -> bytes:
    try:
        data = pickle.dumps((number, None, error), 5)
        pickle.loads(data)
        return data
    except Exception:
        return pickle.dumps((number, None, PyriteError(f"{type(error).__name__}: {error}")), 5)


def _results(frame: DataFrame) -> list[Any]:
    results = sorted((loads(bytes(row.result)) for row in frame.collect()), key=lambda result: int(result[0]))
    for _, _, error in results:
        if error is not None:
            raise error
    return [result for _, result, _ in results]
